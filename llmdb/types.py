"""Shared aliases: the words in which the parts of llmdb speak to each other."""

from typing import TypeAlias

LineNo: TypeAlias = int
"""A line of the snippet as the user wrote it, from 1."""

BlockId: TypeAlias = int
"""A basic block, from 1 in source order over all scopes."""

StepNo: TypeAlias = int
"""A step of the execution trace, from 1."""

VisitNo: TypeAlias = int
"""A visit of a basic block by a frame, from 1 in order of entry: one passage from its top to where it is left."""

FrameId: TypeAlias = int
"""One call of one function (or the module body), from 1 in order of entry."""

PythonVersion: TypeAlias = tuple[int, int]
"""Major and minor version of a Python."""

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
