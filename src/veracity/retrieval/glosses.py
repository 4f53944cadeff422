"""What a query in Sinhala, in its own or in Latin letters, asks for in English, without a model.

Two things are looked up word by word: the words of news in `sources/news_words.toml`, and words of
the archive that are spelled alike, such as names of places. What is found widens a search; it is no
translation, and nobody is shown it.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources

from veracity.retrieval.tokens import tokens
from veracity.rules.romanised import count, spoken
from veracity.rules.transliteration import consonants, spelling

SPELLED_ALIKE = 4
"""Consonants from which a word is the same as another of equal consonants."""
LEAST_STEM = 4
"""Letters from which a stem is enough of a word. A shorter one has to be the whole word."""
LEAST_KNOWN = 3
"""Letters from which a word of the archive that a query has as it is is taken for English."""
ALONE = 0.5
"""Share of the words of romanised Sinhala from which a query is Sinhala."""
SEVERAL = 0.2
"""The same where several words are Sinhala and of no other language."""
_SINHALA = ("\u0d80", "\u0dff")


class Spellings:
    """The words of an archive by their consonants."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words: defaultdict[str, list[str]] = defaultdict(list)
        self._known: set[str] = set()
        for word in words:
            if word.isascii() and word.isalpha() and len(word) >= LEAST_KNOWN:
                self._known.add(word)
            if word in self._known and len(word) > SPELLED_ALIKE:
                self._words[consonants(word)].append(word)

    def __contains__(self, word: str) -> bool:
        return word in self._known

    def alike(self, word: str) -> Sequence[str]:
        """Words that `word` may be a spelling of."""
        key = consonants(word)
        return self._words.get(key, ()) if len(key) >= SPELLED_ALIKE else ()


def is_sinhala(text: str) -> bool:
    """Whether words of `text` are Sinhala, in whichever letters."""
    if any(_SINHALA[0] <= letter <= _SINHALA[1] for letter in text):
        return True
    counts = count(spoken(text))
    share = counts.share_of_sinhala
    return share >= ALONE or (counts.sinhala > 1 and share >= SEVERAL)


def gloss(query: str, spellings: Spellings) -> tuple[str, ...]:
    """Words in English for the words of a Sinhala query, in its order, each once.

    Words of a mixed query that the archive has are among them. Nothing for a query in another
    language.
    """
    if not is_sinhala(query):
        return ()
    words = tokens(query)
    found: dict[str, None] = {}
    for place, word in enumerate(words):
        both = f"{word}_{words[place + 1]}" if place + 1 < len(words) else word
        meant = [*_meaning(word), *(_meaning(both) if both != word else ())]
        meant += spellings.alike(word)
        if not meant and word in spellings:
            meant = [word]
        found |= dict.fromkeys(meant)
    return tuple(found)


def _meaning(word: str) -> list[str]:
    spelled = spelling(word)
    meant: list[str] = []
    for stem, english in _stems().items():
        if spelled == stem or (len(stem) >= LEAST_STEM and spelled.startswith(stem)):
            meant += english
    return meant


@cache
def _stems() -> Mapping[str, Sequence[str]]:
    """Words of news by the one spelling of each stem. A final "a", which endings replace, is cut
    off the longer ones."""
    text = resources.files("veracity.sources").joinpath("news_words.toml").read_text("utf-8")
    found: defaultdict[str, list[str]] = defaultdict(list)
    for english, stems in tomllib.loads(text)["words"].items():
        for stem in stems.split():
            spelled = spelling(stem)
            if len(spelled) > LEAST_STEM and spelled.endswith("a"):
                spelled = spelled[:-1]
            if english not in found[spelled]:
                found[spelled].append(english)
    return found
