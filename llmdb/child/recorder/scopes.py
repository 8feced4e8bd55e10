"""What each code object of the snippet reads, for the reader to know which variables a frame sees."""

import dis
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
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


def modules_reaching_main(code: CodeType) -> frozenset[str]:
    """The modules imported here, of those that lie outside the library, whose source names the module that runs."""
    names = frozenset(_imported(code)) - sys.stdlib_module_names
    return frozenset(name for name in names for text in _sources(name) if _REACHES_MAIN.search(text))


def _imported(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname == "IMPORT_NAME":
            yield instruction.argval.partition(".")[0]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _imported(constant)


def _sources(name: str) -> Iterator[bytes]:
    for folder in sys.path:
        for path in (os.path.join(folder, f"{name}.py"), os.path.join(folder, name, "__init__.py")):
            if "site-packages" not in path.split(os.sep):
                with suppress(OSError), open(path, "rb") as file:  # pathlib takes a tenth of a child's start
                    yield file.read()


_REACHES_MAIN = re.compile(rb"""import\s+__main__|modules\[\s*['"]__main__""")
