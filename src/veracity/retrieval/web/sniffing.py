"""What bytes are, whatever their sender calls them.

After the MIME Sniffing Standard (WHATWG), cut down to what a fact-checker reads: pages, text, PDF
and images. A program under the name of a page is found out by its first bytes.
"""

from __future__ import annotations

import re

HTML = "text/html"
PDF = "application/pdf"
_PAGES = frozenset({HTML, "application/xhtml+xml"})
TEXT = _PAGES | {"text/plain", "text/markdown"}
IMAGES = frozenset({"image/png", "image/gif", "image/jpeg", "image/webp"})
UNNAMED = frozenset({"", "application/octet-stream", "binary/octet-stream", "unknown/unknown"})
"""What servers say when they do not know."""
READ = TEXT | IMAGES | {PDF} | UNNAMED
"""Types that are worth receiving."""

HEAD = 1445
"""Bytes that are looked at, as the standard has it."""

_MAGIC = (
    (re.compile(rb"%PDF-"), PDF),
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "image/png"),
    (re.compile(rb"GIF8[79]a"), "image/gif"),
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg"),
    (re.compile(rb"RIFF....WEBPVP", re.DOTALL), "image/webp"),
)
_NEVER = re.compile(
    rb"MZ|\x7fELF|PK[\x03\x05\x07]|\x1f\x8b|Rar!|7z\xbc\xaf|\xfd7zXZ|BZh|\x28\xb5\x2f\xfd"
    rb"|\xca\xfe\xba\xbe|[\xcf\xce]\xfa\xed\xfe|\xfe\xed\xfa[\xcf\xce]|\x00asm|\xd0\xcf\x11\xe0"
    rb"|#!\s*/|!<arch>|MSCF|dex\n|SQLite format 3|OggS|ID3|fLaC|RIFF|.{4}ftyp",
    re.DOTALL,
)
"""Programs, archives, office files, sound and film."""
_NO_TEXT = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_NO_PAGE = re.compile(rb"\x00")
"""Stray control characters are in pages that browsers show."""
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""Byte order marks of UTF-16, whose plain letters are half zeros."""
_UTF8_MARK = b"\xef\xbb\xbf"
_SPACE = b"\t\n\x0c\r "
_TAG = re.compile(
    rb"<(?:!doctype html|!--|html|head|body|script|title|meta|link|div|p|h1|a|table|style|iframe"
    rb"|br)[\s/>-]",
    re.IGNORECASE,
)


def declared(content_type: str) -> tuple[str, str | None]:
    """Media type and charset of a `Content-Type` header, in lower case."""
    media_type, *parameters = content_type.split(";")
    charset = next(
        (
            value.strip(" \t\"'").lower()
            for name, _, value in (parameter.partition("=") for parameter in parameters)
            if name.strip().lower() == "charset"
        ),
        None,
    )
    return media_type.strip().lower(), charset or None


def sniff(content: bytes, media_type: str) -> str | None:
    """The type of `content`, which was called `media_type`; None for what is not read.

    A page that comes in place of a PDF or an image is a page: often that of a wall.
    """
    head = content[:HEAD]
    plain = head.removeprefix(_UTF8_MARK).lstrip(_SPACE)
    for magic, kind in _MAGIC:
        if magic.match(plain):
            return kind
    foreign = _NO_PAGE if media_type in _PAGES else _NO_TEXT
    is_text = head.startswith(_WIDE) or not foreign.search(head)
    if not is_text or (_NEVER.match(plain) and media_type not in TEXT - _PAGES):
        return None
    if media_type in TEXT:
        return media_type
    if _TAG.match(plain) and media_type not in UNNAMED - {""}:
        return HTML
    return "text/plain" if not media_type else None
