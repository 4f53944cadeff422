"""Where a quote may start and end: on the edges of words and numbers.

Python's `\\b` sees an edge before a vowel sign of Sinhala or Tamil, which is inside a word. Scripts
that are written without spaces have no edges between words, only between a letter and its marks.
"""

from __future__ import annotations

import re
import unicodedata

from veracity.rules import units
from veracity.rules.quotes.model import Reason

_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
)
"""Thai, Lao, Myanmar, Khmer, kana and Han."""
_SIGN_BEFORE = re.compile(r"(?:(?:^|[\s(\[])[-+±~<>≤≥≈]|[$€£¥₹₩₽#])$")
_CUT_BEFORE = re.compile(r"(?:[0-9][.,:/'-]|[^\W\d_]-|\.|[¼-¾⅐-⅞])$")
_CUT_AFTER = re.compile(r"[.,:/'-][0-9]|[²³¹½¼¾⁰-⁹₀-₉⅐-⅞]")
MIN_WORDS = 4
"""Three words stand in many texts by chance; a whole sentence of three words is enough."""
MIN_LETTERS = 16
MIN_UNSPACED = 8
"""Characters, for a script without spaces: about four words."""
MIN_PART_WORDS = 2
"""For a part beside an ellipsis."""


def is_edge(text: str, start: int, end: int) -> bool:
    """Whether the slice starts and ends on edges of words (both are positions in folded text)."""
    return _edge(text, start) and _edge(text, end)


def _edge(text: str, at: int) -> bool:
    if at in (0, len(text)):
        return True
    before, after = text[at - 1], text[at]
    if unicodedata.category(after)[0] == "M":
        return False
    if not _in_word(before) or not _in_word(after):
        return True
    if before.isdigit() or after.isdigit():
        return before.isdigit() != after.isdigit() and _unspaced(before, after)
    return _unspaced(before, after)


def number_fault(text: str, start: int, end: int) -> Reason | None:
    """What is wrong with a number at either end: cut inside (`BOUNDARY`), or without its sign,
    currency, scale word, percent sign or unit (`WRONG_NUMBER`). None when both are whole."""
    first, last = text[start : start + 1], text[end - 1 : end]
    before = text[max(0, start - 3) : start]
    if first.isnumeric() and _CUT_BEFORE.search(before):
        return Reason.BOUNDARY
    if first.isnumeric() and _SIGN_BEFORE.search(before):
        return Reason.WRONG_NUMBER
    if first in {"%", "°"} and text[start - 1 : start].isdigit():
        return Reason.BOUNDARY
    if not last.isnumeric():
        return None
    if _CUT_AFTER.match(text, end):
        return Reason.BOUNDARY
    return Reason.WRONG_NUMBER if units.follows(text, end) else None


def long_enough(quote: str, text: str, start: int, end: int) -> bool:
    """Whether a folded quote has enough words. A whole line of a record ("Area: 65,610 sq km")
    and a whole sentence of three words have."""
    count, letters = _size(quote)
    if _UNSPACED.search(quote):
        return sum(1 for char in quote if char.isalnum()) >= MIN_UNSPACED
    if count >= MIN_WORDS and letters >= MIN_LETTERS:
        return True
    opens = start == 0 or bool(re.search(r"[.!?]['\")\]]* $", text[max(0, start - 5) : start]))
    closes = end == len(text) or text[end - 1] in ".!?" or text[end : end + 1] in {".", "!", "?"}
    return count >= MIN_WORDS - 1 and letters >= MIN_LETTERS and opens and closes


def is_record_line(original: str, start: int, end: int) -> bool:
    """Whether original[start:end] is one whole `name: value` line."""
    line = original[start:end]
    begins = original[:start].rpartition("\n")[2].strip() == ""
    ends = original[end:].partition("\n")[0].strip() == ""
    return begins and ends and "\n" not in line and bool(re.search(r"\w: ?\S", line))


def _size(quote: str) -> tuple[int, int]:
    words = [word for word in quote.split(" ") if any(char.isalnum() for char in word)]
    return len(words), sum(1 for char in quote if char != " ")


def part_long_enough(part: str) -> bool:
    """Whether a part beside an ellipsis has enough words."""
    if _UNSPACED.search(part):
        return sum(1 for char in part if char.isalnum()) >= MIN_UNSPACED // 2
    return _size(part)[0] >= MIN_PART_WORDS


def _in_word(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char)[0] == "M"


def _unspaced(before: str, after: str) -> bool:
    return bool(_UNSPACED.match(before) or _UNSPACED.match(after))
