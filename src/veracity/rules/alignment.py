"""Whether an entry of a reference work speaks of what a claim speaks of.

A figure may be held against a claim only when both are about the same attribute of the same
subject. An entry's line aligns with a claim when

1. the claim's first known name is the entry's subject and no other's ("Congo" is two), and
2. the claim names the attribute: it has all narrowing words of the attribute's last part
   ("highest point" of "Elevation - highest point"), and those of the family before it as well where
   it has some of them, or where the last part names no attribute ("total", "male"); or it has all
   words of a phrase by which people call the attribute.

What the claim says beyond that is the alignment's `leftover`. For a figure it has to be empty,
because any other word may change what is counted ("coastline *lost to the sea*"); for a name it is
the name that the claim gives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from veracity.domain.evidence import Passage, RecordField
from veracity.rules.reading import Reading, specific
from veracity.rules.words import Word, neutral, part, stems

_PARTS = re.compile(r"\s+[–—]\s+")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")


@dataclass(frozen=True, slots=True)
class Alignment:
    """A line of an entry that is about the claim's attribute and subject."""

    passage: Passage
    field: RecordField
    leftover: tuple[Word, ...]
    """Topic words of the claim that the attribute does not explain."""
    unasked: int
    """How many narrowing words of the attribute the claim does not have. Fewer is closer."""

    @property
    def quote(self) -> str:
        """The line, as it stands in the passage."""
        return self.field.span.of(self.passage.text)

    @property
    def year(self) -> int | None:
        """The year that the attribute itself names ("Exports 2017")."""
        match = _YEAR.search(self.field.attribute)
        return int(match.group()) if match else None


def family(attribute: str) -> str:
    """What comes before the dash: "Land boundaries" of "Land boundaries – total"."""
    return _PARTS.split(attribute)[0]


def align(claim: Reading, passage: Passage) -> tuple[Alignment, ...]:
    """The lines of `passage` that align with `claim`, closest first."""
    if passage.subject is None or claim.subject is None:
        return ()
    if not claim.subject.means(passage.subject, *passage.subject_names):
        return ()
    found = [hit for field in passage.fields if (hit := _align_field(claim, passage, field))]
    return tuple(
        sorted(found, key=lambda hit: (len(hit.leftover), hit.unasked, hit.field.span.start))
    )


def _align_field(claim: Reading, passage: Passage, field: RecordField) -> Alignment | None:
    said = frozenset(word.stem for word in claim.topic)
    parts = [stems(part) for part in _PARTS.split(_YEAR.sub("", field.attribute))]
    phrases = [stems(phrase) for phrase in field.also_called]
    if not _names_attribute(said, parts, phrases):
        return None
    explained = frozenset[str]().union(neutral(), *parts, *phrases)
    attribute = specific(frozenset[str]().union(*parts))
    return Alignment(
        passage=passage,
        field=field,
        leftover=tuple(word for word in claim.topic if word.stem not in explained),
        unasked=len(attribute - said),
    )


def _names_attribute(
    said: frozenset[str], parts: list[frozenset[str]], phrases: list[frozenset[str]]
) -> bool:
    if any(phrase and phrase <= said for phrase in phrases):
        return True
    last, first = parts[-1], parts[0]
    if len(parts) == 1:
        return bool(last) and specific(last) <= said
    named = specific(first) & said
    if last <= neutral() | part() or named:
        return bool(first) and specific(first) <= said and last - neutral() <= said
    return specific(last) <= said
