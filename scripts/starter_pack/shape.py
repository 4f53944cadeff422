"""How the Factbook is cut: one passage for each family of fields, so that entity, attribute and
value stand together.

The first line of a passage says what it is about ("Sri Lanka: Median age"). Each short value then
has its own line ("Median age – total: 34.2 years (2025 est.)"); a long value is prose and is cut at
sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scripts.starter_pack.names import Entity

PROSE_WORDS = 130
"""A value longer than this is prose, not one line of a record."""
CHUNK_WORDS = 110
_SENTENCE = re.compile(r"(?<=[.;!?])\s+(?=\S)|(?<=,)\s+(?=\S)")
_EMPTY = {"", "NA", "NA%", "note", "NA km"}


@dataclass(frozen=True)
class Shaped:
    """A passage before it has a source."""

    family: str
    lines: tuple[tuple[str, str], ...]
    """Attribute and value; the attribute is empty for prose."""


def shape(entity: Entity) -> Iterator[Shaped]:
    """The passages of an entity, in the order in which the source has their families."""
    families: dict[str, dict[tuple[str, str], None]] = {}
    for attribute, value in entity.fields:
        if value in _EMPTY:
            continue
        family = attribute.split(" – ")[0]
        families.setdefault(family, {})[(_short(attribute), value)] = None
    for family, lines in families.items():
        yield from _cut(family, tuple(lines))


def _short(attribute: str) -> str:
    """`Exports – Exports 2023` says no more than `Exports 2023`."""
    family, dash, rest = attribute.partition(" – ")
    return rest if dash and rest.casefold().startswith(family.casefold()) else attribute


def _cut(family: str, lines: Sequence[tuple[str, str]]) -> Iterator[Shaped]:
    held: list[tuple[str, str]] = []
    for attribute, value in lines:
        if len(value.split()) > PROSE_WORDS:
            heading = attribute if attribute != family else family
            for chunk in _prose(value):
                yield Shaped(heading, (("", chunk),))
            continue
        if held and _words(held) + len(value.split()) > PROSE_WORDS:
            yield Shaped(family, tuple(held))
            held = []
        held.append((attribute, value))
    if held:
        yield Shaped(family, tuple(held))


def _prose(text: str) -> Iterator[str]:
    """Cut at the ends of sentences, else of clauses, into parts of about `CHUNK_WORDS`."""
    start = 0
    ends = [match.start() for match in _SENTENCE.finditer(text)] + [len(text)]
    for index, end in enumerate(ends):
        following = ends[index + 1] if index + 1 < len(ends) else None
        sentence_end = text[end - 1] in ".;!?" or following is None
        words = len(text[start:end].split())
        if following is None or (words >= CHUNK_WORDS and sentence_end) or words >= 160:
            yield text[start:end].strip()
            start = end


def _words(lines: Sequence[tuple[str, str]]) -> int:
    return sum(len(value.split()) for _, value in lines)
