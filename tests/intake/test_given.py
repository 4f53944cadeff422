"""What is taken as what: a claim, a post, a text, claims one a line, a page, a list of claims."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from veracity.domain.claim import Claim, Submission
from veracity.domain.errors import BadInput
from veracity.intake.claims.lines import line_of
from veracity.intake.claims.placed import Listed
from veracity.intake.given import POST_WORDS, Lines, Page, Text, given, mode_of

ONE = "Brakka has 5 schools."
TWO = "Brakka has 5 schools. Marn has 3 ports."
LONG = " ".join([ONE] * (POST_WORDS // 4 + 1))


def stdin(text: str) -> io.BytesIO:
    return io.BytesIO(text.encode())


def test_a_sentence_is_one_claim_as_ever() -> None:
    taken = given(ONE)
    assert isinstance(taken, Lines)
    assert taken.entries[0].given == Submission(text=ONE, origin="argument")


@pytest.mark.parametrize(("text", "mode"), [(ONE, "whole"), (TWO, "main"), (LONG, "all")])
def test_how_much_a_text_says_decides_how_many_claims_are_looked_for(text: str, mode: str) -> None:
    assert mode_of(Submission(text=text)) == mode


def test_an_image_is_a_post_whatever_it_says() -> None:
    for text in (ONE, LONG):
        assert mode_of(Submission(text=text, media_type="image/png")) == "main"


def test_of_a_short_transcript_every_claim_is_wanted(tmp_path: Path) -> None:
    place = tmp_path / "said.txt"
    place.write_text("ANA: It has 5 cranes.\nTOV: It has 6.\nANA: It opened in 2019.\n", "utf-8")
    taken = given(str(place))
    assert isinstance(taken, Text)
    assert (taken.mode, len(taken.submission.turns)) == ("all", 3)


@pytest.mark.parametrize("mode", ["main", "all"])
def test_whoever_asks_may_say_otherwise(mode: str) -> None:
    taken = given(TWO, mode)  # pyright: ignore[reportArgumentType]
    assert isinstance(taken, Text)
    assert taken.mode == mode
    assert isinstance(given(TWO, "whole"), Lines)
    assert isinstance(given(TWO, "lines"), Lines)


def test_standard_input_whose_every_line_is_a_sentence_is_claims_one_a_line() -> None:
    taken = given("-", stdin=stdin(f"{ONE}\n\nMarn has 3 ports\n"))
    assert isinstance(taken, Lines)
    assert [entry.line for entry in taken.entries] == [1, 3]


def test_standard_input_with_two_sentences_in_a_line_is_a_text() -> None:
    taken = given("-", stdin=stdin(f"\ufeff{TWO}\n{ONE}\n"))
    assert isinstance(taken, Text)
    assert taken.submission == Submission(text=f"{TWO}\n{ONE}\n", origin="stdin")
    assert taken.mode == "main"


def test_a_text_in_lines_may_be_wanted_as_claims_or_as_a_text() -> None:
    assert isinstance(given("-", "lines", stdin=stdin(TWO)), Lines)
    taken = given("-", "all", stdin=stdin(ONE))
    assert isinstance(taken, Text)
    assert taken.mode == "all"


@pytest.mark.parametrize("suffix", [".txt", ".text", ""])
def test_a_file_of_text_is_taken_like_standard_input(suffix: str, tmp_path: Path) -> None:
    place = tmp_path / f"given{suffix}"
    place.write_text(f"{ONE}\n{ONE}\n")
    assert isinstance(given(str(place)), Lines)
    place.write_text(LONG)
    taken = given(str(place))
    assert isinstance(taken, Text)
    assert (taken.mode, taken.submission.origin) == ("all", place.name)


def test_a_document_is_a_text_however_short_it_is(tmp_path: Path) -> None:
    place = tmp_path / "page.md"
    place.write_text(f"# Brakka\n\n{ONE}\n")
    taken = given(str(place))
    assert isinstance(taken, Text)
    assert taken.mode == "all"
    with pytest.raises(BadInput, match="one a line"):
        given(str(place), "lines")


def test_an_address_is_a_page_to_be_fetched() -> None:
    url = "https://ostrana.example/a?b=1"
    assert given(url) == Page(url=url, mode="all")
    assert given(url, "main") == Page(url=url, mode="main")


@pytest.mark.parametrize("url", ["https://", "http://user:word@ostrana.example/"])
def test_an_address_that_cannot_be_placed_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match="no address") as raised:
        given(url)
    assert "word" not in str(raised.value)


def test_a_sentence_that_begins_with_an_address_is_a_claim() -> None:
    assert isinstance(given("https://ostrana.example/ is the page of Ostrana."), Lines)


def test_claims_that_were_found_before_are_taken_back(tmp_path: Path) -> None:
    submission = Submission(text=TWO)
    place = tmp_path / "claims.json"
    place.write_text(json.dumps(line_of(Claim.whole(submission), submission)))
    taken = given(str(place))
    assert isinstance(taken, Listed)
    assert taken.origin == "claims.json"


def test_claims_of_ones_own_in_json_lines_stay_claims_one_a_line(tmp_path: Path) -> None:
    place = tmp_path / "claims.jsonl"
    place.write_text(json.dumps({"claim": TWO}))
    taken = given(str(place))
    assert isinstance(taken, Lines)
    assert len(taken.entries) == 1


@pytest.mark.parametrize("text", ['She said: "{no}" \\ "yes".', "{mark} is 5", "\\n\\t is 5"])
def test_marks_of_any_kind_are_words_of_the_claim(text: str) -> None:
    taken = given(text)
    assert isinstance(taken, Lines)
    assert taken.entries[0].given == Submission(text=text)


@pytest.mark.parametrize("text", ['"""', "{}", "\\ ..."])
def test_marks_alone_are_no_words(text: str) -> None:
    with pytest.raises(BadInput, match="no words"):
        given(text)


def test_a_transcript_is_a_text_though_each_line_is_one_sentence() -> None:
    said = "ANA: Marn has 3 ports.\nBEN: It has 5.\nANA: It has 3.\n"
    taken = given("-", stdin=stdin(said))
    assert isinstance(taken, Text)


@pytest.mark.parametrize("name", ["speech.pdf", "a/b.docx", "shot.PNG", "talk.srt"])
def test_what_looks_like_a_file_and_is_missing_is_an_error(name: str) -> None:
    with pytest.raises(BadInput, match="There is no file"):
        given(name)
