"""Summaries of a verdict by a model, each held to the verdict, and told by templates instead."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.publish.test_explain import finding, verdict
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.claim import Claim, Submission
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.explanation import TONGUES, Explanation, Tongue
from veracity.domain.verdict import Bucket, Verdict
from veracity.models.summaries import explained, retold
from veracity.publish.explain import explain
from veracity.publish.explain.summaries import faults

CLAIM = Claim.whole(Submission(text="The coastline of Ostrana is 1,340 km long."))
FALSE = verdict("False", "rules:comparison", finding("Coastline: 920 km"), bucket=Bucket.FALSE)
GOOD = {
    "en": "The claim that the coastline of Ostrana is 1,340 km long is false. It is 920 km.",
    "si": "Ostrana වෙරළ තීරයේ දිග 1,340 km බවට කළ ප්‍රකාශය අසත්‍යයි. එය 920 km කි.",
    "ta": "Ostrana கடற்கரையின் நீளம் 1,340 km என்ற கூற்று பொய். அது 920 km ஆகும்.",
}
HOSTED = "maker:large"


def told(reply: Any, model: str | None = HOSTED) -> tuple[tuple[Explanation, ...], ScriptedDesk]:
    desk = ScriptedDesk([({"kind": "ask"}, reply)])
    return asyncio.run(explained(CLAIM, FALSE, desk, model)), desk


def test_summaries_that_hold_stand() -> None:
    said, desk = told(GOOD)
    assert {one.language: one.text for one in said} == GOOD
    assert {one.by for one in said} == {HOSTED}
    assert {one.exchange for one in said} == {desk.exchanges[0].key}
    assert retold(CLAIM, FALSE, said, desk.exchanges) == said


def test_each_language_is_held_to_the_verdict_by_itself() -> None:
    said, _ = told({**GOOD, "si": GOOD["si"].replace("920", "930")})
    assert [one.by for one in said] == [HOSTED, "template", HOSTED]
    assert said[1].text == explain(FALSE, "si")


@pytest.mark.parametrize(
    "reply", [Failure(kind=FailureKind.QUOTA, message="spent"), "no", {}, {"en": 5}]
)
def test_a_fault_is_told_by_templates(reply: Any) -> None:
    said, _ = told(reply)
    assert [one.by for one in said] == ["template"] * 3


@pytest.mark.parametrize("model", [None, "local:small"])
def test_only_a_hosted_model_is_asked(model: str | None) -> None:
    said, desk = told(GOOD, model)
    assert desk.asked == []
    assert [one.text for one in said] == [explain(FALSE, tongue) for tongue in TONGUES]


@pytest.mark.parametrize(
    ("tongue", "summary", "why"),
    [
        ("en", "The coastline of 1,340 km is true, it is said.", "otherwise"),
        ("en", "The coastline of Ostrana is 1,340 km long.", "otherwise"),
        ("en", "It is not false that it is 1,340 km; it is true.", "otherwise"),
        ("en", "1,340 km is false. It is 990 km.", "it adds 990"),
        ("en", "1,340 km is false, says Someone Else.", "it adds Someone"),
        ("en", "The claim is false.", "it leaves out 1340"),
        ("en", "1,340 km is false. It is 920 km. So it is. Indeed.", "too long"),
        ("en", "1,340 km is false: www.example", "address"),
        ("si", GOOD["en"], "other letters"),
        ("si", "1,340 km බව සත්‍යයි.", "otherwise"),
        ("ta", "1,340 km என்பது உண்மை.", "otherwise"),
    ],
)
def test_why_a_summary_is_refused(tongue: Tongue, summary: str, why: str) -> None:
    assert any(why in fault for fault in faults(summary, tongue, CLAIM, FALSE))


@pytest.mark.parametrize(
    ("tongue", "summary"),
    [
        ("en", "That it is 1,340 km long is not true."),
        ("si", "1,340 km බව සත්‍ය නොවේ."),
        ("ta", "1,340 km என்பது உண்மையல்ல."),
    ],
)
def test_a_word_that_is_turned_around_says_the_opposite(tongue: Tongue, summary: str) -> None:
    assert faults(summary, tongue, CLAIM, FALSE) == ()


@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize(
    ("label", "bucket"),
    [("True", Bucket.TRUE), ("False", Bucket.FALSE), ("Unverified", Bucket.UNVERIFIABLE)],
)
def test_the_label_itself_says_how_a_verdict_turned_out(
    tongue: Tongue, label: str, bucket: Bucket
) -> None:
    from veracity.publish.explain import label as named

    judged: Verdict = verdict(label, "rules:clear", bucket=bucket)
    about = {"en": "1,340 km", "si": "වෙරළ තීරය 1,340 km", "ta": "கடற்கரை 1,340 km"}[tongue]
    said = faults(f"{about}: {named(judged, tongue).lower()}.", tongue, CLAIM, judged)
    assert not any("otherwise" in fault for fault in said)
