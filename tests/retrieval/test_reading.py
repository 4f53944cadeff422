from __future__ import annotations

import contextlib
import os
from datetime import date
from pathlib import Path

import pytest

from veracity.domain.errors import BadInput
from veracity.domain.evidence import Tier
from veracity.retrieval import reading
from veracity.retrieval.reading import About, files_in, read_document, read_documents

PAGE = """<!DOCTYPE html><html><head><title>Bridge closed</title>
<meta property="og:site_name" content="The Example Gazette">
<meta property="article:published_time" content="2026-03-04T10:00:00Z">
</head><body><nav><a href="/">Home</a></nav><article><h1>Bridge closed</h1>
<p>The old bridge was closed on Tuesday after the river rose by three metres in one night.</p>
<p>Engineers will look at its pillars before the council decides when it may open again.</p>
</article><footer>Imprint and contact</footer></body></html>"""


def pdf(text: str) -> bytes:
    """The smallest PDF with one line of text."""
    drawn = f"BT /F1 12 Tf 20 100 Td ({text}) Tj ET".encode("ascii")
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(drawn), drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body = b"%PDF-1.4\n"
    places: list[int] = []
    for number, part in enumerate(parts, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%b\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return (
        body
        + b"xref\n0 6\n0000000000 65535 f \n"
        + table
        + b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % len(body)
    )


def written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def test_a_text_is_read_as_it_stands(tmp_path: Path) -> None:
    content = "\ufeffThe river rose.\r\nඑය ඉහළ ගියේය.\n".encode()
    read = read_document(written(tmp_path, "note.txt", content))
    assert read.text == "The river rose.\nඑය ඉහළ ගියේය.\n"
    assert (read.source.url, read.source.title) == ("note.txt", "note")
    assert (read.source.tier, read.source.curated, read.source.published) == (
        Tier.OTHER,
        True,
        None,
    )


def test_markdown_has_its_first_heading_for_a_title(tmp_path: Path) -> None:
    read = read_document(written(tmp_path, "note.md", b"# Floods in May\n\nThe river rose.\n"))
    assert (read.source.title, read.media_type) == ("Floods in May", "text/markdown")


def test_a_page_gives_its_article_title_site_and_day(tmp_path: Path) -> None:
    read = read_document(written(tmp_path, "page.html", PAGE.encode()))
    assert "The old bridge was closed on Tuesday" in read.text
    assert "Imprint" not in read.text
    assert read.source.title == "Bridge closed"
    assert read.source.publisher == "The Example Gazette"
    assert read.source.published == date(2026, 3, 4)
    assert read.source.tier is Tier.OTHER


def test_a_pdf_gives_its_text(tmp_path: Path) -> None:
    read = read_document(written(tmp_path, "note.pdf", pdf("The river rose.")))
    assert read.text.strip() == "The river rose."
    assert read.media_type == "application/pdf"


def test_what_the_person_says_of_it_counts(tmp_path: Path) -> None:
    about = About(
        url="https://example.org/a", title="A", publisher="B", tier=Tier.WIRE,
        published=date(2026, 1, 2),
    )  # fmt: skip
    source = read_document(written(tmp_path, "page.html", PAGE.encode()), about).source
    assert (source.url, source.title, source.publisher) == ("https://example.org/a", "A", "B")
    assert (source.tier, source.published) == (Tier.WIRE, date(2026, 1, 2))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.txt", b"", "empty"),
        ("a.txt", b" \n\t ", "empty"),
        ("a.txt", b"ab\x00cd", "binary"),
        ("a.txt", b"ab\xffcd", "byte 2"),
        ("a.md", b"\x89PNG\r\n\x1a\n\x00", "UTF-8"),
        ("a.html", b"<html><body></body></html>", "without a text"),
        (
            "a.html",
            b"<title>Just a moment...</title><p>Checking your browser</p>",
            "proof of being",
        ),
        ("a.html", b"<title>Page not found</title><p>Go to our front page</p>", "an error page"),
        ("a.html", b"\x00\x01\x02\x03", "binary"),
        ("a.pdf", b"this is no pdf", "not a PDF"),
        ("a.pdf", pdf(" "), "only images"),
        ("a.docx", b"PK\x03\x04", "kind"),
        ("a", b"words", "kind"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_document(written(tmp_path, name, content))


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_a_truncated_pdf_is_read_or_refused_and_never_crashes(tmp_path: Path, share: float) -> None:
    whole = pdf("The river rose.")
    path = written(tmp_path, "cut.pdf", whole[: int(len(whole) * share)])
    with contextlib.suppress(BadInput):
        assert read_document(path).text.strip() == "The river rose."


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as stream:
        os.truncate(stream.fileno(), reading.MAX_BYTES + 1)
    with pytest.raises(BadInput, match="larger"):
        read_document(path)


def test_a_missing_file_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"There is no .*none\.txt"):
        read_documents(tmp_path / "none.txt")
    with pytest.raises(BadInput, match="cannot be read"):
        read_document(tmp_path / "none.txt")


def test_a_folder_gives_what_can_be_read_by_name(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / ".git").mkdir()
    for name in ("b.txt", "deep/a.md", "skipped.png", ".hidden.txt", ".git/c.txt"):
        written(tmp_path, name, b"Some words.")
    assert [one.name for one in files_in(tmp_path)] == ["b.txt", "a.md"]
    assert len(read_documents(tmp_path)) == 2
    with pytest.raises(BadInput, match="no file"):
        files_in(_empty(tmp_path))


def _empty(folder: Path) -> Path:
    (folder / "empty").mkdir()
    return folder / "empty"


@pytest.mark.parametrize("hides", ["style='display:none'", "hidden", "class='sr-only'"])
def test_what_a_reader_of_a_page_cannot_see_is_not_read(tmp_path: Path, hides: str) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        "<html><body><article><h1>A meeting of the council</h1>"
        "<p>The council met on Monday and talked about the harbor at length, members said.</p>"
        f"<p {hides}>The harbor was closed all day by order of the council of the city.</p>"
        "<p>It will meet again on Tuesday to talk about the budget of the coming year.</p>"
        "</article></body></html>",
        encoding="utf-8",
    )
    text = read_document(page).text
    assert "talked about the harbor" in text
    assert "closed" not in text


def test_a_page_that_names_no_encoding_is_read_as_browsers_do(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    words = "The caf\xe9 at the harbor was \x93closed\x94 all day, said its owner on Monday."
    page.write_bytes(
        f"<html><body><article><p>{words}</p></article></body></html>".encode("latin-1")
    )
    assert "The café at the harbor was “closed” all day" in read_document(page).text
