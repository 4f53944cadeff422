"""Which words of a text in Latin letters are Sinhala or Tamil, and how many of them.

Neither has one spelling in Latin letters: "thiyenawa", "tiyenava" and "tynwa" are one word. Words
are compared in one spelling, by their ends, and, where most vowels were left out, by their
consonants. What is known of the words is the table `sources/singlish.toml`.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

_WORD = re.compile(r"[a-z\u00c0-\u024f]+(?:['’][a-z]+)?", re.IGNORECASE)
_NO_SPEECH = re.compile(r"https?://\S+|www\.\S+|\S+@\S+\.\S+|[@#]\w+")
_ONE_LETTER = (
    ("th", "t"), ("dh", "d"), ("sh", "s"), ("ch", "c"), ("kh", "k"), ("gh", "g"), ("bh", "b"),
    ("ph", "p"), ("jh", "j"), ("w", "v"), ("ae", "e"), ("ee", "i"), ("oo", "u"),
)  # fmt: skip
"""What is written with one letter or with two for the same sound."""
_VOWELS = re.compile("[aeiou]")
_TWICE = re.compile(r"(.)\1+")
_ENDING_FROM = 5
"""Letters of a word from which its end tells anything."""
_CONSONANTS_FROM = 3
"""Consonants from which a word without its vowels is told from others."""
_CLIPPED = 0.34
"""Share of vowels below which a word was typed without most of its own. In Sinhala it is half."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many words of a text are of which language."""

    words: int = 0
    """All words in Latin letters, without addresses, mentions and hashtags."""
    sinhala: int = 0
    tamil: int = 0
    english: int = 0
    sinhala_shared: int = 0
    """Words that are Sinhala, and also words of another language."""
    tamil_shared: int = 0

    @property
    def share_of_sinhala(self) -> float:
        """Share of the words, 0 to 1. A shared word counts where another one stands beside it."""
        return self._share(self.sinhala, self.sinhala_shared)

    @property
    def share_of_tamil(self) -> float:
        """As `share_of_sinhala`."""
        return self._share(self.tamil, self.tamil_shared)

    @property
    def share_of_english(self) -> float:
        """Share of the words that are among the commonest of English or end like English ones."""
        return self.english / self.words if self.words else 0.0

    def _share(self, own: int, shared: int) -> float:
        return (own + shared) / self.words if own else 0.0


@dataclass(frozen=True, slots=True)
class _Known:
    words: frozenset[str]
    shared: frozenset[str]
    endings: tuple[str, ...]
    by_consonants: Mapping[str, tuple[str, ...]]
    """The words, by what is left of each without its vowels."""


def spoken(text: str) -> str:
    """The text without what says nothing of its language: addresses, mentions and hashtags."""
    return _NO_SPEECH.sub(" ", text)


def count(text: str) -> Counts:
    """Count the words of `text` by language."""
    found = [match.group().lower() for match in _WORD.finditer(spoken(text))]
    kinds = [_kind(word) for word in found]
    return Counts(
        words=len(found),
        sinhala=kinds.count("si"),
        tamil=kinds.count("ta"),
        english=kinds.count("en"),
        sinhala_shared=sum(one_spelling(word) in _known("sinhala").shared for word in found),
        tamil_shared=sum(one_spelling(word) in _known("tamil").shared for word in found),
    )


def one_spelling(word: str) -> str:
    """A word of romanised Sinhala or Tamil in the one spelling in which words are compared."""
    decomposed = unicodedata.normalize("NFD", word.lower())
    spelled = "".join(char for char in decomposed if char.isascii() and char.isalpha())
    for written, meant in _ONE_LETTER:
        spelled = spelled.replace(written, meant)
    return _TWICE.sub(r"\1", spelled)


@cache
def _kind(word: str) -> str:
    """`en`, `si`, `ta` or, where nothing tells, an empty text."""
    english, sinhala, tamil = _english(), _known("sinhala"), _known("tamil")
    if word in english.words:
        return "en"
    spelled = one_spelling(word)
    if spelled in sinhala.shared or spelled in tamil.shared:
        return ""
    if spelled in sinhala.words:
        return "si"
    if spelled in tamil.words:
        return "ta"
    if len(word) >= _ENDING_FROM and word.endswith(english.endings):
        return "en"
    if len(spelled) >= _ENDING_FROM and spelled.endswith(sinhala.endings):
        return "si"
    if len(word) >= _ENDING_FROM and word.endswith(tamil.endings):
        return "ta"
    return "si" if _is_clipped(spelled) else ""


def _is_clipped(spelled: str) -> bool:
    """Whether a word is one of Sinhala that was typed without some of its vowels: "krnna"."""
    if len(_VOWELS.findall(spelled)) >= _CLIPPED * len(spelled):
        return False
    whole = _known("sinhala").by_consonants.get(_VOWELS.sub("", spelled), ())
    return any(_in_order(spelled, word) for word in whole)


def _in_order(letters: str, word: str) -> bool:
    """Whether `word` has all of `letters` in their order."""
    rest = iter(word)
    return all(letter in rest for letter in letters)


@cache
def _table() -> dict[str, dict[str, str]]:
    content = resources.files("veracity.sources").joinpath("singlish.toml").read_text("utf-8")
    return tomllib.loads(content)


@cache
def _english() -> _Known:
    listed = _table()["english"]
    return _Known(
        words=frozenset(listed["words"].split()),
        shared=frozenset(),
        endings=tuple(listed["endings"].split()),
        by_consonants={},
    )


@cache
def _known(language: str) -> _Known:
    listed = _table()[language]
    words = frozenset(one_spelling(word) for word in listed["words"].split())
    by_consonants: dict[str, tuple[str, ...]] = {}
    for word in sorted(words):
        bare = _VOWELS.sub("", word)
        if len(bare) >= _CONSONANTS_FROM:
            by_consonants[bare] = (*by_consonants.get(bare, ()), word)
    return _Known(
        words=words,
        shared=frozenset(one_spelling(word) for word in listed["shared"].split()),
        endings=tuple(listed["endings"].split()),
        by_consonants=by_consonants,
    )
