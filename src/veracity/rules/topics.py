"""Which topics a claim touches, and which public bodies hold the primary record of them.

The tables are data: `sources/us.toml` and one file for each further country, named by two letters,
and `sources/int.toml` for the international bodies. A claim touches a topic when one of the topic's
terms stands in it, as `phrases` has it.

Which tables are read:

| the claim names                                | tables                                        |
|------------------------------------------------|-----------------------------------------------|
| countries that have a table                    | theirs, then the international one            |
| other countries, or more than one (the world)  | the international one                         |
| none                                           | the jurisdiction's if it has one, then the    |
|                                                | international one                             |

So a claim about one country is never sent to the offices of another. The longest name counts:
"Latin America" and "New South Wales" do not name what "America" and "Wales" name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from veracity.rules.phrases import Phrases
from veracity.rules.sites import Place, lies_on, place
from veracity.rules.words import Word, words

DEFAULT_JURISDICTION = "US"
"""Where a claim belongs that names no country, when nobody says more."""
INTERNATIONAL = "INT"
MOST_LINES = 8
"""Topics that a prompt names: more than a model will search for."""

_COUNTRY_TABLE = re.compile(r"[a-z]{2}\.toml")


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject on which a public body keeps the primary record."""

    id: str
    name: str
    jurisdiction: str
    """As in ISO 3166-1: `US`, `GB`, `LK`, or `INT` for an international body."""
    terms: tuple[str, ...]
    sites: tuple[str, ...]
    """Hosts, with or without a path."""


@dataclass(frozen=True, slots=True)
class _Table:
    topics: tuple[Topic, ...]
    terms: Phrases[tuple[int, str]]
    """Each term with the place of its topic in the table."""
    names: tuple[str, ...]
    """How claims name the country."""


def topics_of(claim_text: str, *, jurisdiction: str | None = None) -> tuple[Topic, ...]:
    """The topics that a claim touches, those of its country first; none is an answer.

    Within a table, the topic with the longest term in the claim comes first, then the one with more
    terms in it, then the table's order. `jurisdiction` says where a claim belongs that names no
    country; None is `DEFAULT_JURISDICTION`. One without a table leaves the international bodies.
    """
    written = words(claim_text)
    tables = _tables_for(written, jurisdiction or DEFAULT_JURISDICTION)
    return tuple(topic for table in tables for topic in _touched(table, written))


def sites_line(topics: Sequence[Topic], most: int = MOST_LINES) -> str:
    """The first topics for a prompt, one a line: `name: site:a OR site:b`. Empty without topics."""
    return "\n".join(
        f"{topic.name}: {' OR '.join(f'site:{site}' for site in topic.sites)}"
        for topic in topics[:most]
    )


def sites_of(topics: Iterable[Topic]) -> tuple[str, ...]:
    """The sites of several topics, each once, in their order."""
    return tuple(dict.fromkeys(site for topic in topics for site in topic.sites))


def on_primary_site(url: str, topics: Iterable[Topic]) -> bool:
    """Whether a page lies on a site of one of the topics."""
    page = place(url)
    return page is not None and any(lies_on(page, _site(site)) for site in sites_of(topics))


def all_topics() -> tuple[Topic, ...]:
    """The topics of every table."""
    return tuple(topic for table in _tables().values() for topic in table.topics)


def _tables_for(written: Sequence[Word], jurisdiction: str) -> tuple[_Table, ...]:
    tables = _tables()
    named = _named(written)
    if not named:
        named = {jurisdiction.upper()}
    countries = [code for code in tables if code in named and code != INTERNATIONAL]
    return tuple(tables[code] for code in (*countries, INTERNATIONAL))


def _named(written: Sequence[Word]) -> set[str]:
    """The jurisdictions that a claim names; the empty word stands for all that have no table."""
    named: set[str] = set()
    at = 0
    while at < len(written):
        length, code = max(_names().at(written, at), default=(0, ""))
        if length:
            named.add(code)
        at += max(1, length)
    return named


def _touched(table: _Table, written: Sequence[Word]) -> tuple[Topic, ...]:
    """The topics of a table with a term in the claim, the longest term first."""
    lengths: dict[int, dict[str, int]] = {}
    for at in range(len(written)):
        for length, (topic, term) in table.terms.at(written, at):
            lengths.setdefault(topic, {})[term] = length
    reached = [(-max(terms.values()), -len(terms), topic) for topic, terms in lengths.items()]
    return tuple(table.topics[topic] for _, _, topic in sorted(reached))


@cache
def _names() -> Phrases[str]:
    """Names of countries with their jurisdictions."""
    pairs = [(name, code) for code, table in _tables().items() for name in table.names]
    return Phrases([*pairs, *((name, "") for name in _read("elsewhere.toml")["names"])])


@cache
def _tables() -> dict[str, _Table]:
    """Every table by its jurisdiction, the international one last."""
    files = (file.name for file in resources.files("veracity.sources").iterdir())
    countries = sorted(name for name in files if _COUNTRY_TABLE.fullmatch(name))
    read = [_read(name) for name in (*countries, "int.toml")]
    return {raw["jurisdiction"]: _table(raw) for raw in read}


def _table(raw: dict[str, Any]) -> _Table:
    topics = tuple(
        Topic(
            id=row["id"],
            name=row["name"],
            jurisdiction=raw["jurisdiction"],
            terms=tuple(row["terms"]),
            sites=tuple(row["sites"]),
        )
        for row in raw["topic"]
    )
    return _Table(
        topics=topics,
        terms=Phrases(
            (term, (number, term)) for number, topic in enumerate(topics) for term in topic.terms
        ),
        names=tuple(raw["names"]),
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(resources.files("veracity.sources").joinpath(name).read_text("utf-8"))


@cache
def _site(site: str) -> Place:
    """A site of a table, as a place."""
    found = place(site)
    if found is None:
        raise ValueError(f"{site} is no site")
    return found
