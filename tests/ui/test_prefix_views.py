"""prefix, coverage, undefined, assume and install as they are drawn, at 96 and at 40 columns."""

from dataclasses import replace

from llmdb.commands.assume import Assumed
from llmdb.commands.install import InstallResult
from llmdb.commands.prefix import PrefixCode, PrefixResult
from llmdb.commands.results.session import Opening
from llmdb.commands.state.packages import Need
from llmdb.commands.undefined import CoverageResult, UndefinedResult
from llmdb.events.model import Outcome
from llmdb.llm.model import Usage
from llmdb.packages.installers import Distribution
from llmdb.prefix.model import Assumption, Guidance, Node, Prefix, PrefixTree, RunError, UndefinedReference
from llmdb.prefix.stand_in import STAND_IN
from llmdb.ui.context import ViewContext
from llmdb.ui.views.session import view_opening
from tests.ui.samples import drawn, position

TEXT = (
    "for key in keys:\n    if key in values:\n        logger.info(values[key])\n    else:\n        stop()\n"
)


def _node(
    number: int,
    lines: tuple[int, ...],
    parent: int | None = None,
    guidance: Guidance = "offline",
    code: str = "",
    error: RunError | None = None,
    **more: object,
) -> Node:
    return Node(
        id=number,
        parent=parent,
        guidance=guidance,
        prefix=Prefix(code=code),
        lines=lines,
        coverage=len(lines) / 4,
        error=error,
        **more,  # type: ignore[arg-type]
    )


def _tree(*more: Node) -> PrefixTree:
    return PrefixTree(
        undefined=(),
        countable=(1, 2, 3, 5),
        nodes=(
            _node(1, (1, 2, 3)),
            _node(2, (1, 2, 5), error=RunError(type="KeyError", message="'c'", line=2)),
            *more,
        ),
        best=1,
        chosen=(1, 2),
        seconds=0.31,
    )


def _asked() -> PrefixResult:
    first = _node(
        3,
        (1,),
        guidance="undefinedness",
        error=RunError(type="TypeError", message="'int' object is not callable, as it should be", line=2),
        tokens=812,
        cost_usd=0.0031,
    )
    tree = _tree(
        first,
        _node(4, (1, 2, 3, 5), 3, "error", tokens=410, cost_usd=0.0015),
        _node(5, (), 3, "error", discarded="the prefix itself raises", tokens=410),
        _node(6, (1, 2), None, "user"),
    )
    usage = Usage(model="openai/gpt-4o", calls=2, prompt_tokens=900, completion_tokens=732, cost_usd=0.0046)
    return PrefixResult(
        tree=replace(tree, best=4, chosen=(4,), engine="openai/gpt-4o"), current=4, usage=usage
    )


def test_the_tree_has_a_line_a_prefix_and_stars_the_chosen_ones() -> None:
    assert drawn(PrefixResult(tree=_tree(), current=2, alone=0), width=96) == (
        """\
snippet  0/4
├─ ★ p1 offline  3/4  runs
└─ ☆ p2 offline  3/4  KeyError at 2: 'c'  ← in use
★ best   ☆ in the set   set {p1, p2} covers 4/4   no model was asked   0.3 s"""
    )


def test_refinements_stand_below_what_they_refine_with_what_they_cost() -> None:
    assert drawn(_asked(), width=96) == (
        """\
snippet  0/4
├─   p1 offline        3/4                       runs
├─   p2 offline        3/4                       KeyError at 2: 'c'
├─   p3 undefinedness  1/4    812 tokens $0.0031  TypeError at 2: 'int' object is not callable,…
│  ├─ ★ p4 error       4/4    410 tokens $0.0015  runs  ← in use
│  └─   p5 error       0/4    410 tokens          discarded: the prefix itself raises
└─   p6 user           2/4                       runs
★ best   set {p4} covers 4/4   openai/gpt-4o   0.3 s
 openai/gpt-4o · 2 calls 900+732 tokens $0.0046 0.0 s"""
    )


def test_forty_columns_keep_coverage_and_the_end_of_each_run() -> None:
    assert drawn(_asked(), width=40) == (
        """\
snippet  0/4
├─   p1 offline        3/4  runs
├─   p2 offline        3/4  KeyError at…
├─   p3 undefinedness  1/4  TypeError a…
│  ├─ ★ p4 error       4/4  runs ←
│  └─   p5 error       0/4  discarded: …
└─   p6 user           2/4  runs
★ best   set {p4} covers 4/4
openai/gpt-4o   0.3 s
 openai/gpt-4o · 2 calls 900+732 tokens…"""
    )


def test_a_terminal_without_those_glyphs_gets_others() -> None:
    text = drawn(PrefixResult(tree=_tree(), current=1, alone=1), width=96, encoding="ascii")
    assert text.splitlines()[1] == "|- * p1 offline  3/4  runs  <- in use"
    assert text.splitlines()[2] == "`- + p2 offline  3/4  KeyError at 2: 'c'"


def test_a_tree_without_prefixes_says_what_can_be_done() -> None:
    tree = PrefixTree(undefined=(), countable=(1,), nodes=(), best=None, chosen=(), seconds=1.0)
    assert drawn(PrefixResult(tree=tree), width=96) == (
        "snippet  0/1\nno prefix reaches a line; `prefix new` takes one of yours, `prefix ask` asks the model"
    )


def test_the_code_of_a_prefix_is_shown_whole_but_for_the_stand_in_s_class() -> None:
    code = f"import sys\n\n{STAND_IN}\n\nvalues = StandIn()\nsys.modules['a'] = values\n"
    shown = PrefixCode(node=_node(1, (1, 2, 3), code=code), lines=4, current=True)
    left_out = len(STAND_IN.splitlines()) + 2  # and the empty ones behind it
    assert drawn(shown, width=96) == (
        f"""\
p1 · offline · 3/4 lines · runs · in use
import sys

class StandIn:  … {left_out} lines; any operation on one gives something plausible

values = StandIn()
sys.modules['a'] = values"""
    )
    assert drawn(PrefixCode(node=_node(7, ()), lines=4, current=False), width=40) == (
        "p7 · offline · 0/4 lines · runs\n(empty: the snippet runs as it is)"
    )


def test_coverage_has_a_column_for_each_prefix_of_the_set() -> None:
    assert drawn(CoverageResult(text=TEXT, tree=_tree(), shown=None), width=96) == (
        """\
      p1  p2
   1 ✓   ✓   for key in keys:
   2 ✓   ✓       if key in values:
   3 ✓   ✗           logger.info(values[key])
   4             else:
   5 ✗   ✓           stop()
4 of 4 lines by p1 and p2 together"""
    )


def test_coverage_of_one_prefix_at_forty_columns() -> None:
    assert drawn(CoverageResult(text=TEXT, tree=_tree(), shown=1), width=32) == (
        """\
   1 ✓ for key in keys:
   2 ✓     if key in values:
   3 ✓         logger.info(valu…
   4       else:
   5 ✗         stop()
3 of 4 lines by p1"""
    )


def test_undefined_names_are_listed_with_kind_and_line() -> None:
    references = (
        UndefinedReference(name="yaml", kind="module", line=1),
        UndefinedReference(name="logger.info", kind="attribute", line=3),
    )
    assert drawn(UndefinedResult(references=references), width=40) == (
        "yaml         module     line 1\nlogger.info  attribute  line 3"
    )
    assert drawn(UndefinedResult(references=())) == "every name is defined, every module is here"


def test_assumptions_are_marked_as_such() -> None:
    assumptions = (
        Assumption(name="n", code="n = 3", kind="value"),
        Assumption(name="f", code="def f(x):\n    return 1", kind="value"),
        Assumption(name="x", code="x = StandIn(items=[1, 2, 3, 4, 5, 6, 7])", kind="stand-in"),
    )
    assert drawn(Assumed(assumptions=assumptions), width=40) == (
        " ◇ n = 3\n ◇ def f(x): …\n ◇ x = StandIn(items=[1, 2…   # stand-in"
    )
    assert drawn(Assumed(assumptions=())).startswith("nothing is assumed")


def test_an_installation_says_what_was_done_and_what_is_missing() -> None:
    result = InstallResult(
        installed=(Distribution(name="humanize", version="4.9.0", summary="Python humanize utilities"),),
        missing=(
            Need(distribution="PyYAML", module="yaml", origin="snippet"),
            Need(distribution="invented", module="invented", origin="model"),
        ),
        failed=(("invented", "the package index has no wheel of that name"),),
        folder="/home/u/.cache/llmdb/packages/humanize-0a1b2c",
        total=1,
    )
    assert drawn(result, width=96) == (
        """\
 ✓ humanize 4.9.0  Python humanize utilities
 ✗ invented: not installed: the package index has no wheel of that name
   yaml (PyYAML)  not here: the snippet imports it
1 installed in /home/u/.cache/llmdb/packages/humanize-0a1b2c
the program is recorded anew: `where` shows its first step, `prefix` what is still assumed"""
    )
    assert drawn(InstallResult()) == "every package that the snippet imports is here"


def test_invented_values_are_marked_in_the_table_of_variables() -> None:
    shown = position(assumed=frozenset({"rows"}))
    lines = drawn(shown, width=96).splitlines()
    table = lines[next(i for i, line in enumerate(lines) if "──" in line) + 1 :]
    assert table[:3] == [
        "   name   type   before          after   ◇ assumed",
        " ● acc    int    -1              2",
        " ◇ rows   list   [[1, -2], [3]]  [[1, -2], [3]]",
    ]
    narrow = drawn(shown, width=40, encoding="ascii").splitlines()
    assert [line[:7] for line in narrow[-5:]] == ["   name", " * acc ", " ? rows", "   out ", "   n   "]


def test_an_opening_leaves_room_for_the_first_step_on_the_screen() -> None:
    assumed = (
        "4 names are undefined: csv, path, rows, to_celsius. Assumed, to make it run (13 of 14 lines):",
        "   import csv",
        '   path = "data/input.txt"',
        "   rows = [1, 2]",
        "   def to_celsius(number): return 3",
        "`assume NAME = VALUE` changes one, `prefix` shows all",
    )
    opening = Opening(
        name="f.py",
        version="1",
        python="3.12",
        lines=18,
        blocks=10,
        sandbox="sandboxed",
        task=None,
        tests_passed=0,
        tests_total=0,
        first_failure=None,
        gave=(),
        steps=16,
        seconds=0.002,
        outcome=Outcome(kind="finished"),
        assumed="\n".join(assumed),
    )

    def code_at(height: int) -> list[str]:
        shown = view_opening(opening, ViewContext(width=80, height=height)).plain.splitlines()
        return [line for line in shown if line.startswith("   ")]

    assert code_at(17) == list(assumed[1:5])
    assert code_at(16) == [*assumed[2:4], f"{assumed[4]}   … 1 more"]
    assert code_at(15) == [assumed[2], f"{assumed[3]}   … 2 more"]
    assert code_at(8) == [f"{assumed[2]}   … 3 more"]
