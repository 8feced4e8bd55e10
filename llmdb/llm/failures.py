"""Which of our errors each of litellm's (and its HTTP client's) stands for; by name, so that nothing is imported."""

import re
from collections.abc import Mapping

from llmdb.errors import (
    AnswerCutOff,
    BadAnswer,
    BadKey,
    BudgetExceeded,
    ContextTooLong,
    EndpointUnreachable,
    ModelError,
    ModelNotFound,
    RateLimited,
    ServerFailed,
)
from llmdb.llm.retry import retry_after_s
from llmdb.llm.secrets import SecretMask

MAPPED: Mapping[str, type[ModelError]] = {
    "AuthenticationError": BadKey,
    "PermissionDeniedError": BadKey,
    "PaymentRequiredError": BadKey,
    "NotFoundError": ModelNotFound,
    "ModelNotMappedError": ModelNotFound,
    "LiteLLMUnknownProvider": ModelNotFound,
    "RateLimitError": RateLimited,
    "Timeout": EndpointUnreachable,
    "APITimeoutError": EndpointUnreachable,
    "APIConnectionError": EndpointUnreachable,
    "ContextWindowExceededError": ContextTooLong,
    "BudgetExceededError": BudgetExceeded,
    "MidStreamFallbackError": AnswerCutOff,
    "ServiceUnavailableError": ServerFailed,
    "BadGatewayError": ServerFailed,
    "InternalServerError": ServerFailed,
    "APIError": ServerFailed,
    "APIStatusError": ServerFailed,
    "OpenAIError": ServerFailed,
    "MockException": ServerFailed,
    "APIResponseValidationError": BadAnswer,
    "JSONSchemaValidationError": BadAnswer,
    "BadRequestError": BadAnswer,
    "InvalidRequestError": BadAnswer,
    "UnprocessableEntityError": BadAnswer,
    "UnsupportedParamsError": BadAnswer,
    "ImageFetchError": BadAnswer,
    "VectorStoreSearchError": BadAnswer,
    "RejectedRequestError": BadAnswer,
    "ContentPolicyViolationError": BadAnswer,
    "GuardrailRaisedException": BadAnswer,
    "BlockedPiiEntityError": BadAnswer,
    "ModifyResponseException": BadAnswer,
    "SensitiveDataRouteException": BadAnswer,
    "TimeoutException": EndpointUnreachable,
    "ConnectError": EndpointUnreachable,
    "ReadError": AnswerCutOff,
    "RemoteProtocolError": AnswerCutOff,
    "JSONDecodeError": ServerFailed,
}
"""By class name; an exception of another class stands for what its nearest named base stands for."""

_ADVICE: Mapping[type[ModelError], str] = {
    BadKey: "set the provider's key (help model)",
    ModelNotFound: "see `model` for the name, and the endpoint's list of models",
    EndpointUnreachable: "is the server running? `doctor` checks it",
    RateLimited: "wait, or use another model",
    ServerFailed: "try again, or `doctor`",
    AnswerCutOff: "try again",
    ContextTooLong: "ask about less, or use a model with a larger window",
    BadAnswer: "`prompt COMMAND` shows what was sent",
}
_TOO_LONG = re.compile(
    r"context.{0,20}(?:length|window)|maximum context|too many tokens|prompt is too long", re.I
)
_REFUSED = re.compile(
    r"connection (?:error|refused)|cannot connect|name or service|all connection attempts", re.I
)
_TIMED_OUT = re.compile(r"timed? ?out", re.I)
_UNREADABLE = re.compile(r"unable to parse|JSONDecode|Expecting value|invalid json|Unable to get json", re.I)
_NO_MODEL = re.compile(
    r"model.{0,60}(?:not found|does not exist)|no such model|provider not provided|unknown model", re.I
)


def mapped_class(raised: type[BaseException]) -> type[ModelError]:
    """The class of ours that an exception class of litellm's stands for."""
    for base in raised.__mro__:
        if base.__name__ in MAPPED:
            return MAPPED[base.__name__]
    return ServerFailed


def translate(problem: Exception, *, where: str, timeout_s: float) -> ModelError:
    """Our error for one that a call raised.

    litellm reports a refused connection and a stalled stream as an internal server error, and a wrong model's
    name as a bad request, so the message decides where it is clear.

    Args:
        problem: what was raised.
        where: the model and endpoint, for the message.
        timeout_s: the limit that was set.
    """
    text = _one_line(problem)
    kind = _by_status(mapped_class(type(problem)), getattr(problem, "status_code", None))
    kind = _by_message(kind, text)
    timed_out = kind is EndpointUnreachable and _TIMED_OUT.search(text) is not None
    if timed_out and "ConnectTimeout" in cause_names(problem):
        ours: ModelError = kind(f"{where} takes no connection; {_ADVICE[kind]}")
    elif timed_out:
        ours = kind(f"{where} gave no sign of life for {timeout_s:g} s (--model-timeout); {_ADVICE[kind]}")
    else:
        ours = kind(f"{where}: {text}; {_ADVICE.get(kind, 'try again')}")
    ours.final = timed_out or (kind is EndpointUnreachable and _REFUSED.search(text) is not None)
    ours.retry_after_s = retry_after_s(_header(problem, "retry-after"))
    return ours


def cause_names(problem: BaseException) -> set[str]:
    """The names of the classes of an exception and of those that it came of."""
    causes = [problem]
    while (cause := causes[-1].__cause__ or causes[-1].__context__) is not None and len(
        causes
    ) < _MOST_CAUSES:
        causes.append(cause)
    return {type(cause).__name__ for cause in causes}


_MOST_CAUSES = 10


def _by_status(kind: type[ModelError], status: object) -> type[ModelError]:
    """litellm has no class for some statuses and calls them API errors."""
    if kind is ServerFailed and isinstance(status, int) and 400 <= status < 500:
        return {401: BadKey, 402: BadKey, 403: BadKey, 404: ModelNotFound, 429: RateLimited}.get(
            status, BadAnswer
        )
    return kind


def _header(problem: Exception, name: str) -> str | None:
    response = getattr(problem, "response", None)
    for headers in (getattr(problem, "litellm_response_headers", None), getattr(response, "headers", None)):
        if headers and (value := headers.get(name)):
            return str(value)
    return None


def _by_message(kind: type[ModelError], text: str) -> type[ModelError]:
    if kind is BadAnswer and _TOO_LONG.search(text):
        return ContextTooLong
    if kind is BadAnswer and _NO_MODEL.search(text):
        return ModelNotFound
    if kind in (ServerFailed, AnswerCutOff, EndpointUnreachable) and (
        _REFUSED.search(text) or _TIMED_OUT.search(text)
    ):
        return EndpointUnreachable
    return kind


def _one_line(problem: Exception) -> str:
    """The message without litellm's class prefixes and without keys, in one line of 300 characters at most."""
    text = " ".join(str(problem).split())
    text = re.sub(r"^(?:litellm\.\w+: ?)+", "", text)
    text = re.sub(r"^(?:\w+(?:Error|Exception)(?: -|:) ?)+", "", text)
    return SecretMask().extended([text]).mask(text)[:300] or type(problem).__name__
