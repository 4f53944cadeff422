"""What is known of a reference work's attributes beyond their names: `sources/factbook.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

_WHOLE = {"total", "total population", "name"}
"""Last parts of an attribute that stand for all of its family."""
_YEAR = re.compile(r"\s+\d{4}$")

FieldKind = Literal["open", "single", "closed_list"]


@dataclass(frozen=True, slots=True)
class Attributes:
    """The table, by attribute or by family."""

    entries: Mapping[str, Mapping[str, Any]]

    def kind(self, attribute: str) -> FieldKind:
        """What may be concluded from the attribute's value."""
        kind: FieldKind = self.entries.get(attribute, {}).get("kind", "open")
        return kind

    def also_called(self, attribute: str, family: str) -> tuple[str, ...]:
        """Phrases that name the attribute.

        Those of its family hold for it when it is the family, its total, or one of its years; not
        for "male" or "water", which are only parts.
        """
        own = list(self.entries.get(attribute, {}).get("also_called", ()))
        last = attribute.rpartition(" – ")[2]
        if attribute == family or last in _WHOLE or _YEAR.sub("", attribute) == family:
            own += self.entries.get(family, {}).get("also_called", ())
        return tuple(dict.fromkeys(own))

    def topics(self, family: str, attributes: Iterable[str]) -> str:
        """All words under which people may look for the family or one of its attributes."""
        names = dict.fromkeys([family, family.partition(" – ")[0], *attributes])
        words = [family]
        for name in names:
            entry = self.entries.get(name, {})
            words += [*entry.get("also_called", ()), *entry.get("words", ())]
        return ", ".join(dict.fromkeys(words))


@cache
def factbook() -> Attributes:
    """The attributes of The World Factbook."""
    text = resources.files("veracity.sources").joinpath("factbook.toml").read_text("utf-8")
    return Attributes(tomllib.loads(text))
