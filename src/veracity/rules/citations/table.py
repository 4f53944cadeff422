"""`sources/urls.toml`, read once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class Site:
    """What one site does otherwise with its parameters."""

    domains: frozenset[str]
    keep: frozenset[str]
    drop: frozenset[str]


@dataclass(frozen=True, slots=True)
class Page:
    """Addresses that one site serves the same page under."""

    domains: frozenset[str]
    pattern: re.Pattern[str]
    to: str
    fold: str
    """How the address is written once more: `doi`, `title` or empty; see the table."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What marks another view of a page."""

    labels: frozenset[str]
    segments: frozenset[str]
    ending: re.Pattern[str]
    """Before the last ending of a path or at its end."""
    parameters: frozenset[str]


@dataclass(frozen=True, slots=True)
class Table:
    """Which parts of an address do not tell pages apart."""

    tracking: frozenset[str]
    prefixes: tuple[str, ...]
    words: frozenset[str]
    """Tracking where the value has no digit."""
    sessions: frozenset[str]
    session_parameter: re.Pattern[str]
    session_segment: re.Pattern[str]
    sites: tuple[Site, ...]
    pages: tuple[Page, ...]
    variant: Variant


@cache
def table() -> Table:
    """The table, with every pattern compiled."""
    text = resources.files("veracity.sources").joinpath("urls.toml").read_text("utf-8")
    given: dict[str, Any] = tomllib.loads(text)
    tracking, session, variant = given["tracking"], given["session"], given["variant"]
    names = "|".join(map(re.escape, session["names"]))
    return Table(
        tracking=frozenset(tracking["names"]),
        prefixes=tuple(tracking["prefixes"]),
        words=frozenset(tracking["words"]),
        sessions=frozenset(session["names"]),
        session_parameter=re.compile(rf";(?:{names})=[^;/]*", re.IGNORECASE),
        session_segment=re.compile("|".join(session["segments"])),
        sites=tuple(
            Site(
                domains=frozenset(site["domains"]),
                keep=frozenset(site.get("keep", ())),
                drop=frozenset(site.get("drop", ())),
            )
            for site in given["site"]
        ),
        pages=tuple(
            Page(
                domains=frozenset(page["domains"]),
                pattern=re.compile(page["from"], re.ASCII),
                to=page["to"],
                fold=page.get("fold", ""),
            )
            for page in given["page"]
        ),
        variant=Variant(
            labels=frozenset(variant["labels"]),
            segments=frozenset(variant["segments"]),
            ending=re.compile(rf"\.(?:{'|'.join(variant['endings'])})(?=$|\.[a-z]+$)"),
            parameters=frozenset(variant["parameters"]),
        ),
    )


def domains_of(host: str) -> Iterator[str]:
    """A host and every domain that it lies in, longest first."""
    yield host
    while "." in host:
        host = host.partition(".")[2]
        yield host
