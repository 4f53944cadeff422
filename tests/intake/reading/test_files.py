from __future__ import annotations

import os
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tests.intake.reading.made import docx, pdf, written
from veracity.domain.errors import BadInput
from veracity.intake.reading import KINDS, Kind, read_submission
from veracity.intake.reading.kinds import MEDIA_TYPES
from veracity.intake.reading.limits import DEFAULT, MAX_BYTES, MIB

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00"


def refused(path: Path, said: str) -> None:
    with pytest.raises(BadInput, match=said) as raised:
        read_submission(path)
    assert raised.value.fix
    assert path.name in raised.value.message


def test_every_ending_has_a_kind_and_every_kind_a_limit() -> None:
    assert set(KINDS) == set(MEDIA_TYPES)
    assert set(KINDS.values()) == set(Kind) == set(MAX_BYTES)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.zip", b"PK\x03\x04", "kind that is not read"),
        ("a.exe", b"MZ", "kind that is not read"),
        ("a.svg", b"<svg/>", "kind that is not read"),
        ("a.doc", b"\xd0\xcf\x11\xe0", "kind that is not read"),
        ("a.txt", b"", "empty"),
        ("a.txt", b" \n...\n", "no words"),
        ("a.txt", b"ab\x01\x02cd", "a binary file, which is not what its name says"),
        ("a.txt", PNG, "an image .PNG., which is not what its name says"),
        ("a.txt", pdf(["The river rose."]), "a PDF, which is not what its name says"),
        ("a.txt", b"{\\rtf1 The river rose.}", "a rich-text file"),
        ("a.md", b"MZ\x90\x00\x03", "a program, which is not what its name says"),
        ("a.html", b"\x00\x01\x02", "a binary file, which is not what its name says"),
        ("a.pdf", b"The river rose.", "is text, which is not what its name says"),
        ("a.docx", b"The river rose.", "is text, which is not what its name says"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "locked with a password"),
        ("a.png", b"The river rose.", "is text, which is not what its name says"),
        ("a.png", docx("The river rose."), "a ZIP archive, which is not what its name says"),
        ("a.srt", b"The river rose.", "no subtitles"),
        ("a.srt", b"\x00\x01\x02", "a binary file, which is not what its name says"),
        ("a.mp3", b"The river rose.", "is text, which is not what its name says"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    refused(written(tmp_path, name, content), said)


def test_an_archive_that_is_no_document_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.docx", "w") as archive:
        archive.writestr("a.txt", "The river rose.")
    refused(tmp_path / "a.docx", "some other archive")


@pytest.mark.parametrize("ending", [ending for ending in KINDS if ending])
def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a{ending}"
    path.touch()
    os.truncate(path, MAX_BYTES[KINDS[ending]] + 1)
    if KINDS[ending] is not Kind.AUDIO:
        refused(path, f"larger than {MAX_BYTES[KINDS[ending]] // MIB} MiB")


def test_a_text_that_is_too_long_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", "word " * 30)
    with pytest.raises(BadInput, match="150 characters; the most is 149"):
        read_submission(path, limits=replace(DEFAULT, characters=149))


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    refused(tmp_path / "none.txt", "cannot be read")
    (tmp_path / "folder.txt").mkdir()
    refused(tmp_path / "folder.txt", "is no file")
    os.mkfifo(tmp_path / "pipe.txt")
    refused(tmp_path / "pipe.txt", "is no file")


def test_a_file_without_an_ending_is_text(tmp_path: Path) -> None:
    read = read_submission(written(tmp_path, "speech", "The river rose.\n"))
    assert (read.text, read.origin) == ("The river rose.\n", "speech")
    assert read.media_type == "text/plain"


def test_subtitles_are_read(tmp_path: Path) -> None:
    cue = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>The river rose.\n"
    read = read_submission(written(tmp_path, "a.vtt", cue))
    assert (read.text, read.media_type) == ("The river rose.", "text/vtt")
    assert [(turn.speaker, turn.at) for turn in read.turns] == [("Ana", 1.0)]
