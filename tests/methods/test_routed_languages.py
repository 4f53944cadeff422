"""`routed` on claims and evidence in languages that the local model is not relied on to read."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.methods.test_routed import CLAIM, COAST, NAMES, STORY, STORY_CLAIM, asked, near, saying
from veracity.desk.replay import ReplayDesk
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.canonical import plain
from veracity.domain.claim import Claim, Submission
from veracity.domain.evidence import Found, Passage, Scores
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.domain.verdict import Verdict
from veracity.methods.routed import decide, gather
from veracity.methods.routed.record import RoutedDials, RoutedRecord
from veracity.methods.routed.search import fused
from veracity.publish import wording

SINHALA = "ඔස්ට්‍රානා වරාය ස්වේච්ඡා සේවකයෝ නැවත ගොඩනැගූහ."
TAMIL = "ஒஸ்ட்ரானா துறைமுகத்தைத் தன்னார்வலர்கள் மீண்டும் கட்டினர்."
SINGLISH = "Ostrana waraya sewakayo aye haduwa kiyala kiwwa"
SINHALA_STORY = STORY.model_copy(update={"id": "si", "text": SINHALA})
DOWN = Failure(kind=FailureKind.UNREACHABLE, message="nobody answered")
ADJUDICATED = RoutedDials(adjudicator="local:small")


def said_in(text: str, language: str | None, english: str | None = None) -> Claim:
    claim = Claim.whole(Submission(text=text, language=language))
    return claim.model_copy(update={"english": english})


def run(
    claim: Claim, found: Any, says: Any = None, dials: RoutedDials | None = None
) -> tuple[RoutedRecord, Verdict, ScriptedDesk]:
    """Gather and decide, and do both again over the exchanges. `found` answers by query."""
    dials = dials or RoutedDials()

    def answer(request: Request) -> Any:
        if request.kind == "search":
            return found(request.inputs["query"]) if callable(found) else found
        return says if request.kind == "ask" else None

    desk = ScriptedDesk(answer)
    record = asyncio.run(gather(claim, desk, dials))
    verdict = decide(record, dials)
    assert asyncio.run(gather(claim, ReplayDesk(desk.exchanges), dials)) == record
    assert decide(RoutedRecord.model_validate(plain(record)), dials) == verdict
    return record, verdict, desk


@pytest.mark.parametrize(
    ("text", "language"),
    [(SINHALA, "si"), (SINHALA, None), (TAMIL, "ta"), (TAMIL, None), (SINGLISH, "si-Latn")],
)
def test_what_the_local_model_would_guess_at_is_not_put_to_it(
    text: str, language: str | None
) -> None:
    _, verdict, desk = run(said_in(text, language), Found(passages=(STORY,)), saying("True"))
    assert asked(desk, "ask") == []
    assert (verdict.label, verdict.path) == ("Unverified", "unread-language")
    assert "not relied on in the language" in verdict.explanation
    assert STORY.text in verdict.explanation
    assert [finding.quote.text for finding in verdict.findings] == [STORY.text]
    assert ("language", "abstained") in [(step.name, step.status) for step in verdict.trail]


def test_evidence_that_the_local_model_would_guess_at_is_not_put_to_it() -> None:
    found = Found(passages=(SINHALA_STORY,), names=NAMES)
    _, verdict, desk = run(said_in(STORY_CLAIM, None), found, saying("True"))
    assert asked(desk, "ask") == []
    assert verdict.path == "unread-language"


def test_what_could_not_be_read_may_say_otherwise() -> None:
    found = Found(passages=(STORY, SINHALA_STORY), names=NAMES)
    _, verdict, desk = run(said_in(STORY_CLAIM, None), found, saying("True"))
    assert len(asked(desk, "ask")) == 1
    assert (verdict.label, verdict.path) == ("Unverified", "rules:unread")


def test_what_code_compares_needs_nobody_to_read_it() -> None:
    found = Found(passages=(near(COAST), SINHALA_STORY), names=NAMES)
    _, verdict, desk = run(said_in(CLAIM, None), found)
    assert asked(desk, "ask") == []
    assert (verdict.label, verdict.path) == ("True", "rules:comparison")


def test_a_local_adjudicator_rules_on_what_was_translated() -> None:
    claim = said_in(SINHALA, "si", "The coastline of Ostrana is 1,340 kilometres long.")
    other = COAST.model_copy(
        update={
            "id": "other",
            "text": COAST.text.replace("1,340", "9,999"),
            "fields": (COAST.fields[0].model_copy(update={"value": "9,999 km"}),),
        }
    )
    found = Found(passages=(near(COAST), near(other)), names=NAMES)
    # The two entries contradict each other, which is a conflict.
    _, _, desk = run(claim, found, {"label": "True", "reason": "so"}, ADJUDICATED)
    assert len(asked(desk, "ask")) == 1


def by_language(own: Any, english: Any) -> Any:
    return lambda query: own if query == SINHALA else english


def test_a_translated_claim_is_searched_for_in_both_and_read_in_english() -> None:
    claim = said_in(SINHALA, "si", STORY_CLAIM)
    own, english = Found(passages=(near(COAST, 0.2),)), Found(passages=(STORY,), names=NAMES)
    record, verdict, desk = run(claim, by_language(own, english), saying("True"))
    assert [request.inputs["query"] for request in asked(desk, "search")] == [SINHALA, STORY_CLAIM]
    assert {request.inputs["claim"] for request in asked(desk, "ask")} == {STORY_CLAIM}
    assert record.names == NAMES
    assert verdict.label == "True"
    assert wording.TRANSLATED in verdict.caveats
    assert len(verdict.trail[0].exchanges) == 2


def test_code_compares_a_translated_claim() -> None:
    claim = said_in(SINHALA, "si", CLAIM)
    found = by_language(Found(), Found(passages=(near(COAST),), names=NAMES))
    _, verdict, desk = run(claim, found)
    assert asked(desk, "ask") == []
    assert (verdict.label, verdict.path) == ("True", "rules:comparison")


def test_one_of_two_searches_that_fails_leaves_the_other() -> None:
    claim = said_in(SINHALA, "si", STORY_CLAIM)
    _, verdict, _ = run(claim, by_language(DOWN, Found(passages=(STORY,))), saying("True"))
    assert verdict.label == "True"
    record, verdict, _ = run(claim, by_language(Found(passages=(STORY,)), DOWN), saying("True"))
    assert verdict.label == "True"
    assert record.english is not None
    assert [one.who for one in verdict.abstentions] == ["search in English"]
    _, verdict, _ = run(claim, DOWN)
    assert verdict.path == "search-failed"


def test_what_two_searches_found_is_joined_by_rank() -> None:
    def passage(name: str) -> Passage:
        return STORY.model_copy(update={"id": name, "scores": Scores(similarity=0.5)})

    a, b, c = map(passage, "abc")
    # a: 1/61; b: 1/62 + 1/61; c: 1/62.
    joined = fused([Found(passages=(a, b), searched=9), Found(passages=(b, c), searched=7)], 2)
    assert [one.id for one in joined.passages] == ["b", "a"]
    assert joined.searched == 9


def test_a_claim_in_english_is_asked_as_before() -> None:
    found = Found(passages=(STORY,), names=NAMES)
    _, plainly, before = run(said_in(STORY_CLAIM, None), found, saying("True"))
    _, tagged, after = run(said_in(STORY_CLAIM, "en"), found, saying("True"))
    assert [request.key for request in before.asked] == [request.key for request in after.asked]
    assert plain(plainly) == plain(tagged)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Ostrana coastline eka 1,340 km kiyala kiwwa", "True"),
        ("Ostrana coastline eka 9,340 km kiyala kiwwa", "False"),
        ("Ostrana coastline eka 1,340 km kiyala kiwwa boru", "Unverified"),
        ("Ostrana coastline eka 1,340 km nemei", "Unverified"),
        ("Ostrana coastline eka 1,340 km neda", "Unverified"),
    ],
)
def test_code_compares_what_is_mixed_with_english_words(text: str, label: str) -> None:
    found = Found(passages=(near(COAST),), names=NAMES)
    _, verdict, desk = run(said_in(text, "si-Latn"), found)
    assert asked(desk, "ask") == []
    assert verdict.label == label
