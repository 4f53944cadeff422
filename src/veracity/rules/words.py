"""Words of a text: where they stand, their stems, and which of them carry a topic.

Stems are Porter's second English stemmer (M. F. Porter, "Snowball", 2001), through the library
`snowballstemmer`. Words of other scripts are left as they are.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Protocol, cast

# A leading dot belongs to the word (".lk"), marks of Sinhala, Tamil and combining accents do too:
# Python's \w leaves vowel signs out.
_WORD = re.compile(
    r"(?<![\w.])\.(?=[a-z]{2,}\b)\w+|[\w\u0300-\u036f\u0b80-\u0bff\u0d80-\u0dff\u200c\u200d]+(?:['’][\w]+)*"
)
_POSSESSIVE = re.compile(r"['’]s?$")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text."""

    text: str
    stem: str
    start: int
    end: int

    @property
    def capital(self) -> bool:
        """Whether it starts with a capital letter, as names do in English."""
        return self.text[:1].isupper()

    @property
    def acronym(self) -> bool:
        """Whether it is written in capitals throughout."""
        return len(self.text) > 1 and self.text.isupper()


def words(text: str) -> tuple[Word, ...]:
    """Every word of `text`, in order, with its stem."""
    return tuple(
        Word(text=match.group(), stem=stem(match.group()), start=match.start(), end=match.end())
        for match in _WORD.finditer(text)
    )


def stems(text: str) -> frozenset[str]:
    """The stems of all words of `text` that are not function words."""
    return frozenset(word.stem for word in words(text) if word.stem not in stop())


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of one word, folded first."""
    folded = fold(word)
    if not folded.isascii() or not folded.isalpha():
        return folded
    return _stemmer().stemWord(folded)


def fold(word: str) -> str:
    """Lower case, without a possessive ending, accents of Latin letters and zero-width joiners."""
    plain = _POSSESSIVE.sub("", word).casefold().replace("’", "'")
    plain = plain.replace("\u200c", "").replace("\u200d", "")
    decomposed = unicodedata.normalize("NFD", plain)
    return "".join(char for char in decomposed if not "\u0300" <= char <= "\u036f")


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - the library's name


def _stemmer() -> _Stemmer:
    """A stemmer of the caller's own: it works on fields of itself, so threads cannot share one."""
    import snowballstemmer

    # The factory, because the class is not there where the compiled PyStemmer is installed.
    return cast(_Stemmer, snowballstemmer.stemmer("english"))  # pyright: ignore[reportUnknownMemberType]


@cache
def _table() -> dict[str, frozenset[str]]:
    content = resources.files("veracity.sources").joinpath("words.toml").read_text("utf-8")
    return {
        name: frozenset(stem(word) for word in listed.split())
        for name, listed in tomllib.loads(content).items()
    }


def stop() -> frozenset[str]:
    """Stems of function words."""
    return _table()["stop"]


def neutral() -> frozenset[str]:
    """Stems that neither make nor break an alignment between a claim and an attribute."""
    return _table()["neutral"]


def negation() -> frozenset[str]:
    """Stems that turn a statement around, limit it, or put it in another time."""
    return _table()["negation"]


def past() -> frozenset[str]:
    """Stems of verbs that speak of the past."""
    return _table()["past"]


def part() -> frozenset[str]:
    """Stems of words for parts of a population, which name no attribute by themselves."""
    return _table()["part"]


def leads() -> frozenset[str]:
    """Stems of words that may stand right before a name that a claim gives."""
    return _table()["leads"]
