"""Constants in capitals: of one kind and all different where they are told apart, and what is compared is one."""
# ruff: noqa: E501 -- tables

import pytest

from llmdb.prefix.space import Choice, Space


def _first(code: str) -> str:
    """The first guess at a snippet's prefix."""
    return Space(code, "module", frozenset()).compose(Choice()).code


@pytest.mark.parametrize(
    ("code", "definitions"),
    [
        ("if ptype == _MSG_A:\n    print(1)\nelif ptype == _MSG_B:\n    print(2)\n", ['_MSG_A = "msg_a"', '_MSG_B = "msg_b"', "ptype = _MSG_A"]),
        ("if opcode == OP_TEXT:\n    print(1)\nelif opcode == OP_BINARY:\n    print(2)\n", ["OP_TEXT = 1", "OP_BINARY = 2", "opcode = OP_TEXT"]),
        ("if sort in (SORT_UP, SORT_DOWN):\n    print('%d' % sort)\n", ["SORT_DOWN = 1", "SORT_UP = 2", "sort = SORT_UP"]),
        ("if one.kind is Kind.NAME:\n    print(1)\nelif one.kind is Kind.SIZE:\n    print(use(Kind.OTHER))\n", ['Kind = SimpleNamespace(NAME="name", SIZE="size", OTHER="other")', "kind=Kind.NAME"]),
        ("match one.kind:\n    case Kind.BOX:\n        print(1)\n    case Kind.LID:\n        print(2)\n", ['Kind = SimpleNamespace(BOX="box", LID="lid")', "kind=Kind.BOX"]),
        ("if self.state == STATE_OPEN:\n    self.state = STATE_SHUT\nelif self.state == STATE_SHUT:\n    print(1)\n", ['STATE_SHUT = "state_shut"', "state=STATE_OPEN"]),
        ("for key, value in table.items():\n    if key == MARKER:\n        print(value)\n", ["table = {MARKER: "]),
        ("for one in tokens:\n    if one.sort == SORT_A:\n        print(1)\n    elif one.sort == SORT_B:\n        print(2)\n", ["[SimpleNamespace(sort=SORT_A), SimpleNamespace(sort=SORT_B), "]),
        ("watch(file, ON_READ | ON_WRITE | ON_END)\n", ["ON_END = 1", "ON_READ = 2", "ON_WRITE = 4"]),
    ],
)  # fmt: skip
def test_constants_that_are_told_apart_differ(code: str, definitions: list[str]) -> None:
    found = _first(code)
    assert [one for one in definitions if one not in found] == [], found
