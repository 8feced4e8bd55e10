"""llmdb: a terminal debugger for Python snippets."""

TYPE_CHECKING = False  # `typing` is not imported for this: what runs programs begins here, too
if TYPE_CHECKING:
    from llmdb.cells import Shell

__version__ = "0.1.0"


def set_trace() -> None:
    """Record the run of the program's file up to here and open it: for `breakpoint()`, with `PYTHONBREAKPOINT`."""
    from llmdb.entry import open_at_breakpoint

    open_at_breakpoint()


def post_mortem(problem: BaseException | None = None) -> None:
    """Record the run of the program's file and open it where its exception arose.

    Args:
        problem: the exception; None for the one being handled, or the last one.
    """
    from llmdb.entry import open_at_error

    open_at_error(problem)


def load_ipython_extension(shell: "Shell") -> None:
    """`%load_ext llmdb`: adds `%llmdb` and `%%llmdb`."""
    from llmdb.cells import add_magics

    add_magics(shell)
