"""Checks a model with one tiny call, and looks for model servers on this machine."""

import json
import re
import urllib.request
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from llmdb.errors import ModelError
from llmdb.llm.client import LiteLlmModel
from llmdb.llm.model import Usage, user
from llmdb.values import dataclass

LOCAL_PORTS = {
    11434: "Ollama",
    1234: "LM Studio",
    8000: "vLLM",
    8080: "llama.cpp",
    4891: "GPT4All",
    1337: "Jan",
}
_ASK = 'Answer with this JSON object and nothing else: {"ok": true}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at; `detail` says what was found or what to do."""

    name: str
    state: Literal["good", "bad", "unknown"]
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalServer:
    """A server of the OpenAI interface on this machine and the models that it lists."""

    kind: str
    api_base: str
    models: tuple[str, ...]

    @property
    def command(self) -> str:
        """The line that takes its first model; `openai/` is the interface, and what follows is the server's name."""
        return f"model openai/{self.models[0] if self.models else 'NAME'} --api-base {self.api_base}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """What the checks found; `usage` is None where nothing was asked."""

    checks: tuple[Check, ...]
    usage: Usage | None = None


def check_model(model: LiteLlmModel) -> Diagnosis:
    """Key, endpoint, window, then streaming and JSON with one call of a few tokens; stops at what fails."""
    checks: list[Check] = []
    try:
        endpoint = model.endpoint()
    except ModelError as problem:
        return Diagnosis(checks=(Check(name="key", state="bad", detail=str(problem)),))
    key = "not needed, a placeholder is sent" if endpoint.api_key else "set"
    checks.append(Check(name="key", state="good", detail=key))
    window = model.window()
    size = (
        f"{window:,} tokens"
        if window
        else "not in litellm's table; a prompt that is too long may be cut silently"
    )
    checks.append(Check(name="window", state="good" if window else "unknown", detail=size))
    pieces: list[str] = []
    try:
        answer = model.complete(
            [user(_ASK)], max_tokens=64, on_text=pieces.append, purpose="doctor", fresh=True
        )
    except ModelError as problem:
        checks.append(Check(name="answer", state="bad", detail=str(problem)))
        return Diagnosis(checks=tuple(checks))
    checks.append(Check(name="answer", state="good", detail=f"after {answer.usage.seconds:.1f} s"))
    checks.append(_streaming(pieces))
    checks.append(_json(answer.text))
    return Diagnosis(checks=tuple(checks), usage=answer.usage)


def _streaming(pieces: Sequence[str]) -> Check:
    if len(pieces) > 1:
        return Check(name="streaming", state="good", detail=f"{len(pieces)} pieces")
    return Check(name="streaming", state="unknown", detail="the answer came in one piece")


def _json(text: str) -> Check:
    found = re.search(r"\{.*\}", text, re.DOTALL)
    try:
        good = found is not None and json.loads(found[0]) == {"ok": True}
    except ValueError:
        good = False
    if good:
        return Check(name="JSON", state="good", detail="as asked")
    return Check(name="JSON", state="bad", detail=f"asked for an object, got {text.strip()[:60]!r}")


def find_local_servers(
    ports: Sequence[int] = tuple(LOCAL_PORTS), *, timeout_s: float = 0.4
) -> tuple[LocalServer, ...]:
    """The servers that answer `/v1/models` on these loopback ports."""
    with ThreadPoolExecutor(max_workers=max(1, len(ports))) as pool:
        found = list(pool.map(lambda port: _server_at(port, timeout_s), ports))
    return tuple(server for server in found if server is not None)


def _server_at(port: int, timeout_s: float) -> LocalServer | None:
    base = f"http://127.0.0.1:{port}/v1"
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{base}/models", timeout=timeout_s) as response:
            listed = json.loads(response.read(200_000))["data"]
            names = tuple(str(entry["id"]) for entry in listed)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return LocalServer(kind=LOCAL_PORTS.get(port, "a model server"), api_base=base, models=names)
