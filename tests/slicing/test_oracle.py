"""Generated programs: the reported writers are those that a tracer written apart from the debugger finds."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.slicing.recorded import dependencies

NAMES = ("a", "b", "c")
LISTS = ("xs", "ys")


def atoms() -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(NAMES), st.sampled_from([f"{x}[0]" for x in LISTS]), st.just("7"))


@st.composite
def lines(draw: st.DrawFn, depth: int = 0) -> list[str]:
    kinds = ["assign", "augment", "item", "append", "alias"] + (["loop", "branch"] if depth < 2 else [])
    out: list[str] = []
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(kinds))
        name, other = draw(st.sampled_from(NAMES)), draw(atoms())
        held = draw(st.sampled_from(LISTS))
        if kind == "assign":
            out.append(f"{name} = ({other} + {draw(atoms())}) % 9")
        elif kind == "augment":
            out.append(f"{name} += {other}")
        elif kind == "item":
            out.append(f"{held}[0] = {other}")
        elif kind == "append":
            out.append(f"{held}.append({other})")
        elif kind == "alias":
            out.append(f"{held} = {draw(st.sampled_from(LISTS))}")
        else:
            loop = f"for i{depth} in range({draw(st.integers(0, 3))}):"
            out.append(loop if kind == "loop" else f"if {name} % 2:")
            out += ["    " + line for line in draw(lines(depth=depth + 1))]
    return out


START = ["a = 1", "b = 2", "c = 3", "xs = [4]", "ys = [5]"]


class Tracer:
    """Runs a program with each read and write reported by the program itself."""

    def __init__(self) -> None:
        self.bound: dict[str, int] = {}
        self.items: dict[int, int] = {}
        self.seen: list[tuple[int, str, int]] = []

    def read(self, line: int, name: str) -> None:
        self.seen.append((line, name, self.bound[name]))

    def read_item(self, line: int, name: str, held: list[int]) -> None:
        self.seen.append((line, f"{name}[0]", self.items.get(id(held), self.bound[name])))


def traced(program: list[str]) -> list[tuple[int, str, int]]:
    """(line, what is read, line of its writer), in order of execution."""
    tracer = Tracer()
    out = []
    for number, line in enumerate(program, 1):
        code = line.strip()
        margin = line[: len(line) - len(code)]
        reads, after = "", ""
        if code.startswith("for "):
            out.append(line)
            continue
        target, _, value = code.partition(" = ") if " = " in code else (code, "", code)
        reads += "".join(
            f"T.read_item({number}, {n!r}, {n}); " for n in LISTS if f"{n}[0]" in value.replace("+=", "")
        )
        reads += "".join(f"T.read({number}, {n!r}); " for n in NAMES if n in value.replace("append", " "))
        if target in NAMES or target in LISTS:
            after = f"T.bound[{target!r}] = {number}"
        elif "+=" in code:
            after = f"T.bound[{code[0]!r}] = {number}"
        elif target.endswith("[0]"):
            after = f"T.items[id({target[:2]})] = {number}"
        out.append(f"{margin}{reads}")
        out.append(line if code.startswith("if ") else f"{margin}{code}; {after}".rstrip("; "))
    exec("\n".join(part for part in out if part.strip()), {"T": tracer})
    return tracer.seen


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(lines())
def test_writers_are_those_of_an_independent_tracer(body: list[str]) -> None:
    program = START + body
    text = "\n".join(program) + "\n"
    found = dependencies(text)
    got = set()
    for number in range(1, len(found.trace) + 1):
        code = found.statements.get(found.trace.block_of(number), ())
        for place, statement in enumerate(code):
            for read in found.reads(number, place):
                if (read.name in NAMES or read.name.endswith("[0]")) and not read.is_base:
                    got.add((statement.line, read.name, read.writer.line))
    assert got == set(traced(program)), text
