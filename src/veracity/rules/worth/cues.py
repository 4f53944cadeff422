"""The words by which sentences are told apart, by language (`sources/worth.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import TypeAlias, cast

from veracity.rules.words import Word

Phrase: TypeAlias = tuple[str, ...]
_LATIN = frozenset(("si-Latn", "ta-Latn"))
"""Languages whose posts mix with English word by word."""


class Cues:
    """The phrases of one language, by what they tell."""

    def __init__(self, phrases: Mapping[str, frozenset[Phrase]]) -> None:
        self._phrases = phrases
        self._longest = {name: max(map(len, some), default=0) for name, some in phrases.items()}

    def opens(self, name: str, written: Sequence[Word]) -> bool:
        """Whether the sentence begins with a phrase that tells `name`."""
        return self._at(name, [word.text.casefold() for word in written], 0)

    def has(self, name: str, written: Sequence[Word]) -> bool:
        """Whether a phrase that tells `name` stands anywhere in the sentence."""
        folded = [word.text.casefold() for word in written]
        return any(self._at(name, folded, place) for place in range(len(folded)))

    def _at(self, name: str, folded: Sequence[str], place: int) -> bool:
        phrases = self._phrases.get(name, frozenset())
        return any(
            tuple(folded[place : place + size]) in phrases
            for size in range(1, self._longest.get(name, 0) + 1)
            if place + size <= len(folded)
        )


@cache
def cues_for(language: str | None) -> Cues:
    """The cues for sentences of `language`, a BCP 47 tag; English ones for None.

    A language without cues of its own has none: its sentences are facts unless they ask.
    """
    tag = language or "en"
    wanted = {tag, "en"} if tag in _LATIN else {tag.partition("-")[0]}
    return Cues(
        {
            name: frozenset(phrase for one in wanted for phrase in _phrases(listed.get(one, "")))
            for name, listed in _tables().items()
        }
    )


def _phrases(listed: str) -> list[Phrase]:
    phrases = (" ".join(one.split()).casefold().replace("’", "'") for one in listed.split("|"))
    return [tuple(phrase.split(" ")) for phrase in phrases if phrase]


@cache
def _tables() -> dict[str, dict[str, str]]:
    content = resources.files("veracity.sources").joinpath("worth.toml").read_text("utf-8")
    return cast("dict[str, dict[str, str]]", tomllib.loads(content))
