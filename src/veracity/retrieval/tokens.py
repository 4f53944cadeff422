"""Words as the full-text index sees them, and numbers as people write them.

The index splits where SQLite's `unicode61` does with the categories L*, N*, Co and M*; the query
must be split the same way. The zero-width joiner (U+200D), which Sinhala writes inside words and
some extractors drop, is taken out on both sides.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

JOINER = "\u200d"
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")


def plain_text(text: str) -> str:
    """`text` as it goes into the index."""
    return text.replace(JOINER, "")


def tokens(text: str) -> list[str]:
    """The words of `text`, case folded, in order."""
    return [word.casefold() for word in written_tokens(text)]


def written_tokens(text: str) -> list[str]:
    """The words of `text` as they are written, in order."""
    found: list[str] = []
    start: int | None = None
    plain = plain_text(text)
    for at, character in enumerate(plain):
        if _is_word(character):
            start = at if start is None else start
        elif start is not None:
            found.append(plain[start:at])
            start = None
    if start is not None:
        found.append(plain[start:])
    return found


def numbers(text: str) -> list[str]:
    """The numbers of `text` as written: "1,340", "85.19"."""
    return _NUMBER.findall(text)


def without_numbers(text: str) -> str:
    """`text` with a space in the place of each number."""
    return _NUMBER.sub(" ", text)


def folded(word: str) -> str:
    """A word for comparing names: case folded, and Latin letters without their accents."""
    decomposed = unicodedata.normalize("NFD", word.casefold())
    return "".join(c for c in decomposed if not "\u0300" <= c <= "\u036f")


@lru_cache(maxsize=4096)
def _is_word(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "LNM" or category == "Co"
