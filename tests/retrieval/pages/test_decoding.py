"""Pages in every encoding that they may be in, and in none."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.retrieval.pages.decoding import decode

WORDS = "<p>The café at Ōmi’s harbor cost €3.</p>"
SINHALA = "<p>ශ්‍රී ලංකාවේ ජනගහනය</p>"


@pytest.mark.parametrize(
    ("content", "charset", "text"),
    [
        (WORDS.encode(), None, WORDS),
        (codecs.BOM_UTF8 + WORDS.encode(), "iso-8859-1", WORDS),
        (codecs.BOM_UTF16_LE + WORDS.encode("utf-16-le"), "utf-8", WORDS),
        (codecs.BOM_UTF16_BE + WORDS.encode("utf-16-be"), None, WORDS),
        (WORDS.encode("utf-16-le"), None, WORDS),
        (WORDS.encode("utf-16-be"), None, WORDS),
        (SINHALA.encode(), "utf-8", SINHALA),
        # UTF-8 under the name of a single-byte encoding, by the server and by the page.
        (WORDS.encode(), "windows-1252", WORDS),
        (b"<meta charset=iso-8859-1>" + WORDS.encode(), None, f"<meta charset=iso-8859-1>{WORDS}"),
        ("“café”".encode("cp1252"), None, "“café”"),
        ("“café”".encode("cp1252"), "ISO-8859-1", "“café”"),
        ("привет".encode("koi8-r"), "koi8-r", "привет"),
        (b"<meta charset=cp1251>" + "да".encode("cp1251"), None, "<meta charset=cp1251>да"),
        ("日本語".encode("cp932"), "Shift_JIS", "日本語"),
        ("中文".encode("gb18030"), "gb2312", "中文"),
        # A name of no encoding, and of codecs of Python that are none for a page.
        (WORDS.encode(), "none-such", WORDS),
        (b"\\u0041", "unicode_escape", "\\u0041"),
        (b"+AGEAYg-", "utf-7", "+AGEAYg-"),
        # A page in UTF-8 with one piece of an older encoding in it.
        ("Ōmi, naïve Łódź ".encode() + b"caf\xe9", "utf-8", "Ōmi, naïve Łódź café"),
        (b"a\x00b\r\nc\rd", None, "ab\nc\nd"),
        (b"", "utf-8", ""),
    ],
)
def test_a_page_is_read_in_its_encoding(content: bytes, charset: str | None, text: str) -> None:
    assert decode(content, charset) == text


@pytest.mark.parametrize("charset", ["utf-16", "utf-16le", "UTF-16BE"])
def test_bytes_without_a_zero_are_not_in_utf16(charset: str) -> None:
    page = "<p>1,340 km, à pied</p>"  # An even number of bytes, which UTF-16 could be.
    assert len(page.encode()) % 2 == 0
    assert decode(page.encode(), charset) == page


def test_an_xml_declaration_names_an_encoding() -> None:
    head = '<?xml version="1.0" encoding="windows-1251"?>'
    assert decode(head.encode() + "да".encode("cp1251")) == f"{head}да"


@given(st.binary(max_size=300), st.sampled_from(["utf-8", "gbk", "big5", "koi8-r", "x", None]))
def test_no_bytes_raise(content: bytes, charset: str | None) -> None:
    assert "\x00" not in decode(content, charset)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), max_size=200))
def test_utf8_comes_back_as_it_was(text: str) -> None:
    read = decode(text.encode(), "utf-8")
    assert read == text.removeprefix("\ufeff")
