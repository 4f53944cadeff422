"""Phrases found in a text: the stems of their words, one after the other.

A word in capitals is an abbreviation and counts in capitals only: "ICE" is not "ice".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from veracity.rules.words import Word, words

T = TypeVar("T")


class _Part(NamedTuple):
    """One word of a phrase."""

    stem: str
    capitals: bool


class Phrases(Generic[T]):
    """Phrases with what each stands for."""

    def __init__(self, pairs: Iterable[tuple[str, T]]) -> None:
        self._by_first: dict[str, list[tuple[tuple[_Part, ...], T]]] = {}
        for phrase, stands_for in pairs:
            parts = tuple(_Part(word.stem, _in_capitals(word.text)) for word in words(phrase))
            self._by_first.setdefault(parts[0].stem, []).append((parts, stands_for))

    def at(self, written: Sequence[Word], place: int) -> Iterator[tuple[int, T]]:
        """The phrases that start at a place among the words of a text, each with its length."""
        for parts, stands_for in self._by_first.get(written[place].stem, ()):
            here = written[place : place + len(parts)]
            if len(here) == len(parts) and all(map(_is, here, parts)):
                yield len(parts), stands_for


def _is(word: Word, part: _Part) -> bool:
    return word.stem == part.stem and (not part.capitals or _in_capitals(word.text))


def _in_capitals(text: str) -> bool:
    """Whether a word is in capitals throughout, but for a possessive ending."""
    return re.split("['’]", text, maxsplit=1)[0].isupper()
