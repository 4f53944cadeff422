"""Which claims were judged lately, and where their cases lie: a claim is not judged twice a day.

An index beside the cases, in SQLite. It only says where to look: a case is reused when its file
is still the one that was written down, whole, with every digest holding. The index may be lost,
damaged or locked at any time, and then a claim is judged again; no verdict ever waits for it.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from veracity.desk.database import open_database, patiently, writing
from veracity.domain.canonical import digest
from veracity.domain.case import Case
from veracity.domain.claim import Claim
from veracity.domain.errors import BadInput, VeracityError
from veracity.publish import before
from veracity.publish.before import Before
from veracity.publish.casefile import load

FILE = "casebook.sqlite3"
WAIT_SECONDS = 2.0
"""How long another process may hold the index before a claim is judged without it."""
KEPT = timedelta(days=90)
"""Older lines are dropped."""

_TABLE = """
CREATE TABLE IF NOT EXISTS judged (
    asked TEXT NOT NULL,    -- digest of the claim and of everything that was asked about it
    made_at REAL NOT NULL,  -- seconds since 1970, UTC
    seal TEXT NOT NULL,     -- of the case
    place TEXT NOT NULL,    -- absolute path of the case file
    PRIMARY KEY (asked, seal)
) STRICT, WITHOUT ROWID
"""
_CONCLUDED = """
CREATE TABLE IF NOT EXISTS concluded (
    figures TEXT NOT NULL,  -- of the claim: the key under which claims that may be equal lie
    made_at REAL NOT NULL,
    claim TEXT NOT NULL,
    label TEXT NOT NULL,
    bucket TEXT NOT NULL,
    method TEXT NOT NULL,
    place TEXT NOT NULL,
    PRIMARY KEY (figures, place)
) STRICT, WITHOUT ROWID
"""
LOOKED_AT = 500
"""Cases with the same figures that are compared with a claim, the latest first."""
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_DURATION = re.compile(r"(?P<count>\d{1,6})(?P<unit>[smhd])")

T = TypeVar("T")


def within(text: str) -> timedelta:
    """A length of time such as `90s`, `30m`, `24h` or `2d`. Raises `BadInput`."""
    match = _DURATION.fullmatch(text.strip().lower())
    if match is None or not int(match["count"]):
        raise BadInput(f"'{text}' is no length of time.", "Write it like 30m, 24h or 2d.")
    return timedelta(seconds=int(match["count"]) * _UNITS[match["unit"]])


def same_claim(claim: Claim) -> list[Any]:
    """What two claims have in common that are the same: their words, and who makes them where.

    Words are compared without their white space and the full stop at the end. Letters keep their
    case, because that can tell a name from a word.
    """
    words = " ".join(unicodedata.normalize("NFC", claim.text).split()).rstrip(".")
    return [words, claim.language, claim.speaker, claim.claimed_on, claim.origin]


class Casebook:
    """The index at `path`. Several processes may use it at once."""

    def __init__(self, path: Path, *, wait_seconds: float = WAIT_SECONDS) -> None:
        self._path = path
        self._wait = wait_seconds

    def remember(self, case: Case, place: Path, asked: Mapping[str, Any], at: datetime) -> bool:
        """Write down that `case` lies at `place` since `at`. Returns whether it was written.

        `asked` are the dials that changed what was asked. A case with a failure in it is not
        written down: a fault is never reused.
        """
        if any(exchange.failure is not None for exchange in case.exchanges):
            return False
        key = _key(case.claim, case.method, case.method_version, asked)
        line = (key, at.timestamp(), case.seal, str(place.absolute()))
        verdict, text = case.verdict, case.claim.text
        about = (before.key(text), at.timestamp(), text, verdict.label, verdict.bucket.value)

        def write(index: sqlite3.Connection) -> bool:
            with writing(index, lasting=False):
                index.execute(_TABLE)
                oldest = (at - KEPT).timestamp()
                index.execute("DELETE FROM judged WHERE made_at < ?", (oldest,))
                index.execute("INSERT OR REPLACE INTO judged VALUES (?, ?, ?, ?)", line)
                index.execute(_CONCLUDED)
                index.execute(
                    "INSERT OR REPLACE INTO concluded VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (*about, case.method, line[3]),
                )
            return True

        return self._do(write) or False

    def recent(
        self,
        claim: Claim,
        method: str,
        version: int,
        asked: Mapping[str, Any],
        *,
        now: datetime,
        within: timedelta,
    ) -> Path | None:
        """Where the latest case of this very check lies that is not older than `within`.

        The case may have other decision dials; it can be decided again under those of this run.
        None when there is no such case, or when its file is gone or is not what it was.
        """
        key = _key(claim, method, version, asked)
        span = ((now - within).timestamp(), now.timestamp())

        def look(index: sqlite3.Connection) -> list[tuple[str, str]]:
            return index.execute(
                "SELECT place, seal FROM judged WHERE asked = ? AND made_at BETWEEN ? AND ?"
                " ORDER BY made_at DESC, seal",
                (key, *span),
            ).fetchall()

        lines = self._do(look) or []
        return next((Path(place) for place, seal in lines if _is_whole(Path(place), seal)), None)

    def before(self, claim: Claim) -> tuple[Before, ...]:
        """What earlier cases concluded of this claim, whatever they were asked, the latest first.

        Claims are compared by their words and figures (`rules/same_claim`). Nothing is read but the
        index, so a case may have been moved since.
        """

        def look(index: sqlite3.Connection) -> list[tuple[Any, ...]]:
            return index.execute(
                "SELECT claim, label, bucket, method, made_at, place FROM concluded"
                " WHERE figures = ? ORDER BY made_at DESC, place LIMIT ?",
                (before.key(claim.text), LOOKED_AT),
            ).fetchall()

        lines = self._do(look) or []
        return before.alike(claim.text, (_before(*line) for line in lines))

    def _do(self, step: Callable[[sqlite3.Connection], T]) -> T | None:
        """Do `step` over the index, over a new one if it is damaged. None where that fails: another
        process holds it, nothing was ever written to it, its folder cannot be used."""
        for _ in range(2):
            try:
                with self._opened() as index:
                    return patiently(lambda: step(index), self._wait)
            except (sqlite3.OperationalError, OSError):
                return None
            except sqlite3.DatabaseError:
                if not self._set_aside():
                    return None
        return None

    @contextmanager
    def _opened(self) -> Generator[sqlite3.Connection]:
        index = patiently(lambda: open_database(self._path), self._wait)
        try:
            yield index
        finally:
            index.close()

    def _set_aside(self) -> bool:
        """Make way for a new index: what a damaged one knew can be judged again."""
        try:
            for ending in ("", "-wal", "-shm"):
                self._path.with_name(self._path.name + ending).unlink(missing_ok=True)
        except OSError:
            return False
        return True


def _before(claim: str, label: str, bucket: str, method: str, made_at: float, place: str) -> Before:
    made_on = datetime.fromtimestamp(made_at, UTC).date().isoformat()
    return Before(claim, label, bucket, method, made_on, place)


def _key(claim: Claim, method: str, version: int, asked: Mapping[str, Any]) -> str:
    return digest([same_claim(claim), method, version, dict(asked)])


def _is_whole(place: Path, seal: str) -> bool:
    try:
        case = load(place)
    except VeracityError:
        return False
    return case.seal == seal and not case.verify()
