"""Which topics a claim touches, and which public bodies hold the primary record of them.

The tables are data: `sources/us.toml` and one file for each further country, named by two letters,
and `sources/int.toml` for the international bodies. A claim touches a topic when one of the topic's
terms stands in it: the same stems, word after word. A term in capitals is an abbreviation and
counts in capitals only.

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
from typing import Any, NamedTuple

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
    """`US`, `UK`, `LK`, or `INT` for an international body."""
    terms: tuple[str, ...]
    sites: tuple[str, ...]
    """Hosts, with or without a path."""


class _Part(NamedTuple):
    """One word of a term or a name."""

    stem: str
    capitals: bool


_Run = tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    topics: tuple[Topic, ...]
    runs: tuple[tuple[_Run, ...], ...]
    """The terms of each topic."""
    names: tuple[_Run, ...]
    """How claims name the country."""


def topics_of(claim_text: str, *, jurisdiction: str | None = None) -> tuple[Topic, ...]:
    """The topics that a claim touches, those of its country first; none is an answer.

    Within a table, the topic with the longest term in the claim comes first, then the one with more
    terms in it, then the table's order. `jurisdiction` says where a claim belongs that names no
    country; None is `DEFAULT_JURISDICTION`. One without a table leaves the international bodies.
    """
    written = words(claim_text)
    found: list[Topic] = []
    for table in _tables_for(written, jurisdiction or DEFAULT_JURISDICTION):
        reached = [
            (-max(lengths), -len(lengths), number)
            for number, runs in enumerate(table.runs)
            if (lengths := [len(run) for run in runs if _stands(run, written)])
        ]
        found += [table.topics[number] for _, _, number in sorted(reached)]
    return tuple(found)


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
    position = 0
    while position < len(written):
        length, code = max(
            (
                (len(run), code)
                for run, code in _names().get(written[position].stem, ())
                if _stands_at(run, written, position)
            ),
            default=(0, ""),
        )
        if length:
            named.add(code)
        position += max(1, length)
    return named


def _stands(run: _Run, written: Sequence[Word]) -> bool:
    return any(_stands_at(run, written, at) for at in range(len(written) - len(run) + 1))


def _stands_at(run: _Run, written: Sequence[Word], at: int) -> bool:
    if at + len(run) > len(written):
        return False
    return all(
        word.stem == part.stem and (not part.capitals or _in_capitals(word.text))
        for part, word in zip(run, written[at : at + len(run)], strict=True)
    )


def _in_capitals(text: str) -> bool:
    """Whether a word is in capitals throughout, but for a possessive ending."""
    return re.split("['’]", text, maxsplit=1)[0].isupper()


def _run(term: str) -> _Run:
    return tuple(_Part(word.stem, _in_capitals(word.text)) for word in words(term))


@cache
def _names() -> dict[str, tuple[tuple[_Run, str], ...]]:
    """Names of countries with their jurisdictions, by the stem of the first word."""
    pairs = [(run, code) for code, table in _tables().items() for run in table.names]
    pairs += [(_run(name), "") for name in _read("elsewhere.toml")["names"]]
    by_first: dict[str, list[tuple[_Run, str]]] = {}
    for run, code in pairs:
        by_first.setdefault(run[0].stem, []).append((run, code))
    return {stem: tuple(found) for stem, found in by_first.items()}


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
        runs=tuple(tuple(_run(term) for term in topic.terms) for topic in topics),
        names=tuple(_run(name) for name in raw["names"]),
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
