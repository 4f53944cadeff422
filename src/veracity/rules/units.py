"""Units, currencies, scale words and counted nouns, read from `sources/units.toml`.

Factors are exact fractions, so a conversion there and back is the same number.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measurement, or a currency."""

    id: str
    dimension: str
    factor: Fraction = Fraction(1)
    """Base units of the dimension in one of this unit."""
    offset: Fraction = Fraction(0)
    """Added after the factor. Only temperatures have one."""
    may_be: frozenset[str] = frozenset()
    """Currencies that an ambiguous sign may stand for."""
    default: str | None = None
    """The currency that an ambiguous sign is read as when nothing says more."""

    def to_base(self, value: Fraction) -> Fraction:
        """`value` in base units of the dimension."""
        return value * self.factor + self.offset

    def from_base(self, value: Fraction) -> Fraction:
        """The inverse of `to_base`."""
        return (value - self.offset) / self.factor


class Match(NamedTuple):
    """A unit found at a place in a text, and where it ends."""

    unit: Unit
    end: int


@dataclass(frozen=True, slots=True)
class Tables:
    """The content of `sources/units.toml`, ready for look-up."""

    units: dict[str, Unit]
    symbols: dict[str, Unit]
    names: dict[str, Unit]
    signs: dict[str, Unit]
    scales: dict[str, int]
    counted: frozenset[str]
    same: dict[str, str]
    skipped: frozenset[str]
    stop: frozenset[str]
    bases: frozenset[str]


# A word of a unit or a noun: letters with their marks (Sinhala and Tamil vowel signs are not \w in
# Python), or one of the signs that units are written with. At most one word joiner inside.
_LETTERS = r"[^\W\d_]|[\u0300-\u036f\u0b80-\u0bcd\u0d80-\u0dde\u200d]"
_INNER = r"[°²³23./µμ$'’](?=[^\W\d_]|[²³]|\W|$)|-(?=[^\W\d_])"
_UNIT_WORD = rf"(?:{_LETTERS}|[°%％²³µμ℃℉$€£¥₹])(?:{_LETTERS}|{_INNER}){{0,24}}"
UNIT_WORDS = re.compile(
    rf"({_UNIT_WORD})(?:[ \u00a0-]({_UNIT_WORD}))?(?:[ \u00a0-]({_UNIT_WORD}))?"
)
"""Up to three words at a place in a text."""
NOUN_WORD = re.compile(rf"(?:{_LETTERS})(?:{_LETTERS}|['’-](?=[^\W\d_]))*")
_SPACE = re.compile(r"[ \u00a0\u2009\u202f]?-?")


def at(text: str, position: int) -> Match | None:
    """The longest unit, percent sign or currency name that starts exactly at `position`."""
    words = UNIT_WORDS.match(text, position)
    if words is None:
        return None
    tables = load()
    for last in (3, 2, 1):
        if words[last] is None:
            continue
        phrase = text[position : words.end(last)]
        for end in _ends(phrase, slash=last == 1):
            unit = _look_up(tables, phrase[:end])
            if unit is not None:
                return Match(unit, position + end)
    return None


def after(text: str, position: int) -> Match | None:
    """The unit after a number that ends at `position`: "1,340 km", "5km", "10-year"."""
    gap = _SPACE.match(text, position)
    return at(text, gap.end() if gap else position)


def scale_after(text: str, position: int) -> tuple[int, int] | None:
    """The scale word after a number that ends at `position`, as (factor, end)."""
    gap = _SPACE.match(text, position)
    start = gap.end() if gap else position
    word = NOUN_WORD.match(text, start, start + 24)
    if word is None:
        return None
    written = word.group().split("-")[0]
    key = written.lower()
    tables = load()
    factor = tables.scales.get(key)
    if factor is None and key.endswith("s"):
        factor = tables.scales.get(key[:-1])
    # "5 k" is not five thousand, "5k" is. "5K" is too, but not "5 K".
    if factor is None or (key == "k" and start != position):
        return None
    return factor, start + len(written)


def follows(text: str, position: int) -> bool:
    """Whether a unit, a percent sign or a scale word follows a number that ends at `position`."""
    return after(text, position) is not None or scale_after(text, position) is not None


def counted_follows(text: str, position: int) -> bool:
    """Whether a noun that is usually counted follows a number that ends at `position`."""
    gap = _SPACE.match(text, position)
    word = NOUN_WORD.match(text, gap.end() if gap else position)
    return word is not None and word.group().lower() in load().counted


def convert(value: Fraction, source: Unit, target: Unit) -> Fraction:
    """`value` of `source` in `target`, exactly. Raises `ValueError` across dimensions."""
    if source.dimension != target.dimension:
        raise ValueError(
            f"{source.id} ({source.dimension}) is not {target.id} ({target.dimension})"
        )
    return target.from_base(source.to_base(value))


def _ends(phrase: str, *, slash: bool) -> tuple[int, ...]:
    """The phrase whole, without a full stop that may end the sentence, and up to a slash."""
    stripped = len(phrase.rstrip(".,'’/"))
    cut = phrase.find("/") if slash else 0
    return tuple(sorted({len(phrase), stripped, cut if cut > 0 else stripped}, reverse=True))


def _look_up(tables: Tables, phrase: str) -> Unit | None:
    unit = tables.symbols.get(phrase)
    if unit is None:
        unit = tables.names.get(phrase.lower().replace("\u00a0", " ").replace("\u200d", ""))
    return unit


@cache
def load() -> Tables:
    """Read the tables once."""
    content = resources.files("veracity.sources").joinpath("units.toml").read_text("utf-8")
    raw: dict[str, Any] = tomllib.loads(content)
    units: dict[str, Unit] = {}
    symbols: dict[str, Unit] = {}
    names: dict[str, Unit] = {}
    signs: dict[str, Unit] = {}
    for row in raw["unit"]:
        unit = Unit(
            id=row["id"],
            dimension=row["dimension"],
            factor=Fraction(row["factor"]),
            offset=Fraction(row.get("offset", "0")),
        )
        units[unit.id] = unit
        symbols.update(dict.fromkeys(row.get("symbols", ()), unit))
        for name in row.get("names", ()):
            names.update(dict.fromkeys(_spellings(name), unit))
    for row in raw["currency"]:
        unit = Unit(
            id=row["code"],
            dimension=f"money:{row['code']}",
            may_be=frozenset(row.get("may_be", ())),
            default=row.get("default"),
        )
        units[unit.id] = unit
        signs.update(dict.fromkeys(row["signs"], unit))
        symbols.update(dict.fromkeys(row["signs"], unit))
        for name in row.get("names", ()):
            names.update(dict.fromkeys(_spellings(name), unit))
    nouns = raw["nouns"]
    same = {word: group.split()[0] for group in nouns["same"] for word in group.split()}
    return Tables(
        units=units,
        symbols=symbols,
        names=names,
        signs=signs,
        scales={word.replace("\u200d", ""): factor for word, factor in raw["scale"].items()},
        counted=frozenset(nouns["counted"].split()),
        same=same,
        skipped=frozenset(nouns["skipped"].split()),
        stop=frozenset(nouns["stop"].split()),
        bases=frozenset(nouns["bases"].split()),
    )


def _spellings(name: str) -> tuple[str, ...]:
    """A name as it is, hyphenated, and with the plural that English adds."""
    plain = name.lower().replace("\u200d", "")
    forms = (plain, f"{plain}s") if plain[-1:].isascii() and plain[-1:].isalpha() else (plain,)
    return forms + tuple(form.replace(" ", "-") for form in forms if " " in form)
