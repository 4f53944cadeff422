"""Vectors: a byte per component on disk, one matrix in memory.

A vector of length 1 is stored as round(127 * component / largest component). Its length needs no
place of its own: read back, it is brought to length 1 again. The error of a dot product is about
0.002 (tested), far below what separates passages.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from veracity.retrieval.embedding import Matrix

_LEVELS = 127


def pack(vectors: Matrix) -> list[bytes]:
    """Each row as bytes, one a component."""
    return [row.tobytes() for row in quantized(vectors)]


def quantized(vectors: Matrix) -> NDArray[np.int8]:
    """Each row scaled to -127..127 and rounded."""
    import numpy as np

    largest = np.abs(vectors).max(axis=1, keepdims=True)
    largest[largest == 0] = 1.0
    return np.rint(vectors * (_LEVELS / largest)).astype(np.int8)


def unpack(rows: Sequence[bytes]) -> Matrix:
    """The rows as vectors of length 1."""
    import numpy as np

    matrix = np.frombuffer(b"".join(rows), dtype=np.int8).reshape(len(rows), -1)
    floats = matrix.astype(np.float32)
    lengths = np.linalg.norm(floats, axis=1, keepdims=True)
    lengths[lengths == 0] = 1.0
    floats /= lengths
    return floats


@dataclass(frozen=True)
class Snapshot:
    """The vectors of an archive as they were at one change count."""

    changes: int
    removals: int
    ids: NDArray[np.int64]
    subjects: NDArray[np.int64]
    """0 for a passage without a subject."""
    published: NDArray[np.int32]
    """Ordinal of the day, 0 when unknown."""
    matrix: Matrix

    def cosines(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        """The cosine of every passage with `query`."""
        return self.matrix @ query

    def nearest(self, queries: Matrix) -> NDArray[np.float32]:
        """The cosine of every passage with that of `queries`, rows, to which it is nearest."""
        return (self.matrix @ queries.T).max(axis=1)

    def allowed(self, subjects: Collection[int], as_of: date | None) -> NDArray[np.bool_] | None:
        """Which passages may be found, None for all. No subjects is any subject."""
        import numpy as np

        mask = None
        if subjects:
            mask = np.isin(self.subjects, [0, *subjects])
        if as_of is not None:
            known_then = self.published <= as_of.toordinal()
            mask = known_then if mask is None else mask & known_then
        return mask

    def best(
        self, cosines: NDArray[np.float32], mask: NDArray[np.bool_] | None, count: int
    ) -> list[int]:
        """Ids of the nearest passages, nearest first; equal ones by id."""
        import numpy as np

        rows = np.arange(len(self.ids)) if mask is None else np.flatnonzero(mask)
        near = cosines[rows]
        if len(rows) > count:
            rows = rows[np.argpartition(-near, count - 1)[:count]]
        order = np.lexsort((self.ids[rows], -cosines[rows]))
        return [int(one) for one in self.ids[rows[order]]]

    def of(self, cosines: NDArray[np.float32], passage: int) -> float | None:
        """The cosine of one passage, None when it has no vector."""
        import numpy as np

        row = int(np.searchsorted(self.ids, passage))
        if row >= len(self.ids) or self.ids[row] != passage:
            return None
        return float(cosines[row])


class VectorIndex:
    """Keeps the matrix in memory and brings it up to date when the archive has changed.

    After additions only the new rows are read; after a removal all are.
    """

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        self._lock = threading.Lock()
        self._snapshot: Snapshot | None = None

    def at(self, connection: sqlite3.Connection, changes: int, removals: int) -> Snapshot:
        """The vectors at this change count, which was read on the same connection."""
        with self._lock:
            held = self._snapshot
            if held is None or held.removals != removals:
                held = None
            elif held.changes == changes:
                return held
            self._snapshot = self._read(connection, changes, removals, held)
            return self._snapshot

    def _read(
        self, connection: sqlite3.Connection, changes: int, removals: int, held: Snapshot | None
    ) -> Snapshot:
        import numpy as np

        last = int(held.ids[-1]) if held is not None and len(held.ids) else 0
        rows = connection.execute(
            "SELECT p.id, coalesce(p.subject, 0), d.published, p.vector FROM passages p"
            " JOIN documents d ON d.id = p.document"
            " WHERE p.id > ? AND p.vector IS NOT NULL ORDER BY p.id",
            (last,),
        ).fetchall()
        days = [date.fromisoformat(row[2]).toordinal() if row[2] else 0 for row in rows]
        matrix = (
            unpack([row[3] for row in rows])
            if rows
            else np.empty((0, self._dimensions), dtype=np.float32)
        )
        new = Snapshot(
            changes,
            removals,
            np.array([row[0] for row in rows], dtype=np.int64),
            np.array([row[1] for row in rows], dtype=np.int64),
            np.array(days, dtype=np.int32),
            matrix,
        )
        if held is None:
            return new
        return Snapshot(
            changes,
            removals,
            np.concatenate((held.ids, new.ids)),
            np.concatenate((held.subjects, new.subjects)),
            np.concatenate((held.published, new.published)),
            np.concatenate((held.matrix, new.matrix)),
        )
