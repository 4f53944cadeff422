"""Reading and writing an archive's rows. One writer at a time, any number of readers."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from veracity.desk.database import explained, open_database, patiently
from veracity.domain.canonical import digest
from veracity.domain.claim import Span
from veracity.domain.evidence import Document, Passage, RecordField, Source, Tier
from veracity.retrieval.archive import keyword, schema
from veracity.retrieval.gazetteer import Subject
from veracity.retrieval.pieces import Cut, Piece, passage_id
from veracity.retrieval.tokens import plain_text

MEMORY = ":memory:"
_SUM_BITS = 256
_SOURCE = "d.digest, d.url, d.title, d.publisher, d.tier, d.published, d.curated"


@dataclass(frozen=True, slots=True)
class State:
    """What a search needs to know before it looks."""

    changes: int
    """Counts up with every change."""
    removals: int
    passages: int
    """How many it has."""
    contents: str
    """Names the set of documents, whatever the order in which they came."""
    common: frozenset[str]
    """Words too common to search for."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A document in the archive."""

    digest: str
    source: Source
    passages: int
    added_at: str
    """An instant in UTC."""


class Store:
    """The tables of one archive. Each thread that needs one has a connection of its own.

    Without a path the tables are in memory, and threads take turns at one connection.
    """

    def __init__(self, path: Path | None, wait_seconds: float) -> None:
        self.path = path if path is not None else Path(MEMORY)
        self._wait = wait_seconds
        self._threads = threading.local()
        self._lock = threading.RLock()
        self._turn = threading.RLock() if path is None else nullcontext()
        self._opened: list[sqlite3.Connection] = []
        with self.writing() as connection:
            schema.create(connection)

    def close(self) -> None:
        """Close every connection."""
        with self._lock:
            for connection in self._opened:
                connection.close()
            self._opened.clear()
            self._threads = threading.local()

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """A connection that sees one state of the archive until the block ends."""
        with self._transaction("BEGIN", "ROLLBACK") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """A connection in one transaction: all that is written in the block, or nothing.

        Waits for another process that writes. Raises `StorageError`.
        """
        with self._transaction("BEGIN IMMEDIATE", "COMMIT") as connection:
            yield connection

    @contextmanager
    def _transaction(self, begin: str, end: str) -> Generator[sqlite3.Connection]:
        with self._turn, explained(self.path):
            connection = self._connection()
            patiently(lambda: connection.execute(begin), self._wait)
            try:
                yield connection
                connection.execute(end)
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _connection(self) -> sqlite3.Connection:
        if self.path == Path(MEMORY) and self._opened:
            return self._opened[0]
        held: sqlite3.Connection | None = getattr(self._threads, "connection", None)
        if held is None:
            held = patiently(lambda: open_database(self.path), self._wait)
            held.execute("PRAGMA foreign_keys = ON")
            self._threads.connection = held
            with self._lock:
                self._opened.append(held)
        return held


def state(connection: sqlite3.Connection) -> State:
    """The archive's state, as this connection sees it."""
    rows = dict(connection.execute("SELECT name, value FROM state").fetchall())
    return State(
        changes=int(rows["changes"]),
        removals=int(rows["removals"]),
        passages=int(rows["passages"]),
        contents=rows["contents"],
        common=frozenset(json.loads(rows.get("common", "[]"))),
    )


def value(connection: sqlite3.Connection, name: str) -> str | None:
    """One value of the state table."""
    row = connection.execute("SELECT value FROM state WHERE name = ?", (name,)).fetchone()
    return None if row is None else row[0]


def set_value(connection: sqlite3.Connection, name: str, text: str) -> None:
    """Write one value of the state table."""
    connection.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, text))


def known(connection: sqlite3.Connection, digests: Iterable[str]) -> set[str]:
    """Which of these documents the archive has."""
    query = "SELECT 1 FROM documents WHERE digest = ?"
    return {one for one in digests if connection.execute(query, (one,)).fetchone()}


def insert(connection: sqlite3.Connection, cuts: Iterable[Cut], origin: str) -> list[str]:
    """Write documents with their passages. Returns the digests of those that were new."""
    subjects: dict[tuple[str, tuple[str, ...]], int] = {}
    written: list[str] = []
    total = int(state(connection).contents, 16)
    for cut in cuts:
        row = _insert_document(connection, cut.document, origin)
        if row is None:
            continue
        for piece in cut.pieces:
            _insert_passage(connection, row, cut.document, piece, subjects)
        digest_of = cut.document.digest
        written.append(digest_of)
        total += _name(digest_of, cut.document.source)
    if written:
        _changed(connection, total)
    return written


def remove(connection: sqlite3.Connection, rows: Sequence[int]) -> None:
    """Take documents out, with their passages and their words."""
    total = int(state(connection).contents, 16)
    for row in rows:
        found = connection.execute(
            f"SELECT {_SOURCE} FROM documents d WHERE d.id = ?", (row,)
        ).fetchone()
        total -= _name(found[0], _source(found[1:]))
        connection.execute(
            "DELETE FROM words WHERE rowid IN (SELECT id FROM passages WHERE document = ?)", (row,)
        )
        connection.execute("DELETE FROM documents WHERE id = ?", (row,))
    if rows:
        connection.execute(
            "DELETE FROM subjects WHERE id NOT IN"
            " (SELECT subject FROM passages WHERE subject IS NOT NULL)"
        )
        removals = int(value(connection, "removals") or 0) + 1
        set_value(connection, "removals", str(removals))
        _changed(connection, total)


def subjects(connection: sqlite3.Connection) -> list[Subject]:
    """The entries of reference works."""
    rows = connection.execute("SELECT id, name, names FROM subjects ORDER BY id")
    return [Subject(row[0], row[1], tuple(json.loads(row[2]))) for row in rows]


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
        f"SELECT p.id, {_SOURCE}, p.first, p.last, p.heading, p.fields, p.standing,"
        " s.name, s.names, substr(d.text, p.first + 1, p.last - p.first)"
        " FROM passages p JOIN documents d ON d.id = p.document"
        f" LEFT JOIN subjects s ON s.id = p.subject WHERE p.id IN ({marks})",
        list(ids),
    )
    return {row[0]: _passage(row) for row in rows}


def holdings(connection: sqlite3.Connection, limit: int, offset: int) -> Iterator[Holding]:
    """Documents that were added, newest first, then those of the starter pack."""
    rows = connection.execute(
        f"SELECT {_SOURCE}, d.added_at, (SELECT count(*) FROM passages WHERE document = d.id)"
        " FROM documents d ORDER BY origin = 'starter', id DESC LIMIT ? OFFSET ?",
        (limit, offset),
    )
    for row in rows:
        yield Holding(row[0], _source(row[1:7]), row[8], row[7])


def count(connection: sqlite3.Connection, table: str) -> int:
    """How many rows a table has."""
    number: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return number


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
        source=_source((url, title, publisher, tier, published, curated)),
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


def _source(row: Sequence[object]) -> Source:
    url, title, publisher, tier, published, curated = row
    return Source(
        url=str(url),
        title=str(title),
        publisher=str(publisher),
        tier=Tier(str(tier)),
        published=date.fromisoformat(str(published)) if published else None,
        curated=bool(curated),
    )


def _insert_document(connection: sqlite3.Connection, document: Document, origin: str) -> int | None:
    source = document.source
    cursor = connection.execute(
        "INSERT INTO documents (digest, url, title, publisher, tier, published, curated,"
        " media_type, origin, added_at, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (digest) DO NOTHING",
        (
            document.digest,
            source.url,
            source.title,
            source.publisher,
            source.tier.value,
            source.published.isoformat() if source.published else None,
            source.curated,
            document.media_type,
            origin,
            datetime.now(UTC).isoformat(timespec="seconds"),
            document.text,
        ),
    )
    return cursor.lastrowid if cursor.rowcount == 1 else None


def _insert_passage(
    connection: sqlite3.Connection,
    document_row: int,
    document: Document,
    piece: Piece,
    subjects: dict[tuple[str, tuple[str, ...]], int],
) -> None:
    fields = [
        [f.attribute, f.value, f.span.start, f.span.end, f.kind, list(f.also_called)]
        for f in piece.fields
    ]
    cursor = connection.execute(
        "INSERT INTO passages (document, first, last, heading, subject, fields, standing, vector)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            document_row,
            piece.span.start,
            piece.span.end,
            piece.heading,
            _subject(connection, piece, subjects),
            json.dumps(fields, ensure_ascii=False, separators=(",", ":")) if fields else None,
            piece.standing,
            piece.vector,
        ),
    )
    names = " \n".join([piece.subject, *piece.names]) if piece.subject else document.source.title
    connection.execute(
        "INSERT INTO words (rowid, names, topics, body) VALUES (?, ?, ?, ?)",
        (
            cursor.lastrowid,
            plain_text(names),
            plain_text(f"{piece.heading or ''} {piece.topics}".strip()),
            plain_text(piece.span.of(document.text)),
        ),
    )


def _subject(
    connection: sqlite3.Connection,
    piece: Piece,
    known_subjects: dict[tuple[str, tuple[str, ...]], int],
) -> int | None:
    if piece.subject is None:
        return None
    key = (piece.subject, piece.names)
    if key not in known_subjects:
        names = json.dumps(list(piece.names), ensure_ascii=False)
        connection.execute(
            "INSERT OR IGNORE INTO subjects (name, names) VALUES (?, ?)", (piece.subject, names)
        )
        known_subjects[key] = connection.execute(
            "SELECT id FROM subjects WHERE name = ? AND names = ?", (piece.subject, names)
        ).fetchone()[0]
    return known_subjects[key]


def _changed(connection: sqlite3.Connection, total: int) -> None:
    set_value(connection, "contents", f"{total % (1 << _SUM_BITS):064x}")
    set_value(connection, "changes", str(int(value(connection, "changes") or 0) + 1))
    held = count(connection, "passages")
    set_value(connection, "passages", str(held))
    surveyed = int(value(connection, "surveyed") or 0)
    if not surveyed * 0.9 <= held <= surveyed * 1.1:
        common = keyword.common_words(connection, held)
        set_value(connection, "common", json.dumps(common, ensure_ascii=False))
        set_value(connection, "surveyed", str(held))


def _name(document: str, source: Source) -> int:
    """A number for a document. Their sum names the set of them, in whatever order they came."""
    tagged = digest({"document": document, "source": source})
    return int(tagged.partition(":")[2], 16)
