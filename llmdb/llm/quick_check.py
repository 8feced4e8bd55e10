"""Whether a model can be reached, looked at when it is set: its key and its endpoint, within a second and without cost.

litellm, which takes seconds to load, is not needed for it: the commonest providers' keys are known, and an endpoint is
asked for its list of models. Of a provider that is not listed here nothing is said.
"""

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from urllib.parse import urlsplit

from llmdb.llm.endpoint import LOCAL_PROVIDERS, is_local

KEYS: Mapping[str, tuple[str, ...]] = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "mistral": ("MISTRAL_API_KEY",),
    "deepseek": ("DEEPSEEK_API_KEY",),
    "groq": ("GROQ_API_KEY",),
    "openrouter": ("OPENROUTER_API_KEY",),
    "xai": ("XAI_API_KEY",),
    "cohere": ("COHERE_API_KEY", "CO_API_KEY"),
    "together_ai": ("TOGETHERAI_API_KEY", "TOGETHER_API_KEY"),
    "fireworks_ai": ("FIREWORKS_AI_API_KEY", "FIREWORKS_API_KEY"),
    "perplexity": ("PERPLEXITYAI_API_KEY", "PERPLEXITY_API_KEY"),
    "azure": ("AZURE_API_KEY",),
}
"""The variables, one of which must hold a provider's key."""
TIMEOUT_S = 0.8
_OLLAMA = "http://localhost:11434"
_LONGEST_LIST = 500_000
_MOST_NAMED = 5


def problems_of(name: str, api_base: str | None, environment: Mapping[str, str]) -> tuple[str, ...]:
    """What stands in the way of asking a model, in a line each; none where nothing was found.

    Args:
        name: in litellm's naming.
        api_base: its endpoint; None for the provider's own.
        environment: where keys are looked for.
    """
    provider, slash, own_name = name.partition("/")
    if api_base is None and name.startswith(("ollama/", "ollama_chat/")):
        api_base = environment.get("OLLAMA_API_BASE") or _OLLAMA
    if api_base is not None:
        key = next((environment[key] for key in KEYS.get(provider, ()) if environment.get(key)), "")
        return _of_endpoint(own_name if slash else name, api_base, key)
    if name.startswith(LOCAL_PROVIDERS):
        return ()
    wanted = KEYS.get(provider if slash else "", ())
    if wanted and not any(environment.get(key) for key in wanted):
        return (
            f"no key for {name}: set {' or '.join(wanted)} and start again, or use a local model (help model)",
        )
    return ()


def _of_endpoint(name: str, api_base: str, key: str) -> tuple[str, ...]:
    """What an endpoint's list of models says: whether it answers, takes the key, and has the model."""
    if urlsplit(api_base).scheme not in ("http", "https"):
        return (f"{api_base} is no address of an endpoint: http://HOST:PORT/v1 is one",)
    request = urllib.request.Request(f"{api_base.rstrip('/')}{'' if _has_path(api_base) else '/v1'}/models")
    if key:
        request.add_header("Authorization", f"Bearer {key}")
    handlers = [urllib.request.ProxyHandler({})] if is_local(api_base) else []
    try:
        with urllib.request.build_opener(*handlers).open(request, timeout=TIMEOUT_S) as response:
            names = [str(entry["id"]) for entry in json.loads(response.read(_LONGEST_LIST))["data"]]
    except urllib.error.HTTPError as refused:
        if refused.code in (401, 403):
            return (f"{api_base} refuses the key: HTTP {refused.code} {_body(refused)}".rstrip(),)
        return ()  # an endpoint need not list its models
    except TimeoutError:
        return (f"{api_base} did not answer within {TIMEOUT_S:g} s: it may be slow, or not there",)
    except (urllib.error.URLError, OSError) as unreachable:
        reason = getattr(unreachable, "reason", unreachable)
        if isinstance(reason, TimeoutError):
            return (f"{api_base} did not answer within {TIMEOUT_S:g} s: it may be slow, or not there",)
        return (
            f"nothing answers at {api_base} ({reason}): is the server running? `doctor` looks for others",
        )
    except (ValueError, KeyError, TypeError):
        return ()
    if names and not any(
        one == name or one.removesuffix(":latest") == name or one.endswith(f"/{name}") for one in names
    ):
        listed = ", ".join(names[:_MOST_NAMED])
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        return (f"{api_base} does not list {name!r}; it lists {listed}{more}",)
    return ()


def _has_path(api_base: str) -> bool:
    return urlsplit(api_base).path not in ("", "/")


def _body(refused: urllib.error.HTTPError) -> str:
    """What a refusal says, on one line."""
    try:
        return " ".join(refused.read(2_000).decode("utf-8", "replace").split())[:200]
    except OSError:
        return ""
