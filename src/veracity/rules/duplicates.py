"""Which pages are copies of each other, and so do not count as separate evidence.

Pages are taken one after the other, the best first: by tier, then by date, then by id. Each joins
the first group that has a page like it, or starts its own. Groups are never joined, so that a page
that copies two others does not make one source of them. Two pages are alike when

* they have one address, also where it is spelled in several ways (`rules.citations`);
* they are near copies: the resemblance of their texts (A. Broder, "On the resemblance and
  containment of documents", 1997) is at least `RESEMBLING`, or the containment of the shorter one
  in the longer at least `CONTAINED`, over runs of `SHINGLE` words;
* the containment is at least `SIGNED`, and both are signed by the same news agency, or one of them
  as a press release, or one names the other's address as its own (rel=canonical): each publisher
  cuts and adds to what it takes over.

Texts of fewer than `SHORT` words are not held against each other, since two works that state one
fact in few words state it alike.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import NamedTuple

from veracity.domain.evidence import Passage, Tier
from veracity.rules.citations.canonical import canonical_url
from veracity.rules.independence import SHORT, resemblance
from veracity.rules.words import fold, words

SHINGLE = 5
RESEMBLING = 0.5
CONTAINED = 0.7
SIGNED = 0.3
EDGE = 400
"""Characters at the beginning and the end of a text in which it is signed."""

_ORDER = (
    Tier.GIVEN,
    Tier.GOVERNMENT,
    Tier.WIRE,
    Tier.ACADEMIC,
    Tier.ESTABLISHED,
    Tier.FACT_CHECK,
    Tier.OTHER,
)
"""Tiers by how near to the origin of what is copied their pages are."""


class Why(StrEnum):
    """Why a page is in a group, as a reader is told it."""

    ADDRESS = "one page under several addresses"
    COPY = "near copies of one text"
    AGENCY = "one story of a news agency"
    RELEASE = "copies of a press release"
    OFFICE = "copies of a page of an office"


@dataclass(frozen=True, slots=True)
class Page:
    """A page or a passage of one, as far as copies are told by it."""

    id: str
    url: str
    text: str
    tier: Tier = Tier.OTHER
    published: date | None = None
    canonical: str | None = None
    """The address that it names as its own."""


class Group(NamedTuple):
    """Pages that count once."""

    members: tuple[str, ...]
    """Ids. The first is of the best tier, and of these the earliest: it stands for the group."""
    why: tuple[Why, ...] = ()
    """Why they are one, in alphabetical order; empty for a page alone."""


class _Read(NamedTuple):
    page: Page
    addresses: frozenset[str]
    """Its own and the one that it names."""
    identity: str | None
    shingles: frozenset[str]
    agencies: frozenset[str]
    released: bool


def groups(pages: Iterable[Page]) -> tuple[Group, ...]:
    """Group the pages, the best group first. The order of `pages` does not matter."""
    found: list[list[_Read]] = []
    reasons: list[set[Why]] = []
    for one in map(_read, sorted(pages, key=_rank)):
        joined = next(
            (
                (place, why)
                for place, members in enumerate(found)
                for member in members
                if (why := _alike(member, one)) is not None
            ),
            None,
        )
        if joined is None:
            found.append([one])
            reasons.append(set())
            continue
        place, why = joined
        found[place].append(one)
        reasons[place].add(why)
    return tuple(
        Group(tuple(one.page.id for one in members), tuple(sorted(why)))
        for members, why in zip(found, reasons, strict=True)
    )


def independent(passages: Iterable[Passage]) -> dict[str, str]:
    """For each passage, by id, the passage that it is counted with: itself where it is no copy."""
    return {member: group.members[0] for group in copies(passages) for member in group.members}


def copies(passages: Iterable[Passage]) -> tuple[Group, ...]:
    """The groups that passages form."""
    return groups(
        Page(
            id=passage.id,
            url=passage.source.url,
            text=passage.text,
            tier=passage.source.tier,
            published=passage.source.published,
        )
        for passage in {passage.id: passage for passage in passages}.values()
    )


def _rank(page: Page) -> tuple[int, date, str]:
    return _ORDER.index(page.tier), page.published or date.max, page.id


def _read(page: Page) -> _Read:
    folded = [fold(word.text) for word in words(page.text)]
    rows = range(len(folded) - SHINGLE + 1) if len(folded) >= SHORT else ()
    edges = f"{page.text[:EDGE]} {page.text[-EDGE:]}".casefold()
    identity = canonical_url(page.url)
    named = canonical_url(page.canonical) if page.canonical else None
    return _Read(
        page=page,
        addresses=frozenset(one for one in (identity, named) if one),
        identity=identity,
        shingles=frozenset(" ".join(folded[start : start + SHINGLE]) for start in rows),
        agencies=frozenset(mark for mark in _marks()["agencies"] if mark in edges),
        released=any(mark in edges for mark in _marks()["releases"]),
    )


def _alike(better: _Read, other: _Read) -> Why | None:
    """Why the pages are one, None where they are two."""
    if better.identity is not None and better.identity == other.identity:
        return Why.ADDRESS
    held = _containment(better.shingles, other.shingles)
    if held < SIGNED:
        return None
    if better.released or other.released:
        return Why.RELEASE
    if better.agencies & other.agencies:
        return Why.AGENCY
    if better.addresses & other.addresses:
        return Why.ADDRESS
    if held < CONTAINED and resemblance(better.shingles, other.shingles) < RESEMBLING:
        return None
    return Why.OFFICE if better.page.tier is Tier.GOVERNMENT else Why.COPY


def _containment(one: frozenset[str], two: frozenset[str]) -> float:
    """Share of the smaller set that is in the larger, 0 when one is empty."""
    return len(one & two) / min(len(one), len(two)) if one and two else 0.0


@cache
def _marks() -> dict[str, tuple[str, ...]]:
    content = resources.files("veracity.sources").joinpath("copies.toml").read_text("utf-8")
    return {name: tuple(marks) for name, marks in tomllib.loads(content).items()}
