"""Who is alive: each process that holds leases keeps a file locked for as long as it lives.

A lease also runs out by itself, but a run that is started again after a crash would have to wait
for that. The operating system drops a lock the moment its process dies, whatever killed it. Where
there is no such lock (some network folders, some systems), leases just run out.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

try:
    import fcntl
except ImportError:  # Not on this system.
    fcntl = None

_UNLOCKED = "unlocked-"
_UNBORN = "."


class Holders:
    """The lock files of all processes that share a journal."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._name: str | None = None
        self._file: int | None = None

    def me(self) -> str:
        """The name of this holder, made and locked when it is first asked for."""
        if self._name is None:
            name = secrets.token_hex(16)
            self._name = name if self._lock(name) else _UNLOCKED + name
        return self._name

    def dead(self, name: str) -> bool:
        """Whether the holder is certainly gone."""
        if fcntl is None or name == self._name or name.startswith(_UNLOCKED):
            return False
        try:
            file = os.open(self._folder / name, os.O_RDWR)
        except FileNotFoundError:
            return True
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        finally:
            os.close(file)
        return True

    def sweep(self) -> None:
        """Remove the files of the dead."""
        if not self._folder.is_dir():
            return
        for place in self._folder.iterdir():
            if not place.name.startswith(_UNBORN) and self.dead(place.name):
                place.unlink(missing_ok=True)

    def close(self) -> None:
        """Let go: leases that this holder left behind may be taken at once."""
        if self._file is None or self._name is None:
            return
        (self._folder / self._name).unlink(missing_ok=True)
        os.close(self._file)
        self._file = self._name = None

    def _lock(self, name: str) -> bool:
        if fcntl is None:
            return False
        self._folder.mkdir(parents=True, exist_ok=True)
        # Named only once it is locked, or a sweep in between would take it for dead.
        unborn = self._folder / f"{_UNBORN}{name}"
        file = os.open(unborn, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:
            os.close(file)
            unborn.unlink()
            return False
        unborn.rename(self._folder / name)
        self._file = file
        return True
