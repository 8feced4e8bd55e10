"""Asks a model what library calls wrote that neither the recorder nor the table of methods tells."""

import ast
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal

from llmdb.ask.answers import read_answer
from llmdb.ask.field_questions import CallQuestion, dynamic_messages, parse_dynamic
from llmdb.ask.known_methods import NOTHING, KnownMethods
from llmdb.ask.library_writes import Mapped, map_access, map_paths
from llmdb.ask.method_questions import MethodQuestion, parse_static, static_messages
from llmdb.ask.records import Record, record_of
from llmdb.ask.replies import beginning
from llmdb.errors import BadAnswer
from llmdb.events import sites as kinds
from llmdb.llm.model import Message, Model, Usage, total_usage
from llmdb.python.operations import FIXED_TYPES, HARMLESS_FUNCTIONS
from llmdb.replay.heap import is_reference
from llmdb.replay.text import type_of
from llmdb.slicing.library.calls import LibraryCall
from llmdb.slicing.library.compared import compare_states
from llmdb.slicing.library.methods import Access
from llmdb.slicing.library.reads import LibraryReads
from llmdb.types import LineNo, VisitNo
from llmdb.values import dataclass

MOST_CALLS = 8
Held = Literal["agrees", "contradicts", "unknown"]
_FIXED = FIXED_TYPES | frozenset(
    {"str", "bytes", "int", "float", "bool", "complex", "tuple", "frozenset", "range", "NoneType"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a model says that a call wrote.

    Attributes:
        path: the part written, as the source would write it.
        call: the call's source.
        held: whether the recording agrees; "unknown" where it cannot look into the object.
    """

    path: str
    call: str
    step: VisitNo
    line: LineNo
    held: Held


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was asked and answered; `usage` is None where nothing had to be sent.

    Attributes:
        silent: calls that write nothing, by the answers.
        unread: calls of which the answer says nothing readable.
    """

    claims: tuple[Claim, ...] = ()
    silent: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    usage: Usage | None = None


@dataclass(frozen=True, slots=True)
class _Call:
    """A call with its signature, and its variables as they were before and after it."""

    call: LibraryCall
    signature: str
    abstract: str
    before: tuple[Record, ...]
    after: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be asked: methods by signature, calls by values, and what is known from before."""

    static: tuple[_Call, ...]
    dynamic: tuple[_Call, ...]
    known: tuple[tuple[_Call, Access], ...]

    def messages(self) -> list[Message]:
        """Exactly what would be sent, one request after the other."""
        out: list[Message] = []
        if self.static:
            out += static_messages(self.methods)
        if self.dynamic:
            out += dynamic_messages(self.questions)
        return out

    @property
    def methods(self) -> tuple[MethodQuestion, ...]:
        """Each method once."""
        return tuple(
            {call.signature: MethodQuestion(call.signature, call.abstract) for call in self.static}.values()
        )

    @property
    def questions(self) -> tuple[CallQuestion, ...]:
        """Each call with its variables."""
        return tuple(CallQuestion(call.call.code, call.before) for call in self.dynamic)


def unknown_calls(library: LibraryReads, number: VisitNo) -> tuple[LibraryCall, ...]:
    """The calls that may hide something from a step: its own, and earlier ones on objects that it reads.

    Of the earlier ones those since the last change that is known; the last `MOST_CALLS` in all.
    """
    found = library.calls.found
    out: dict[tuple[VisitNo, int, int], LibraryCall] = {}
    places = range(len(found.statements.get(found.trace.block_of(number), ())))
    for call in (call for place in places for call in library.calls.calls(number, place)):
        _note(out, call)
    for read in found.reads(number):
        if library.iterations.is_hidden(read.value):
            for touch in library.iterations.touches(read.value, read.position):
                if touch.access is not None or len(out) >= MOST_CALLS:
                    break
                if touch.call is not None:
                    _note(out, touch.call)
    return tuple(out[key] for key in sorted(out))[-MOST_CALLS:]


def _note(out: dict[tuple[VisitNo, int, int], LibraryCall], call: LibraryCall) -> None:
    owner, _, name = call.name.rpartition(".")
    harmless = call.receiver is None and not owner and name in HARMLESS_FUNCTIONS
    if call.method is None and not harmless and owner not in _FIXED:
        out[call.step, call.node.lineno, call.node.col_offset] = call


def plan_questions(
    library: LibraryReads, number: VisitNo, known: KnownMethods | None, layers: int | None
) -> Plan:
    """What to ask about a step: with `layers` every call by its values, else methods by their signatures.

    A function has no receiver that the first version could speak of, so it is asked by its values, one layer deep.
    """
    static: list[_Call] = []
    dynamic: list[_Call] = []
    said: list[tuple[_Call, Access]] = []
    for call in unknown_calls(library, number):
        one = _prepared(library, call, layers or 1)
        access = known.get(one.signature) if known is not None else None
        if access is not None and (access.type == "get" or layers is None):
            said.append((one, access))
        elif layers is None and call.receiver is not None:
            static.append(one)
        elif one.before:
            dynamic.append(one)
    return Plan(tuple(static), tuple(dynamic), tuple(said))


def _prepared(library: LibraryReads, call: LibraryCall, layers: int) -> _Call:
    log, calls = library.calls.found.log, library.calls
    before = call.positions[0]
    nodes = [call.receiver, *call.node.args, *(keyword.value for keyword in call.node.keywords)]
    values = {ast.unparse(node): calls.value(call.step, node, before) for node in nodes if node is not None}
    held = {name: value for name, value in values.items() if is_reference(value)}

    def records(position: int) -> tuple[Record, ...]:
        lookup = log.machine(position).lookup
        return tuple(record_of(name, value, lookup, layers) for name, value in held.items())

    lookup = log.machine(before).lookup
    types = ", ".join(
        type_of(values[ast.unparse(a)], lookup) if values[ast.unparse(a)] is not None else "object"
        for a in call.node.args
    )
    owner, _, method = call.name.rpartition(".")
    abstract = f"{owner.lower().rpartition('.')[2]}.{method}({types})" if owner else f"{method}({types})"
    return _Call(call, f"{call.name}({types})", abstract, records(before), records(_end(library, call)))


def _begin(library: LibraryReads, call: LibraryCall) -> int:
    """The event before which a call surely had not begun: its changes may be logged before what tells its place."""
    log = library.calls.found.log
    begin = call.positions[0]
    while begin > 0 and log.event(begin - 1).site.kind == kinds.COMPARED:
        begin -= 1
    return begin


def _end(library: LibraryReads, call: LibraryCall) -> int:
    """The event before which what the call did is in the recording: past the comparisons that follow it."""
    log = library.calls.found.log
    end = call.positions[-1]
    while end < log.total and log.event(end).site.kind in (kinds.COMPARED, kinds.METHOD, kinds.WRITE):
        end += 1
    return end


def ask_library(model: Model, library: LibraryReads, plan: Plan, known: KnownMethods | None) -> Asked:
    """Send what is planned, read the answers, map them onto the recording and hold them against it.

    Raises:
        ModelError: a call failed, or (BadAnswer) no line of an answer could be read.
    """
    usages: list[Usage] = []
    said = list(plan.known)
    unread: list[str] = []
    if plan.static:
        said += _ask_static(model, plan, known, usages, unread)
    claims = [c for call, access in said for c in _claims(library, call, _written(call, access))]
    silent = [call.call.code for call, access in said if access.type == "get"]
    if plan.dynamic:
        for call, paths in _ask_dynamic(model, plan, known, usages, unread):
            mapped = map_paths(paths, call.before, call.after)
            claims += _claims(library, call, mapped)
            if not paths:
                silent.append(call.call.code)
            elif not mapped:
                unread.append(call.call.code)
    return Asked(
        claims=tuple(dict.fromkeys(claims)),
        silent=tuple(dict.fromkeys(silent)),
        unread=tuple(dict.fromkeys(unread)),
        usage=total_usage(usages),
    )


def _ask_static(
    model: Model, plan: Plan, known: KnownMethods | None, usages: list[Usage], unread: list[str]
) -> list[tuple[_Call, Access]]:
    ask = partial(model.complete, static_messages(plan.methods), temperature=0.0, purpose="deps")
    found = read_answer(ask, lambda answer: _static_answers(answer.text, plan), usages)
    for signature, access in found.items():
        if known is not None:
            known.put(signature, access)
    unread += [call.call.code for call in plan.static if call.signature not in found]
    return [(call, found[call.signature]) for call in plan.static if call.signature in found]


def _ask_dynamic(
    model: Model, plan: Plan, known: KnownMethods | None, usages: list[Usage], unread: list[str]
) -> list[tuple[_Call, tuple[str, ...]]]:
    ask = partial(model.complete, dynamic_messages(plan.questions), temperature=0.0, purpose="deps")
    found = read_answer(ask, lambda answer: _dynamic_answers(answer.text, plan), usages)
    for place, paths in found.items():
        if known is not None and not paths:
            known.put(plan.dynamic[place].signature, NOTHING)
    unread += [call.call.code for place, call in enumerate(plan.dynamic) if place not in found]
    return [(plan.dynamic[place], paths) for place, paths in sorted(found.items())]


def _static_answers(text: str, plan: Plan) -> Mapping[str, Access]:
    found = parse_static(text, plan.methods)
    if not found:
        raise BadAnswer(f"the answer names no <get/set> of the methods asked about: {beginning(text)}")
    return found


def _dynamic_answers(text: str, plan: Plan) -> Mapping[int, tuple[str, ...]]:
    found = parse_dynamic(text, plan.questions)
    if not found:
        raise BadAnswer(f"the answer has no <variable#field> for the calls asked about: {beginning(text)}")
    return found


def _written(call: _Call, access: Access) -> Sequence[Mapped]:
    """The critical variables of the receiver, or of the argument that is written into."""
    node = call.call.receiver
    if access.of:
        place = int(access.of) - 1
        node = call.call.node.args[place] if place < len(call.call.node.args) else None
    name = ast.unparse(node) if node is not None else ""
    variable = next((record for record in call.after if record.name == name), None)
    return () if variable is None else map_access(access, variable)


def _claims(library: LibraryReads, call: _Call, mapped: Sequence[Mapped]) -> list[Claim]:
    return [
        Claim(
            path=one.path,
            call=call.call.code,
            step=call.call.step,
            line=call.call.line,
            held=_held(library, call, one),
        )
        for one in mapped
    ]


def _held(library: LibraryReads, call: _Call, mapped: Mapped) -> Held:
    """Whether the recorded states before and after the call bear a claim out."""
    record = next(record for record in call.before if record.name == mapped.variable)
    log = library.calls.found.log
    compared = compare_states(log, record.wire, _begin(library, call.call), _end(library, call.call))
    part = mapped.path[len(mapped.variable) :]
    if any(changed.startswith(part) or part.startswith(changed) for changed in compared.changed):
        return "agrees"
    return "contradicts" if compared.whole else "unknown"
