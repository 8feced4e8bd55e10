"""Keeps what looks like a secret out of prompts, and puts it back into the code that comes from them."""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from llmdb.errors import BadAnswer
from llmdb.llm.model import Message
from llmdb.values import dataclass

SHORTEST_FOUND_ANYWHERE = 5
"""Shorter secrets are masked only as whole literals: a password of one letter is in every word."""

_MARK = "***masked-{}***"
_MARKS = re.compile(r"\*{3}masked(?:-(\d+))?\*{3}")
_STRONG = re.compile(
    r"(?:^|_)(?:passw(?:or)?ds?|passwd|pwd|passphrase|secrets?(?=\d*$)|secret_(?:value|string|text|id|hash)"
    r"|api_?keys?|access_?keys?|private_?keys?|secret_?keys?"
    r"|signing_?keys?|encryption_?keys?|credentials?|bearer|jwt|cvv|ssn"
    r"|(?:auth|access|refresh|api|bot|csrf|session|id|secret|bearer|jwt)_?token)(?:$|_|\d)",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"(?:^|_)(?:secrets?|token|auth|cookie|session_?id|signature|pin|otp|salt)(?:$|_|\d)", re.IGNORECASE
)
_SHAPES = re.compile(
    r"\bsk-[A-Za-z0-9_-]{16,}|\b[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|\bgh[pousr]_[A-Za-z0-9]{20,}"
    r"|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bhf_[A-Za-z0-9]{20,}|\bAKIA[0-9A-Z]{16}\b"
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bAIza[0-9A-Za-z_-]{30,}|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)"
    r"|(?<=://)[^\s/@:'\"]+:[^\s/@'\"]+(?=@)|(?<=[Bb]earer )[\w.~+/-]{16,}"
    r"|(?<=[?&;]password=)[^&;\s'\"]+|(?<=[?&;]api_key=)[^&;\s'\"]+|(?<=[?&;]token=)[^&;\s'\"]+",
)
_NAMED = re.compile(
    r"""(?:(?P<q>['"])(?P<key>[A-Za-z_][\w-]*)(?P=q)\]?\s*(?::|={1,2})|(?<![\w'"-])(?P<name>[A-Za-z_]\w*)\s*={1,2}"""
    r"""|\{name: \W*(?P<field>\w+)\W*, type: \w+, value:)"""
    r"""\s*\(?\s*[rbuRBU]{0,2}(?:'(?P<one>(?![\s+,).%])(?:\\.|[^'\\\n…])*)(?:'|…)"""
    r"""|"(?P<two>(?![\s+,).%])(?:\\.|[^"\\\n…])*)(?:"|…))"""
)
"""A literal beside a name. One that begins like code after a string's end is none: `"password=" + x + "y"`."""
_CUT = re.compile(r"""(?<=['"])((?:\\.|[^'"\\\n…])+)(?=…)""")
"""The beginning of a text that was too long to be shown whole."""


def is_secret_name(name: str) -> bool:
    """Whether a variable's name says that it may hold a secret: `api_key`, `TOKEN`; not `tokens`."""
    spaced = _spaced(name)
    return _STRONG.search(spaced) is not None or _WEAK.search(spaced) is not None


def is_secret(name: str, text: str) -> bool:
    """Whether a text is a secret under this name.

    Under a `password` every text is, but for the name's own words. A `token` is one only if it looks like a key:
    a parser's tokens are none, nor is the `secret_word` of a game.
    """
    spaced = _spaced(name)
    if not text.strip() or (len(text) > 2 and text.lower() in spaced.lower()):
        return False
    if _STRONG.search(spaced):
        return True
    return _WEAK.search(spaced) is not None and looks_like_key(text)


def looks_like_key(text: str) -> bool:
    """Eight characters or more without a space, letters and digits among them."""
    return re.fullmatch(r"(?=.*[A-Za-z])(?=.*\d)\S{8,}", text) is not None


def secrets_in_text(text: str) -> tuple[str, ...]:
    """Texts with the shape of a key, and literals that stand beside a secret's name (`password='x'`)."""
    shaped = [match.group() for match in _SHAPES.finditer(text)]
    named = [
        literal
        for match in _NAMED.finditer(text)
        if is_secret(
            match["key"] or match["name"] or match["field"], literal := match["one"] or match["two"] or ""
        )
    ]
    return tuple(dict.fromkeys([*shaped, *named]))


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretMask:
    """Secrets and the marks that stand for them: `***masked-1***` is the first.

    Attributes:
        secrets: texts, without quotation marks.
        names: the program's own names; a secret that is one of them is masked only as a whole literal.
    """

    secrets: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()

    def extended(self, texts: Iterable[str]) -> "SecretMask":
        """With what looks like a secret in these texts."""
        found = [secret for text in texts for secret in secrets_in_text(text) if not _MARKS.search(secret)]
        return replace(self, secrets=tuple(dict.fromkeys([*self.secrets, *found])))

    def mask(self, text: str) -> str:
        """The text with marks for the secrets."""
        if not self.secrets:
            return text
        numbers = {secret: number for number, secret in enumerate(self.secrets, start=1)}
        pattern = "|".join(self._pattern(secret) for secret in sorted(numbers, key=len, reverse=True))
        cut_masked = _CUT.sub(lambda match: self._mask_of_cut(match.group(), numbers), text)
        return re.sub(pattern, lambda match: _MARK.format(numbers[match.group()]), cut_masked)

    def unmask(self, text: str) -> str:
        """The text with the secrets for their marks; a mark without a secret stays."""

        def restored(match: re.Match[str]) -> str:
            number = int(match[1] or (1 if len(self.secrets) == 1 else 0))
            return self.secrets[number - 1] if 1 <= number <= len(self.secrets) else match.group()

        return _MARKS.sub(restored, text)

    def _mask_of_cut(self, shown: str, numbers: Mapping[str, int]) -> str:
        """The mark of the longest secret that begins with a cut text; the text itself where none does."""
        begun = [secret for secret in numbers if secret.startswith(shown)]
        return _MARK.format(numbers[max(begun, key=len)]) if begun else shown

    def _pattern(self, secret: str) -> str:
        escaped = re.escape(secret)
        if len(secret) < SHORTEST_FOUND_ANYWHERE or secret in self.names:
            return f"(?<=['\"]){escaped}(?=['\"])"
        before = r"(?<![A-Za-z0-9_])" if secret[0].isalnum() else ""
        after = r"(?![A-Za-z0-9_])" if secret[-1].isalnum() else ""
        return f"{before}{escaped}{after}"


def mask_messages(mask: SecretMask, messages: Sequence[Message]) -> tuple[list[Message], SecretMask]:
    """The messages as they may be sent, and the mask that reads the answer."""
    mask = mask.extended(message["content"] for message in messages)
    return [Message(role=said["role"], content=mask.mask(said["content"])) for said in messages], mask


def unmask_source(before: str, after: str) -> str:
    """Code from an answer without marks: a line that still has one is taken from the version before.

    Raises:
        BadAnswer: there is no such line before.
    """
    if not _MARKS.search(after):
        return after
    old, new = before.split("\n"), after.split("\n")
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, first, end, new_first, new_end in matcher.get_opcodes():
        if tag == "replace" and end - first == new_end - new_first:
            for offset in range(end - first):
                if _MARKS.search(new[new_first + offset]):
                    new[new_first + offset] = old[first + offset]
    left = next((row for row in new if _MARKS.search(row)), None)
    if left is not None:
        raise BadAnswer(f"the answer has a mask in the place of a secret: {left.strip()[:80]!r}")
    return "\n".join(new)


def _spaced(name: str) -> str:
    """`apiKey` and `x-api-key` as words joined by "_"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).replace("-", "_")
