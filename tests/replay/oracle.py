"""An independent witness: a line tracer that writes down all variables before each line, run in its own process.

Usage: python oracle.py PROGRAM. Prints JSON: "order" has frame and line of each line event in the order of time,
frames counted from 1 by their entry, and "frames" for each frame its qualified name and (line, names) per line event;
the last entry of a frame has line 0 and the names when it was left. A name's entry is (text, identity). "missed" has
the lines of which CPython 3.14 tells a tracer only that they returned: some `return` after a loop with a `break`.
"""

import ast
import dataclasses
import dis
import json
import sys
import types
from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any

WITHIN = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "__annotate__")
"""Frames that Python makes for a part of a statement; annotations have one from 3.14 on, made when asked (PEP 649)."""
DEFINITIONS = (types.FunctionType, types.ModuleType, type, types.BuiltinFunctionType)


def text(value: Any, open_: tuple[int, ...] = ()) -> str:
    """The form that llmdb promises for values, written a second time and from the live object."""
    if id(value) in open_:
        return "{...}" if isinstance(value, dict) else "[...]"
    inner = (*open_, id(value))
    kind = type(value)
    if kind is list:
        return "[" + ", ".join(text(v, inner) for v in value) + "]"
    if kind is tuple:
        return "(" + ", ".join(text(v, inner) for v in value) + (",)" if len(value) == 1 else ")")
    if kind is set:
        return "{" + ", ".join(sorted(text(v, inner) for v in value)) + "}" if value else "set()"
    if kind is frozenset:
        return (
            "frozenset({" + ", ".join(sorted(text(v, inner) for v in value)) + "})"
            if value
            else "frozenset()"
        )
    if kind is deque:
        end = "])" if value.maxlen is None else f"], maxlen={value.maxlen})"
        return "deque([" + ", ".join(text(v, inner) for v in value) + end
    if kind in (dict, defaultdict, OrderedDict, Counter):
        pairs = list(value.items())
        if kind is Counter:
            pairs.sort(key=lambda pair: -pair[1])
        body = "{" + ", ".join(f"{text(k, inner)}: {text(v, inner)}" for k, v in pairs) + "}"
        if kind is dict:
            return body
        if kind is defaultdict:
            return f"defaultdict({value.default_factory}, {body})"
        return f"{kind.__name__}({body})" if pairs else f"{kind.__name__}()"
    if kind in (property, classmethod, staticmethod):
        return f"<{kind.__name__}>"
    if kind is types.FunctionType:
        return f"<function {value.__name__}>"
    for base in (list, dict):
        if isinstance(value, base) and kind.__module__ == "__main__":
            return f"{kind.__name__}({text(base(value), inner)})"
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return f"{kind.__name__}({', '.join(f'{n}={text(getattr(value, n), inner)}' for n in kind._fields)})"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = (field.name for field in dataclasses.fields(value) if hasattr(value, field.name))
        return f"{kind.__name__}({', '.join(f'{n}={text(getattr(value, n), inner)}' for n in fields)})"
    if kind.__module__ == "__main__" and hasattr(kind, "__slots__"):
        shown = [f" {n}={text(getattr(value, n), inner)}" for n in kind.__slots__ if hasattr(value, n)]
        return f"<{kind.__name__}{''.join(shown)}>"
    if kind is types.GeneratorType:
        return f"<generator {value.__name__}>"
    if kind.__module__ == "__main__" and hasattr(value, "__dict__"):
        return f"<{kind.__name__}" + "".join(f" {n}={text(v, inner)}" for n, v in vars(value).items()) + ">"
    return repr(value)


def snapshot(frame: types.FrameType) -> dict[str, tuple[str, int]]:
    """All variables of a frame but definitions and the interpreter's own names."""
    return {
        name: (text(value), id(value))
        for name, value in frame.f_locals.items()
        if not name.startswith(("__", ".")) and not isinstance(value, DEFINITIONS)
    }


def looped(node: ast.Call) -> bool:
    """Whether this is a call for which CPython, from 3.14 on, goes through its generator expression in place."""
    return (
        sys.version_info >= (3, 14)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("any", "all", "tuple", "list", "set")
        and [type(given) for given in node.args] == [ast.GeneratorExp]
    )


def ends_delegation(frame: types.FrameType) -> bool:
    """Whether an exception is leaving a `yield from` or `await`: CPython, from 3.12 on, tells its line once more."""
    return frame.f_code.co_code[frame.f_lasti] == dis.opmap.get("CLEANUP_THROW")


def main(path: str) -> None:
    """Run the program and print what was seen."""
    frames: list[tuple[str, list[tuple[int, dict[str, tuple[str, int]]]]]] = []
    numbers: dict[types.FrameType, int] = {}
    alive: list[object] = []
    order: list[tuple[int, int]] = []
    missed: list[int] = []

    def trace(frame: types.FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != "<snippet>" or frame.f_code.co_name in WITHIN:
            return None
        if event == "call" and frame not in numbers:
            numbers[frame] = len(frames)
            frames.append((frame.f_code.co_qualname, []))
        events = frames[numbers[frame]][1]
        if events and events[-1][0] == 0 and event in ("line", "return"):
            events.pop()
        if event == "line" and (ends_delegation(frame) or (events and inlined(frame, events[-1][0]))):
            return trace
        in_class = not frame.f_code.co_flags & 1 and frame.f_code.co_name != "<module>"
        if event == "line" and not (in_class and frame.f_lineno == frame.f_code.co_firstlineno):
            events.append((frame.f_lineno, snapshot(frame)))
            order.append((numbers[frame] + 1, frame.f_lineno))
        elif event == "return":
            if sys.version_info >= (3, 14) and events and events[-1][0] != frame.f_lineno:
                missed.append(frame.f_lineno)
            events.append((0, snapshot(frame)))
        return trace

    def inlined(frame: types.FrameType, last: int) -> bool:
        """Whether this is a later turn of a comprehension that CPython 3.12 put into the frame of its statement."""
        at = positions.setdefault(frame.f_code, list(frame.f_code.co_positions()))[frame.f_lasti // 2]
        if None in at:
            return False
        begin, end = (at[0], at[2]), (at[1], at[3])
        return any(a <= begin and end <= b and a[0] <= last <= b[0] for a, b in comprehensions)

    with open(path, encoding="utf-8") as file:
        source = file.read()
    comprehensions = [
        ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp)
        or (isinstance(node, ast.Call) and looped(node))
    ]
    positions: dict[types.CodeType, list[Any]] = {}
    code = compile(source, "<snippet>", "exec")
    namespace = {"__name__": "__main__", "alive": alive}
    del namespace["alive"]
    out, sys.stdout = sys.stdout, open("/dev/null", "w", encoding="utf-8")  # noqa: SIM115
    sys.settrace(trace)
    try:
        exec(code, namespace)
    except Exception as problem:
        alive.append(problem)
    finally:
        sys.settrace(None)
    sys.stdout = out
    print(json.dumps({"frames": frames, "order": order, "missed": missed}))


if __name__ == "__main__":
    main(sys.argv[1])
