"""What a newsroom tells whoever watches, beside what its desk does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from veracity.desk.events import Event


@dataclass(frozen=True, slots=True)
class Fetching:
    """The local model is being fetched."""

    title: str
    folder: Path
    done: int
    """Bytes."""
    total: int


@dataclass(frozen=True, slots=True)
class Loading:
    """Something is prepared once, such as the archive's starter pack."""

    text: str
    done: int = 0
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a person should know; the run goes on."""

    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Claims are being found in a text that is read in parts."""

    done: int
    """Parts."""
    total: int


News: TypeAlias = Event | Fetching | Finding | Loading | Notice
Watcher: TypeAlias = Callable[[News], None]
