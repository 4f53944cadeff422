"""Connections to an archive's tables, and its state. One writer at a time, many readers."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from veracity.desk.database import explained, open_database, patiently
from veracity.retrieval.archive import schema

MEMORY = ":memory:"


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
    shares: Mapping[str, float]
    """Common words, and which share of the passages has them."""


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
        shares=json.loads(rows.get("shares", "{}")),
    )


def value(connection: sqlite3.Connection, name: str) -> str | None:
    """One value of the state table."""
    row = connection.execute("SELECT value FROM state WHERE name = ?", (name,)).fetchone()
    return None if row is None else row[0]


def set_value(connection: sqlite3.Connection, name: str, text: str) -> None:
    """Write one value of the state table."""
    connection.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, text))


def count(connection: sqlite3.Connection, table: str) -> int:
    """How many rows a table has."""
    number: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return number
