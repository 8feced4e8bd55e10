"""llmdb: a terminal debugger for Python snippets."""

__version__ = "0.1.0"
