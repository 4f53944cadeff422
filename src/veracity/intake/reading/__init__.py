"""Reads what was given to check: claims one a line, a file of any kind, or a fetched page."""

from __future__ import annotations

from veracity.intake.reading.lines import (
    MAX_CLAIM,
    MAX_FILE,
    STDIN,
    Entry,
    no_page,
    placed,
    read,
    submission,
)

__all__ = [
    "MAX_CLAIM",
    "MAX_FILE",
    "STDIN",
    "Entry",
    "no_page",
    "placed",
    "read",
    "submission",
]
