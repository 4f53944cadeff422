"""A case in the language of whoever asked, and the steps of what models translated for it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.models.test_summaries import CLAIM, FALSE, GOOD, HOSTED
from veracity.domain.base import Frozen
from veracity.domain.case import Case
from veracity.domain.claim import Claim, Submission
from veracity.domain.exchange import Exchange, Failure, FailureKind, Reply, Request
from veracity.domain.explanation import TONGUES
from veracity.models.summaries import summaries_request, told
from veracity.models.translation import translation_request
from veracity.publish.card import card
from veracity.publish.explain import explain
from veracity.publish.languages import steps
from veracity.publish.row import row

SINHALA = Submission(text="ඔස්ට්‍රානාවේ වෙරළ තීරය කි.මී. 1,340කි.", language="si")


def exchange(request: Request, value: Any) -> Exchange:
    failed = isinstance(value, Failure)
    return Exchange(
        request=request,
        reply=None if failed else Reply(value=value),
        failure=value if failed else None,
        asked_at=datetime(2026, 1, 1, tzinfo=UTC),
        seconds=1.0,
    )


def case(submission: Submission, *exchanges: Exchange, summarized: Exchange | None = None) -> Case:
    claim = Claim.whole(submission)
    return Case.close(
        made_by="veracity",
        method="routed",
        method_version=1,
        submission=submission,
        claim=claim,
        exchanges=(*exchanges, *((summarized,) if summarized else ())),
        record=Frozen(),
        dials=Frozen(),
        verdict=FALSE,
        explanations=told(claim, FALSE, summarized) if summarized else (),
    )


def test_a_card_is_in_the_language_of_what_was_given() -> None:
    shown = card(case(SINHALA))
    assert shown.label == "අසත්‍යයි"
    assert shown.explanation == explain(FALSE, "si")


def test_a_card_is_in_the_language_that_is_asked_for() -> None:
    given = case(Submission(text=CLAIM.text, language="en"))
    assert card(given).explanation == FALSE.explanation
    assert card(given).label == "False"
    assert card(given, "ta").explanation == explain(FALSE, "ta")


def test_a_summary_that_stands_is_shown_and_told_in_the_trail() -> None:
    asked = exchange(summaries_request(CLAIM, FALSE, HOSTED), {**GOOD, "ta": "no"})
    given = case(Submission(text=CLAIM.text, language="en"), summarized=asked)
    assert card(given, "si").explanation == GOOD["si"]
    assert card(given).explanation == GOOD["en"]
    assert card(given, "ta").explanation == explain(FALSE, "ta")
    (step,) = steps(given)
    assert (step.name, step.status) == ("summarize", "failed")
    assert "ta: by template, because" in step.detail
    assert step.exchanges == (asked.key,)


def test_a_translation_that_was_refused_is_told() -> None:
    request = translation_request(Claim.whole(SINHALA), HOSTED)
    good = exchange(request, {"english": "The coastline of Ostrana is 1,340 km."})
    wrong = exchange(request, {"english": "The coastline of Ostrana is 1,430 km."})
    down = exchange(request, Failure(kind=FailureKind.TIMEOUT, message="no answer in time"))
    said = [steps(case(SINHALA, one))[0] for one in (good, wrong, down)]
    assert [step.status for step in said] == ["ok", "failed", "failed"]
    assert "refused, because it leaves out 1340" in said[1].detail
    assert "no answer in time" in said[2].detail
    assert card(case(SINHALA, good)).trail[-1].startswith("translate: maker:large: “The coast")


def test_a_row_carries_every_language_when_it_is_asked_for() -> None:
    given = case(Submission(text=CLAIM.text, language="en"))
    assert "explanations" not in row(given, place=None, seconds=0)
    said: Any = row(given, place=None, seconds=0, explained=True)["explanations"]
    assert [one["language"] for one in said] == list(TONGUES)
    assert [one["text"] for one in said] == [explain(FALSE, tongue) for tongue in TONGUES]
