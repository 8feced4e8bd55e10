"""The client: the only module that imports litellm, and only inside a call.

litellm takes seconds to import and guards little: see the notes beside each step for what is checked here.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from llmdb.errors import (
    AnswerCutOff,
    BadAnswer,
    BadKey,
    ContextTooLong,
    ModelError,
    ModelNotFound,
    ServerFailed,
)
from llmdb.llm.cache import AnswerCache, cache_key
from llmdb.llm.failures import translate
from llmdb.llm.ledger import Ledger
from llmdb.llm.model import Answer, Message, Usage, count_tokens
from llmdb.llm.retry import RetryPolicy, call_with_retries

MAX_ANSWER_CHARACTERS = 2_000_000
ASSUMED_ANSWER_TOKENS = 1_000
_import_lock = threading.Lock()

OnText = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Which model is asked and where.

    Attributes:
        model: the name in litellm's naming, provider included.
        api_base: the endpoint's address; None for the provider's own.
        api_key: None lets litellm read the provider's variable.
    """

    model: str
    api_base: str | None = None
    api_key: str | None = None

    @property
    def where(self) -> str:
        """How messages name it."""
        return self.model if self.api_base is None else f"{self.model} at {self.api_base}"


def load_litellm() -> Any:
    """litellm, imported when first needed: it would else fetch a price map and read a stray `.env`."""
    with _import_lock:
        os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
        os.environ.setdefault("LITELLM_LOG", "CRITICAL")
        import litellm

        litellm.suppress_debug_info = True
        litellm.disable_hf_tokenizer_download = True  # an unknown name's tokenizer is else looked up for 23 s
        litellm.telemetry = False
        return litellm


def warm_up(after_s: float = 0.0) -> threading.Thread:
    """Import litellm in the background, e.g. some time after the first prompt was drawn."""
    timer = threading.Timer(after_s, load_litellm)
    timer.daemon = True
    timer.start()
    return timer


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


def find_endpoint(name: str, api_base: str | None) -> Endpoint:
    """Where a name is asked.

    A name that litellm cannot place is asked as `openai/NAME` of the endpoint, if one is given. A local endpoint
    gets a placeholder for a key.

    Raises:
        ModelNotFound: the name has no provider and there is no endpoint.
        BadKey: the provider's key is not set; found before anything is sent.
    """
    litellm = load_litellm()
    provider = name.split("/", 1)[0] if "/" in name else None
    known = provider in {getattr(entry, "value", entry) for entry in litellm.provider_list}
    model = name
    if not known and api_base is not None:
        model = f"openai/{name}"
    elif not known and name not in litellm.model_cost:
        raise ModelNotFound(
            f"litellm knows no provider for {name!r}; write PROVIDER/NAME (openai/gpt-4o, ollama/qwen2.5-coder), "
            "or give its endpoint: model NAME --api-base URL"
        )
    missing = _missing_keys(litellm, model)
    if missing and api_base is None:
        raise BadKey(
            f"no key for {name}: set {' or '.join(missing)} and start again, or use a local model (help model)"
        )
    return Endpoint(model=model, api_base=api_base, api_key="no-key-needed" if missing else None)


def _missing_keys(litellm: Any, model: str) -> tuple[str, ...]:
    found: Mapping[str, Any] = litellm.validate_environment(model=model)
    missing = found.get("missing_keys") or ()
    return tuple(key for key in missing if "KEY" in key or "TOKEN" in key)


class LiteLlmModel:
    """A model reached through litellm; it retries, counts, keeps answers and maps errors."""

    def __init__(
        self,
        name: str,
        *,
        api_base: str | None = None,
        cache: AnswerCache | None = None,
        ledger: Ledger | None = None,
        timeout_s: float = 120.0,
        policy: RetryPolicy | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        on_note: Callable[[str], None] | None = None,
        shown_by: Callable[[], OnText | None] = lambda: None,
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
            on_note: told why and how long a retry waits.
            shown_by: gives what shows an answer whose caller does not; called for each request.
        """
        self._name = name
        self._api_base = api_base
        self._cache = cache
        self.ledger = ledger if ledger is not None else Ledger()
        self._timeout_s = timeout_s
        self._policy = policy if policy is not None else RetryPolicy()
        self._clock = clock
        self._sleep = sleep
        self._on_note = on_note
        self._shown_by = shown_by
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
        """Ask once; see `Model.complete`."""
        on_text = on_text if on_text is not None else self._shown_by()
        chat = [dict(message) for message in messages]
        key = cache_key(
            {
                "model": self._name,
                "api_base": self._api_base,
                "messages": chat,
                "n": n,
                "temperature": temperature,
                "max_tokens": max_tokens,
            }
        )
        kept = self._cache.get(key) if self._cache is not None and not fresh else None
        if kept is not None:
            if on_text is not None:
                on_text(kept.text)
            self.ledger.record(purpose, kept.usage)
            return kept
        answer = self._ask(messages, n=n, temperature=temperature, max_tokens=max_tokens, on_text=on_text)
        self.ledger.record(purpose, answer.usage)
        if self._cache is not None:
            self._cache.put(key, answer)
        return answer

    def window(self) -> int | None:
        """The context window in tokens, from litellm's table; None for a model that it does not list."""
        litellm = load_litellm()
        listed = (
            litellm.model_cost.get(self._name) or litellm.model_cost.get(self._name.split("/", 1)[-1]) or {}
        )
        size = listed.get("max_input_tokens") or listed.get("max_tokens")
        return int(size) if size else None

    def estimate_usd(self, prompt_tokens: int, answer_tokens: int = ASSUMED_ANSWER_TOKENS) -> float | None:
        """What a call may cost; None where the price is not known, 0 for a local endpoint."""
        return self._price(prompt_tokens, answer_tokens)

    def endpoint(self) -> Endpoint:
        """Where the model is asked; checked once.

        Raises:
            ModelNotFound, BadKey: see `find_endpoint`.
        """
        if self._endpoint is None:
            self._endpoint = find_endpoint(self._name, self._api_base)
        return self._endpoint

    def _ask(
        self,
        messages: Sequence[Message],
        *,
        n: int,
        temperature: float,
        max_tokens: int | None,
        on_text: OnText | None,
    ) -> Answer:
        endpoint = self.endpoint()
        estimate = count_tokens(messages)
        self._check_fits(estimate, max_tokens)
        self.ledger.admit(self._admitted_cost(estimate, n * (max_tokens or ASSUMED_ANSWER_TOKENS)))
        begun = self._clock()
        call = _Call(endpoint=endpoint, messages=messages, temperature=temperature, max_tokens=max_tokens)
        answer = self._one_request(call, n, on_text)
        while len(answer.texts) < n:  # a server that ignores `n` gives one choice for each request
            more = self._one_request(call, n - len(answer.texts), None)
            answer = replace(answer, texts=answer.texts + more.texts, usage=answer.usage + more.usage)
        notes = answer.notes + _prompt_cut_note(estimate, answer.usage)
        usage = replace(answer.usage, seconds=self._clock() - begun)
        return replace(answer, texts=answer.texts[:n], usage=usage, notes=notes)

    def _check_fits(self, prompt_tokens: int, max_tokens: int | None) -> None:
        window = self.window()
        if window is not None and prompt_tokens + (max_tokens or 0) > window:
            raise ContextTooLong(
                f"the prompt has about {prompt_tokens:,} tokens and {self._name} takes {window:,}; ask about less, "
                "or use a model with a larger window"
            )

    def _admitted_cost(self, prompt_tokens: int, answer_tokens: int) -> float | None:
        return None if self.ledger.max_cost_usd is None else self._price(prompt_tokens, answer_tokens)

    def _one_request(self, call: "_Call", n: int, on_text: OnText | None) -> Answer:
        return call_with_retries(
            lambda: self._request(call, n, on_text),
            policy=self._policy,
            sleep=self._sleep,
            on_retry=lambda problem, wait: self._note(f"{problem} (asking again in {wait:g} s)"),
        )

    def _request(self, call: "_Call", n: int, on_text: OnText | None) -> Answer:
        try:
            return self._send(call, n, on_text)
        except BadAnswer as problem:
            if "temperature" not in str(problem).lower() or self._refuses_temperature:
                raise
            self._refuses_temperature = True
            return self._send(call, n, on_text)

    def _send(self, call: "_Call", n: int, on_text: OnText | None) -> Answer:
        litellm = load_litellm()
        parameters = call.parameters(
            timeout_s=self._timeout_s, n=n, temperature=not self._refuses_temperature
        )
        streamed = on_text is not None and n == 1
        if streamed:
            parameters |= {"stream": True, "stream_options": {"include_usage": True}}
        with litellm_errors_as_ours(call.endpoint.where, self._timeout_s):
            response: Any = litellm.completion(**parameters)
            if streamed and on_text is not None:
                texts, tokens, notes = _read_stream(response, on_text, call.endpoint.where)
            else:
                texts, tokens, notes = _read_response(response, call.endpoint.where)
        prompt, completion = tokens or (count_tokens(call.messages), sum(len(text) for text in texts) // 4)
        cost = self._price(prompt, completion)
        usage = Usage(
            model=self._name, calls=1, prompt_tokens=prompt, completion_tokens=completion, cost_usd=cost
        )
        return Answer(texts=texts, usage=usage, notes=notes)

    def _price(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """Dollars by litellm's table; a local endpoint costs nothing, an unlisted model's price is not known."""
        if self._api_base is not None:
            return 0.0 if _is_local(self._api_base) else None
        if self._name.startswith(("ollama/", "ollama_chat/", "lm_studio/", "llamafile/")):
            return 0.0
        table = load_litellm().model_cost
        listed = table.get(self._name) or table.get(self._name.split("/", 1)[-1])
        if not listed or "input_cost_per_token" not in listed:
            return None
        return float(
            prompt_tokens * listed["input_cost_per_token"]
            + completion_tokens * listed.get("output_cost_per_token", 0.0)
        )

    def _note(self, text: str) -> None:
        if self._on_note is not None:
            self._on_note(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    """A request that may be sent several times."""

    endpoint: Endpoint
    messages: Sequence[Message]
    temperature: float
    max_tokens: int | None

    def parameters(self, *, timeout_s: float, n: int, temperature: bool) -> dict[str, Any]:
        """litellm's arguments; its own retries hide errors and multiply the timeout, so there are none."""
        found: dict[str, Any] = {
            "model": self.endpoint.model,
            "messages": [dict(message) for message in self.messages],
            "timeout": timeout_s,
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


_Read = tuple[tuple[str, ...], tuple[int, int] | None, tuple[str, ...]]


def _read_response(response: Any, where: str) -> _Read:
    choices = getattr(response, "choices", None) or []
    if not choices:
        raise ServerFailed(f"{where} answered with no choices; try again, or `doctor`")
    texts = tuple(str(choice.message.content or "")[:MAX_ANSWER_CHARACTERS] for choice in choices)
    notes = _length_note(any(choice.finish_reason == "length" for choice in choices))
    return _not_all_empty(texts, where), _tokens(getattr(response, "usage", None)), notes


def _read_stream(stream: Any, on_text: OnText, where: str) -> _Read:
    """Collect a stream; litellm ends a cut one with a reason of its own, so the endpoint's is looked for."""
    pieces: list[str] = []
    usage, size, stopped_at_limit, cut_here = None, 0, False, False
    try:
        for chunk in stream:
            usage = getattr(chunk, "usage", None) or usage
            for choice in chunk.choices[:1]:
                stopped_at_limit = stopped_at_limit or choice.finish_reason == "length"
                piece = choice.delta.content or ""
                size += len(piece)
                if piece:
                    pieces.append(piece)
                    on_text(piece)
            if size > MAX_ANSWER_CHARACTERS:
                cut_here = True
                break
    finally:
        _close(stream)
    if not cut_here and getattr(stream, "received_finish_reason", "unknown") is None:
        raise AnswerCutOff(
            f"{where}: the stream ended after {size:,} characters without its end mark; try again"
        )
    notes = _length_note(stopped_at_limit)
    if cut_here:
        notes += (f"the answer was longer than {MAX_ANSWER_CHARACTERS:,} characters; the rest was left out",)
    text = "".join(pieces)[:MAX_ANSWER_CHARACTERS]
    return _not_all_empty((text,), where), _tokens(usage), notes


def _close(stream: Any) -> None:
    """Give the connection back, at once when Ctrl-C left the loop; a stream that cannot be closed is dropped."""
    inner = getattr(stream, "completion_stream", None)
    close = getattr(inner, "close", None)
    if callable(close):
        try:
            close()
        except (OSError, RuntimeError, ValueError):
            return


def _not_all_empty(texts: tuple[str, ...], where: str) -> tuple[str, ...]:
    if not any(text.strip() for text in texts):
        raise ServerFailed(f"{where} answered with an empty text; try again, or `doctor`")
    return texts


def _tokens(usage: Any) -> tuple[int, int] | None:
    prompt = getattr(usage, "prompt_tokens", None)
    completion = getattr(usage, "completion_tokens", None)
    return (int(prompt), int(completion or 0)) if prompt else None


def _length_note(stopped: bool) -> tuple[str, ...]:
    return ("the answer stopped at its token limit and may lack its end",) if stopped else ()


def _prompt_cut_note(estimate: int, usage: Usage) -> tuple[str, ...]:
    """A local server cuts a prompt that is too long without a word; its own count gives it away."""
    told = usage.prompt_tokens // max(usage.calls, 1)
    if estimate > 1_000 and told < estimate * 0.4:
        return (
            f"the server read {told:,} of about {estimate:,} prompt tokens: its context window cut the rest",
        )
    return ()


def _is_local(api_base: str) -> bool:
    host = urlsplit(api_base).hostname or ""
    return host in {"localhost", "::1", "0.0.0.0"} or host.startswith("127.") or host.endswith(".local")
