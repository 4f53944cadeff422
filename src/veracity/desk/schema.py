"""The tables of the journal, and the version they are in."""

from __future__ import annotations

import sqlite3

from veracity.desk.database import writing
from veracity.domain.errors import StorageError

VERSION = 1

_TABLES = (
    "CREATE TABLE schema (version INTEGER NOT NULL)",
    # One row. It only ever grows, so that a token is never given twice.
    "CREATE TABLE counter (token INTEGER NOT NULL)",
    """CREATE TABLE leases (
        namespace TEXT NOT NULL, key TEXT NOT NULL,
        token INTEGER NOT NULL, holder TEXT NOT NULL,
        expires REAL NOT NULL,
        PRIMARY KEY (namespace, key)
    ) WITHOUT ROWID""",
    # Either `value` (canonical JSON) or `blob` (its digest). Instants in seconds since 1970, except
    # `asked_at`, which goes into cases as it stands.
    """CREATE TABLE replies (
        namespace TEXT NOT NULL, key TEXT NOT NULL,
        token INTEGER NOT NULL, kind TEXT NOT NULL, provider TEXT NOT NULL, model TEXT,
        value BLOB, blob TEXT,
        input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, cost TEXT NOT NULL,
        asked_at TEXT NOT NULL, seconds REAL NOT NULL, recorded REAL NOT NULL,
        PRIMARY KEY (namespace, key)
    )""",
    "CREATE INDEX replies_by_age ON replies (recorded)",
    """CREATE TABLE failures (
        id INTEGER PRIMARY KEY,
        namespace TEXT NOT NULL, key TEXT NOT NULL,
        token INTEGER NOT NULL, kind TEXT NOT NULL, provider TEXT NOT NULL, model TEXT,
        failure TEXT NOT NULL, message TEXT NOT NULL, cost TEXT NOT NULL,
        asked_at TEXT NOT NULL, seconds REAL NOT NULL, recorded REAL NOT NULL
    )""",
    "CREATE INDEX failures_by_age ON failures (recorded)",
    # Every blob that a reply lies in or names.
    """CREATE TABLE mentions (
        namespace TEXT NOT NULL, key TEXT NOT NULL, digest TEXT NOT NULL,
        PRIMARY KEY (namespace, key, digest)
    ) WITHOUT ROWID""",
)


def prepare(connection: sqlite3.Connection) -> None:
    """Make the tables in an empty file. Raises `StorageError` for a file of another version."""
    if not _exists(connection):
        with writing(connection):
            if not _exists(connection):  # Another process may have been faster.
                for table in _TABLES:
                    connection.execute(table)
                connection.execute("INSERT INTO schema VALUES (?)", (VERSION,))
                connection.execute("INSERT INTO counter VALUES (0)")
    (version,) = connection.execute("SELECT version FROM schema").fetchone()
    if version > VERSION:
        raise StorageError(
            f"The journal was written by a newer Veracity (schema {version}, this one reads "
            f"{VERSION}).",
            "Update Veracity, or set VERACITY_HOME to another folder.",
        )


def _exists(connection: sqlite3.Connection) -> bool:
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema'").fetchone()
    return found is not None
