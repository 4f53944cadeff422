"""The text that a passage's vector is made from.

Not the passage itself: a passage of numbers embeds as "numbers". What identifies it is the entity,
the attribute, the words in which people name the attribute, and the first values.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from scripts.starter_pack.names import Entity
from scripts.starter_pack.shape import Shaped

PHRASES = 8
VALUE_WORDS = 9
"""Of a record's values, the first words; prose is embedded whole."""
PROSE_WORDS = 90
KEYWORDS_ONLY = frozenset(
    {
        "Civil aircraft registration country code prefix",
        "Diplomatic representation from the US",
        "Diplomatic representation in the US",
        "Geographic coordinates",
        "Gross reproduction rate",
        "Map references",
    }
)
"""Addresses, coordinates and codes: found by their words, and seldom asked for in others."""


def load(table: Path) -> Mapping[str, tuple[str, ...]]:
    """The words in which people name an attribute or a family, by its name."""
    entries = tomllib.loads(table.read_text(encoding="utf-8"))
    return {name: tuple(entry.get("words", ())) for name, entry in entries.items()}


def text(entity: Entity, passage: Shaped, phrases: Mapping[str, tuple[str, ...]]) -> str | None:
    """What to embed for `passage`, None for what keywords alone find."""
    if passage.family.split(" – ")[0] in KEYWORDS_ONLY:
        return None
    attributes = [attribute for attribute, _ in passage.lines if attribute != passage.family]
    family = passage.family.split(" – ")[0]
    named = [phrase for attribute in attributes for phrase in phrases.get(attribute, ())[:2]]
    named += [*phrases.get(passage.family, ()), *phrases.get(family, ())]
    called = list(dict.fromkeys(named))[:PHRASES]
    title = f"{entity.title}: {passage.family}"
    heading = f"{title} ({', '.join(called)})" if called else title
    values = "; ".join(value for _, value in passage.lines)
    limit = VALUE_WORDS if passage.lines[0][0] else PROSE_WORDS
    return f"{heading}\n{' '.join(values.split()[:limit])}"
