"""What code can read of a claim: its figures, dates, known names and topic words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from veracity.domain.evidence import NamedValue
from veracity.rules import dates, quantities
from veracity.rules.dates import Date
from veracity.rules.quantities import Quantity
from veracity.rules.words import Word, negation, neutral, past, stop, words

_USED_TO = re.compile(r"\bused to\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A known name where it stands in a text, with all of its spellings."""

    spellings: tuple[str, ...]
    start: int
    end: int

    def means(self, *names: str) -> bool:
        """Whether it stands for the subject with these `names` and for no other."""
        return {_key(spelling) for spelling in self.spellings} <= {_key(name) for name in names}


@dataclass(frozen=True, slots=True)
class Reading:
    """A claim, taken apart."""

    text: str
    quantities: tuple[Quantity, ...]
    dates: tuple[Date, ...]
    mentions: tuple[Mention, ...]
    """Known names, in the order of the text."""
    values: tuple[NamedValue, ...]
    """Names in it that are known as the value of an attribute of some subject."""
    topic: tuple[Word, ...]
    """Words outside figures, dates, known names and function words."""
    scoped: bool
    """It has a negation or a limit ("only", "former"), whose reach code does not read."""
    past: bool
    """It speaks of the past."""

    @property
    def subject(self) -> Mention | None:
        """The first known name. English puts what a sentence is about before what it says of it."""
        return self.mentions[0] if self.mentions else None


def read(
    text: str, names: Iterable[tuple[str, ...]] = (), values: Iterable[NamedValue] = ()
) -> Reading:
    """Take a claim apart. `names` are groups of spellings that a gazetteer found in it, `values`
    the names in it that it knows as values."""
    everything = words(text)
    figures = quantities.find(text)
    days = dates.find(text)
    mentions = find_mentions(everything, names)
    taken = [(q.span.start, q.span.end) for q in figures]
    taken += [(d.span.start, d.span.end) for d in days]
    taken += [(m.start, m.end) for m in mentions]
    return Reading(
        text=text,
        quantities=figures,
        dates=days,
        mentions=mentions,
        values=tuple(values),
        topic=tuple(
            word
            for word in everything
            if word.stem not in stop()
            and not any(start <= word.start and word.end <= end for start, end in taken)
        ),
        scoped=any(word.stem in negation() for word in everything) or bool(_USED_TO.search(text)),
        past=any(word.stem in past() for word in everything),
    )


def find_mentions(
    text_words: tuple[Word, ...], names: Iterable[tuple[str, ...]]
) -> tuple[Mention, ...]:
    """Where names stand among words: longest first, none inside another, in the text's order."""
    found: list[tuple[int, int, tuple[str, ...]]] = []
    stemmed = tuple(word.stem for word in text_words)
    for group in names:
        for spelling in group:
            sought = _key(spelling)
            found += [
                (at, at + len(sought), group)
                for at in range(len(stemmed) - len(sought) + 1)
                if sought
                and stemmed[at : at + len(sought)] == sought
                and _cased(text_words[at], spelling)
            ]
    kept: list[tuple[int, int, tuple[str, ...]]] = []
    for first, last, group in sorted(found, key=lambda hit: (hit[0] - hit[1], hit[0], hit[2])):
        if all(last <= other_first or first >= other_last for other_first, other_last, _ in kept):
            kept.append((first, last, group))
    return tuple(
        Mention(spellings=group, start=text_words[first].start, end=text_words[last - 1].end)
        for first, last, group in sorted(kept)
    )


def specific(part: frozenset[str]) -> frozenset[str]:
    """The stems that narrow a topic; all of them when none does."""
    return part - neutral() or part


def _key(spelling: str) -> tuple[str, ...]:
    return tuple(word.stem for word in words(spelling))


def _cased(word: Word, spelling: str) -> bool:
    """An acronym is a name only in capitals: "US" is, "us" is not."""
    return not (len(spelling) <= 3 and spelling.isupper()) or word.text.isupper()
