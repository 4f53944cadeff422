"""The tables of an archive.

`documents` hold each text once, named by its digest. `passages` are spans of them, with a vector.
`words` is the full-text index over the passages. `state` counts changes, so that another
connection, in this process or another, sees at its next search that something was added.
"""

from __future__ import annotations

import sqlite3

VERSION = 1

TOKENIZER = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
"""The default splits and strips the vowel signs of Sinhala and Tamil."""

_START = (("changes", "0"), ("removals", "0"), ("passages", "0"), ("contents", "0" * 64))

_TABLES = (
    """
    CREATE TABLE IF NOT EXISTS state (
        name TEXT PRIMARY KEY, value TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE IF NOT EXISTS documents (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        digest TEXT NOT NULL UNIQUE,
        url TEXT NOT NULL,
        title TEXT NOT NULL,
        publisher TEXT NOT NULL,
        tier TEXT NOT NULL,
        published TEXT,
        curated INTEGER NOT NULL,
        media_type TEXT NOT NULL,
        origin TEXT NOT NULL,
        added_at TEXT NOT NULL,
        text TEXT NOT NULL
    )
    """,
    "CREATE INDEX IF NOT EXISTS documents_url ON documents (url)",
    """
    CREATE TABLE IF NOT EXISTS subjects (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        names TEXT NOT NULL,
        UNIQUE (name, names)
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS passages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        heading TEXT,
        subject INTEGER REFERENCES subjects (id),
        fields TEXT,
        standing INTEGER NOT NULL,
        vector BLOB
    )
    """,
    "CREATE INDEX IF NOT EXISTS passages_document ON passages (document)",
    f"""
    CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
        names, topics, body, detail = full, tokenize = "{TOKENIZER}"
    )
    """,
    "CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab (words, row)",
)


def create(connection: sqlite3.Connection) -> None:
    """Make the tables that are missing. The caller holds the write lock."""
    for statement in _TABLES:
        connection.execute(statement)
    connection.execute("INSERT OR IGNORE INTO state VALUES ('schema', ?)", (str(VERSION),))
    for name, value in _START:
        connection.execute("INSERT OR IGNORE INTO state VALUES (?, ?)", (name, value))
