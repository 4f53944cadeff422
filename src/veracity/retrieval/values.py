"""The names that an archive knows as values: capitals, currencies, peaks, codes.

That a claim gives a name which another entry has as *its* value shows that it means a different
thing. A name that is known from nowhere shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from veracity.domain.evidence import NamedValue
from veracity.rules import dates
from veracity.rules.names import Key, key, value_names
from veracity.rules.words import fold, stop, words

_PREFIX = 4
"""Letters by which names are sorted out before they are stemmed."""


class ValueIndex:
    """Finds known values in texts. `fields` are subject, attribute and value of single lines."""

    def __init__(self, fields: Iterable[tuple[str, str, str]]) -> None:
        self._values: list[NamedValue] = []
        self._by_prefix: dict[str, list[int]] = {}
        for subject, attribute, value in fields:
            for name in () if dates.find(value) else value_names(value):
                for prefix in _prefixes(name):
                    self._by_prefix.setdefault(prefix, []).append(len(self._values))
                self._values.append(NamedValue(attribute=attribute, name=name, subject=subject))

    def find(self, text: str) -> tuple[NamedValue, ...]:
        """The values whose name is a run of words of `text`, in a stable order."""
        near = {place for prefix in _prefixes(text) for place in self._by_prefix.get(prefix, ())}
        said = tuple(word.stem for word in words(text) if word.stem not in stop())
        found = [self._values[place] for place in near]
        inside = [value for value in found if _inside(key(value.name), said)]
        return tuple(sorted(inside, key=lambda value: (value.attribute, value.name, value.subject)))


def _prefixes(text: str) -> frozenset[str]:
    return frozenset(fold(word.text)[:_PREFIX] for word in words(text))


def _inside(wanted: Key, said: Key) -> bool:
    size = len(wanted)
    return bool(size) and any(said[at : at + size] == wanted for at in range(len(said) - size + 1))
