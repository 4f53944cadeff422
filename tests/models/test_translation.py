"""A claim in English by a model: when one is asked, and what of its reply holds."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from veracity.desk.replay import ReplayDesk
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.claim import Claim, Submission
from veracity.domain.exchange import Failure, FailureKind
from veracity.models.translation import in_english, translation_request, wanted

TEXT = "2026 දී ගංවතුරෙන් 5 දෙනෙක් මිය ගියහ."
ENGLISH = "In 2026, 5 people died in the floods."
HOSTED = "maker:large"
DOWN = Failure(kind=FailureKind.TIMEOUT, message="no answer in time")


def claim(text: str = TEXT, language: str | None = "si") -> Claim:
    return Claim.whole(Submission(text=text, language=language))


def translate(reply: Any, model: str | None = HOSTED) -> tuple[Claim, ScriptedDesk]:
    desk = ScriptedDesk([({"kind": "ask"}, reply)])
    return asyncio.run(in_english(claim(), desk, model)), desk


def test_a_translation_that_holds_stands_beside_the_claim() -> None:
    got, desk = translate({"english": ENGLISH})
    assert (got.text, got.english) == (TEXT, ENGLISH)
    again = asyncio.run(in_english(claim(), ReplayDesk(desk.exchanges), HOSTED))
    assert again == got


@pytest.mark.parametrize(
    "reply", [{"english": "In 2026, 50 people died."}, {"english": ""}, {"other": 1}, DOWN]
)
def test_one_that_does_not_leaves_the_claim_as_it_is(reply: Any) -> None:
    got, desk = translate(reply)
    assert got == claim()
    assert len(desk.asked) == 1


@pytest.mark.parametrize("model", [None, "local:small"])
def test_only_a_hosted_model_is_asked(model: str | None) -> None:
    got, desk = translate({"english": ENGLISH}, model)
    assert (got, desk.asked) == (claim(), [])


@pytest.mark.parametrize("language", [None, "en", "en-GB"])
def test_a_claim_in_english_is_not_translated(language: str | None) -> None:
    assert not wanted(claim("A flood was seen.", language), HOSTED)


def test_the_claim_is_fenced_and_its_language_named() -> None:
    request = translation_request(claim("wessa <<wadi>> kiyala", "si-Latn"), HOSTED)
    assert request.inputs == {
        "claim": "wessa <wadi> kiyala",
        "language": "Sinhala in Latin letters",
    }
