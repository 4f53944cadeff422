"""The journal's rows: replies, failures and leases, read and written in one thread.

`Journal` puts this behind an asynchronous face. Every change is one transaction, or a part of the
one that `together` opened, and blobs are written inside it, so that a prune in another process
never sees one without the other. A method that finds the file locked raises
`sqlite3.OperationalError` and has changed nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path

from veracity.desk import days
from veracity.desk.blobs import BlobDamaged, Blobs
from veracity.desk.budget import Caps
from veracity.desk.database import open_database, writing
from veracity.desk.days import SetAside
from veracity.desk.holders import Holders
from veracity.desk.schema import prepare
from veracity.domain.canonical import canonical
from veracity.domain.exchange import Failure, Reply, Request, Usage

LARGE_BYTES = 64 * 1024
"""A reply whose canonical value is larger lies in the blob store."""

_DIGEST = re.compile(rb"sha256:[0-9a-f]{64}")


class FencedOff(Exception):
    """The lease was taken over by another holder, so nothing is written for this one."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to ask one request and to write down what comes of it."""

    namespace: str
    key: str
    token: int
    """Larger than that of every lease before it."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A reply from an earlier call."""

    reply: Reply
    asked_at: datetime
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call: a reply or a failure, when it was asked and how long it took."""

    outcome: Reply | Failure
    asked_at: datetime
    seconds: float


@dataclass(frozen=True, slots=True)
class Stats:
    """What a journal holds."""

    replies: dict[str, int]
    """By kind of request."""
    failures: dict[str, int]
    """By kind of failure."""
    leases: int
    """Of living holders."""
    cost: Decimal
    """Of all recorded answers, in US dollars."""
    journal_bytes: int
    blobs: int
    blob_bytes: int


@dataclass(frozen=True, slots=True)
class Pruned:
    """How much a prune removed."""

    replies: int
    failures: int
    blobs: int


class Ledger:
    """One connection to a journal's file. Not to be used from two threads at once.

    Replies and failures outlast a power cut. Leases need not: their holders do not either.
    """

    def __init__(self, path: Path, blobs: Blobs, clock: Callable[[], float]) -> None:
        self._path = path
        self._blobs = blobs
        self._clock = clock
        self._holders = Holders(path.with_name(f"{path.name}-holders"))
        self._rows = open_database(path)
        try:
            prepare(self._rows)
        except BaseException:
            self._rows.close()
            raise

    @property
    def in_transaction(self) -> bool:
        """Whether `together` is open. Some faults of the file end it before its end."""
        return self._rows.in_transaction

    def together(self, *, lasting: bool) -> AbstractContextManager[None]:
        """One transaction for all changes that are made in it.

        A change that raises is undone by itself; the others stay. Raises `sqlite3.Error` when the
        whole could not begin or end: then nothing has changed.
        """
        return writing(self._rows, lasting=lasting)

    def find(self, namespace: str, key: str, not_before: float) -> Recorded | None:
        """The reply that was recorded at `not_before` or later."""
        row = self._rows.execute(
            "SELECT value, blob, input_tokens, output_tokens, cost, asked_at, seconds FROM replies"
            " WHERE namespace = ? AND key = ? AND recorded >= ?",
            (namespace, key, not_before),
        ).fetchone()
        if row is None:
            return None
        value, blob, input_tokens, output_tokens, cost, asked_at, seconds = row
        if blob is not None:
            try:
                value = self._blobs.get(blob)
            except BlobDamaged:
                self._forget(namespace, key, blob)
                return None
        usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens, cost=Decimal(cost))
        reply = Reply(value=json.loads(value), usage=usage)
        return Recorded(reply, datetime.fromisoformat(asked_at), seconds)

    def is_held(self, namespace: str, key: str) -> bool:
        """Whether a living holder, heard of lately, is asking."""
        row = self._rows.execute(
            "SELECT holder, expires FROM leases WHERE namespace = ? AND key = ?", (namespace, key)
        ).fetchone()
        return row is not None and row[1] > self._clock() and not self._holders.dead(row[0])

    def take(
        self, namespace: str, key: str, not_before: float, lease_seconds: float
    ) -> Lease | None:
        """A lease with a new token; None when a reply or another's lease was there first."""
        with writing(self._rows, lasting=False):
            if self._has_reply(namespace, key, not_before) or self.is_held(namespace, key):
                return None
            (token,) = self._rows.execute(
                "UPDATE counter SET token = token + 1 RETURNING token"
            ).fetchone()
            self._rows.execute(
                "INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?)",
                (namespace, key, token, self._holders.me(), self._clock() + lease_seconds),
            )
        return Lease(namespace, key, token)

    def renew(self, leases: Iterable[Lease], lease_seconds: float) -> None:
        """Say that the holder of `leases` lives. One that was taken over stays with its taker."""
        expires = self._clock() + lease_seconds
        with writing(self._rows, lasting=False):
            self._rows.executemany(
                "UPDATE leases SET expires = ? WHERE namespace = ? AND key = ? AND token = ?",
                [(expires, lease.namespace, lease.key, lease.token) for lease in leases],
            )

    def record(self, lease: Lease, request: Request, came: Outcome) -> None:
        """End the lease and write down what came of it. Raises `FencedOff`, having written nothing.

        A reply takes the place of an older one; failures are only ever added.
        """
        with writing(self._rows):
            if not self._end(lease):
                raise FencedOff(f"token {lease.token} is not the newest for {lease.key}")
            if isinstance(came.outcome, Failure):
                self._add_failure(lease, request, came, came.outcome)
            else:
                self._put_reply(lease, request, came, came.outcome)

    def release(self, leases: Iterable[Lease]) -> None:
        """End leases with nothing to write down."""
        with writing(self._rows, lasting=False):
            for lease in leases:
                self._end(lease)

    def set_aside(self, caps: Caps, ceiling: Decimal) -> SetAside | Failure:
        """See `days.set_aside`."""
        return days.set_aside(self._rows, caps, ceiling, self._clock())

    def settle(self, aside: SetAside, cost: Decimal) -> None:
        """See `days.settle`."""
        days.settle(self._rows, aside, cost)

    def stats(self) -> Stats:
        """Count what is there."""
        costs = self._rows.execute("SELECT cost FROM replies UNION ALL SELECT cost FROM failures")
        leases = self._rows.execute("SELECT namespace, key FROM leases").fetchall()
        digests = list(self._blobs.digests())
        return Stats(
            replies=self._counts("SELECT kind, count(*) FROM replies GROUP BY kind"),
            failures=self._counts("SELECT failure, count(*) FROM failures GROUP BY failure"),
            leases=sum(self.is_held(namespace, key) for namespace, key in leases),
            cost=sum((Decimal(cost) for (cost,) in costs), Decimal(0)),
            journal_bytes=sum(file.stat().st_size for file in self._files() if file.exists()),
            blobs=len(digests),
            blob_bytes=self._blobs.size(),
        )

    def prune(self, before: float, *, failures_only: bool, idle_seconds: float) -> Pruned:
        """Remove what was recorded before `before`, and the blobs that no reply names any more."""
        with writing(self._rows):
            failures = self._rows.execute("DELETE FROM failures WHERE recorded < ?", (before,))
            replies = 0
            if not failures_only:
                self._rows.execute(
                    "DELETE FROM mentions WHERE (namespace, key) IN"
                    " (SELECT namespace, key FROM replies WHERE recorded < ?)",
                    (before,),
                )
                replies = self._rows.execute(
                    "DELETE FROM replies WHERE recorded < ?", (before,)
                ).rowcount
            # An expired lease may go: its holder then finds no token of its own, and is refused.
            self._rows.execute("DELETE FROM leases WHERE expires <= ?", (self._clock(),))
            kept = {digest for (digest,) in self._rows.execute("SELECT digest FROM mentions")}
            blobs = self._blobs.sweep(kept, idle_seconds)
        return Pruned(replies=replies, failures=failures.rowcount, blobs=blobs)

    def shrink(self) -> None:
        """Give the space of removed rows back to the disk, and remove files of dead holders."""
        self._rows.execute("PRAGMA incremental_vacuum").fetchall()
        self._rows.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._holders.sweep()

    def close(self) -> None:
        """Close the file, and let others take the leases that are still open."""
        self._holders.close()
        self._rows.close()

    def _files(self) -> tuple[Path, ...]:
        return tuple(self._path.with_name(self._path.name + end) for end in ("", "-wal", "-shm"))

    def _counts(self, query: str) -> dict[str, int]:
        return dict(sorted(self._rows.execute(query).fetchall()))

    def _has_reply(self, namespace: str, key: str, not_before: float) -> bool:
        query = "SELECT 1 FROM replies WHERE namespace = ? AND key = ? AND recorded >= ?"
        return self._rows.execute(query, (namespace, key, not_before)).fetchone() is not None

    def _forget(self, namespace: str, key: str, blob: str) -> None:
        # A reply that cannot be proved is no reply: the request is asked again.
        with writing(self._rows):
            self._blobs.discard(blob)
            for table in ("replies", "mentions"):
                self._rows.execute(
                    f"DELETE FROM {table} WHERE namespace = ? AND key = ?", (namespace, key)
                )

    def _end(self, lease: Lease) -> bool:
        ended = self._rows.execute(
            "DELETE FROM leases WHERE namespace = ? AND key = ? AND token = ?",
            (lease.namespace, lease.key, lease.token),
        )
        return ended.rowcount == 1

    def _put_reply(self, lease: Lease, request: Request, came: Outcome, reply: Reply) -> None:
        value: bytes | None = canonical(reply.value)
        mentions = {found.decode() for found in _DIGEST.findall(value)}
        blob = None
        if len(value) > LARGE_BYTES:
            blob, value = self._blobs.put(value), None
            mentions.add(blob)
        self._rows.execute(
            "INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(lease.namespace, lease.key, lease.token),
                *(request.kind, request.provider, request.model),
                *(value, blob),
                *(reply.usage.input_tokens, reply.usage.output_tokens, str(reply.usage.cost)),
                *(came.asked_at.isoformat(), came.seconds, self._clock()),
            ),
        )
        named = (lease.namespace, lease.key)
        self._rows.execute("DELETE FROM mentions WHERE namespace = ? AND key = ?", named)
        self._rows.executemany(
            "INSERT INTO mentions VALUES (?, ?, ?)",
            [(*named, digest) for digest in sorted(mentions) if digest in self._blobs],
        )

    def _add_failure(self, lease: Lease, request: Request, came: Outcome, failure: Failure) -> None:
        self._rows.execute(
            "INSERT INTO failures VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(lease.namespace, lease.key, lease.token),
                *(request.kind, request.provider, request.model),
                *(failure.kind.value, failure.message, str(failure.usage.cost)),
                *(came.asked_at.isoformat(), came.seconds, self._clock()),
            ),
        )
