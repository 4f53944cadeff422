"""A page as a submission: its text and day, its address as the origin, and why there is none."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import pytest

from veracity.desk.scripted import ScriptedDesk
from veracity.domain.claim import Claim, Submission
from veracity.domain.errors import BadInput
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.page import Extracted, Fetched, Obstacle
from veracity.newsroom.intake import read_page

URL = "https://ostrana.example/harbor"
TEXT = "The harbor has 3 cranes.\n\nIt was opened in 2019."


def fetched(**page: Any) -> Fetched:
    return Fetched(
        url=URL,
        final_url=URL,
        status=200,
        media_type="text/html",
        digest="sha256:0",
        size=10,
        page=Extracted.model_validate({"text": TEXT, "published": date(2026, 5, 4), **page}),
    )


def read(answer: Any) -> Submission:
    return asyncio.run(read_page(ScriptedDesk([({"kind": "fetch"}, answer)]), URL))


def test_a_page_is_a_submission_whose_claims_have_the_page_as_their_origin() -> None:
    submission = read(fetched())
    assert submission.text == TEXT
    assert submission.published == date(2026, 5, 4)
    assert Claim.whole(submission).origin == URL


@pytest.mark.parametrize("obstacle", Obstacle)
def test_what_stands_in_place_of_a_page_is_refused(obstacle: Obstacle) -> None:
    with pytest.raises(BadInput, match="cannot be read") as raised:
        read(fetched(obstacle=obstacle))
    assert raised.value.fix


def test_a_page_without_text_is_refused() -> None:
    with pytest.raises(BadInput, match="text"):
        read(fetched(text=" \n"))


def test_a_page_that_cannot_be_fetched_says_why() -> None:
    with pytest.raises(BadInput, match="could not be fetched: no such host"):
        read(Failure(kind=FailureKind.UNREACHABLE, message="no such host"))
