"""Whether two sentences of one text say the same, so that they are one claim at two places.

Stricter than `rules/same_claim`, which finds a claim again in other people's words: here a sentence
that is dropped is lost. The figures, the dates, the names and the words that deny have to be the
same ones, the stems of their content words have a Jaccard index of at least `ALIKE`, and one may
have words that the other lacks, but not each: a word in another's place is another fact. Words
without figures stand in the same order, since "imports exceeded exports" is not the reverse. "85%
of the schools opened" and "86% of the schools opened" are two claims, however alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from veracity.rules.decomposition import said_in
from veracity.rules.same_claim import figures
from veracity.rules.words import stems, words

ALIKE: Final = 0.8


@dataclass(frozen=True, slots=True)
class Statement:
    """What of a sentence is compared."""

    exact: tuple[frozenset[str], frozenset[str], frozenset[str]]
    """Its figures, names and denials: equal in all that say the same."""
    content: frozenset[str]
    order: tuple[str, ...]
    """The same stems, as they first come, but for figures."""


def statement(sentence: str) -> Statement:
    """What `sentence` states."""
    said = said_in(sentence)
    names = frozenset(name for name in said.names if name in stems(sentence))
    content = stems(sentence)
    order = dict.fromkeys(
        word.stem
        for word in words(sentence)
        if word.stem in content and not any(character.isdigit() for character in word.stem)
    )
    exact = (figures(sentence) | said.figures, names, said.negations)
    return Statement(exact, content, tuple(order))


def same_statement(one: Statement, other: Statement) -> bool:
    """Whether two sentences say the same."""
    if one.exact != other.exact or not one.content or not other.content:
        return False
    both = one.content & other.content
    if both not in (one.content, other.content):
        return False
    ordered = [[stem for stem in each.order if stem in both] for each in (one, other)]
    return ordered[0] == ordered[1] and len(both) / len(one.content | other.content) >= ALIKE
