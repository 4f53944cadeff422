"""What was read out of a file, whatever kind it is of."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from veracity.domain.claim import Turn
from veracity.domain.errors import BadInput
from veracity.intake.reading.limits import MIB


@dataclass(frozen=True, slots=True)
class Content:
    """The text of a file and what the file says of it."""

    text: str
    title: str | None = None
    published: date | None = None
    turns: tuple[Turn, ...] = ()
    notes: tuple[str, ...] = ()
    """What was not certain, each a sentence."""


def bytes_of(path: Path, most: int) -> bytes:
    """The content of a file of at most `most` bytes.

    Raises `BadInput` for one that is larger, empty, no regular file, or cannot be read.
    """
    refuse_size(path, most)
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}.", "Check its permissions."
        ) from None
    if len(content) > most:  # It grew, or its size is not what it says.
        raise _too_large(path, most)
    return content


def refuse_size(path: Path, most: int) -> None:
    """Raise `BadInput` for a file that is empty, has more than `most` bytes, or is no file."""
    try:
        found = path.stat()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{path} cannot be read: {why}.", "Check the path.") from None
    if not stat.S_ISREG(found.st_mode):
        raise BadInput(f"{path} is no file.", "Give a file.")
    if not found.st_size:
        raise BadInput(f"{path.name} is empty.", "Give a file with something in it.")
    if found.st_size > most:
        raise _too_large(path, most)


def _too_large(path: Path, most: int) -> BadInput:
    return BadInput(
        f"{path.name} is larger than {most // MIB} MiB, the most for its kind.",
        "Split it, or give the part that matters.",
    )
