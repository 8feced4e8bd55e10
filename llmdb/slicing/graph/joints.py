"""What the joints of a dependency graph stand for: the statements that wrote a value piece by piece.

What changes often has a joint for each of its versions: the version before, and the changes since. Versions that follow
each other are kept as one row of statements, so that what a version was written by is a part of the row.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple


class _Part(NamedTuple):
    """So many of a row from its beginning: statements, the last added at the end; the very first may be a joint."""

    row: array[int]
    end: int


class Joints:
    """Finds the statements of joints; a joint does not change once it is there.

    Args:
        steps: of each node its step, 0 for a joint.
        joined: gives what a joint has edges to, in order.
    """

    def __init__(self, steps: Sequence[int], joined: Callable[[int], array[int]]) -> None:
        self._steps = steps
        self._joined = joined
        self._parts: dict[int, _Part | None] = {}

    def statements(self, joint: int, most: int | None) -> Sequence[int]:
        """The statements that a joint stands for, each once, those that were added last first; so many at most."""
        part = self._part(joint)
        if part is not None:
            found = part.row[0 if most is None else max(0, part.end - most) : part.end]
            if self._steps[found[0]] and len(set(found)) == len(found):
                return found[::-1]
        return self._gather(joint, most)

    def _gather(self, joint: int, most: int | None) -> Sequence[int]:
        steps, found, todo, seen = self._steps, list[int](), [joint], {joint}
        while todo and (most is None or len(found) < most):
            one = todo.pop()
            if steps[one]:
                found.append(one)
            elif (part := self._part(one)) is None:
                fresh = [inner for inner in self._joined(one) if inner not in seen]
                seen.update(fresh)
                todo.extend(fresh)
            else:
                for place in range(part.end - 1, -1, -1):
                    inner = part.row[place]
                    if inner not in seen:
                        seen.add(inner)
                        (found if steps[inner] else todo).append(inner)
                        if len(found) == most:
                            break
        return found

    def _part(self, joint: int) -> _Part | None:
        """Where the statements of a joint are; None for one that stands for other joints than the version before."""
        waiting: list[tuple[int, array[int]]] = []
        first = joint
        while not self._steps[first] and first not in self._parts:
            pieces = self._joined(first)
            if not all(map(self._steps.__getitem__, pieces[1:])):
                self._parts[first] = None
                break
            waiting.append((first, pieces))
            first = pieces[0]
        known = self._parts.get(first)
        row = known.row if known is not None and known.end == len(known.row) else array("I", [first])
        for version, pieces in reversed(waiting):
            row.extend(pieces[1:])
            self._parts[version] = _Part(row, len(row))
        return self._parts[joint]
