"""Keeps what looks like a secret out of prompts."""

import re

MASK = "'***masked***'"

_NAMES = re.compile(
    r"(?:^|_)(?:passw(?:or)?d|passwd|pwd|secret|token|api_?key|apikey|access_?key|private_?key|credentials?|auth"
    r"|bearer|cookie|session_?id|signature|pin|cvv|ssn)(?:$|_|\d)",
    re.IGNORECASE,
)
_SHAPES = re.compile(
    r"\bsk-[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bAKIA[0-9A-Z]{16}\b"
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bAIza[0-9A-Za-z_-]{30,}|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)"
    r"|(?<=://)[^\s/@:'\"]+:[^\s/@'\"]+(?=@)"
)


def is_secret_name(name: str) -> bool:
    """Whether a variable's name says that it holds a secret: `api_key`, `db_password`, `TOKEN`; not `tokens`."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)
    return _NAMES.search(spaced) is not None


def mask_secrets(name: str, text: str) -> str:
    """The value's text as a prompt may show it.

    The whole text is masked where the name says secret and the value is a text (or bytes) that is not empty; else
    only the parts with the shape of a known key, a private key, or a password inside a URL.
    """
    if is_secret_name(name) and re.match(r"""b?['"].+['"]$""", text, re.DOTALL):
        return MASK
    return _SHAPES.sub("***masked***", text)


def mask_source(source: str) -> str:
    """A program's text with key-shaped parts masked."""
    return _SHAPES.sub("***masked***", source)
