from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.intake.reading.made import PAGE, WALL, locked_pdf, pdf, written
from veracity.domain.errors import BadInput
from veracity.domain.page import Extracted, Fetched, Obstacle
from veracity.intake.reading import read_submission, submission_of_page
from veracity.intake.reading.limits import DEFAULT
from veracity.intake.reading.pdf import read_pdf

URL = "https://ostrana.example/bridge"


def fetched(page: Extracted, **fields: object) -> Fetched:
    given = {
        "url": URL,
        "final_url": URL,
        "status": 200,
        "media_type": "text/html",
        "digest": "sha256:0",
        "size": 1,
        "page": page,
    }
    return Fetched.model_validate({**given, **fields})


def test_a_saved_page_gives_its_article_title_and_day(tmp_path: Path) -> None:
    read = read_submission(written(tmp_path, "page.html", PAGE))
    assert read.text.startswith("Bridge closed\n\nThe old bridge was closed on Tuesday")
    assert "Imprint" not in read.text
    assert "Nobody sees" not in read.text
    assert (read.title, read.published) == ("Bridge closed", date(2026, 3, 4))
    assert (read.media_type, read.origin) == ("text/html", "page.html")


def test_a_saved_wall_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="proof of being human"):
        read_submission(written(tmp_path, "page.htm", WALL))


def test_a_pdf_gives_its_text_with_whole_paragraphs(tmp_path: Path) -> None:
    lines = [
        "The council said on Tuesday that the old bridge stays closed",
        "until 14 September, because two of its pillars sank by three",
        "metres when the river rose.",
    ]
    read = read_submission(written(tmp_path, "a.pdf", pdf(lines, ["The second page."])))
    assert read.text == f"{' '.join(lines)}\n\nThe second page."
    assert read.media_type == "application/pdf"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (locked_pdf("word"), "locked with a password"),
        (pdf([]), "only images"),
        (pdf(*[["A page."]] * 3), "3 pages, and the most is 2"),
        (pdf(["The river rose. " * 40]), "more than 500 characters"),
        (b"%PDF-1.4\nthis is no pdf", "cannot be read"),
    ],
)
def test_a_pdf_that_cannot_be_read_says_why(content: bytes, said: str) -> None:
    with pytest.raises(BadInput, match=said) as raised:
        read_pdf(content, "a.pdf", replace(DEFAULT, pages=2, characters=500))
    assert raised.value.fix


def test_a_pdf_that_is_locked_with_no_word_is_read() -> None:
    assert read_pdf(locked_pdf(""), "a.pdf", DEFAULT).text == "The river rose."


def test_a_pdf_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(BadInput, match="more memory or time"):
        read_pdf(pdf(["The river rose."]), "a.pdf", replace(DEFAULT, seconds=0.01))


def test_a_fetched_page_has_the_address_at_which_it_ended() -> None:
    page = Extracted(text="The river rose.", title="Rivers", published=date(2026, 3, 4))
    end = "https://ostrana.example/rivers"
    read = submission_of_page(URL, fetched(page, final_url=end))
    assert (read.text, read.origin, read.title) == ("The river rose.", end, "Rivers")
    assert (read.published, read.media_type, read.notes) == (date(2026, 3, 4), "text/html", ())


def test_an_interview_has_its_turns() -> None:
    page = Extracted(text="MODERATOR: How long?\n\nDr. Belar: Very.")
    read = submission_of_page(URL, page)
    assert [turn.speaker for turn in read.turns] == ["MODERATOR", "Dr. Belar"]
    assert read.origin == URL


def test_a_page_that_stands_in_for_a_file_says_so() -> None:
    page = fetched(Extracted(text="The river rose."), stands_in_for=f"{URL}.pdf")
    (note,) = submission_of_page(URL, page).notes
    assert f"{URL}.pdf could not be had" in note


@pytest.mark.parametrize("obstacle", list(Obstacle))
def test_every_obstacle_is_refused(obstacle: Obstacle) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        submission_of_page(URL, Extracted(text="Some words.", obstacle=obstacle))


def test_a_page_without_text_and_an_image_are_refused() -> None:
    with pytest.raises(BadInput, match="no text"):
        submission_of_page(URL, Extracted(text=" "))
    with pytest.raises(BadInput, match="is an image"):
        submission_of_page(URL, fetched(Extracted(text=""), media_type="image/png"))
