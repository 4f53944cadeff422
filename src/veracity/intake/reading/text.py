"""The characters of a text file, in whatever encoding it was saved.

UTF-8 and UTF-16, with or without a byte order mark, are recognized with certainty. Anything else is
read line by line, because files are pasted together: a line that is UTF-8 is read as that, the
others in one encoding that is guessed for all of them, and the note of the reading says which.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from veracity.domain.errors import BadInput
from veracity.intake.reading.content import Content
from veracity.retrieval.pages.decoding import decode as decode_page
from veracity.rules.turns import turns
from veracity.rules.wrapping import is_wrapped, unwrapped

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WESTERN = "windows-1252"
_ACCENTS = 0.25
"""Share of the letters that are not ASCII, up to which a text is in a Western language."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f]")
_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_SAMPLE = 64 * 1024
"""Bytes that an encoding is guessed from."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The characters of a file, with line feeds between its lines."""

    text: str
    notes: tuple[str, ...] = ()


def read_text(content: bytes, name: str) -> Content:
    """A text as it stands, and who says what in it when it is a transcript.

    Only lines that were broken to fit a width are joined. Raises `BadInput` for a binary file.
    """
    decoded = decode(content, name)
    text = unwrapped(decoded.text) if is_wrapped(decoded.text) else decoded.text
    return Content(text=text, turns=turns(text), notes=decoded.notes)


def decode(content: bytes, name: str) -> Decoded:
    """The characters of `content`. Raises `BadInput` when it is no text in any encoding."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return Decoded(_plain(_strictly(content[len(mark) :], encoding, name), name))
    if b"\x00" in content:
        return Decoded(_plain(_strictly(content, _wide(content), name), name))
    try:
        return Decoded(_plain(content.decode("utf-8"), name))
    except UnicodeDecodeError:
        return _by_lines(content, name)


def _strictly(content: bytes, encoding: str, name: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise BadInput(
            f"{name} is a binary file, or not the {encoding.upper()} that it seems to be.",
            "Save it as UTF-8 text.",
        ) from None


def _wide(content: bytes) -> str:
    """UTF-16 without a mark: the zeros of its spaces and line ends are on one side."""
    first, second = content[::2].count(0), content[1::2].count(0)
    return "utf-16-be" if first > second else "utf-16-le"


def _by_lines(content: bytes, name: str) -> Decoded:
    lines = content.split(b"\n")
    others = [line for line in lines if not _is_utf8(line)]
    encoding = _guessed(b"\n".join(others))
    text = "\n".join(
        line.decode("utf-8") if _is_utf8(line) else _old(line, encoding) for line in lines
    )
    if len(others) == sum(1 for line in lines if any(byte > 0x7F for byte in line)):
        said = f"{name} is not UTF-8. It was read as {encoding}, which is a guess."
    else:
        said = (
            f"{name} mixes encodings: {len(others)} of its {len(lines)} lines are not UTF-8. "
            f"They were read as {encoding}, which is a guess."
        )
    lost = text.count("\ufffd")
    unread = (f"{lost} characters of {name} could not be read.",) if lost else ()
    return Decoded(_plain(text, name), (said, *unread))


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _old(line: bytes, encoding: str) -> str:
    """A line that is no UTF-8. Where most of it is, only the other bytes are read otherwise."""
    as_utf8 = line.decode("utf-8", "replace")
    several = sum(1 for character in as_utf8 if character > "\x7f" and character != "\ufffd")
    if several > as_utf8.count("\ufffd"):
        return decode_page(line)
    return line.decode(encoding, "replace")


def _guessed(content: bytes) -> str:
    """The encoding of text that is no UTF-8."""
    letters = sum(1 for byte in content if byte > 0x7F or chr(byte).isalpha())
    accents = sum(1 for byte in content if byte > 0x7F)
    if accents <= _ACCENTS * letters:
        return _WESTERN
    from charset_normalizer import from_bytes

    best = from_bytes(content[:_SAMPLE]).best()
    return best.encoding if best else _WESTERN


def _plain(text: str, name: str) -> str:
    """Without control characters, which no text means. Raises `BadInput` where there are many."""
    lines = _BREAKS.sub("\n", text).removeprefix("\ufeff")
    plain = _CONTROL.sub("", lines)
    if len(lines) - len(plain) > len(lines) // 100:
        raise BadInput(f"{name} is a binary file.", "Give text.")
    return plain
