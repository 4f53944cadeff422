"""Case files on disk: written whole or not at all, and read without trusting them."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from veracity.domain.canonical import digest
from veracity.domain.case import Case
from veracity.domain.errors import BadInput, StorageError

MAX_BYTES = 256 * 1024 * 1024
"""A larger file is not a case."""


def name_of(case: Case) -> str:
    """The name of the case's file: what was concluded from what, and not when.

    A claim that is checked again, with the same record and the same verdict, keeps its one file.
    """
    parts = case.digests
    same = [parts.submission, parts.claim, parts.record, parts.dials, parts.verdict]
    return f"{digest([case.method, case.method_version, *same]).partition(':')[2]}.json"


def keep(case: Case, place: Path) -> Path:
    """Write the case to `place`, whole or not at all. Raises `StorageError`."""
    write_whole(place, case.to_bytes())
    return place


def write_whole(place: Path, content: bytes) -> None:
    """Write `content` through a neighbouring file, so that a crash leaves no half.

    Raises `StorageError`.
    """
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    except OSError as error:
        raise _unwritable(place, error) from error
    partial = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(place)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise _unwritable(place, error) from error


def load(place: Path) -> Case:
    """Read a case file. `Case.verify` says whether it is what it was.

    Raises `BadInput` when there is no such file, `CaseDamaged` when it is not a case file.
    """
    try:
        if place.stat().st_size > MAX_BYTES:
            raise BadInput(f"{place} is too large for a case.", "Give a case file.")
        content = place.read_bytes()
    except OSError as error:
        raise BadInput(
            f"{place} cannot be read: {error.strerror}.",
            "Give the path of a case; `veracity check` prints it.",
        ) from None
    return Case.from_bytes(content)


def _unwritable(place: Path, error: OSError) -> StorageError:
    return StorageError(
        f"The file cannot be written to {place}: {error.strerror}.",
        "Free some space, or name another place, such as with VERACITY_HOME.",
    )
