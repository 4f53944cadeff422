"""The names of an entity: what its profile calls it, and what a reviewed table adds."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_FORMS = (
    "Country name – conventional short form",
    "Country name – conventional long form",
    "Country name – official short form",
    "Country name – official long form",
    "Country name – local short form",
    "Country name – local long form",
    "Union name – conventional long form",
)
_SHARED = ("Country name – former", "Nationality – adjective")
"""Names that several entities may have had: kept only where one entity has them."""

_PARENTHESES = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_NOTE = re.compile(r";.*|\bnote\b.*|, (?:also|sometimes|formerly)\b.*", re.IGNORECASE)


@dataclass(frozen=True)
class Entity:
    """An entry of the Factbook."""

    code: str
    region: str
    title: str
    names: tuple[str, ...]
    """Other names than the title."""
    fields: tuple[tuple[str, str], ...]
    """Attribute and value, in the order of the source."""


def entities(rows: Sequence[Mapping[str, Any]], table: Path) -> tuple[Entity, ...]:
    """Put the section rows of each entity together and name it."""
    reviewed = tomllib.loads(table.read_text(encoding="utf-8"))
    fields: dict[str, list[tuple[str, str]]] = {}
    heads: dict[str, tuple[str, str]] = {}
    for row in rows:
        code = row["code"]
        heads[code] = (row["region"], row["entity"] or "")
        fields.setdefault(code, []).extend((f["field"], f["text"]) for f in row["fields"])
    shared = Counter(name for own in fields.values() for name in set(_read(own, _SHARED)))
    primary = {name for own in fields.values() for name in _read(own, _FORMS)}
    found: list[Entity] = []
    for code in sorted(fields):
        region, entity = heads[code]
        entry = reviewed.get(code, {})
        title = entry.get("title") or entity
        unique = [n for n in _read(fields[code], _SHARED) if shared[n] == 1 and n not in primary]
        listed = [entity, *_read(fields[code], _FORMS), *entry.get("names", ()), *unique]
        names = tuple(dict.fromkeys(name for name in listed if name and name != title))
        found.append(Entity(code, region, title, names, tuple(fields[code])))
    return tuple(found)


def _read(fields: Sequence[tuple[str, str]], attributes: Sequence[str]) -> list[str]:
    wanted = [(a, v) for attribute in attributes for a, v in fields if a == attribute]
    return [name for attribute, value in wanted for name in _split(attribute, value)]


def _split(attribute: str, value: str) -> list[str]:
    bare = _NOTE.sub("", _PARENTHESES.sub("", value))
    if attribute.endswith("former"):
        parts = re.split(r"[,;]", _PARENTHESES.sub("", value))
    elif "local" in attribute or attribute.endswith("official long form"):
        parts = bare.split("/")
    elif attribute.endswith("adjective"):
        parts = re.split(r",| or ", bare)
    else:
        parts = [bare]
    cleaned = (" ".join(part.split()) for part in parts)
    return [part for part in cleaned if 3 <= len(part) <= 60 and part.casefold() != "none"]
