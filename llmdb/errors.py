"""Every exception that llmdb raises on purpose.

LlmdbError
├── UsageError             the call was wrong: option, file, syntax of the snippet (exit status 2)
│   ├── SnippetNotFound
│   ├── SnippetUnreadable
│   ├── SnippetSyntaxError
│   └── SessionUnreadable
├── CommandError           a REPL command could not do what it was asked
│   ├── NoSuchCommand
│   ├── BadArgument
│   ├── NoSuchStep
│   ├── NoSuchName
│   ├── NotRecorded
│   ├── EvaluationFailed
│   ├── NothingPending
│   └── InstallFailed
├── RunnerError            the child process could not be started or broke the protocol
│   ├── SandboxUnavailable
│   ├── ProtocolError
│   └── ReplayDiverged
├── PluginError
└── ModelError             a call to the model did not give an answer
    ├── NoModel
    ├── BadKey
    ├── ModelNotFound
    ├── EndpointUnreachable
    ├── RateLimited
    ├── ServerFailed
    ├── AnswerCutOff
    ├── ContextTooLong
    ├── BudgetExceeded
    ├── CallDeclined
    └── BadAnswer

Each carries one clear line: it names the value and says what would work. `type(error).__name__` is the
`error.type` of a JSON line.
"""


class LlmdbError(Exception):
    """Base of all; `str(error)` is the line shown to the user."""


class UsageError(LlmdbError):
    """The call was wrong; the program exits with status 2."""


class SnippetNotFound(UsageError):
    """There is no such file."""


class SnippetUnreadable(UsageError):
    """The file is a folder, binary, empty or not decodable."""


class SnippetSyntaxError(UsageError):
    """The snippet is not Python 3; the message gives line and column."""


class SessionUnreadable(UsageError):
    """A session file is damaged, none, or of another format."""


class CommandError(LlmdbError):
    """A command could not do what it was asked; the session is unchanged."""


class NoSuchCommand(CommandError):
    """The first word is no command; the message names the nearest ones."""


class BadArgument(CommandError):
    """An argument has the wrong form or value."""


class NoSuchStep(CommandError):
    """A step number or a move lies outside the trace."""


class NoSuchName(CommandError):
    """No variable of this name is in scope."""


class NotRecorded(CommandError):
    """The trace does not hold what the command needs."""


class EvaluationFailed(CommandError):
    """The expression raised, or could not be evaluated at this step."""


class NothingPending(CommandError):
    """There is no proposal to accept, reject or edit."""


class InstallFailed(CommandError):
    """Packages could not be installed; nothing half done is left."""


class RunnerError(LlmdbError):
    """The child process could not be started or broke the protocol."""


class SandboxUnavailable(RunnerError):
    """`--sandbox require` was given and a layer does not work here."""


class ProtocolError(RunnerError):
    """The child sent bytes that are not of the protocol."""


class ReplayDiverged(RunnerError):
    """A second run did not take the recorded path."""


class PluginError(LlmdbError):
    """A plugin could not be loaded; the message names it and its error."""


class ModelError(LlmdbError):
    """A call to the model did not give an answer.

    Attributes:
        final: whether asking again would give the same.
        retry_after_s: how long the endpoint said to wait; None where it did not.
    """

    final: bool = False
    retry_after_s: float | None = None


class NoModel(ModelError):
    """No model is configured; the message says how to set one."""


class BadKey(ModelError):
    """The endpoint refused the key, or there is none."""


class ModelNotFound(ModelError):
    """The endpoint does not know the model."""


class EndpointUnreachable(ModelError):
    """The endpoint refused the connection or did not answer in time."""


class RateLimited(ModelError):
    """The endpoint asked us to slow down, and went on doing so."""


class ServerFailed(ModelError):
    """The endpoint answered with a server error, and went on doing so."""


class AnswerCutOff(ModelError):
    """The stream ended before its end mark."""


class ContextTooLong(ModelError):
    """The prompt does not fit the model's window."""


class BudgetExceeded(ModelError):
    """The call would cost more than `--max-cost` leaves."""


class CallDeclined(ModelError):
    """The user did not want a large call to be sent."""


class BadAnswer(ModelError):
    """The model's text holds nothing of the asked form."""
