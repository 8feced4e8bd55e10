"""The client: asks a model through litellm; it masks, checks, retries, counts and keeps answers."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from llmdb.errors import (
    AnswerCutOff,
    BadAnswer,
    CallDeclined,
    ContextTooLong,
    EndpointUnreachable,
    ModelError,
)
from llmdb.llm.cache import AnswerCache, cache_key
from llmdb.llm.endpoint import Endpoint, find_endpoint, price_of, window_of
from llmdb.llm.failures import cause_names, translate
from llmdb.llm.ledger import Ledger
from llmdb.llm.loading import load_litellm
from llmdb.llm.model import Answer, Estimate, Message, Usage, count_tokens, total_usage
from llmdb.llm.responses import OnText, Response, read_response, read_stream
from llmdb.llm.retry import RetryPolicy, call_with_retries
from llmdb.llm.secrets import SecretMask, mask_messages
from llmdb.llm.waiting import Waiting
from llmdb.values import dataclass

CONNECT_TIMEOUT_S = 20.0
"""A server that is there takes a connection at once, however long its answer takes."""
ASSUMED_ANSWER_TOKENS = 1_000
_NOT_CONNECTED = frozenset({"ConnectTimeout", "ConnectError", "PoolTimeout", "ConnectionRefusedError"})


@contextmanager
def litellm_errors_as_ours(where: str, timeout_s: float) -> Iterator[None]:
    """Raise one of ours for whatever litellm raises.

    Raises:
        ModelError: of the class that `failures.MAPPED` names.
    """
    try:
        yield
    except ModelError:
        raise
    except Exception as problem:  # litellm lets through whatever its providers' clients raise
        raise translate(problem, where=where, timeout_s=timeout_s) from problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """What the client asks and tells whoever sits before it.

    Attributes:
        shown_by: gives what shows an answer whose caller does not; called for each request.
        note: told why and how long a retry waits.
        about_answer: told what the user should know of an answer, e.g. that it stopped at its token limit.
        loading: told again and again while litellm is imported.
        waiting: told again and again, with the prompt's tokens, until the first piece of an answer is there.
        approve: asked about a call of a command before it is sent; False stops it.
        mask: gives the session's secrets; None sends everything as it is.
    """

    shown_by: Callable[[], OnText | None] = lambda: None
    note: Callable[[str], None] = lambda text: None
    about_answer: Callable[[str], None] = lambda text: None
    loading: Callable[[], None] = lambda: None
    waiting: Callable[[int], None] = lambda tokens: None
    approve: Callable[[Estimate, str], bool] = lambda estimate, purpose: True
    mask: Callable[[], SecretMask | None] = SecretMask


class LiteLlmModel:
    """A model reached through litellm."""

    def __init__(
        self,
        name: str,
        *,
        api_base: str | None = None,
        cache: AnswerCache | None = None,
        ledger: Ledger | None = None,
        timeout_s: float = 600.0,
        policy: RetryPolicy | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        hooks: Hooks | None = None,
    ) -> None:
        """Nothing is imported or sent yet.

        Args:
            name: in litellm's naming.
            api_base: an endpoint; None for the provider's own.
            cache: answers kept from before; None for none.
            ledger: where calls are written down; None for a new one.
            timeout_s: how long the endpoint may be silent.
            policy: the retries.
            clock, sleep: seconds that pass; arguments so that tests need not wait.
            hooks: who is told and asked; None for nobody.
        """
        self._name = name
        self._api_base = api_base
        self._cache = cache
        self.ledger = ledger if ledger is not None else Ledger()
        self._timeout_s = timeout_s
        self._policy = policy if policy is not None else RetryPolicy()
        self._clock = clock
        self._sleep = sleep
        self._hooks = hooks if hooks is not None else Hooks()
        self._endpoint: Endpoint | None = None
        self._refuses_temperature = False

    @property
    def name(self) -> str:
        """The name it was given."""
        return self._name

    @property
    def api_base(self) -> str | None:
        """The endpoint it was given."""
        return self._api_base

    def complete(
        self,
        messages: Sequence[Message],
        *,
        n: int = 1,
        temperature: float = 0.0,
        max_tokens: int | None = None,
        on_text: OnText | None = None,
        purpose: str = "",
        fresh: bool = False,
    ) -> Answer:
        """Ask once; see `Model.complete`. Secrets are masked on the way out and put back on the way in."""
        on_text = on_text if on_text is not None else self._hooks.shown_by()
        mask = self._hooks.mask()
        sent, mask = (list(messages), SecretMask()) if mask is None else mask_messages(mask, messages)
        key = cache_key(
            {
                "model": self._name,
                "api_base": self._api_base,
                "messages": [dict(message) for message in sent],
                "n": n,
                "temperature": temperature,
                "max_tokens": max_tokens,
            }
        )
        answer = self._cache.get(key) if self._cache is not None and not fresh else None
        if answer is None:
            call = _Call(
                endpoint=self.endpoint(),
                messages=sent,
                temperature=temperature,
                max_tokens=max_tokens,
                purpose=purpose,
            )
            answer = self._ask(call, n, on_text)
            if self._cache is not None and len(answer.texts) == n:
                self._cache.put(key, answer)
        else:
            self.ledger.record(purpose, answer.usage)
            if on_text is not None:
                on_text(answer.text)
        for note in answer.notes:
            self._hooks.about_answer(note)
        return replace(answer, texts=tuple(mask.unmask(text) for text in answer.texts))

    def window(self) -> int | None:
        """The context window in tokens; None for a model that litellm does not list."""
        self._load()
        return window_of(self._name)

    def endpoint(self) -> Endpoint:
        """Where the model is asked; checked once.

        Raises:
            ModelNotFound, BadKey: see `find_endpoint`.
        """
        if self._endpoint is None:
            self._load()
            self._endpoint = find_endpoint(self._name, self._api_base)
        return self._endpoint

    def _load(self) -> None:
        """Import litellm, which takes seconds, before something else does so without a word."""
        with Waiting(self._hooks.loading):
            load_litellm()

    def _ask(self, call: "_Call", n: int, on_text: OnText | None) -> Answer:
        estimate = self._estimate(call, n)
        self._admit(estimate, call)
        begun = self._clock()
        billed: list[Usage] = []
        answer = self._one_request(call, n, on_text, billed)
        notes = answer.notes
        while len(answer.texts) < n:  # a server that ignores `n` gives one choice for each request
            try:
                more = self._one_request(call, n - len(answer.texts), None, billed)
            except ModelError as problem:
                notes += (f"{len(answer.texts)} of {n} answers came: {problem}",)
                break
            answer = replace(answer, texts=answer.texts + more.texts, is_cut=answer.is_cut or more.is_cut)
        notes += _prompt_cut_note(estimate.prompt_tokens, answer.usage)
        usage = replace(total_usage(billed) or answer.usage, seconds=self._clock() - begun)
        return replace(answer, texts=answer.texts[:n], usage=usage, notes=notes)

    def _waiting(self, messages: Sequence[Message]) -> Waiting:
        tokens = count_tokens(messages)
        return Waiting(lambda: self._hooks.waiting(tokens))

    def _estimate(self, call: "_Call", n: int) -> Estimate:
        tokens = count_tokens(call.messages)
        answer_tokens = n * (call.max_tokens or ASSUMED_ANSWER_TOKENS)
        return Estimate(
            model=self._name,
            prompt_tokens=tokens,
            cost_usd=price_of(self._name, self._api_base, tokens, answer_tokens),
        )

    def _admit(self, estimate: Estimate, call: "_Call") -> None:
        """Let a call pass that fits the window and the budget, and that the user agrees to."""
        window = self.window()
        if window is not None and estimate.prompt_tokens + (call.max_tokens or 0) > window:
            raise ContextTooLong(
                f"the prompt has about {estimate.prompt_tokens:,} tokens and {self._name} takes {window:,}; "
                "ask about less, or use a model with a larger window"
            )
        self.ledger.admit(estimate.cost_usd)
        if not self._hooks.approve(estimate, call.purpose):
            raise CallDeclined(f"not sent: {estimate}")

    def _one_request(self, call: "_Call", n: int, on_text: OnText | None, billed: list[Usage]) -> Answer:
        return call_with_retries(
            lambda: self._request(call, n, on_text, billed),
            policy=self._policy,
            sleep=self._sleep,
            on_retry=lambda problem, wait: self._hooks.note(f"asking again in {wait:g} s: {problem}"),
        )

    def _request(self, call: "_Call", n: int, on_text: OnText | None, billed: list[Usage]) -> Answer:
        if billed:  # each further request costs, too
            self.ledger.admit(self._estimate(call, n).cost_usd)
        try:
            return self._send(call, n, on_text, billed)
        except BadAnswer as problem:
            if "temperature" not in str(problem).lower() or self._refuses_temperature:
                raise
            self._refuses_temperature = True
            return self._send(call, n, on_text, billed)

    def _send(self, call: "_Call", n: int, on_text: OnText | None, billed: list[Usage]) -> Answer:
        """Make one request and write down what it took, whether or not an answer came of it."""
        litellm = load_litellm()
        parameters = call.parameters(
            timeout_s=self._timeout_s, n=n, temperature=not self._refuses_temperature
        )
        shown = on_text if n == 1 else None
        if shown is not None:
            parameters |= {"stream": True, "stream_options": {"include_usage": True}}
        begun, pieces = self._clock(), list[str]()
        try:
            with (
                litellm_errors_as_ours(call.endpoint.where, self._timeout_s),
                self._waiting(call.messages) as waiting,
            ):
                response: Any = litellm.completion(**parameters)
                if shown is not None:
                    read = read_stream(response, _after(waiting.stop, shown), call.endpoint.where, pieces)
                else:
                    read = read_response(response, call.endpoint.where)
        except (ModelError, KeyboardInterrupt) as ended:
            if pieces or _was_sent(ended):
                billed.append(self._bill(call, Response(texts=("".join(pieces),), tokens=None), begun))
            raise
        usage = self._bill(call, read, begun)
        billed.append(usage)
        if read.problem is not None:
            raise read.problem
        return Answer(texts=read.texts, usage=usage, notes=read.notes, is_cut=read.is_cut)

    def _bill(self, call: "_Call", read: Response, begun: float) -> Usage:
        """What a request took, counted by the endpoint or else by us; it is in the ledger at once."""
        counted = (count_tokens(call.messages), sum(len(text) for text in read.texts) // 4)
        prompt, completion = read.tokens or counted
        usage = Usage(
            model=self._name,
            calls=1,
            prompt_tokens=prompt,
            completion_tokens=completion,
            cost_usd=price_of(self._name, self._api_base, prompt, completion),
            seconds=self._clock() - begun,
        )
        self.ledger.record(call.purpose, usage)
        return usage


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    """A request that may be sent several times."""

    endpoint: Endpoint
    messages: Sequence[Message]
    temperature: float
    max_tokens: int | None
    purpose: str

    def parameters(self, *, timeout_s: float, n: int, temperature: bool) -> dict[str, Any]:
        """litellm's arguments; its own retries hide errors and multiply the timeout, so there are none."""
        import httpx  # litellm has loaded it

        found: dict[str, Any] = {
            "model": self.endpoint.model,
            "messages": [dict(message) for message in self.messages],
            "timeout": httpx.Timeout(timeout_s, connect=min(timeout_s, CONNECT_TIMEOUT_S)),
            "max_retries": 0,
            "num_retries": 0,
            "drop_params": True,
        }
        if n > 1:
            found["n"] = n
        if temperature:
            found["temperature"] = self.temperature
        if self.max_tokens is not None:
            found["max_tokens"] = self.max_tokens
        if self.endpoint.api_base is not None:
            found["api_base"] = self.endpoint.api_base
        if self.endpoint.api_key is not None:
            found["api_key"] = self.endpoint.api_key
        return found


def _was_sent(ended: BaseException) -> bool:
    """Whether a request without an answer had been sent, so that it may be billed: it was waited for."""
    if isinstance(ended, KeyboardInterrupt | AnswerCutOff):
        return True
    return isinstance(ended, EndpointUnreachable) and not cause_names(ended) & _NOT_CONNECTED


def _after(first: Callable[[], None], show: OnText) -> OnText:
    """Shows pieces after `first` was called."""

    def shown(piece: str) -> None:
        first()
        show(piece)

    return shown


def _prompt_cut_note(estimate: int, usage: Usage) -> tuple[str, ...]:
    """A local server cuts a prompt that is too long without a word; its own count gives it away."""
    told = usage.prompt_tokens // max(usage.calls, 1)
    if estimate > 1_000 and told < estimate * 0.4:
        return (
            f"the server read {told:,} of about {estimate:,} prompt tokens: its context window cut the rest",
        )
    return ()
