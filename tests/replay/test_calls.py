"""The line at which a caller waits."""

import pytest

from llmdb.replay.calls import call_line
from tests.commands.conftest import OpenSession, open_session

__all__ = ["open_session"]

ACCOUNT = """\
class A:
    @property
    def total(self):
        return 1
    @total.setter
    def total(self, value):
        if value:
            self.kept = value

a = A()
b = 5
c = a.total + b
a.total = c
"""


@pytest.mark.parametrize(("bound", "line"), [((), 12), (("c",), 13)])
def test_a_property_is_called_where_its_attribute_stands(
    open_session: OpenSession, bound: tuple[str, ...], line: int
) -> None:
    cfg = open_session(ACCOUNT).cfg
    block = next(block for block in cfg.blocks if 12 in block.statement_lines)
    assert call_line(block, "A.total", bound, earlier=0) == line


def test_where_shows_the_line_of_a_property_under_way(open_session: OpenSession) -> None:
    session = open_session(ACCOUNT)
    setter = session.trace.steps_of_block(next(b.id for b in session.cfg.blocks if b.lines[0] == 8))[0]
    assert [frame.line for frame in session.trace.frames(setter)] == [13, 8]
