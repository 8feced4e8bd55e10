"""From source text to a program: reading a snippet, compiling it, and its control-flow graph (ORCA, section III)."""
