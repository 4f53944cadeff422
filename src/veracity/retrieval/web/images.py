"""The size of an image by its header, so that none is decoded that would fill the memory."""

from __future__ import annotations

import struct

_MOST = 1024 * 1024
"""Bytes in which a header has to be."""
_NO_FRAME = frozenset({0xC4, 0xC8, 0xCC})
"""JPEG markers among those of frames that are none: tables and an extension."""
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
"""JPEG markers without a length."""


def pixels(content: bytes) -> int | None:
    """How many pixels a PNG, GIF, JPEG or WebP says it has; None when its header does not hold."""
    try:
        size = _size(content[:_MOST])
    except (struct.error, IndexError):
        return None
    return size[0] * size[1] if size and min(size) > 0 else None


def _size(content: bytes) -> tuple[int, int] | None:
    """Width and height. Raises `struct.error` or `IndexError` for a header that breaks off."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and content[12:16] == b"IHDR":
        return struct.unpack(">II", content[16:24])
    if content.startswith(b"GIF8"):
        return struct.unpack("<HH", content[6:10])
    if content.startswith(b"\xff\xd8"):
        return _jpeg(content)
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return _webp(content)
    return None


def _jpeg(content: bytes) -> tuple[int, int] | None:
    """Of the first frame (ITU-T T.81, B.2.2)."""
    at = 2
    while content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF:  # A fill byte.
            at += 1
        elif marker in _ALONE:
            at += 2
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_FRAME:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        else:
            (length,) = struct.unpack(">H", content[at + 2 : at + 4])
            at += 2 + length
    return None


def _webp(content: bytes) -> tuple[int, int] | None:
    """By the first chunk (RFC 9649): lossy, lossless or extended."""
    kind = content[12:16]
    if kind == b"VP8X":
        width, height = (int.from_bytes(content[at : at + 3], "little") for at in (24, 27))
        return width + 1, height + 1
    if kind == b"VP8L":
        (bits,) = struct.unpack("<I", content[21:25])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", content[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None
