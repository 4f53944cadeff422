from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.intake.reading.made import docx, docx_of, written
from veracity.domain.errors import BadInput
from veracity.intake.reading import read_submission
from veracity.intake.reading.limits import DEFAULT
from veracity.intake.reading.word import read_word


def paragraph(*runs: str) -> str:
    return f"<w:p>{''.join(runs)}</w:p>"


def run(said: str, formatted: str = "") -> str:
    return f'<w:r><w:rPr>{formatted}</w:rPr><w:t xml:space="preserve">{said}</w:t></w:r>'


def test_paragraphs_tables_and_title_are_read(tmp_path: Path) -> None:
    content = docx(
        "The old bridge is closed.", "එය වැසුණි.", title="Bridges", table=[["Year", "2019"]]
    )
    read = read_submission(written(tmp_path, "a.docx", content))
    assert read.text == "The old bridge is closed.\nඑය වැසුණි.\nYear\n2019"
    assert (read.title, read.published, read.origin) == ("Bridges", None, "a.docx")
    assert read.media_type is not None
    assert read.media_type.endswith("wordprocessingml.document")


def test_a_transcript_has_its_turns() -> None:
    read = read_word(docx("MODERATOR: How long?", "Dr. Belar: Very."), "a.docx", DEFAULT)
    assert [turn.span.of(read.text) for turn in read.turns] == ["How long?", "Very."]


def test_only_what_a_reader_sees_is_read() -> None:
    body = paragraph(
        run("The bridge "),
        f"<w:ins>{run('is ')}</w:ins>",
        "<w:del><w:r><w:delText>was </w:delText></w:r></w:del>",
        run("not ", "<w:vanish/>"),
        run("quite ", '<w:vanish w:val="0"/>'),
        "<w:r><w:instrText>HYPERLINK x</w:instrText></w:r>",
        f"<w:hyperlink>{run('closed')}</w:hyperlink>",
        "<w:r><w:noBreakHyphen/><w:t>off</w:t><w:tab/><w:t>now.</w:t></w:r>",
    )
    assert read_word(docx_of(body), "a", DEFAULT).text == "The bridge is quite closed-off\tnow."


def test_boxes_controls_and_notes_are_read() -> None:
    box = f"<w:r><w:txbxContent>{paragraph(run('In a box.'))}</w:txbxContent></w:r>"
    control = f"<w:sdt><w:sdtContent>{paragraph(run('In a control.'))}</w:sdtContent></w:sdt>"
    content = docx_of(
        paragraph(run("Outside."), box) + control,
        footnotes=f"<w:footnote>{paragraph(run('A note.'))}</w:footnote>",
    )
    text = read_word(content, "a", DEFAULT).text
    assert text == "Outside.\nIn a box.\nIn a control.\nA note."


def test_no_more_is_unpacked_than_is_allowed() -> None:
    bomb = docx_of(paragraph(run("a" * 3_000_000)))
    assert len(bomb) < 10_000
    with pytest.raises(BadInput, match="unpacks to more than 2 MiB"):
        read_word(bomb, "a.docx", replace(DEFAULT, unpacked=2 * 1024 * 1024))


def test_entities_of_the_file_are_not_expanded() -> None:
    content = docx_of(paragraph(run("River")) + "<w:p><w:r><w:t>x&amp;b;</w:t></w:r></w:p>")
    assert read_word(content, "a", DEFAULT).text == "River\nx&b;"
    with pytest.raises(BadInput, match="not a DOCX"):
        read_word(docx_of(paragraph(run("&undeclared;"))), "a.docx", DEFAULT)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_a_truncated_file_is_refused(share: float) -> None:
    whole = docx("The old bridge is closed.")
    with pytest.raises(BadInput, match="not a DOCX"):
        read_word(whole[: int(share * len(whole))], "a.docx", DEFAULT)


def test_a_part_that_cannot_be_unpacked_is_refused() -> None:
    whole = bytearray(docx_of(paragraph(run("River. " * 50))))
    # Behind the local header (30 bytes, and the name) of the second file, the first with the words.
    at = whole.index(b"word/document.xml") + len("word/document.xml")
    whole[at : at + 8] = b"\xff" * 8
    with pytest.raises(BadInput, match="not a DOCX"):
        read_word(bytes(whole), "a.docx", DEFAULT)
