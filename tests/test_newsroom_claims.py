"""A newsroom finds the claims of a submission, and judges each at its place."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import veracity
from veracity.domain.case import Case
from veracity.domain.claim import Claim, Span, Submission
from veracity.domain.evidence import Document, Source, Tier
from veracity.newsroom import How, Judged, News, Newsroom, Order
from veracity.publish.submissions import keep_submission, kept_submission
from veracity.settings import Settings

FACT = "The village of Brakka has more than 120 inhabitants."
TEXT = f"Good evening, everyone! {FACT} Who knew?"
EVIDENCE = Document(
    text="The village of Brakka has 125 inhabitants.",
    source=Source(url="brakka.txt", title="Brakka", publisher="", tier=Tier.GIVEN),
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", model="none")


def at_its_place(submission: Submission) -> Claim:
    start = submission.text.index(FACT)
    span = Span(start=start, end=start + len(FACT))
    return Claim.whole(submission).model_copy(update={"text": FACT, "span": span})


def judged(settings: Settings, order: Order, how: How) -> Case:
    async def judge() -> Case:
        async with Newsroom(settings) as newsroom:
            (outcome,) = [one async for one in newsroom.check_many([order], how)]
            assert isinstance(outcome, Judged), outcome
            return outcome.case

    return asyncio.run(judge())


def test_a_case_keeps_the_whole_submission_and_the_place_of_its_claim(settings: Settings) -> None:
    submission = Submission(text=TEXT, origin="speech.txt")
    order = Order(submission=submission, claim=at_its_place(submission))
    case = judged(settings, order, How(evidence=(EVIDENCE,)))
    assert case.verdict.label == "True"
    assert case.submission == submission
    assert case.claim.span.of(case.submission.text) == FACT
    assert case.verify() == ()
    assert asyncio.run(veracity.replay(case, from_exchanges=True)).same


def test_a_tree_that_a_person_approved_is_judged_by_the_method_that_has_trees(
    settings: Settings,
) -> None:
    submission = Submission(text=TEXT)
    tree = {"all_of": ["Brakka is a village.", "Brakka has more than 120 inhabitants."]}
    order = Order(submission=submission, claim=at_its_place(submission), dials={"tree": tree})
    rubric = judged(settings, order, How(method="rubric", evidence=(EVIDENCE,)))
    assert rubric.dials["tree"]["all_of"][0]["claim"] == "Brakka is a village."
    assert not any("No person reviewed" in caveat for caveat in rubric.verdict.caveats)
    routed = judged(settings, order, How(method="routed", evidence=(EVIDENCE,)))
    assert "tree" not in routed.dials


def test_the_claims_of_a_text_are_found_and_the_text_is_kept(settings: Settings) -> None:
    submission = Submission(text=TEXT)
    told: list[News] = []

    async def find() -> None:
        async with Newsroom(settings, told.append) as newsroom:
            found = await newsroom.claims(submission)
            assert [claim.span.of(TEXT) for claim in found.judged()] == [FACT]
            assert found.exchanges == ()

    asyncio.run(find())
    assert kept_submission(settings.home, submission.digest) == submission


def test_the_public_api_finds_claims(settings: Settings) -> None:
    found = asyncio.run(veracity.claims(TEXT, mode="main", settings=settings))
    assert [claim.text for claim in found.claims] == [FACT]
    assert found.mode == "main"


def test_trees_without_a_model_are_none_and_the_trail_says_so(settings: Settings) -> None:
    async def find() -> None:
        async with Newsroom(settings) as newsroom:
            found = await newsroom.claims(Submission(text=TEXT), trees=True)
            assert found.trees == {}
            assert found.trail[-1].name == "trees"
            assert found.trail[-1].status == "skipped"

    asyncio.run(find())


def test_a_kept_submission_is_what_it_was_or_nothing(tmp_path: Path) -> None:
    submission = Submission(text=TEXT)
    place = keep_submission(tmp_path, submission)
    assert kept_submission(tmp_path, submission.digest) == submission
    for content in (b"", b"{}", place.read_bytes().replace(b"Brakka", b"Brokka")):
        place.write_bytes(content)
        assert kept_submission(tmp_path, submission.digest) is None
    for digest in ("", "sha256:", "sha256:../../secret", "sha256:" + "0" * 64):
        assert kept_submission(tmp_path, digest) is None
