"""Public offices: what they are called, who held them on a day, and which pages are their own.

All that is known of offices is the table `sources/offices.toml`. An office is named by its title,
by a whole name of whoever held it, or by title and surname together; a surname alone names nobody.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from veracity.rules.sites import Place, place
from veracity.rules.words import fold, words

Name = tuple[str, ...]
"""The words of a name, without letter case, accents and possessive endings."""

_JOINING = frozenset({"the", "of", "and", "for", "a", "an", "s"})


@dataclass(frozen=True, slots=True)
class Term:
    """A time in which somebody held an office."""

    holders: tuple[Name, ...]
    """The holder's whole name, in each of its spellings."""
    surname: Name
    since: date
    until: date | None
    """The last day; None for a term that was open when the table was read."""
    sites: tuple[Place, ...]
    """Pages of this term alone."""


@dataclass(frozen=True, slots=True)
class Office:
    """An office, and what is its own."""

    id: str
    title: str
    jurisdiction: str
    called: frozenset[frozenset[str]]
    """Its names, each as the set of its words."""
    sites: tuple[Place, ...]
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The content of `sources/offices.toml`."""

    read_on: date
    """What happened later is not in the table."""
    offices: tuple[Office, ...]
    legal: frozenset[str]
    honorific: frozenset[str]
    beside: frozenset[str]
    organization: frozenset[str]
    account: tuple[str, ...]
    account_sites: tuple[Place, ...]
    before_account: frozenset[str]
    member_sites: tuple[Place, ...]


class Held(NamedTuple):
    """An office that a speaker held, with the pages that spoke for it then."""

    office: Office
    sites: tuple[Place, ...]
    uncertain: bool
    """Whether the day is unknown, or later than what the table knows of an open term."""


def name_of(text: str) -> Name:
    """The words of a name."""
    return tuple(folded for word in words(text) if (folded := fold(word.text).strip("'")))


def content(name: Sequence[str]) -> frozenset[str]:
    """The words of a name that tell it from others."""
    return frozenset(name) - _JOINING


def runs(part: Name, name: Name) -> Iterator[tuple[int, int]]:
    """Where the words of `part` stand together in `name`."""
    size = len(part)
    for at in range(len(name) - size + 1 if part else 0):
        if name[at : at + size] == part:
            yield at, at + size


def held_by(speaker: Name, said_on: date | None) -> tuple[Held, ...]:
    """The offices that a speaker is, or held on that day; on an unknown day those ever held."""
    found: list[Held] = []
    for office in table().offices:
        if content(speaker) in office.called:
            on_day = [one for one in office.terms if said_on is None or _within(one, said_on)]
            sites = tuple(site for one in on_day for site in one.sites)
            found.append(Held(office, (*office.sites, *sites), uncertain=False))
            continue
        for term in office.terms:
            if not _names(speaker, term, office):
                continue
            if said_on is None or _within(term, said_on):
                sites = (*office.sites, *term.sites)
                found.append(Held(office, sites, uncertain=_uncertain(term, said_on)))
    return tuple(found)


def is_called(office: Office, publisher: Name) -> bool:
    """Whether a publisher's name is the office's."""
    return content(publisher) in office.called


def _within(term: Term, day: date) -> bool:
    return term.since <= day and (term.until is None or day <= term.until)


def _uncertain(term: Term, day: date | None) -> bool:
    return day is None or (term.until is None and day > table().read_on)


def _names(speaker: Name, term: Term, office: Office) -> bool:
    """Whether a speaker is the holder: by the whole name, or by surname beside the title."""
    titles = frozenset[str]().union(*office.called) | table().honorific | _JOINING
    for start, end in (found for holder in term.holders for found in runs(holder, speaker)):
        if set(speaker[:start] + speaker[end:]) <= titles:
            return True
    for start, end in runs(term.surname, speaker):
        rest = content(speaker[:start] + speaker[end:])
        if rest and end == len(speaker) and rest <= titles and _has_title(rest, office):
            return True
    return False


def _has_title(rest: frozenset[str], office: Office) -> bool:
    return any(called <= rest for called in office.called)


@cache
def table() -> Table:
    """Read the table once."""
    text = resources.files("veracity.sources").joinpath("offices.toml").read_text("utf-8")
    raw: dict[str, Any] = tomllib.loads(text)
    listed = {name: tuple(line.split()) for name, line in raw["words"].items()}
    return Table(
        read_on=raw["read_on"],
        offices=tuple(_office(row) for row in raw["office"]),
        legal=frozenset(listed["legal"]),
        honorific=frozenset(listed["honorific"]),
        beside=frozenset(listed["beside"]),
        organization=frozenset(listed["organization"]),
        account=listed["account"],
        account_sites=_places(raw["accounts"]["hosts"]),
        before_account=frozenset(raw["accounts"]["before"].split()),
        member_sites=_places(raw["members"]["hosts"]),
    )


def _office(row: dict[str, Any]) -> Office:
    names = (row["title"], *row["also_called"])
    return Office(
        id=row["id"],
        title=row["title"],
        jurisdiction=row["jurisdiction"],
        called=frozenset(content(name_of(name)) for name in names),
        sites=_places(row["hosts"]),
        terms=tuple(_term(term) for term in row["terms"]),
    )


def _term(row: dict[str, Any]) -> Term:
    holder = name_of(row["holder"])
    return Term(
        holders=(holder, *(name_of(name) for name in row.get("also", ()))),
        surname=name_of(row["surname"]) if "surname" in row else holder[-1:],
        since=row["from"],
        until=row.get("until"),
        sites=_places(row.get("hosts", ())),
    )


def _places(sites: Sequence[str]) -> tuple[Place, ...]:
    found = [(site, place(site)) for site in sites]
    wrong = [site for site, where in found if where is None]
    if wrong:
        raise ValueError(f"{wrong[0]} is no site")
    return tuple(where for _, where in found if where is not None)
