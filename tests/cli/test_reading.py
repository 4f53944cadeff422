from __future__ import annotations

import io
from pathlib import Path

import pytest

from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput
from veracity.intake.reading import MAX_CLAIM, MAX_FILE, Entry, placed, read

CLAIM = "The coast of Sri Lanka is 1,340 kilometres long."


def texts(entries: tuple[Entry, ...]) -> list[str]:
    return [e.given.text for e in entries if isinstance(e.given, Submission)]


def refused(argument: str, match: str) -> BadInput:
    with pytest.raises(BadInput, match=match) as caught:
        read(argument)
    assert caught.value.fix
    return caught.value


def test_an_argument_that_is_no_path_is_one_claim() -> None:
    (entry,) = read(CLAIM)
    assert entry == Entry(line=1, given=Submission(text=CLAIM, origin="argument"))


def test_a_file_has_one_claim_a_line_and_keeps_its_line_numbers(tmp_path: Path) -> None:
    file = tmp_path / "claims.txt"
    file.write_bytes(b"\xef\xbb\xbfOne is one.\r\n\r\n   \nTwo is two.")
    entries = read(str(file))
    assert texts(entries) == ["One is one.", "Two is two."]
    assert [entry.line for entry in entries] == [1, 4]
    assert entries[0].given.origin == "claims.txt"  # pyright: ignore[reportAttributeAccessIssue]


def test_standard_input_is_read_like_a_file() -> None:
    entries = read("-", stdin=io.BytesIO("One.\nදෙක.\n".encode()))
    assert texts(entries) == ["One.", "දෙක."]
    assert isinstance(entries[1].given, Submission)
    assert entries[1].given.origin == "stdin"


def test_a_bad_line_does_not_cost_the_others(tmp_path: Path) -> None:
    file = tmp_path / "claims.txt"
    file.write_bytes(b"One.\n\xff\xfe bad\n" + b"x" * (MAX_CLAIM + 1) + b"\n...\nFive.\n")
    entries = read(str(file))
    assert texts(entries) == ["One.", "Five."]
    faults = {e.line: str(e.given) for e in entries if isinstance(e.given, BadInput)}
    assert set(faults) == {2, 3, 4}
    assert "UTF-8 at byte 0" in faults[2]
    assert f"{MAX_CLAIM:,} characters" in faults[3]
    assert "no words" in faults[4]


def test_the_only_line_of_a_file_is_an_error_when_it_is_bad(tmp_path: Path) -> None:
    file = tmp_path / "claims.txt"
    file.write_bytes(b"\xff\xfe\n")
    refused(str(file), "UTF-8")


def test_the_longest_claim_is_still_a_claim() -> None:
    assert texts(read("a " * (MAX_CLAIM // 2))) == ["a " * (MAX_CLAIM // 2)]


def test_one_character_more_is_refused() -> None:
    refused("a" * (MAX_CLAIM + 1), f"{MAX_CLAIM + 1:,}")


def test_a_megabyte_in_one_line_says_the_limit(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_bytes(b"word " * 200_000)
    refused(str(file), f"{MAX_CLAIM:,} characters")


def test_a_file_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "huge.txt"
    file.write_bytes(b"a claim\n" * (MAX_FILE // 8 + 1))
    refused(str(file), "16 MiB")


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_empty_text_is_refused(text: str) -> None:
    refused(text, "no text")


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.write_bytes(b"\n \n")
    refused(str(file), "no text")


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "image.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    refused(str(file), "binary")


def test_an_argument_that_is_not_utf8_is_refused() -> None:
    # What Python makes of the byte 0xFF in an argument.
    refused("caf\udcff is open", "UTF-8 at character 3")


@pytest.mark.parametrize("argument", ["claims.txt", "notes.MD", "some/where", "rows.jsonl"])
def test_what_looks_like_a_path_and_is_missing_is_an_error(argument: str) -> None:
    refused(argument, "There is no file")


def test_an_address_is_not_taken_for_a_claim() -> None:
    refused("https://example.org/page", "Addresses")


def test_a_sentence_that_ends_like_a_path_is_a_claim() -> None:
    claim = "The rules are in /etc/hosts or robots.txt"
    assert texts(read(claim)) == [claim]


def test_a_directory_is_refused(tmp_path: Path) -> None:
    refused(str(tmp_path), "is a directory")


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    loop = tmp_path / "loop.txt"
    loop.symlink_to(loop)
    refused(str(loop), r"There is no file|cannot be read")


def test_rows_of_a_jsonl_file_give_their_claims(tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonl"
    file.write_text('{"claim": "One.", "label": "SUPPORTED"}\n{"text": "Two."}\nThree.\n')
    entries = read(str(file))
    assert texts(entries) == ["One."]
    assert "'claim'" in str(entries[1].given)
    assert "not JSON" in str(entries[2].given)


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "ostrana.example",
        "ftp://ostrana.example/",
        "https://ostrana.example/a b",
        # Nobody can say on whose site these lie, so what lies there would pass for somebody else's.
        "https://user:word@ostrana.example/",
        "https://evil.example\\@ostrana.example/",
    ],
)
def test_an_origin_that_cannot_be_placed_is_refused(origin: str) -> None:
    with pytest.raises(BadInput, match="no address of a page") as raised:
        placed(Submission(text=CLAIM), origin=origin)
    assert "word" not in raised.value.message


def test_a_speaker_that_is_no_text_is_refused() -> None:
    with pytest.raises(BadInput, match="UTF-8"):
        placed(Submission(text=CLAIM), speaker="\udcff")
