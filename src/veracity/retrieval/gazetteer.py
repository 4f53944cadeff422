"""The names that an archive's reference works know, found in a text.

The longest name wins ("Guinea-Bissau" is not "Guinea"), and a name that two entities share stands
for both ("Congo"). Abbreviations count in capitals only: "us" is not a country.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from veracity.retrieval.tokens import folded, written_tokens


@dataclass(frozen=True, slots=True)
class Subject:
    """An entity of a reference work."""

    id: int
    name: str
    names: tuple[str, ...]
    """Other names."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """All of its names, its own first."""
        return (self.name, *self.names)


@dataclass(frozen=True, slots=True)
class Known:
    """A known name in a text."""

    written: str
    """As the text has it."""
    subjects: tuple[Subject, ...]
    """What it stands for; more than one when they share the name."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every name of every subject it stands for."""
        names = (name for subject in self.subjects for name in subject.spellings)
        return tuple(dict.fromkeys(names))

    @property
    def sought(self) -> tuple[str, ...]:
        """What to search for: the name as written and the subjects' own."""
        return tuple(dict.fromkeys([self.written, *(one.name for one in self.subjects)]))


class Gazetteer:
    """Finds known names in texts."""

    def __init__(self, subjects: Iterable[Subject]) -> None:
        self._subjects = {subject.id: subject for subject in subjects}
        self._names: dict[tuple[str, ...], dict[tuple[str, ...], set[int]]] = {}
        for subject in self._subjects.values():
            for name in subject.spellings:
                self._learn(name, subject.id)
        self._longest = max((len(key) for key in self._names), default=0)

    def find(self, text: str) -> tuple[Known, ...]:
        """The known names in `text`, in its order; one that comes again is given once."""
        written = written_tokens(text)
        found: dict[tuple[int, ...], Known] = {}
        at = 0
        while at < len(written):
            length, ids = self._at(written, at)
            if ids and ids not in found:
                name = " ".join(written[at : at + length])
                found[ids] = Known(name, tuple(self._subjects[one] for one in ids))
            at += length
        return tuple(found.values())

    def _learn(self, name: str, subject: int) -> None:
        written = written_tokens(name)
        if written and written[0].casefold() == "the" and len(written) > 2:
            written = written[1:]
        if not written:
            return
        key = tuple(folded(word) for word in written)
        exact = tuple(written) if _is_abbreviation(written) else ()
        self._names.setdefault(key, {}).setdefault(exact, set()).add(subject)

    def _at(self, written: list[str], at: int) -> tuple[int, tuple[int, ...]]:
        for length in range(min(self._longest, len(written) - at), 0, -1):
            words = written[at : at + length]
            forms = self._names.get(tuple(folded(word) for word in words), {})
            ids = forms.get((), set()) | forms.get(tuple(words), set())
            if ids:
                return length, tuple(sorted(ids))
        return 1, ()


def _is_abbreviation(written: list[str]) -> bool:
    joined = "".join(written)
    return len(joined) <= 4 and joined.isupper()
