"""Reads what was given to check: claims one a line, a file of any kind, or a fetched page."""

from __future__ import annotations

from veracity.intake.reading.files import read_submission
from veracity.intake.reading.kinds import KINDS, Kind
from veracity.intake.reading.limits import ReadingLimits
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
from veracity.intake.reading.page import submission_of_page

__all__ = [
    "KINDS",
    "MAX_CLAIM",
    "MAX_FILE",
    "STDIN",
    "Entry",
    "Kind",
    "ReadingLimits",
    "no_page",
    "placed",
    "read",
    "read_submission",
    "submission",
    "submission_of_page",
]
