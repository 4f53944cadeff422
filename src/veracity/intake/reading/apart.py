"""Pages and PDFs of a stranger, read in a process that has limits and may die of them."""

from __future__ import annotations

from dataclasses import replace

from veracity.domain.errors import BadInput
from veracity.domain.page import Extracted
from veracity.intake.reading.limits import ReadingLimits
from veracity.retrieval.web.children import Unread, read_alone
from veracity.retrieval.web.limits import Limits


def read_apart(content: bytes, media_type: str, name: str, limits: ReadingLimits) -> Extracted:
    """What a reader sees of the file. Raises `BadInput` for one that is damaged or too much."""
    allowed = replace(
        Limits(),
        pdf_pages=limits.pages,
        pdf_cpu_seconds=int(limits.seconds),
        read_seconds=limits.seconds,
        characters=limits.characters,
    )
    read = read_alone(content, media_type, allowed)
    if not isinstance(read, Unread):
        return read
    if "password" in read.why or "encrypted" in read.why:
        raise BadInput(f"{name} is locked with a password.", "Save it without one.")
    if read.too_much:
        raise BadInput(f"{name} was given up: {read.why}.", "Give the part of it that matters.")
    raise BadInput(f"{name} cannot be read: {read.why}.", "Give its text as a .txt file.")
