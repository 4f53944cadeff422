"""Which documents rest on the same source, and so do not count as separate evidence.

Two documents share a cluster when they share a root (a dataset, a study, an author group, a funder,
a primary source), when they are parts of one text, or when one is a near copy of the other. Sharing
is transitive. A document without a root that is known is independent.

A near copy: the resemblance of two texts (A. Broder, "On the resemblance and containment of
documents", 1997), that is the Jaccard index of their sets of `SHINGLE` words in a row, is at least
`RESEMBLING`. Texts under `SHORT` words are not held against each other, since two works that state
one fact in few words state it alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from veracity.rules.words import fold, words

SHINGLE = 4
RESEMBLING = 0.5
SHORT = 20
MOST_READ = 20_000
"""Characters of a text from which its shingles are taken."""


@dataclass(frozen=True, slots=True)
class Rooted:
    """A document with what is known of where its content comes from."""

    document: str
    """Id, by which it is counted."""
    origin: str
    """Digest of the text that it is a part of."""
    text: str
    roots: frozenset[str] = frozenset()
    """Canonical names."""


def clusters(documents: Iterable[Rooted]) -> dict[str, str]:
    """The cluster of each document, named by the smallest id in it."""
    listed = sorted(documents, key=lambda one: one.document)
    parents = {one.document: one.document for one in listed}
    shingled = [(one.document, _shingles(one.text)) for one in listed]
    for (one, first), (two, second) in combinations(shingled, 2):
        if resemblance(first, second) >= RESEMBLING:
            _join(parents, one, two)
    holders: dict[tuple[str, str], str] = {}
    for one in listed:
        for shared in (("origin", one.origin), *(("root", root) for root in sorted(one.roots))):
            _join(parents, holders.setdefault(shared, one.document), one.document)
    return {document: _find(parents, document) for document in parents}


def resemblance(one: frozenset[str], two: frozenset[str]) -> float:
    """Jaccard index of two sets of shingles, 0 when one is empty."""
    return len(one & two) / len(one | two) if one and two else 0.0


def _shingles(text: str) -> frozenset[str]:
    folded = [fold(word.text) for word in words(text[:MOST_READ])]
    if len(folded) < SHORT:
        return frozenset()
    rows = range(len(folded) - SHINGLE + 1)
    return frozenset(" ".join(folded[start : start + SHINGLE]) for start in rows)


def _find(parents: dict[str, str], name: str) -> str:
    while parents[name] != name:
        parents[name] = parents[parents[name]]
        name = parents[name]
    return name


def _join(parents: dict[str, str], one: str, two: str) -> None:
    first, second = sorted((_find(parents, one), _find(parents, two)))
    parents[second] = first
