"""The prompt of `predict`: the graph as text and a plan for walking it, in one call (ORCA, section IV)."""

from llmdb.ask.walks import SymbolTable
from llmdb.llm.model import Message, system, user
from llmdb.program.graph import ControlFlowGraph
from llmdb.types import BlockId
from llmdb.values import dataclass

_TASK = """\
You are an interpreter of Python programs. Predict the execution of a program by walking its control-flow graph (CFG)
block by block, and find the runtime error that stops it, if there is one. Keep a symbol table with the value and the
type of every variable, and compute every value exactly.

Input:
- Block N: the number of a block. Statement: its code lines, run in order.
- Next: where control goes. "If True" and "If False" belong to the condition, which is the block's last line.
- "iterator -> x, Iterate Over -> xs" is the head of a loop: each visit takes the next item of xs into x and is True,
  or is False when no item is left. The head is visited once more at the end of the loop.
- <END> ends the program, <RETURN> ends a call.{functions}

Block traversal:
- Begin at {start} with the initial symbol table.
- A block holds simple statements, and possibly a condition at its end.

Statement execution, for every block:
- Observation: read the block's statements, and the values and types of their variables in the symbol table.
- Reasoning: before running a statement, check that its operations suit these types and values.
- Action: run it and update the symbol table; at a runtime error stop there.

Error detection:
Name the error exactly: division by zero, undefined name, wrong index or key, wrong number of arguments, and above all
operations on values of unsuitable types. An error counts only if Python really raises it for these values.

Condition evaluation, at the end of a block that has one:
- Pause. Observation: take the values and types of all variables of the condition from the symbol table.
- Reasoning: put them into the condition and compute it.
- Action: follow the True or the False way.

Continuation:
{until}

Answer in this form for each visit of a block, again for every iteration of a loop:
Block: <number>
Observation: <one line>
Reasoning: <one line>
Action: <one line>
Symbol Table: {{'name': (value, type), ...}}
Is Error: <True or False>
After "Is Error: True" write these lines and <STOP>, nothing else:
Error Type: <exception class>
Error Statement: <the statement that raises>
{ending}"""

_FUNCTIONS = """
- "Function f(a):" heads the blocks of a function, "Class C:" those of a class body. A call walks them in order of
  execution, with a symbol table of the call's own that begins with the parameters; so does a class statement.
- Write a block that calls when its call begins, with the table of that moment; then the blocks of the call. At
  <RETURN> finish the calling block without visiting it again: the returned value is in the caller's next table."""

_BEFORE = """\
This ran before the program; it has no blocks, and what it made is in the symbol table:
```python
{code}
```"""
_AFTER = """\
After the program's last block, and before <END>, this test runs with the program's names. It has no blocks: walk those
of the functions that it calls. An assert of it that fails is no runtime error.
```python
{code}
```"""

_WHOLE = "Go on until <END> or a runtime error. Do not stop or skip iterations before that."
_SOME = "Visit {count}, then stop. Stop earlier at <END> or at a runtime error."
_END_WHOLE = "After the last block write <END>."
_END_SOME = "After the last visit write one line: Next Block: <number of the block that comes next, or END>"


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionRequest:
    """What the model is asked to walk.

    Attributes:
        start: the block to begin at.
        table: the symbol table before it.
        visits: how many visits are wanted; None for all up to the end.
        assumed: whether the table holds assumptions instead of recorded values.
        prefix: code that ran before the program; "" for none.
        test: code that runs after it and calls its functions; "" for none.
    """

    start: BlockId
    table: SymbolTable
    visits: int | None = None
    assumed: bool = False
    prefix: str = ""
    test: str = ""


def predict_messages(cfg: ControlFlowGraph, request: PredictionRequest) -> list[Message]:
    """The system prompt with ORCA's sections, and the graph with the initial symbol table."""
    many = request.visits != 1
    count = f"{request.visits} blocks" if many else "this one block"
    instructions = _TASK.format(
        functions=_FUNCTIONS if any(scope.kind != "module" for scope in cfg.scopes) else "",
        start=f"Block {request.start}",
        until=_WHOLE if request.visits is None else _SOME.format(count=count),
        ending=_END_WHOLE if request.visits is None else _END_SOME,
    )
    heading = "Initial Symbol Table (assumed)" if request.assumed else "Initial Symbol Table"
    parts = [
        _BEFORE.format(code=request.prefix.rstrip()) if request.prefix.strip() else "",
        cfg.text.strip("\n"),
        _AFTER.format(code=request.test.rstrip()) if request.test.strip() else "",
        f"{heading}: {format_table(request.table)}\n",
    ]
    return [system(instructions), user("\n\n".join(part for part in parts if part))]


def format_table(table: SymbolTable) -> str:
    """`{'n': (4, int)}`, as ORCA writes it."""
    return "{" + ", ".join(f"'{name}': ({value.repr}, {value.type})" for name, value in table.items()) + "}"
