"""Writing an archive's rows. The caller holds the write lock."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from veracity.domain.canonical import digest
from veracity.domain.errors import BadInput
from veracity.domain.evidence import Document, Source
from veracity.retrieval.archive import keyword, rows
from veracity.retrieval.archive.store import count, set_value, state, value
from veracity.retrieval.pieces import Cut, Piece
from veracity.retrieval.tokens import plain_text

LEAST_PREFIX = 8
"""Letters of a digest that are enough to name a document."""
_SUM_BITS = 256


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


def remove(connection: sqlite3.Connection, documents: Sequence[int]) -> None:
    """Take documents out, with their passages and their words."""
    total = int(state(connection).contents, 16)
    for row in documents:
        found = connection.execute(
            f"SELECT {rows.SOURCE} FROM documents d WHERE d.id = ?", (row,)
        ).fetchone()
        total -= _name(found[0], rows.source_of(found[1:]))
        connection.execute(
            "DELETE FROM words WHERE rowid IN (SELECT id FROM passages WHERE document = ?)", (row,)
        )
        connection.execute("DELETE FROM documents WHERE id = ?", (row,))
    if documents:
        connection.execute(
            "DELETE FROM subjects WHERE id NOT IN"
            " (SELECT subject FROM passages WHERE subject IS NOT NULL)"
        )
        removals = int(value(connection, "removals") or 0) + 1
        set_value(connection, "removals", str(removals))
        _changed(connection, total)


def named(connection: sqlite3.Connection, name: str) -> list[int]:
    """The documents with this digest, prefix of a digest, or address.

    Raises `BadInput` for a prefix that several have.
    """
    wanted = name if ":" in name else f"sha256:{name}"
    exact = connection.execute(
        "SELECT id FROM documents WHERE digest = ? OR url = ?", (wanted, name)
    ).fetchall()
    bare = wanted.partition(":")[2]
    if exact or len(bare) < LEAST_PREFIX or not bare.isalnum():
        return [row[0] for row in exact]
    found = connection.execute(
        "SELECT id FROM documents WHERE substr(digest, 1, ?) = ?", (len(wanted), wanted)
    ).fetchall()
    if len(found) > 1:
        raise BadInput(f"{len(found)} documents have a digest that starts so.", "Give more of it.")
    return [row[0] for row in found]


def at(connection: sqlite3.Connection, url: str, origin: str) -> list[int]:
    """The documents of this origin at an address."""
    query = "SELECT id FROM documents WHERE url = ? AND origin = ?"
    return [row[0] for row in connection.execute(query, (url, origin))]


def oldest(connection: sqlite3.Connection, origin: str, beyond: int) -> list[int]:
    """The documents of this origin but for the `beyond` that were added last."""
    query = "SELECT id FROM documents WHERE origin = ? ORDER BY id DESC LIMIT -1 OFFSET ?"
    return [row[0] for row in connection.execute(query, (origin, beyond))]


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
        shares = keyword.survey(connection, held)
        set_value(connection, "shares", json.dumps(shares, ensure_ascii=False))
        set_value(connection, "surveyed", str(held))


def _name(document: str, source: Source) -> int:
    """A number for a document. Their sum names the set of them, in whatever order they came."""
    tagged = digest({"document": document, "source": source})
    return int(tagged.partition(":")[2], 16)
