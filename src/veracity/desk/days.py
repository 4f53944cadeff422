"""What all runs on one journal spend on one day, kept in the journal's own file.

A day is one of UTC. The most that a call may cost is added to the day's row before the call is
made, in one transaction with the look at the caps, so that not even two processes together pass
them. The call of a process that is killed counts as if it had cost all of that.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from veracity.desk.budget import Account, Caps
from veracity.desk.database import writing
from veracity.domain.exchange import Failure, FailureKind

_TABLE = """CREATE TABLE IF NOT EXISTS days (
    day TEXT PRIMARY KEY,    -- YYYY-MM-DD
    calls INTEGER NOT NULL,
    cost TEXT NOT NULL       -- US dollars, spent or set aside
) WITHOUT ROWID"""


@dataclass(frozen=True, slots=True)
class SetAside:
    """Money and one call of a day, set aside until the call is settled."""

    day: str
    ceiling: Decimal


def set_aside(
    rows: sqlite3.Connection, caps: Caps, ceiling: Decimal, now: float
) -> SetAside | Failure:
    """Set aside one call that costs at most `ceiling` US dollars, or say which cap forbids it.

    The day's first call with a cap finds what the journal has recorded since midnight.
    """
    day = datetime.fromtimestamp(now, UTC).date()
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
    with writing(rows, lasting=False):
        rows.execute(_TABLE)
        row = rows.execute("SELECT calls, cost FROM days WHERE day = ?", (str(day),)).fetchone()
        calls, cost = _recorded(rows, midnight) if row is None else (row[0], Decimal(row[1]))
        account = Account(caps, "day", spent=cost, calls=calls)
        if (refused := account.refuses(ceiling)) is not None:
            return refused
        rows.execute(
            "INSERT OR REPLACE INTO days VALUES (?, ?, ?)",
            (str(day), calls + 1, str(cost + ceiling)),
        )
    return SetAside(str(day), ceiling)


def settle(rows: sqlite3.Connection, aside: SetAside, cost: Decimal) -> None:
    """Put the true cost in place of what was set aside."""
    with writing(rows, lasting=False):
        row = rows.execute("SELECT cost FROM days WHERE day = ?", (aside.day,)).fetchone()
        if row is None:  # The journal was moved away in the meantime.
            return
        now = Decimal(row[0]) - aside.ceiling + cost
        rows.execute("UPDATE days SET cost = ? WHERE day = ?", (str(now), aside.day))


def _recorded(rows: sqlite3.Connection, since: float) -> tuple[int, Decimal]:
    # What a budget forbade was no call.
    costs = rows.execute(
        "SELECT cost FROM replies WHERE recorded >= ?"
        " UNION ALL SELECT cost FROM failures WHERE recorded >= ? AND failure <> ?",
        (since, since, FailureKind.BUDGET.value),
    ).fetchall()
    return len(costs), sum((Decimal(cost) for (cost,) in costs), Decimal(0))
