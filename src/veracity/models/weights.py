"""The folder of local models' weights: what is here, getting it, removing it.

A file is trusted for its SHA-256 and for nothing else, whatever its origin. It gets its final name
only after the digest was checked, so a file under its final name is whole.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from veracity.domain.errors import NotInstalled, StorageError
from veracity.models.catalogue import Catalogue, LocalModel, catalogue
from veracity.models.origins import OriginFailed, Progress, describe, fill, length

SPARE_BYTES = 64 << 20
"""Room that a disk must have beyond the file itself."""

_LOCK_SECONDS = 24 * 3600.0


def default_folder(environ: Mapping[str, str] | None = None) -> Path:
    """`models` in `VERACITY_HOME`, or in the user's data folder."""
    import platformdirs

    home = (os.environ if environ is None else environ).get("VERACITY_HOME")
    base = Path(home).expanduser() if home else Path(platformdirs.user_data_dir("veracity"))
    return base / "models"


class WeightStore:
    """A folder of weights.

    `given` is a file that the user already has. It is tried before any origin, and must have the
    digest of the catalogue like every other.
    """

    def __init__(self, folder: Path, given: Path | None = None) -> None:
        self.folder = folder
        self.given = given

    @classmethod
    def default(cls, environ: Mapping[str, str] | None = None) -> WeightStore:
        """The user's store: `default_folder`, with the file that `VERACITY_MODEL_FILE` names."""
        given = (os.environ if environ is None else environ).get("VERACITY_MODEL_FILE")
        return cls(default_folder(environ), Path(given).expanduser() if given else None)

    def path(self, model: LocalModel) -> Path | None:
        """Where the model's file lies, or None when it is not installed."""
        place = self.folder / model.file
        return place if length(place) == model.size else None

    def require(self, model: LocalModel) -> Path:
        """Where the model's file lies. Raises `NotInstalled` when it does not."""
        if (place := self.path(model)) is not None:
            return place
        raise NotInstalled(
            f"The weights of {model.title} are not installed.",
            f"Run `veracity models install` once ({model.size / 1e9:.1f} GB).",
        )

    def installed(self, known: Catalogue | None = None) -> tuple[LocalModel, ...]:
        """The models of the catalogue whose files are here."""
        known = catalogue() if known is None else known
        return tuple(model for model in known.model if self.path(model) is not None)

    def remove(self, model: LocalModel) -> int:
        """Delete the model's file and what an unfinished fetch left. Returns the bytes freed."""
        freed = 0
        with self._locked(model):
            for place in (self.folder / model.file, self._partial(model)):
                freed += length(place)
                place.unlink(missing_ok=True)
        return freed

    def fetch(self, model: LocalModel, progress: Progress | None = None) -> Path:
        """Make sure that the model's file is here, and return where.

        A second process that fetches the same model waits for the first. What came before an
        interruption is kept. Raises `NotInstalled` when no origin gives the file, with what each of
        them said, and `StorageError` when the disk has no room or cannot be written.
        """
        if (place := self.path(model)) is not None:
            return place
        origins = (*((self.given,) if self.given else ()), *model.origin)
        said: list[str] = []
        with self._locked(model):
            if (place := self.path(model)) is not None:
                return place
            for origin in origins:
                try:
                    self._check_room(model)
                    fill(model, origin, self._partial(model), progress or _silent)
                    return self._finish(model)
                except OriginFailed as error:
                    said.append(f"{describe(origin)}: {error}")
                except OSError as error:
                    raise self._unwritable(error) from error
        raise NotInstalled(
            f"No origin gave the weights of {model.title}. {' '.join(said)}",
            f"Get {model.file} by other means and set VERACITY_MODEL_FILE to its path.",
        )

    def _partial(self, model: LocalModel) -> Path:
        return self.folder / f"{model.file}.part"

    def _finish(self, model: LocalModel) -> Path:
        """Check the partial file and give it its name, or delete it."""
        partial = self._partial(model)
        with partial.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != model.sha256:
            partial.unlink()
            raise OriginFailed(f"its SHA-256 is {found}, not {model.sha256}. It was deleted.")
        place = self.folder / model.file
        partial.replace(place)
        return place

    def _check_room(self, model: LocalModel) -> None:
        need = model.size - length(self._partial(model)) + SPARE_BYTES
        free = shutil.disk_usage(self.folder).free
        if free < need:
            raise StorageError(
                f"{self.folder} has {free / 1e9:.1f} GB free, and {model.title} needs "
                f"{need / 1e9:.1f} GB.",
                "Free some space, or set VERACITY_HOME to a folder on another disk.",
            )

    def _unwritable(self, error: Exception) -> StorageError:
        return StorageError(
            f"{self.folder} cannot be written: {error}.",
            "Free some space, or set VERACITY_HOME to a folder that can be written.",
        )

    @contextmanager
    def _locked(self, model: LocalModel) -> Generator[None]:
        """Hold the model's lock.

        It is SQLite's write lock on an empty database: the same on every system, and it ends with
        the process that holds it.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                self.folder / f"{model.file}.lock", timeout=_LOCK_SECONDS, isolation_level=None
            )
        except (OSError, sqlite3.Error) as error:
            raise self._unwritable(error) from error
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            connection.close()
            raise self._unwritable(error) from error
        try:
            yield
        finally:
            connection.close()


def _silent(done: int, total: int) -> None:
    """Show no progress."""
