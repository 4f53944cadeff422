"""`veracity quote`: where words stand, or why they do not hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import veracity

QUOTE = "the harbor was closed all day"


def written(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    file = folder / name
    file.write_bytes(text.encode(encoding))
    return file


def asked(folder: Path, quote: str, file: Path, code: int) -> dict[str, Any]:
    ran = veracity("quote", quote, file, "--json", home=folder / "home")
    assert (ran.returncode, ran.stderr) == (code, "")
    return json.loads(ran.stdout)


def test_a_quote_that_stands_is_shown_in_its_place(tmp_path: Path) -> None:
    file = written(tmp_path, "a.txt", f"The council met.\n\nThen {QUOTE}.\n")
    ran = veracity("quote", QUOTE, file, home=tmp_path / "home")
    assert ran.returncode == 0
    # 16 characters and 2 line ends before the third line, and "Then " in it: 18 + 5 = 23.
    assert ran.stdout.splitlines() == [
        "It stands in a.txt word for word.",
        "a.txt: line 3, column 6, characters 23 to 52",
        f"... The council met. Then [[{QUOTE}]]. ...",
    ]


def test_a_quote_that_does_not_hold_says_why(tmp_path: Path) -> None:
    file = written(tmp_path, "a.txt", f"It is not true that {QUOTE}.\n")
    ran = veracity("quote", QUOTE, file, home=tmp_path / "home")
    assert ran.returncode == 4
    assert ran.stdout.splitlines()[0] == (
        "It does not hold. The words beside it in the text deny it."
    )
    absent = veracity("quote", "the harbor was opened by a queen", file, home=tmp_path / "home")
    assert absent.returncode == 4
    assert absent.stdout == "It does not hold in a.txt. These words do not stand in the text.\n"


def test_a_program_gets_the_span_and_the_passage(tmp_path: Path) -> None:
    text = f"The council met.\nThen {QUOTE}."
    found = asked(tmp_path, QUOTE, written(tmp_path, "a.md", text), 0)
    start, end = found["span"]
    assert text[start:end] == QUOTE
    assert (found["stands"], found["reason"], found["line"], found["column"]) == (
        True,
        "exact",
        2,
        6,
    )
    assert found["passage"] == {"before": "The council met.\nThen ", "quote": QUOTE, "after": "."}


def test_of_a_page_what_a_reader_sees_counts(tmp_path: Path) -> None:
    text = (
        "<html><head><meta charset='iso-8859-1'></head><body>\n<p>In the café "
        "<b>the harbor</b> was\nclosed all day, they said.</p><p hidden>No ship was ever seen in "
        "the harbor</p></body></html>"
    )
    file = written(tmp_path, "a.html", text, "iso-8859-1")
    found = asked(tmp_path, f"In the café {QUOTE}", file, 0)
    start, end = found["span"]
    assert text[start:end] == "In the café <b>the harbor</b> was\nclosed all day"
    assert found["passage"]["quote"] == f"In the café {QUOTE}"
    hidden = asked(tmp_path, "No ship was ever seen in the harbor", file, 4)
    assert hidden["reason"] == "hidden_text"


def test_a_pdf_is_read(tmp_path: Path) -> None:
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = PdfWriter()
    page = writer.add_blank_page(300, 200)
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    fonts = DictionaryObject({NameObject("/F1"): font})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    stream = DecodedStreamObject()
    stream.set_data(f"BT /F1 12 Tf 20 100 Td (Then {QUOTE}.) Tj ET".encode())
    page[NameObject("/Contents")] = stream
    with (tmp_path / "a.pdf").open("wb") as file:
        writer.write(file)
    assert asked(tmp_path, QUOTE, tmp_path / "a.pdf", 0)["reason"] == "exact"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.png", b"\x89PNG", "of a kind that is not read"),
        ("a.txt", b"", "empty"),
        ("a.html", b"<p>\xff\x81</p>", "is not utf-8 or windows-1252 text"),
        ("a.html", b"<meta charset=none-such><p>x</p>", "is not none-such text"),
        ("a.html", b"<p>\x00</p>", "binary"),
        (None, b"", "There is no file"),
    ],
)
def test_a_file_that_cannot_be_read_is_bad_input(
    tmp_path: Path, name: str | None, content: bytes, says: str
) -> None:
    file = tmp_path / (name or "absent.txt")
    if name is not None:
        file.write_bytes(content)
    ran = veracity("quote", QUOTE, file, home=tmp_path / "home")
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert says in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_what_a_text_says_cannot_move_the_cursor(tmp_path: Path) -> None:
    file = written(tmp_path, "a.txt", f"\x1b[2JThen {QUOTE}\u202e.")
    ran = veracity("quote", QUOTE, file, home=tmp_path / "home")
    assert ran.returncode == 0
    assert "\x1b" not in ran.stdout
    assert "\u202e" not in ran.stdout
