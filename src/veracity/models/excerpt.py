"""Choosing the few sentences of a passage that a small model can weigh against a claim."""

from __future__ import annotations

import re
from collections.abc import Iterator

from veracity.models.untrusted import clean

BUDGET = 90
"""Words. A 1.5B model judges worse with more, and each word costs time."""

_LONG = 60
_PIECE = 40
"""Runs of more than `_LONG` words without a full stop (tables, menus) are cut in pieces."""

_SHORTEST_CUT = 12
"""Fewer words than this of a sentence say nothing, so it is left out rather than cut."""

_STEM = 5
"""Words are compared by their first letters, which joins most inflected forms."""

_WORD = re.compile(r"[^\W_]+(?:[.,'’\-][^\W_]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?…।])[\"'”’)\]]*\s+(?=[\"'“‘(\[]?[^\W_a-z])")

# fmt: off
_FUNCTION_WORDS = frozenset((
    "a", "an", "the", "of", "in", "on", "at", "to", "for", "by", "with", "from", "and", "or",
    "as", "is", "are", "was", "were", "be", "been", "being", "it", "its", "this", "that", "these",
    "those", "he", "she", "they", "his", "her", "their", "has", "have", "had", "do", "does",
    "did", "not", "no", "than", "then", "which", "who", "whom", "whose", "will", "would", "can",
    "could", "may", "might", "also", "into", "about", "over", "more", "most", "such", "other",
    "some", "any", "all", "one",
))
# fmt: on


def content_words(text: str) -> frozenset[str]:
    """The words of `text` that carry content, by their first letters; numbers whole."""
    words = (word for word in _WORD.findall(text.casefold()) if word not in _FUNCTION_WORDS)
    return frozenset(
        word if any(letter.isdigit() for letter in word) else word[:_STEM] for word in words
    )


def overlap(claim: str, evidence: str) -> float:
    """The share of the claim's content words that stand in the evidence, 0 to 1."""
    wanted = content_words(claim)
    return len(wanted & content_words(evidence)) / len(wanted) if wanted else 0.0


def excerpt(claim: str, text: str, budget: int = BUDGET) -> str:
    """At most `budget` words of `text`, cleaned: the sentences that share most words with `claim`.

    They keep their order. Between sentences that share equally many, the earlier one is taken. The
    last one taken is cut where the budget ends.
    """
    pieces = list(_pieces(clean(text)))
    if sum(len(piece) for piece in pieces) <= budget:
        return " ".join(" ".join(piece) for piece in pieces)
    wanted = content_words(claim)
    shared = [len(wanted & content_words(" ".join(piece))) for piece in pieces]
    left, kept = budget, dict[int, list[str]]()
    for index in sorted(range(len(pieces)), key=lambda index: (-shared[index], index)):
        piece = pieces[index]
        if len(piece) > left and kept and left < _SHORTEST_CUT:
            continue
        kept[index] = piece[:left]
        left -= len(kept[index])
        if left == 0:
            break
    return " ".join(" ".join(kept[index]) for index in sorted(kept))


def _pieces(text: str) -> Iterator[list[str]]:
    """The words of each sentence, long runs cut."""
    for sentence in _SENTENCE_END.split(text):
        words = sentence.split()
        size = _PIECE if len(words) > _LONG else max(len(words), 1)
        for start in range(0, len(words), size):
            yield words[start : start + size]
