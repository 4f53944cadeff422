from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.retrieval.web.hostile import pdf_of, png_of
from veracity.retrieval.web.images import pixels
from veracity.retrieval.web.sniffing import declared, sniff

PAGE = b"<!DOCTYPE html><html><body><p>Grain</p></body></html>"
GIF = b"GIF89a" + struct.pack("<HH", 640, 480) + b"\x00" * 10
JPEG = (
    b"\xff\xd8\xff\xe0\x00\x10JFIF\x00"
    + b"\x00" * 9  # an application segment of 16 bytes
    + b"\xff\xc0\x00\x11\x08"
    + struct.pack(">HH", 480, 640)
    + b"\x03"
    + b"\x00" * 9
)
WEBP = (
    b"RIFF\x00\x00\x00\x00WEBPVP8X"
    + b"\x0a\x00\x00\x00\x00\x00\x00\x00"
    + b"\x7f\x02\x00\xdf\x01\x00"
)
LOSSLESS = b"RIFF\x00\x00\x00\x00WEBPVP8L\x00\x00\x00\x00\x2f" + struct.pack("<I", 639 | 479 << 14)
LOSSY = (
    b"RIFF\x00\x00\x00\x00WEBPVP8 \x00\x00\x00\x00"
    + b"\x00\x00\x00\x9d\x01\x2a"
    + struct.pack("<HH", 640, 480)
)


@pytest.mark.parametrize(
    ("content", "said", "kind"),
    [
        (PAGE, "text/html", "text/html"),
        (PAGE, "", "text/html"),
        (b"\xef\xbb\xbf\r\n " + PAGE, "", "text/html"),
        (PAGE, "text/plain", "text/plain"),
        (PAGE, "application/pdf", "text/html"),
        (PAGE, "image/png", "text/html"),
        (PAGE, "application/octet-stream", None),
        (b"Grain, in tonnes", "text/plain", "text/plain"),
        (b"Grain, in tonnes", "", "text/plain"),
        (b"Grain, in tonnes", "application/pdf", None),
        (b"MZUMA, Thursday: grain", "text/plain", "text/plain"),
        ("\ufeffGrain".encode("utf-16-le"), "text/plain", "text/plain"),
        ("\u0db6\u0dad\u0dca".encode(), "text/html", "text/html"),
        (pdf_of(1), "application/pdf", "application/pdf"),
        (pdf_of(1), "text/html", "application/pdf"),
        (pdf_of(1), "application/octet-stream", "application/pdf"),
        (png_of(1, 1), "text/html", "image/png"),
        (GIF, "image/png", "image/gif"),
        (JPEG, "", "image/jpeg"),
        (WEBP, "image/webp", "image/webp"),
        (b"MZ\x90\x00\x03", "text/html", None),
        (b"MZ and nothing else", "text/html", None),
        (b"MZ\x90\x00\x03", "text/plain", None),
        (b"\x7fELF\x02\x01\x01", "text/html", None),
        (b"PK\x03\x04\x14\x00", "text/html", None),
        (b"\x1f\x8b\x08\x00", "text/html", None),
        (b"#!/bin/sh\necho", "text/html", None),
        (b"RIFF\x00\x00\x00\x00WAVE", "", None),
        (b"\x00\x00\x00\x18ftypmp42", "text/html", None),
        (b"text and then \x00", "text/html", None),
        (b"<p>Grain\x0b and \x02 ships</p>", "text/html", "text/html"),
        (b"Grain\x02", "text/plain", None),
        (b"", "text/html", "text/html"),
    ],
)
def test_a_type_by_the_bytes(content: bytes, said: str, kind: str | None) -> None:
    assert sniff(content, said) == kind


@given(st.binary(max_size=300), st.sampled_from(["text/html", "text/plain", "", "image/png"]))
def test_control_characters_are_never_text(content: bytes, said: str) -> None:
    kind = sniff(content, said)
    if b"\x00" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        assert kind is None or not kind.startswith("text/")


@pytest.mark.parametrize(
    ("header", "parts"),
    [
        ("text/html", ("text/html", None)),
        ("Text/HTML; charset=UTF-8", ("text/html", "utf-8")),
        ('text/html;version=1; Charset="windows-1252"', ("text/html", "windows-1252")),
        ("text/html; charset=", ("text/html", None)),
        ("", ("", None)),
    ],
)
def test_what_a_server_says(header: str, parts: tuple[str, str | None]) -> None:
    assert declared(header) == parts


@pytest.mark.parametrize(
    ("content", "count"),
    [
        (png_of(60_000, 60_000), 3_600_000_000),
        (GIF, 307_200),
        (JPEG, 307_200),
        (WEBP, 307_200),
        (LOSSLESS, 307_200),
        (LOSSY, 307_200),
        (GIF[:8], None),
        (JPEG[:24], None),
        (b"\xff\xd8" + b"\xff" * 3_000_000, None),
        (png_of(0, 10), None),
        (b"BM", None),
        (b"", None),
    ],
)
def test_how_many_pixels_a_header_says(content: bytes, count: int | None) -> None:
    assert pixels(content) == count


@given(st.binary(max_size=100))
def test_no_bytes_make_the_reading_of_a_header_fail(tail: bytes) -> None:
    for head in (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"RIFF\0\0\0\0WEBP"):
        assert (pixels(head + tail) or 1) > 0
