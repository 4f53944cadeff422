"""What kind of file is read, by its ending, and whether its content is of that kind."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from veracity.domain.errors import BadInput
from veracity.retrieval.web.sniffing import PDF, sniff

HEAD = 4096
"""Bytes that a kind is told by."""


class Kind(StrEnum):
    """How a file is read."""

    TEXT = "text"
    MARKDOWN = "Markdown"
    HTML = "HTML"
    PDF = "PDF"
    WORD = "DOCX"
    IMAGE = "image"
    SUBTITLES = "subtitles"
    AUDIO = "recording"


DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
MEDIA_TYPES = MappingProxyType(
    {
        "": "text/plain",
        ".txt": "text/plain",
        ".text": "text/plain",
        ".csv": "text/csv",
        ".md": "text/markdown",
        ".markdown": "text/markdown",
        ".html": "text/html",
        ".htm": "text/html",
        ".xhtml": "application/xhtml+xml",
        ".pdf": PDF,
        ".docx": DOCX,
        ".png": "image/png",
        ".jpg": "image/jpeg",
        ".jpeg": "image/jpeg",
        ".webp": "image/webp",
        ".srt": "application/x-subrip",
        ".vtt": "text/vtt",
        ".mp3": "audio/mpeg",
        ".wav": "audio/wav",
        ".m4a": "audio/mp4",
        ".ogg": "audio/ogg",
        ".opus": "audio/ogg",
        ".flac": "audio/flac",
    }
)
"""By a file's ending, in lower case. A file without one is taken for text."""
_BY_TYPE = {
    "text/markdown": Kind.MARKDOWN,
    "text/html": Kind.HTML,
    "application/xhtml+xml": Kind.HTML,
    PDF: Kind.PDF,
    DOCX: Kind.WORD,
    "application/x-subrip": Kind.SUBTITLES,
    "text/vtt": Kind.SUBTITLES,
}
_BY_FAMILY = {"image": Kind.IMAGE, "audio": Kind.AUDIO, "text": Kind.TEXT}


def _kind(media_type: str) -> Kind:
    return _BY_TYPE.get(media_type) or _BY_FAMILY[media_type.partition("/")[0]]


KINDS = MappingProxyType({ending: _kind(media_type) for ending, media_type in MEDIA_TYPES.items()})
"""The kind of a file, by its ending in lower case."""

_OFFICE = re.compile(rb"\xd0\xcf\x11\xe0")
_OTHER = (
    (re.compile(rb"PK[\x03\x05\x07]"), "a ZIP archive"),
    (_OFFICE, "an office file that is locked with a password or of the old format"),
    (re.compile(rb"MZ|\x7fELF|[\xcf\xce]\xfa\xed\xfe|\xca\xfe\xba\xbe"), "a program"),
    (re.compile(rb"\x1f\x8b|Rar!|7z\xbc\xaf|\xfd7zXZ|BZh|\x28\xb5\x2f\xfd"), "an archive"),
    (re.compile(rb"\{\\rtf"), "a rich-text file"),
)
_SOUND = re.compile(rb"ID3|\xff[\xe2-\xff]|RIFF....WAVE|OggS|fLaC|.{4}ftyp", re.DOTALL)
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_IMAGES = frozenset({"image/png", "image/jpeg", "image/webp"})


def kind_of(path: Path) -> Kind:
    """The kind of a file by its ending. Raises `BadInput` for one that is not read."""
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise BadInput(
            f"{path.name} is of a kind that is not read: {path.suffix}.",
            f"Readable are {readable()}.",
        )
    return kind


def media_type_of(content: bytes, path: Path) -> str:
    """The type of a file whose beginning is `content`.

    Raises `BadInput` when that is not of the kind that the file's ending says. Images may have the
    ending of another image.
    """
    named = MEDIA_TYPES[path.suffix.lower()]
    found = _found(content[:HEAD], _kind(named), named)
    if found is None:
        fix = "Give the file its right ending, or give its text."
        if _OFFICE.match(content):
            fix = "Save it as DOCX without a password."
        raise BadInput(
            f"{path.name} is {_what(content[:HEAD])}, which is not what its name says.",
            fix,
        )
    return found


def _found(head: bytes, kind: Kind, named: str) -> str | None:
    """What `head` is, None when that is not of `kind`."""
    if kind is Kind.WORD:
        return named if head.startswith(b"PK\x03\x04") else None
    if kind is Kind.AUDIO:
        return named if _SOUND.match(head) else None
    sniffed = sniff(head, named if kind is Kind.HTML else "text/plain")
    if kind is Kind.IMAGE:
        return sniffed if sniffed in _IMAGES else None
    if kind is Kind.PDF:
        return named if sniffed == PDF else None
    is_text = sniffed in (named, "text/plain") or (sniffed is None and _is_wide(head))
    return named if is_text and not head.startswith(b"{\\rtf") else None


def _is_wide(head: bytes) -> bool:
    """Whether `head` may be UTF-16 text: it has zeros, and no other control characters."""
    return head.startswith(_WIDE) or (b"\x00" in head and not _CONTROL.search(head))


def _what(head: bytes) -> str:
    """What `head` is the beginning of, in words."""
    for magic, said in _OTHER:
        if magic.match(head):
            return said
    sniffed = sniff(head, "text/plain")
    if sniffed == PDF:
        return "a PDF"
    if sniffed is not None and sniffed.startswith("image/"):
        return f"an image ({sniffed.removeprefix('image/').upper()})"
    if sniffed is not None:
        return "text"
    return "a recording" if _SOUND.match(head) else "a binary file"


def readable() -> str:
    """The endings of the files that are read, for a message."""
    return ", ".join(sorted(ending for ending in KINDS if ending))
