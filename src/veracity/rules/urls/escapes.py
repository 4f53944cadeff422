"""Percent escapes and dot segments in their one spelling (RFC 3986, section 6.2.2)."""

from __future__ import annotations

import re

UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

_PERCENT = re.compile(r"%([0-9A-Fa-f]{2})?")
_NOT_WRITTEN = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]")


def normal(text: str, decoded: str = "") -> str:
    """`text` with every character escaped or not as RFC 3986 prefers, escapes in upper case.

    Unreserved characters are decoded and so are those of `decoded`, which are reserved ones that a
    site takes for the same. Characters that no address has are escaped as UTF-8, and a percent sign
    that begins no escape is one itself. Applied twice it changes nothing more.
    """

    def spelled(match: re.Match[str]) -> str:
        if match[1] is None:
            return "%25"
        character = chr(int(match[1], 16))
        return character if character in UNRESERVED + decoded else match.group().upper()

    return _NOT_WRITTEN.sub(_escape, _PERCENT.sub(spelled, text))


def _escape(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match.group().encode("utf-8"))


def without_dots(path: str) -> str:
    """A path that starts with a slash, without `.` and `..` (RFC 3986, section 5.2.4)."""
    segments = path.split("/")[1:]
    kept: list[str] = []
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)
