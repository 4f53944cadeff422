"""Whether two sentences make the same claim, as far as their words tell.

They do when their figures are the same ones, years among them, they hold the same words that deny
or limit, and the Jaccard index of the stems of their content words is at least `ALIKE`. So a claim
with another number is another claim, however alike its words; and a claim in other words is missed
rather than taken for the same.
"""

from __future__ import annotations

import re

from veracity.rules.words import negation, stems, words

ALIKE = 0.5

_FIGURE = re.compile(r"\d+(?:[.,\u00a0\u202f ]\d{3})*(?:[.,]\d+)?")


def same_claim(one: str, other: str) -> bool:
    """Whether `one` and `other` claim the same."""
    first, second = stems(one), stems(other)
    if not first or not second or figures(one) != figures(other) or _turned(one, other):
        return False
    return len(first & second) / len(first | second) >= ALIKE


def _turned(one: str, other: str) -> bool:
    turns = [negation() & {word.stem for word in words(text)} for text in (one, other)]
    return turns[0] != turns[1]


def figures(text: str) -> frozenset[str]:
    """The figures in `text`, without what parts thousands."""
    return frozenset(
        re.sub(r"[.,\u00a0\u202f ](?=\d{3}(?!\d))", "", match.group())
        for match in _FIGURE.finditer(text)
    )
