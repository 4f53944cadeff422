"""The rules of the example method: who counts, on which side, and what nobody said."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from veracity_majority.quorum import METHOD
from veracity_majority.quorum_record import QuorumDials, QuorumRecord
from veracity_majority.rules import Rules

from veracity.desk.replay import ReplayDesk
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.claim import Claim, Submission
from veracity.domain.evidence import Found, Passage, Source
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.domain.verdict import Bucket, Lens, Verdict

CLAIM = Claim.whole(Submission(text="The village of Brakka has 125 inhabitants."))
FOR = "The village of Brakka has 125 inhabitants."
AGAINST = "The village of Brakka has 119 inhabitants."
SILENT = "The village of Brakka lies on the river Orrin."


def passage(number: int, text: str, publisher: str) -> Passage:
    source = Source(url=f"{number}.txt", title="", publisher=publisher)
    return Passage(id=f"p{number}", document=f"d{number}", text=text, source=source)


def found(*said: tuple[str, str]) -> Found:
    """A search that found what publishers say, as pairs of publisher and text."""
    return Found(passages=tuple(passage(n, text, who) for n, (who, text) in enumerate(said)))


def run(search: Any, reads: Any, **dials: Any) -> tuple[QuorumRecord, Verdict]:
    """Judge over scripted replies; the record has to be the same from the exchanges alone."""
    turned = QuorumDials(**{"reader": "rules:figures", **dials})
    desk = ScriptedDesk([({"kind": "search"}, search), ({"kind": "ask"}, reads)])
    record = asyncio.run(METHOD.gather(CLAIM, desk, turned))
    again = asyncio.run(METHOD.gather(CLAIM, ReplayDesk(desk.exchanges), turned))
    assert again == record
    return record, METHOD.decide(record, turned)


def judge(*said: tuple[str, str], **dials: Any) -> Verdict:
    """Judge with the model `rules:figures` over these publishers."""
    return run(found(*said), Rules().answer, **dials)[1]


@pytest.mark.parametrize(
    ("said", "label", "bucket", "confidence"),
    [
        # k of n publishers with a side give (k + 1) / (n + 2).
        ([("a", FOR), ("b", FOR)], "Agreed", Bucket.TRUTHY, 3 / 4),
        ([("a", FOR), ("b", FOR), ("c", AGAINST)], "Agreed", Bucket.TRUTHY, 3 / 5),
        ([("a", AGAINST), ("b", AGAINST)], "Denied", Bucket.FALSEY, 3 / 4),
        ([("a", AGAINST), ("b", AGAINST), ("c", SILENT)], "Denied", Bucket.FALSEY, 3 / 4),
        ([("a", FOR), ("b", FOR), ("c", AGAINST), ("d", AGAINST)], "Divided", Bucket.SPLIT, 0),
        ([("a", FOR), ("b", SILENT)], "No quorum", Bucket.UNVERIFIABLE, 0),
        ([], "No quorum", Bucket.UNVERIFIABLE, 0),
        # One publisher twice, under one name, is one.
        ([("a", FOR), ("A", FOR + " Still.")], "No quorum", Bucket.UNVERIFIABLE, 0),
        # One that says both is on neither side, and is one of three: (2 + 1) / (3 + 2).
        ([("a", FOR), ("b", FOR), ("c", FOR), ("c", AGAINST)], "Agreed", Bucket.TRUTHY, 3 / 5),
        # Without a name the address tells publishers apart.
        ([("", FOR), ("", FOR + " Still.")], "Agreed", Bucket.TRUTHY, 3 / 4),
    ],
)
def test_publishers_are_counted(
    said: list[tuple[str, str]], label: str, bucket: Bucket, confidence: float
) -> None:
    verdict = judge(*said)
    assert (verdict.label, verdict.bucket) == (label, bucket)
    assert verdict.confidence == pytest.approx(confidence)


def test_the_quorum_is_a_dial_of_the_decision() -> None:
    said = [("a", FOR), ("b", FOR), ("c", FOR)]
    assert [judge(*said, quorum=n).label for n in (1, 3, 4)] == ["Agreed", "Agreed", "No quorum"]
    assert "asks" not in (QuorumDials.model_fields["quorum"].json_schema_extra or {})


@pytest.mark.parametrize(
    ("third", "bucket"), [(AGAINST, Bucket.UNVERIFIABLE), (SILENT, Bucket.TRUTHY)]
)
def test_under_the_strict_lens_one_that_disagrees_leaves_it_open(
    third: str, bucket: Bucket
) -> None:
    verdict = judge(("a", FOR), ("b", FOR), ("c", third), lens=Lens.STRICT)
    assert (verdict.label, verdict.bucket) == ("Agreed", bucket)


def test_a_quote_that_does_not_stand_there_counts_for_nothing_and_is_told() -> None:
    said = {"stance": "supports", "quote": "Brakka has exactly 125 inhabitants today."}
    _, verdict = run(found(("a", FOR), ("b", FOR)), said)
    assert (verdict.label, verdict.findings) == ("No quorum", ())
    assert [(step.name, step.status) for step in verdict.trail][-1] == ("quote", "failed")
    assert verdict.trail[-1].detail.startswith("2 of their quotes")


@pytest.mark.parametrize(
    "reads", [Failure(kind=FailureKind.TIMEOUT, message="late"), {"stance": "sure", "quote": ""}]
)
def test_a_reader_that_fails_abstains(reads: Any) -> None:
    _, verdict = run(found(("a", FOR), ("b", FOR)), reads)
    assert verdict.label == "No quorum"
    assert [one.who for one in verdict.abstentions] == ["rules:figures"] * 2


def test_a_search_that_fails_abstains() -> None:
    _, verdict = run(Failure(kind=FailureKind.UNREACHABLE, message="down"), None)
    (abstention,) = verdict.abstentions
    assert (abstention.who, abstention.failure) == ("archive", "unreachable")
    assert verdict.trail[0].status == "failed"


def test_without_a_model_nothing_is_read() -> None:
    record, verdict = run(found(("a", FOR), ("b", FOR)), None, reader=None)
    assert record.readings == ()
    assert [one.why for one in verdict.abstentions] == ["no model is set"]


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "search"},
        {"model": "letters"},
        {"output_schema": {"properties": {"label": {}}}},
        {"inputs": {"claim": FOR}},
    ],
)
def test_the_model_is_not_available_for_other_questions(fields: dict[str, Any]) -> None:
    known = {
        "kind": "ask",
        "provider": "rules",
        "model": "figures",
        "inputs": {"claim": FOR, "evidence": FOR},
        "output_schema": {"properties": {"stance": {}, "quote": {}}},
    }
    assert not isinstance(asyncio.run(Rules().answer(Request(**known))), Failure)
    refused = asyncio.run(Rules().answer(Request(**{**known, **fields})))
    assert isinstance(refused, Failure)
    assert refused.kind is FailureKind.UNAVAILABLE


SAID = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from([FOR, AGAINST, SILENT])), max_size=8
)


@settings(max_examples=40)
@given(SAID, st.randoms(use_true_random=False))
def test_the_order_of_the_evidence_changes_nothing(said: list[tuple[str, str]], random) -> None:
    shuffled = random.sample(said, len(said))
    one, other = judge(*said), judge(*shuffled)
    assert (one.label, one.confidence) == (other.label, other.confidence)
    assert 0 <= one.confidence <= 1
