"""What each code object of the snippet reads, for the reader to know which variables a frame sees."""

import dis
from types import CodeType

_GLOBAL_READS = frozenset({"LOAD_GLOBAL", "LOAD_NAME"})


def scope_rows(code: CodeType) -> list[tuple[str, list[str], list[str], list[str], list[str]]]:
    """(qualified name, local names, cell names, free names, module names read), outermost first."""
    rows = [
        (
            code.co_qualname,
            list(code.co_varnames),
            list(code.co_cellvars),
            list(code.co_freevars),
            sorted({i.argval for i in dis.get_instructions(code) if i.opname in _GLOBAL_READS}),
        )
    ]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            rows += scope_rows(constant)
    return rows
