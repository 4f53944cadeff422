"""What the language of a claim means for its check, over every method."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.methods.test_routed import STORY
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.claim import Claim, Submission
from veracity.domain.evidence import Found
from veracity.domain.exchange import Request
from veracity.domain.verdict import Bucket
from veracity.methods import NAMES, method
from veracity.methods.base import roles
from veracity.newsroom.languages import (
    explains,
    identified,
    readers_only,
    stand_ins,
    translator,
    with_language,
)
from veracity.newsroom.orders import Order

LOCAL, HOSTED = "local:small", "maker:large"
SINHALA = "ඔස්ට්‍රානා වරාය ස්වේච්ඡා සේවකයෝ නැවත ගොඩනැගූහ."


def claim(text: str = SINHALA, language: str | None = "si") -> Claim:
    return Claim.whole(Submission(text=text, language=language))


def played(name: str, *models: str) -> Any:
    """The dials of a method whose every role is played by `models`, the first where one plays."""
    judge = method(name)
    turned = {
        dial: models if role == "panel" else models[0] for dial, role in roles(judge.dials).items()
    }
    return judge.with_dials(judge.dials(), turned, live=True)


@pytest.mark.parametrize("name", NAMES)
def test_a_local_model_plays_no_part_in_a_claim_that_it_cannot_be_relied_on_to_read(
    name: str,
) -> None:
    judge = method(name)
    left = readers_only(judge, played(name, LOCAL), claim())
    assert all(not getattr(left, dial) for dial in roles(judge.dials))
    for language in (None, "en"):
        dials = played(name, LOCAL)
        assert readers_only(judge, dials, claim("A flood was seen.", language)) == dials
    assert readers_only(judge, played(name, HOSTED), claim()) == played(name, HOSTED)


@pytest.mark.parametrize("name", NAMES)
def test_every_method_abstains_on_it_and_asks_nobody(name: str) -> None:
    def answer(request: Request) -> Any:
        return Found(passages=(STORY,)) if request.kind == "search" else None

    judge, desk = method(name), ScriptedDesk(answer)
    dials = readers_only(judge, played(name, LOCAL), claim())
    record = asyncio.run(judge.gather(claim(), desk, dials))
    verdict = judge.decide(record, dials)
    assert [request for request in desk.asked if request.kind == "ask"] == []
    assert verdict.bucket is Bucket.UNVERIFIABLE


def test_the_panel_keeps_those_of_its_members_who_read_the_claim() -> None:
    judge = method("panel")
    left = readers_only(judge, played("panel", LOCAL, HOSTED), claim())
    assert left.models == (HOSTED,)


def test_nobody_stands_in_who_cannot_read_the_claim() -> None:
    fallbacks = {"maker:large": LOCAL, "maker:other": HOSTED}
    assert stand_ins(fallbacks, claim()) == {"maker:other": HOSTED}
    assert stand_ins(fallbacks, claim("A flood.", None)) == fallbacks


def test_the_language_of_a_whole_submission_is_identified() -> None:
    order = identified(Order(submission=Submission(text="Heta idan bus wadi wenawa kiyala kiwwa")))
    assert order.submission.language == "si-Latn"
    assert order.submission.mixing == 0.143  # "bus" of seven words
    assert order.judged().language == "si-Latn"
    assert order.judged().submission == order.submission.digest


def test_what_was_said_of_a_language_is_kept() -> None:
    said = Submission(text=SINHALA, language="ta")
    assert with_language(said) is said
    found = Order(submission=Submission(text=SINHALA), claim=claim())
    assert identified(found) is found


def test_figures_alone_are_in_no_language() -> None:
    assert with_language(Submission(text="12 34")) == Submission(text="12 34")


@pytest.mark.parametrize(
    ("language", "wanted", "told"),
    [("si", None, True), ("ta-Latn", None, True), ("en", None, False), ("en", "si", True)],
)
def test_who_is_told_in_every_language(language: str, wanted: Any, told: bool) -> None:
    assert explains(Submission(text="x", language=language), wanted) is told


def test_the_translator_is_a_role() -> None:
    assert translator({"translator": HOSTED}) == HOSTED
    assert translator({"translator": None}) is None
