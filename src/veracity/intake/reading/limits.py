"""How large a file may be, and how much reading it may take."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from veracity.intake.reading.kinds import Kind

MIB = 1024 * 1024

MAX_BYTES = MappingProxyType(
    {
        Kind.TEXT: 8 * MIB,
        Kind.MARKDOWN: 2 * MIB,
        Kind.SUBTITLES: 8 * MIB,
        Kind.HTML: 16 * MIB,
        Kind.PDF: 32 * MIB,
        Kind.WORD: 32 * MIB,
        Kind.IMAGE: 32 * MIB,
        Kind.AUDIO: 512 * MIB,
    }
)
"""Of a file, by its kind. Only sound is not read into memory whole."""


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """The limits of one reading. Each ends it with a refusal that names the limit."""

    characters: int = 2_000_000
    """Of the text that was read: some 300,000 words."""
    seconds: float = 60.0
    """For a page, a PDF, or the recognition of one image."""
    pages: int = 1_000
    """Of a PDF."""
    unpacked: int = 32 * MIB
    """Bytes of the text parts of a DOCX, as unpacked."""
    pixels: int = 40_000_000
    """Of an image, by its header: the size of a large photograph."""
    recording: float = 3 * 3600.0
    """Seconds of a recording."""


DEFAULT = ReadingLimits()
