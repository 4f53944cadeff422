"""Names of what documents rest on: which of them hold, and which are spellings of one.

A model names roots and says which names mean the same. Both hold only as far as code can check:

- a name holds for a document when at least half of its words (function words left out) and all of
  its figures stand in the document, its title or its publisher's name;
- two names are one when they have the same words but for those that any source's name may have;
- two names that the model calls one are merged when they share such a telling word, or when one is
  the acronym of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from veracity.rules.words import stem, stop, words

# fmt: off
_COMMON = frozenset(stem(word) for word in (
    "annual", "center", "centre", "data", "dataset", "figures", "institute", "national", "office",
    "official", "organization", "paper", "report", "research", "review", "source", "statistics",
    "study", "survey", "university", "world", "year",
))
# fmt: on


def stands(root: str, document: str) -> bool:
    """Whether `document` (its text, title and publisher) names `root`."""
    wanted = frozenset(word.stem for word in words(root)) - stop()
    there = frozenset(word.stem for word in words(document))
    figures = {one for one in wanted if any(letter.isdigit() for letter in one)}
    return bool(wanted) and figures <= there and 2 * len(wanted & there) >= len(wanted)


def canonical(names: Iterable[str], merged: Iterable[Sequence[str]]) -> dict[str, str]:
    """Each name's canonical spelling: the first, by the alphabet, of those that are one.

    `merged` are the groups that a model calls one; members that code does not find alike stay out.
    """
    listed = sorted(set(names))
    parents = {name: name for name in listed}
    pairs = [(one, two) for one in listed for two in listed if one < two]
    for one, two in pairs:
        said = any(one in group and two in group for group in merged)
        if _telling(one) == _telling(two) or (said and alike(one, two)):
            first, second = sorted((_root(parents, one), _root(parents, two)))
            parents[second] = first
    return {name: _root(parents, name) for name in listed}


def alike(one: str, two: str) -> bool:
    """Whether two names may mean one source: a telling word in common, or an acronym."""
    return bool(_telling(one) & _telling(two)) or _abbreviates(one, two) or _abbreviates(two, one)


def _telling(name: str) -> frozenset[str]:
    content = frozenset(word.stem for word in words(name)) - stop()
    return content - _COMMON or content


def _abbreviates(short: str, name: str) -> bool:
    initials = "".join(word.text[0] for word in words(name) if word.stem not in stop())
    bare = "".join(letter for letter in short if letter.isalnum())
    return len(bare) > 1 and bare.casefold() == initials.casefold()


def _root(parents: dict[str, str], name: str) -> str:
    while parents[name] != name:
        name = parents[name]
    return name
