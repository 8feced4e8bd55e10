"""The tokens of a text that may be no Python."""

import io
import tokenize
from collections.abc import Iterator


def tokens_of(text: str) -> Iterator[tokenize.TokenInfo]:
    """The tokens of a text, in order.

    Raises:
        SyntaxError: what follows cannot be split into tokens.
    """
    try:
        yield from tokenize.generate_tokens(io.StringIO(text).readline)
    except (tokenize.TokenError, UnicodeEncodeError) as problem:  # a lone surrogate, from Python 3.12 on
        raise SyntaxError(str(problem)) from problem
