"""Where a model is asked, how much it reads, and what it costs: by litellm's tables."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from llmdb.errors import BadKey, ModelNotFound
from llmdb.llm.loading import load_litellm
from llmdb.values import dataclass

LOCAL_PROVIDERS = ("ollama/", "ollama_chat/", "lm_studio/", "llamafile/")


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


def window_of(name: str) -> int | None:
    """The context window in tokens; None for a model that litellm does not list."""
    listed = _listed(name)
    size = listed.get("max_input_tokens") or listed.get("max_tokens")
    return int(size) if size else None


def price_of(name: str, api_base: str | None, prompt_tokens: int, completion_tokens: int) -> float | None:
    """Dollars; a local endpoint costs nothing, an unlisted model's price is not known."""
    if api_base is not None:
        return 0.0 if is_local(api_base) else None
    if name.startswith(LOCAL_PROVIDERS):
        return 0.0
    listed = _listed(name)
    if "input_cost_per_token" not in listed:
        return None
    return float(
        prompt_tokens * listed["input_cost_per_token"]
        + completion_tokens * listed.get("output_cost_per_token", 0.0)
    )


def _listed(name: str) -> Mapping[str, Any]:
    table = load_litellm().model_cost
    return table.get(name) or table.get(name.split("/", 1)[-1]) or {}


def is_local(api_base: str) -> bool:
    """Whether an address is on this machine or in its own network's names."""
    host = urlsplit(api_base).hostname or ""
    return host in {"localhost", "::1", "0.0.0.0"} or host.startswith("127.") or host.endswith(".local")
