"""The leases of this process, and the beat at which they are renewed."""

from __future__ import annotations

import threading
from collections.abc import Callable

from veracity.desk.ledger import Lease


class Heart:
    """Says again and again that the holder of some leases lives, for as long as each was to hold.

    Everything but `stop` belongs to the journal's thread. `beat` is called in a thread of the
    heart's own, three times in the life of a lease, from the first lease on.
    """

    def __init__(self, lease_seconds: float, beat: Callable[[], None]) -> None:
        self._seconds = lease_seconds / 3
        self._beat = beat
        self._until: dict[Lease, float] = {}
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()

    @property
    def leases(self) -> tuple[Lease, ...]:
        """All that are held."""
        return tuple(self._until)

    def due(self, now: float) -> list[Lease]:
        """Those to be renewed at `now`, in seconds since 1970."""
        return [lease for lease, until in self._until.items() if until > now]

    def keep(self, lease: Lease, until: float) -> None:
        """Renew `lease` until then, in seconds since 1970."""
        self._until[lease] = until
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="journal-heart", daemon=True)
            self._thread.start()

    def drop(self, lease: Lease) -> None:
        """Renew `lease` no more."""
        self._until.pop(lease, None)

    def stop(self) -> None:
        """Beat no more."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(self._seconds):
            self._beat()
