"""The first version: what a method does to its receiver, asked by signature (DebugPilot, section 2.4.3)."""

import re
from collections.abc import Mapping, Sequence
from typing import cast

from llmdb.ask.replies import answer_text
from llmdb.llm.model import Message, system, user
from llmdb.slicing.library.methods import ACTIONS, POSITIONS, TYPES, Access, AccessType, Action, Position
from llmdb.values import dataclass

FORM = """\
Return in the following format: <method type><method action><name of internal structure><position>.
<method type> can take values from <get/set>: whether the line of code gets or sets values in the invoking object. \
When a method is <get>, the tags afterward are not needed.
<method action> can take values from <add/remove/replace>: the type of operation done by the line of code.
<name of internal structure> is the name of the internal structure that stores the elements, or of the state that is \
changed.
<position> can take values from <start/end/all/index/key>: the positions that are modified in it.
A method that writes into one of its arguments, as into a buffer, gets <argument N> after these, N from 1.

For example:
1. "list.append(object)" with signature "list.append(object)": <set><add><elements><end>
2. "list.insert(int, object)" with signature "list.insert(int, object)": <set><add><elements><index>
3. "list.index(object)" with signature "list.index(object)": <get>
4. "deque.popleft()" with signature "deque.popleft()": <set><remove><elements><start>
5. "dict.setdefault(object, object)" with signature "dict.setdefault(object, object)": <set><add><entries><key>
6. "heapq.heapify(list)" with signature "heapq.heapify(list)": <set><replace><elements><all>
7. "iterator.__next__()" with signature "list_iterator.__next__()": <set><remove><elements><start>
8. "bytesio.readinto(bytearray)" with signature "BytesIO.readinto(bytearray)": \
<set><replace><elements><all><argument 1>"""

ASK = "Then, one answer on a line of its own for each, beginning with its number, without explanations:"

_TAG = re.compile(r"<([^<>\n]{1,60})>")
_WORD = re.compile(
    r"\b(get|set)\b(?:\W{1,4}(add|remove|replace)\b(?:\W{1,4}(\w{1,40})\b(?:\W{1,4}(\w+))?)?)?", re.I
)
_ARGUMENT = re.compile(r"\b(?:argument|arg|parameter)\W{0,3}([1-9])\b", re.I)
_NUMBER = re.compile(r"^\W*(\d{1,3})[\"']?\s*[.:)\]]")
_NEXT = re.compile(r"[\"'}\]],\s*(?=[\"']\d{1,3}[\"']\s*:)")
"""Between two entries of an object whose keys are the numbers."""


@dataclass(frozen=True, slots=True)
class MethodQuestion:
    """A method by its signature, and the abstract code of a call: `writer.writerow(list)`."""

    signature: str
    code: str


def static_messages(questions: Sequence[MethodQuestion]) -> list[Message]:
    """One prompt for all methods; it holds nothing of the program but types and names of methods."""
    listed = [
        f'{number}. "{question.code}" with signature "{question.signature}":'
        for number, question in enumerate(questions, 1)
    ]
    return [
        system("You know the standard library and the common packages of Python."),
        user("\n".join([FORM, "", ASK, *listed])),
    ]


def parse_static(text: str, questions: Sequence[MethodQuestion]) -> Mapping[str, Access]:
    """What the answer says of each signature that it speaks of; unreadable lines are passed over."""
    found: dict[str, Access] = {}
    lines = [
        (line, access)
        for line in _NEXT.sub("\n", answer_text(text)).splitlines()
        if (access := _access(line)) is not None
    ]
    unnamed = [(line, access) for line, access in lines if _named(line, questions) is None]
    for line, access in lines:
        question = _named(line, questions)
        if question is not None:
            found.setdefault(question.signature, access)
    if not found and len(unnamed) == len(questions):
        return {question.signature: access for question, (_, access) in zip(questions, unnamed, strict=True)}
    return found


def _named(line: str, questions: Sequence[MethodQuestion]) -> MethodQuestion | None:
    for question in questions:
        if question.signature in line:
            return question
    number = _NUMBER.match(line)
    place = int(number[1]) - 1 if number else -1
    return questions[place] if 0 <= place < len(questions) else None


def _access(line: str) -> Access | None:
    tags = [tag.strip().lower() for tag in _TAG.findall(line)]
    if not tags or tags[0] not in TYPES:
        said = _WORD.search(line.partition('":')[2] or line)
        tags = [part.lower() for part in said.groups() if part] if said else []
    if not tags or tags[0] not in TYPES:
        return None
    argument = _ARGUMENT.search(line.partition('":')[2] or line) if tags[0] == "set" else None
    tags = [tag for tag in tags if not _ARGUMENT.fullmatch(tag)]
    action = next((tag for tag in tags[1:] if tag in ACTIONS), "")
    position = next((tag for tag in tags[1:] if tag in POSITIONS), "all")
    structure = next((tag for tag in tags[1:] if tag not in (*ACTIONS, *POSITIONS)), "elements")
    return Access(
        type=cast("AccessType", tags[0]),
        action=cast("Action", action if tags[0] == "set" else ""),
        structure=structure,
        position=cast("Position", position),
        of=argument[1] if argument else "",
    )
