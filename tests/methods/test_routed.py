"""`routed` from end to end over a scripted desk: every route, every fault, every path."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import pytest

from tests.rules.entries import entry
from veracity.desk.replay import ReplayDesk
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.canonical import plain
from veracity.domain.claim import Claim, Submission
from veracity.domain.evidence import Found, Passage, Scores, Source, Tier
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.domain.verdict import Bucket, Lens, Verdict
from veracity.methods.routed import METHOD, decide, gather
from veracity.methods.routed.record import RoutedDials, RoutedRecord
from veracity.models import stance

NAMES = (("Ostrana",), ("Marn",))
DIALS = RoutedDials()
CALIBRATION = stance.calibration(DIALS.model or "").parameters
TIMEOUT = Failure(kind=FailureKind.TIMEOUT, message="no answer in time")

COAST = entry("Ostrana", ("Coastline", "1,340 km"))
CLAIM = "The coastline of Ostrana is 1,340 kilometres long."


def claim(text: str) -> Claim:
    return Claim.whole(Submission(text=text))


def near(passage: Passage, similarity: float = 0.9) -> Passage:
    return passage.model_copy(update={"scores": Scores(similarity=similarity, final=0.03)})


def prose(text: str, publisher: str = "Daily", tier: Tier = Tier.ESTABLISHED) -> Passage:
    source = Source(
        url=f"https://{publisher.lower()}.example/",
        title="A page",
        publisher=publisher,
        tier=tier,
        curated=True,
    )
    return Passage(
        id=f"{publisher}:{text}",
        document="sha256:0",
        text=text,
        source=source,
        scores=Scores(similarity=0.9),
    )


SURE = {
    "True": {
        "True": -0.01,
        "False": -4.4,
        "Unknown": -6.3,
        "TRUE": -8.7,
        "Yes": -8.2,
        " True": -8.5,
    },
    "False": {
        "True": -4.4,
        "False": -0.1,
        "Unknown": -2.6,
        "FALSE": -8.9,
        "No": -10.6,
        " False": -7.0,
    },
    "Unknown": {"True": -6.2, "False": -4.1, "Unknown": -0.02, "UNKNOWN": -5.7, "unknown": -5.4},
}
"""Log-probabilities of the size that the real model gives when it is sure of a word; the rest of
the tokens lie around -12."""


def saying(word: str) -> dict[str, Any]:
    return {"logprobs": {**dict.fromkeys(CALIBRATION.tokens, -12.0), **SURE[word]}}


def run(
    text: str,
    found: Found | Failure,
    says: Any = None,
    dials: RoutedDials = DIALS,
    ruling: Any = None,
) -> tuple[RoutedRecord, Verdict, ScriptedDesk]:
    """Gather and decide. `says` answers stances: a value for all, or a dict by evidence."""

    def answer(request: Request) -> Any:
        if request.kind == "search":
            return found
        if request.output_schema is not None:
            return ruling
        if isinstance(says, dict) and "logprobs" not in says:
            return says[request.inputs["evidence"]]
        return says

    desk = ScriptedDesk([(lambda request: request.kind in ("search", "ask"), answer)])
    record = asyncio.run(gather(claim(text), desk, dials))
    return record, decide(record, dials), desk


def asked(desk: ScriptedDesk, kind: str) -> list[Request]:
    return [request for request in desk.asked if request.kind == kind]


def test_what_code_decides_is_never_put_to_a_model() -> None:
    _, verdict, desk = run(CLAIM, Found(passages=(near(COAST),), names=NAMES, searched=9))
    assert (verdict.label, verdict.bucket, verdict.path) == (
        "True",
        Bucket.TRUE,
        "rules:comparison",
    )
    assert asked(desk, "ask") == []
    (finding,) = verdict.findings
    assert finding.quote.text == "Coastline: 1,340 km"
    assert finding.quote.verified
    assert finding.decisive
    assert "“Coastline: 1,340 km”" in verdict.explanation


def test_below_the_route_nothing_is_read_and_nothing_decided() -> None:
    far = STORY.model_copy(update={"scores": Scores(similarity=0.39)})
    _, verdict, desk = run(CLAIM, Found(passages=(far,), names=NAMES))
    assert (verdict.label, verdict.path) == ("Unverified", "not-covered")
    assert verdict.bucket is Bucket.UNVERIFIABLE
    assert asked(desk, "ask") == []


def test_the_route_is_taken_at_the_threshold_itself() -> None:
    at = STORY.model_copy(update={"scores": Scores(similarity=0.40)})
    record, _, _ = run(CLAIM, Found(passages=(at,), names=NAMES), saying("Unknown"))
    assert record.route == "archive"


def test_an_entry_that_aligns_covers_the_claim_whatever_its_similarity() -> None:
    _, verdict, _ = run(CLAIM, Found(passages=(near(COAST, 0.1),), names=NAMES))
    assert verdict.label == "True"
    assert "entry on the same attribute" in verdict.trail[1].detail


def test_no_evidence_is_an_answer() -> None:
    _, verdict, _ = run(CLAIM, Found())
    assert (verdict.label, verdict.path, verdict.abstentions) == ("Unverified", "no-evidence", ())


def test_a_search_that_fails_is_no_answer() -> None:
    _, verdict, _ = run(CLAIM, TIMEOUT)
    assert (verdict.label, verdict.path) == ("Unverified", "search-failed")
    (abstention,) = verdict.abstentions
    assert (abstention.who, abstention.failure) == ("search", "timeout")


def test_a_search_reply_of_another_shape_is_a_failure() -> None:
    desk = ScriptedDesk([({"kind": "search"}, {"hits": "yes"})])
    record = asyncio.run(gather(claim(CLAIM), desk, DIALS))
    assert record.failure is not None
    assert record.failure.kind is FailureKind.MALFORMED
    assert decide(record, DIALS).path == "search-failed"


def test_an_archive_whose_state_cannot_be_read_is_a_failure() -> None:
    desk = ScriptedDesk([({"kind": "state"}, TIMEOUT)])
    record = asyncio.run(gather(claim(CLAIM), desk, DIALS))
    assert decide(record, DIALS).path == "search-failed"


STORY = prose("The harbor of Ostrana was rebuilt by volunteers.")
STORY_CLAIM = "Volunteers rebuilt the harbor of Ostrana."


@pytest.mark.parametrize(("word", "label"), [("True", "True"), ("False", "False")])
def test_a_clear_stance_on_a_trusted_source_decides(word: str, label: str) -> None:
    _, verdict, desk = run(STORY_CLAIM, Found(passages=(STORY,), names=NAMES), saying(word))
    assert verdict.label == label
    assert len(asked(desk, "ask")) == 1
    assert verdict.findings[0].by == "model"
    assert verdict.findings[0].quote.text == STORY.text


def test_an_unsure_model_decides_nothing() -> None:
    _, verdict, _ = run(STORY_CLAIM, Found(passages=(STORY,), names=NAMES), saying("Unknown"))
    assert (verdict.label, verdict.path) == ("Unverified", "rules:insufficient")


def test_one_source_of_no_standing_never_decides_alone() -> None:
    weak = prose(STORY.text, publisher="Someone", tier=Tier.OTHER)
    _, verdict, _ = run(STORY_CLAIM, Found(passages=(weak,), names=NAMES), saying("True"))
    assert (verdict.label, verdict.path) == ("Unverified", "rules:no-ground")


def test_two_independent_sources_of_no_standing_do() -> None:
    one = prose(STORY.text, publisher="Someone", tier=Tier.OTHER)
    two = prose("Volunteers rebuilt the Ostrana harbor.", publisher="Another", tier=Tier.OTHER)
    _, verdict, _ = run(STORY_CLAIM, Found(passages=(one, two), names=NAMES), saying("True"))
    assert verdict.label == "True"
    assert sum(finding.decisive for finding in verdict.findings) == 2


def conflict(ruling: Any, adjudicator: str | None) -> Verdict:
    other = prose("Volunteers never rebuilt the harbor of Ostrana.", publisher="Weekly")
    says = {STORY.text: saying("True"), other.text: saying("False")}
    dials = RoutedDials(adjudicator=adjudicator)
    found = Found(passages=(STORY, other), names=NAMES)
    return run(STORY_CLAIM, found, says, dials, ruling)[1]


def test_a_conflict_without_an_adjudicator_stays_open() -> None:
    verdict = conflict(None, None)
    assert (verdict.label, verdict.path) == ("Unverified", "rules:conflict")


def test_a_conflict_takes_the_adjudicators_ruling() -> None:
    verdict = conflict({"label": "Misleading", "reason": "partly so"}, "hosted:big")
    assert (verdict.label, verdict.bucket, verdict.path) == (
        "Misleading",
        Bucket.FALSEY,
        "model:conflict",
    )


@pytest.mark.parametrize("ruling", [TIMEOUT, {"label": "Maybe", "reason": ""}, "True"])
def test_a_failing_adjudicator_leaves_a_conflict_open(ruling: Any) -> None:
    verdict = conflict(ruling, "hosted:big")
    assert (verdict.label, verdict.path) == ("Unverified", "rules:conflict")
    assert [abstention.who for abstention in verdict.abstentions] == ["adjudicator"]


def borderline(ruling: Any, adjudicator: str | None) -> Verdict:
    # `clear` at 1 makes every stance borderline.
    dials = RoutedDials(adjudicator=adjudicator, clear=1.0)
    found = Found(passages=(STORY,), names=NAMES)
    return run(STORY_CLAIM, found, saying("True"), dials, ruling)[1]


def test_borderline_without_an_adjudicator_follows_the_stance() -> None:
    assert (borderline(None, None).label, borderline(None, None).path) == (
        "True",
        "rules:direction",
    )


def test_borderline_with_a_failing_adjudicator_follows_the_stance() -> None:
    verdict = borderline(TIMEOUT, "hosted:big")
    assert (verdict.label, verdict.path) == ("True", "rules:direction")
    assert len(verdict.abstentions) == 1


@pytest.mark.parametrize(
    "says", [TIMEOUT, "True", {"logprobs": "none"}, {"logprobs": {"True": "x"}}, None]
)
def test_a_model_that_fails_is_an_abstention_and_never_a_stance(says: Any) -> None:
    answer = says if says is not None else {}
    _, verdict, _ = run(STORY_CLAIM, Found(passages=(STORY,), names=NAMES), {STORY.text: answer})
    assert (verdict.label, verdict.path, verdict.confidence) == ("Unverified", "model-failed", 0.0)
    assert len(verdict.abstentions) == 1


def test_without_a_model_what_code_cannot_compare_stays_open() -> None:
    found = Found(passages=(STORY,), names=NAMES)
    _, verdict, desk = run(STORY_CLAIM, found, dials=RoutedDials(model=None))
    assert (verdict.label, verdict.path) == ("Unverified", "no-model")
    assert asked(desk, "ask") == []


def test_given_evidence_is_searched_by_its_generation_and_needs_no_similarity() -> None:
    given = prose(STORY.text, tier=Tier.GIVEN).model_copy(update={"scores": Scores()})
    dials = RoutedDials(given="sha256:given")
    _, verdict, desk = run(STORY_CLAIM, Found(passages=(given,)), saying("True"), dials)
    (search,) = asked(desk, "search")
    assert (search.provider, search.generation) == ("given", "sha256:given")
    assert verdict.label == "True"


def test_the_day_of_the_check_is_asked_of_the_desk_once_and_can_be_set() -> None:
    record, _, desk = run(CLAIM, Found())
    assert record.as_of == date(2026, 1, 1)
    assert asked(desk, "search")[0].inputs["as_of"] == "2026-01-01"
    record, _, desk = run(CLAIM, Found(), dials=RoutedDials(as_of=date(2020, 5, 1)))
    assert record.as_of == date(2020, 5, 1)
    assert asked(desk, "clock") == []


def test_gathering_again_over_the_exchanges_gives_the_same_record() -> None:
    record, verdict, desk = run(STORY_CLAIM, Found(passages=(STORY,)), saying("True"))
    again = asyncio.run(gather(record.claim, ReplayDesk(desk.exchanges), DIALS))
    assert again == record
    assert decide(again, DIALS) == verdict


def test_a_record_survives_its_canonical_json() -> None:
    record, verdict, _ = run(STORY_CLAIM, Found(passages=(STORY,)), saying("True"))
    read = RoutedRecord.model_validate(plain(record))
    assert read == record
    assert decide(read, DIALS) == verdict


def test_both_lenses_read_a_routed_label_alike() -> None:
    record, verdict, _ = run(CLAIM, Found(passages=(near(COAST),), names=NAMES))
    strict = decide(record, METHOD.with_dials(DIALS, {"lens": Lens.STRICT}, live=False))
    assert (strict.bucket, strict.lens) == (verdict.bucket, Lens.STRICT)


def test_the_trail_names_every_step_and_its_exchanges() -> None:
    _, verdict, desk = run(STORY_CLAIM, Found(passages=(STORY,), searched=7), saying("True"))
    assert [step.name for step in verdict.trail] == [
        "retrieve",
        "route",
        "compare",
        "verify",
        "adjudicate",
        "explain",
    ]
    known = {exchange.key for exchange in desk.exchanges}
    assert {key for step in verdict.trail for key in step.exchanges} <= known


def test_a_passage_that_shares_less_of_the_claim_has_less_say() -> None:
    # It shares "Ostrana" of the claim's four content words, so its say is (1/4)^4 of its stance.
    aside = prose("Ostrana is an island.", publisher="Weekly")
    says = {STORY.text: saying("True"), aside.text: saying("False")}
    _, verdict, _ = run(STORY_CLAIM, Found(passages=(STORY, aside), names=NAMES), says)
    assert verdict.label == "True"
    refuting = next(f for f in verdict.findings if f.quote.text == aside.text)
    assert refuting.confidence <= 1 / 256


def test_a_heading_is_not_quoted_where_there_is_a_sentence() -> None:
    headed = prose("Harbor of Ostrana\nVolunteers made it new. It is small.", publisher="Guide")
    _, verdict, _ = run(STORY_CLAIM, Found(passages=(headed,), names=NAMES), saying("True"))
    assert verdict.findings[0].quote.text == "Volunteers made it new."


def test_given_evidence_decides_from_where_the_calibration_was_measured() -> None:
    assert DIALS.confident_given == CALIBRATION.threshold


def test_an_archive_passage_that_covers_too_little_of_the_claim_has_no_say() -> None:
    # "Ostrana" is one of the claim's four content words.
    aside = prose("Ostrana is an island.")
    found = Found(passages=(aside,), names=NAMES)
    assert run(STORY_CLAIM, found, saying("False"))[1].label == "Unverified"
    dials = RoutedDials(given="sha256:given")
    assert run(STORY_CLAIM, found, saying("False"), dials)[1].label == "False"


def test_a_fault_on_one_passage_makes_no_verdict_of_the_other() -> None:
    other = prose("The lighthouse of Brakka fell into the sea and is no more.", "Weekly")
    both = Found(passages=(STORY, other), names=NAMES)

    def says(request: Request) -> Any:
        return TIMEOUT if "fell into the sea" in request.inputs["evidence"] else saying("True")

    _, alone, _ = run(STORY.text, Found(passages=(STORY,), names=NAMES), saying("True"))
    assert alone.label == "True"
    desk = ScriptedDesk([({"kind": "search"}, both), ({"kind": "ask"}, says)])
    record = asyncio.run(gather(claim(STORY.text), desk, DIALS))
    verdict = decide(record, DIALS)
    assert (verdict.label, verdict.path) == ("Unverified", "rules:unread")
