"""The noun that a number counts, and units and scale words that stand before the number.

Sinhala puts unit and scale before the number ("කිලෝමීටර් 1340", "මිලියන 22"), English after it.
"""

from __future__ import annotations

import re

from veracity.rules import units

_GAP = re.compile(r"[ \u00a0]|-(?=[^\W\d_])")
_MOST_WORDS = 4
_WORD_BEFORE = re.compile(r"([\u0b80-\u0bff\u0d80-\u0dff\u200d.]{1,24})[ \u00a0]?$")


def counted(text: str, position: int, *, singular: bool = False) -> tuple[str | None, int]:
    """The noun after a number that ends at `position`, and where it ends.

    The noun phrase ends at its head: the first plural or known noun of up to four words. Without
    one, the first word is taken.
    """
    words: list[tuple[str, int]] = []
    at = position
    for index in range(_MOST_WORDS):
        if index or not singular:
            gap = _GAP.match(text, at)
            if gap is None:
                break
            at = gap.end()
        word = units.NOUN_WORD.match(text, at, at + 40)
        if word is None or word.group().lower() in units.load().stop:
            break
        words.append((word.group().lower(), word.end()))
        at = word.end()
        if _is_head(words[-1][0]):
            break
    if not words:
        return None, position
    if not _is_head(words[-1][0]):
        words = words[:1]
    return " ".join(word for word, _ in words), words[-1][1]


def phrase(text: str, position: int) -> str | None:
    """The words after "of": what a percentage is a part of."""
    word = units.NOUN_WORD.match(text, position)
    if word is None:
        return None
    noun, _ = counted(text, position, singular=True)
    return noun


def key(noun: str) -> frozenset[str]:
    """The words of a noun that name what is counted, singular, synonyms made one."""
    tables = units.load()
    words = {_singular(word) for word in re.split(r"[\s-]+", noun.lower()) if word}
    return frozenset(words - tables.skipped) or frozenset(words)


def same(one: str, two: str) -> bool:
    """Whether two nouns may count the same thing: one says all that the other says."""
    first, second = key(one), key(two)
    return first <= second or second <= first


def scale_before(text: str, start: int) -> int | None:
    """A Sinhala or Tamil scale word right before a number."""
    word = _WORD_BEFORE.search(text, max(0, start - 26), start)
    return None if word is None else units.load().scales.get(word[1].replace("\u200d", ""))


def unit_before(text: str, start: int) -> units.Unit | None:
    """A Sinhala or Tamil unit right before a number, or before its scale word."""
    for _ in range(2):
        word = _WORD_BEFORE.search(text, max(0, start - 26), start)
        if word is None:
            return None
        found = units.at(text, word.start(1))
        if found is not None and found.end >= word.end(1):
            return found.unit
        start = word.start()
        if word[1].replace("\u200d", "") not in units.load().scales:
            return None
    return None


def _is_head(word: str) -> bool:
    tables = units.load()
    if word in tables.same or word in tables.counted:
        return True
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "ous"))


def _singular(word: str) -> str:
    tables = units.load()
    if word in tables.same:
        return tables.same[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        word = word[:-1]
    return tables.same.get(word, word)
