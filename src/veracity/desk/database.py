"""Opening SQLite, waiting for its lock, and saying what a person can do when it fails."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from veracity.domain.errors import StorageError

T = TypeVar("T")

WAIT_SECONDS = 60.0
"""How long another process may hold the lock before it is called stuck."""

_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PROTOCOL)
_CAUSES = {
    sqlite3.SQLITE_FULL: ("The disk is full", "Free some space and run the same command again."),
    sqlite3.SQLITE_READONLY: ("It is read-only", "Make it writable or set VERACITY_HOME."),
    sqlite3.SQLITE_CANTOPEN: (
        "It cannot be opened",
        "Make its folder writable or set VERACITY_HOME.",
    ),
    sqlite3.SQLITE_PERM: ("Access is denied", "Make it writable or set VERACITY_HOME."),
    sqlite3.SQLITE_CORRUPT: ("It is damaged", "Move it away; a new one is made."),
    sqlite3.SQLITE_NOTADB: ("It is not a database", "Move it away; a new one is made."),
    sqlite3.SQLITE_IOERR: (
        "The disk does not take or give the bytes",
        "Check the disk and its free space.",
    ),
}


def open_database(path: Path) -> sqlite3.Connection:
    """Open or make the database at `path` in WAL mode, for use under a lock of the caller's.

    Statements run in autocommit; `writing` groups them. Any of them may find the file locked:
    `patiently` is for that.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        # So that a prune gives space back without room for a second copy of the file.
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def writing(connection: sqlite3.Connection, *, lasting: bool = True) -> Generator[None]:
    """One write transaction: all of it or nothing.

    It outlives a killed process in any case, and a power cut if it is `lasting`, which costs a
    flush of the disk. Later transactions that last flush earlier ones too.

    Within another one it is a part that can be undone by itself. That ends, and lasts, with the
    whole.
    """
    if connection.in_transaction:
        begin, end, undo = "SAVEPOINT part", "RELEASE part", ("ROLLBACK TO part", "RELEASE part")
    else:
        connection.execute(f"PRAGMA synchronous = {'FULL' if lasting else 'NORMAL'}")
        begin, end, undo = "BEGIN IMMEDIATE", "COMMIT", ("ROLLBACK",)
    connection.execute(begin)
    try:
        yield
        connection.execute(end)
    except BaseException:
        if connection.in_transaction:
            for statement in undo:
                connection.execute(statement)
        raise


def patiently(step: Callable[[], T], wait_seconds: float = WAIT_SECONDS) -> T:
    """Do `step`, again while the database is locked, at random intervals of 2 to 50 ms.

    A step must leave nothing behind when it finds the lock taken: a read, or one transaction.
    Chance keeps two waiting processes from meeting again and again. Raises the last
    `sqlite3.OperationalError` after `wait_seconds`.
    """
    until = time.monotonic() + wait_seconds
    while True:
        try:
            return step()
        except sqlite3.OperationalError as error:
            if _cause(error) not in _LOCKED or time.monotonic() >= until:
                raise
        time.sleep(random.uniform(0.002, 0.05))


@contextmanager
def explained(path: Path) -> Generator[None]:
    """Turn faults of the disk and of SQLite into a `StorageError` with what to do."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise explanation(error, path) from error


def explanation(error: sqlite3.Error | OSError, path: Path) -> StorageError:
    """What a fault of the file at `path` is called, and what to do about it."""
    if isinstance(error, OSError):
        return StorageError(
            f"{path} cannot be used: {error.strerror}.",
            "Make its folder writable, or set VERACITY_HOME to another.",
        )
    cause = _cause(error)
    if cause in _LOCKED:
        what, fix = "Another process keeps it locked", "End that process, or try again later."
    else:
        what, fix = _CAUSES.get(cause, (str(error).capitalize(), ""))
    return StorageError(f"{path} cannot be used. {what}.", fix)


def _cause(error: sqlite3.Error) -> int:
    # The low byte is the primary code; the rest says where in SQLite it happened. Errors that
    # Python raises by itself have no code.
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF
