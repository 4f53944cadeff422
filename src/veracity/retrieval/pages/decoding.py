"""The characters of a page, whatever encoding it claims to be in.

The order is that of the HTML Living Standard (13.2.3): a byte order mark, what the server said,
what the page says, then UTF-8 or windows-1252. Three things are done otherwise, because so many
servers and templates say what is not so. UTF-16 is believed only of bytes that can be in it. Bytes
that are UTF-8 and not ASCII are UTF-8 whatever single-byte encoding is named, since such a run of
bytes hardly happens by chance. And bytes that are no UTF-8 in a page that otherwise is, as where an
old template holds new text, are read as windows-1252.
"""

from __future__ import annotations

import codecs
import re

_HEAD = 4096
"""Bytes in which a page names its encoding; the standard asks for 1024 and pages want more."""
_META = re.compile(rb"<meta\b[^>]*?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]+)", re.IGNORECASE)
_XML = re.compile(rb"^\s*<\?xml\b[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9_.:-]+)", re.IGNORECASE)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_FALLBACK = "windows-1252"
_READ_AS = {
    **dict.fromkeys(
        ("ascii", "us-ascii", "iso-8859-1", "iso8859-1", "latin1", "latin-1"), "cp1252"
    ),
    **dict.fromkeys(("gb2312", "gbk", "gb_2312-80", "x-gbk"), "gb18030"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis"), "cp932"),
    **dict.fromkeys(("euc-kr", "ks_c_5601-1987", "korean"), "cp949"),
    **dict.fromkeys(("iso-8859-9", "latin5"), "cp1254"),
    **dict.fromkeys(("iso-8859-11", "tis-620"), "cp874"),
    "big5": "big5hkscs",
}
"""Encodings that are read as another one that has all they have (Encoding Standard, 4.2)."""
_KNOWN = re.compile(
    r"utf-?8|utf-16(?:le|be)?|(?:windows-|cp-?|x-cp)125[0-8]|cp(?:874|932|949)|iso-?8859-\d{1,2}"
    r"|koi8-[ru]|macintosh|mac-cyrillic|ibm866|gb18030|big5hkscs|euc-jp|iso-2022-jp"
)
"""What pages are in. Some of Python's other codecs are no encodings of text."""
_SINGLE_BYTE = re.compile(r"(?:windows-|cp-?|x-cp)125[0-8]|iso-?8859-\d{1,2}|koi8-[ru]|macintosh")


def decode(content: bytes, charset: str | None = None) -> str:
    """The text of `content`, of which the server said that it is in `charset`. Never raises."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _plain(content[len(mark) :].decode(encoding, _ERRORS.get(encoding, "replace")))
    claimed = (_known(charset), _known(_named(content)))
    named = [name for name in claimed if name and not _is_too_narrow(content, name)]
    if wide := _wide(content):
        return _plain(content.decode(wide, "replace"))
    if not named or any(_SINGLE_BYTE.fullmatch(name) for name in named[:1]):
        named = ["utf-8", *named]
    for encoding in [*named, "utf-8"]:
        try:
            return _plain(content.decode(encoding))
        except (UnicodeDecodeError, LookupError):
            continue
    encoding = next((name for name in named if name != "utf-8"), None)
    if encoding is not None and not _mostly_utf8(content):
        return _plain(content.decode(encoding, "replace"))
    return _plain(
        content.decode("utf-8", "windows-1252") if _mostly_utf8(content) else _old(content)
    )


def _named(content: bytes) -> str | None:
    """The encoding that a page names in its head. In a page that can be read, UTF-16 is a lie."""
    match = _XML.match(content[:_HEAD]) or _META.search(content[:_HEAD])
    name = match[1].decode("ascii").lower() if match else None
    return "utf-8" if name and name.startswith("utf-16") else name


def _known(name: str | None) -> str | None:
    lower = (name or "").strip().lower()
    read_as = _READ_AS.get(lower, lower)
    return read_as.replace("x-cp", "cp") if _KNOWN.fullmatch(read_as) else None


def _is_too_narrow(content: bytes, name: str) -> bool:
    """Whether `content` cannot be in `name`: a page in UTF-16 has marks or spaces, and so zeros."""
    return name.startswith("utf-16") and b"\0" not in content


def _wide(content: bytes) -> str | None:
    """UTF-16 without a mark: its first letters have a zero on one side."""
    if content[1:4:2] == b"\0\0" and content[:1] == b"<":
        return "utf-16-le"
    return "utf-16-be" if content[:3:2] == b"\0\0" and content[1:2] == b"<" else None


def _mostly_utf8(content: bytes) -> bool:
    """Whether characters of several bytes outnumber the bytes that are no UTF-8."""
    text = content.decode("utf-8", "replace")
    several = sum(1 for char in text if char > "\x7f" and char != "\ufffd")
    return several > text.count("\ufffd")


def _old(content: bytes) -> str:
    return content.decode(_FALLBACK, "replace")


def _one_byte(error: UnicodeError) -> tuple[str, int]:
    """Read the bytes that are no UTF-8 as windows-1252."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return _old(error.object[error.start : error.end]), error.end


def _plain(text: str) -> str:
    """Without control characters, which no page means, and with line ends as HTML has them."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


codecs.register_error("windows-1252", _one_byte)
_ERRORS = {"utf-8": "windows-1252"}
