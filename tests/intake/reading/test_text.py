from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.intake.reading.made import written
from veracity.domain.errors import BadInput
from veracity.intake.reading import read_submission
from veracity.intake.reading.text import decode

TEXT = "The café closed. එය වැසුණි.\nஅது மூடப்பட்டது.\n"
WESTERN = "The café was “closed” – for €5.\nA naïve façade.\n"


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
    ],
)
def test_what_is_certain_is_read_without_a_word(content: bytes) -> None:
    decoded = decode(content, "a.txt")
    assert (decoded.text, decoded.notes) == (TEXT, ())


def test_an_old_encoding_is_read_and_told(tmp_path: Path) -> None:
    read = read_submission(written(tmp_path, "a.txt", WESTERN.encode("cp1252")))
    assert read.text == WESTERN
    assert read.notes == ("a.txt is not UTF-8. It was read as windows-1252, which is a guess.",)


def test_a_text_in_other_letters_is_guessed_from_them() -> None:
    russian = "Старый мост закрыт до осени, потому что две опоры осели на три метра. " * 5
    decoded = decode(russian.encode("cp1251"), "a.txt")
    assert decoded.text == russian
    assert "cp1251" in decoded.notes[0]


def test_lines_of_two_encodings_are_each_read_in_theirs() -> None:
    first, second = WESTERN.splitlines()
    content = b"\n".join([TEXT.split("\n")[0].encode(), first.encode("cp1252"), second.encode()])
    decoded = decode(content, "a.txt")
    assert decoded.text.split("\n") == [TEXT.split("\n")[0], first, second]
    assert decoded.notes == (
        "a.txt mixes encodings: 1 of its 3 lines are not UTF-8. They were read as windows-1252, "
        "which is a guess.",
    )


def test_two_encodings_in_one_line_are_told_apart_by_the_byte() -> None:
    content = "එය වැසුණි, ".encode() + "“soon”".encode("cp1252")
    assert decode(content, "a.txt").text == "එය වැසුණි, “soon”"


@pytest.mark.parametrize(
    "content", [b"ab\x00\x01\x02\xff", bytes(range(1, 32)) * 4, b"\xff\xfe\x00\xd8"]
)
def test_what_is_no_text_is_refused(content: bytes) -> None:
    with pytest.raises(BadInput, match="binary"):
        decode(content, "a.txt")


def test_wrapped_lines_are_joined_and_others_are_not(tmp_path: Path) -> None:
    wrapped = (
        "The council said on Tuesday that the old bridge stays\nclosed until 14 September, "
        "because two of its pillars\nsank by three metres when the river rose in the\nnight of "
        "the storm that nobody had seen coming at all.\n"
    )
    assert read_submission(written(tmp_path, "a.txt", wrapped)).text.count("\n") == 1
    post = "The bridge is closed\nSay the council\nAnd nobody knows why\n"
    assert read_submission(written(tmp_path, "b.txt", post)).text == post


def test_a_transcript_has_its_turns(tmp_path: Path) -> None:
    read = read_submission(
        written(tmp_path, "a.txt", "MODERATOR: How long?\nMs. Belar: 1,340 kilometres.\n")
    )
    told = [(turn.speaker, turn.span.of(read.text)) for turn in read.turns]
    assert told == [("MODERATOR", "How long?"), ("Ms. Belar", "1,340 kilometres.")]


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), max_size=200))
def test_any_text_in_utf_8_is_read_as_it_is(text: str) -> None:
    assert decode(text.encode(), "a.txt").text == text.removeprefix("\ufeff")
