"""Reading an archive's rows: passages, what their rank depends on, subjects, documents."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from veracity.domain.claim import Span
from veracity.domain.evidence import Passage, RecordField, Source, Tier
from veracity.retrieval.gazetteer import Subject
from veracity.retrieval.pieces import passage_id

SOURCE = "d.digest, d.url, d.title, d.publisher, d.tier, d.published, d.curated"
"""Columns of a document's source, its digest first."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A document in the archive."""

    digest: str
    source: Source
    passages: int
    added_at: str
    """An instant in UTC."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a passage's rank depends on beside the scores."""

    row: int
    id: str
    tier: Tier
    published: date | None
    standing: bool
    subject: int | None
    """The entry of a reference work that it stands in, None for prose."""


def subjects(connection: sqlite3.Connection) -> list[Subject]:
    """The entries of reference works."""
    rows = connection.execute("SELECT id, name, names FROM subjects ORDER BY id")
    return [Subject(row[0], row[1], tuple(json.loads(row[2]))) for row in rows]


def candidates(connection: sqlite3.Connection, ids: Sequence[int]) -> list[Candidate]:
    """What the ranking needs to know of passages."""
    marks = ", ".join("?" * len(ids))
    rows = connection.execute(
        "SELECT p.id, d.digest, p.first, p.last, d.tier, d.published, p.standing, p.subject"
        f" FROM passages p JOIN documents d ON d.id = p.document WHERE p.id IN ({marks})",
        list(ids),
    )
    return [
        Candidate(
            row=row,
            id=passage_id(document, first, last),
            tier=Tier(tier),
            published=date.fromisoformat(published) if published else None,
            standing=bool(standing),
            subject=subject,
        )
        for row, document, first, last, tier, published, standing, subject in rows
    ]


def passages(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, Passage]:
    """Passages as evidence, without scores."""
    marks = ", ".join("?" * len(ids))
    rows = connection.execute(
        f"SELECT p.id, {SOURCE}, p.first, p.last, p.heading, p.fields, p.standing,"
        " s.name, s.names, substr(d.text, p.first + 1, p.last - p.first)"
        " FROM passages p JOIN documents d ON d.id = p.document"
        f" LEFT JOIN subjects s ON s.id = p.subject WHERE p.id IN ({marks})",
        list(ids),
    )
    return {row[0]: _passage(row) for row in rows}


def single_values(connection: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    """Subject, attribute and value of every line that has one value."""
    rows = connection.execute(
        "SELECT s.name, p.fields FROM passages p JOIN subjects s ON s.id = p.subject"
        " WHERE p.fields LIKE '%\"single\"%'"
    )
    for subject, fields in rows:
        for attribute, value, _, _, kind, _ in json.loads(fields):
            if kind == "single":
                yield subject, attribute, value


def holdings(connection: sqlite3.Connection, limit: int, offset: int) -> Iterator[Holding]:
    """Documents that were added, newest first, then those of the starter pack."""
    rows = connection.execute(
        f"SELECT {SOURCE}, d.added_at, (SELECT count(*) FROM passages WHERE document = d.id)"
        " FROM documents d ORDER BY origin = 'starter', id DESC LIMIT ? OFFSET ?",
        (limit, offset),
    )
    for row in rows:
        yield Holding(row[0], source_of(row[1:7]), row[8], row[7])


def _passage(row: Sequence[object]) -> Passage:
    (_, document, url, title, publisher, tier, published, curated, *rest) = row
    first, last, heading, fields, standing, subject, names, text = rest
    span = Span(start=first, end=last)  # pyright: ignore[reportArgumentType]
    listed: list[list[object]] = json.loads(str(fields)) if fields else []
    return Passage(
        id=passage_id(str(document), span.start, span.end),
        document=str(document),
        text=str(text),
        span=span,
        source=source_of((url, title, publisher, tier, published, curated)),
        subject=str(subject or heading) if subject or heading else None,
        subject_names=tuple(json.loads(str(names))) if names else (),
        fields=tuple(_field(one) for one in listed),
        standing=bool(standing),
    )


def _field(packed: Sequence[object]) -> RecordField:
    attribute, text, first, last, kind, called = packed
    return RecordField.model_validate(
        {
            "attribute": attribute,
            "value": text,
            "span": {"start": first, "end": last},
            "kind": kind,
            "also_called": called,
        }
    )


def source_of(row: Sequence[object]) -> Source:
    """The source in the columns of `SOURCE`, without the digest."""
    url, title, publisher, tier, published, curated = row
    return Source(
        url=str(url),
        title=str(title),
        publisher=str(publisher),
        tier=Tier(str(tier)),
        published=date.fromisoformat(str(published)) if published else None,
        curated=bool(curated),
    )
