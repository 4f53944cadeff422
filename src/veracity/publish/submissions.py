"""Submissions that claims were found in, kept so that the claims can be judged another day.

A file is named by what is in it, so it is written once and read without being trusted.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from veracity.domain.canonical import canonical
from veracity.domain.claim import Submission
from veracity.publish.casefile import write_whole

FOLDER = "submissions"
"""In the home folder."""
MAX_BYTES = 256 * 1024 * 1024
"""A larger file is not read."""


def keep_submission(home: Path, submission: Submission) -> Path:
    """Write `submission` where `kept_submission` finds it. Raises `StorageError`."""
    place = _place(home, submission.digest)
    if not place.exists():
        write_whole(place, canonical(submission))
    return place


def kept_submission(home: Path, digest: str) -> Submission | None:
    """The submission of this digest; None when it is not kept here, or is not what it was."""
    place = _place(home, digest)
    try:
        if place.stat().st_size > MAX_BYTES:
            return None
        submission = Submission.model_validate_json(place.read_bytes())
    except (OSError, ValidationError):
        return None
    return submission if submission.digest == digest else None


def _place(home: Path, digest: str) -> Path:
    name = digest.rpartition(":")[2]
    # A digest from outside names no folder.
    known = "".join(character for character in name if character.isalnum())
    return home / FOLDER / f"{known or 'none'}.json"
