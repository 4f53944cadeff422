"""A case of `refute` in the shape of `check --input`: keys, order, and what abstained."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.cli import sample_case
from tests.methods.test_refute import (
    BOTH,
    CLAIM,
    CONFIRMS,
    DIALS,
    MALFORMED,
    REFUTES,
    TIMEOUT,
    claim,
    script,
)
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.case import Case
from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput
from veracity.methods.refute import METHOD
from veracity.publish.votes_shape import output_shape

KEYS = [
    "claim",
    "verdict",
    "votes",
    "refute_count",
    "confirm_count",
    "abstentions",
    "dispute",
    "vote_breakdown",
    "recommended_confidence",
    "recommended_tags_addition",
]
LINE_KEYS = ["voter", "refuted", "confidence", "evidence", "contradicting_urls"]


def case(votes: Any) -> Case:
    desk = ScriptedDesk(script(votes, BOTH))
    record = asyncio.run(METHOD.gather(claim(), desk, DIALS))
    made = Case.close(
        made_by="veracity test",
        method="refute",
        method_version=1,
        submission=Submission(text=CLAIM),
        claim=claim(),
        exchanges=desk.exchanges,
        record=record,
        dials=DIALS,
        verdict=METHOD.decide(record, DIALS),
    )
    return Case.from_bytes(made.to_bytes())


def test_the_keys_are_the_seeds_in_the_seeds_order() -> None:
    told: dict[str, Any] = output_shape(case((REFUTES, CONFIRMS, CONFIRMS)))
    assert list(told) == KEYS
    assert [list(line) for line in told["vote_breakdown"]] == [LINE_KEYS] * 3
    assert told["claim"] == CLAIM
    assert (told["verdict"], told["votes"]) == ("survived", 3)
    assert (told["refute_count"], told["confirm_count"], told["abstentions"]) == (1, 2, 0)
    assert told["vote_breakdown"][0] == {
        "voter": "verifier-1",
        "refuted": True,
        "confidence": 3,
        "evidence": "What the evidence shows.",
        "contradicting_urls": ["https://weekly.example/story"],
    }
    assert json.loads(json.dumps(told)) == told


def test_only_an_inconclusive_verdict_has_an_explanation() -> None:
    told: dict[str, Any] = output_shape(case(TIMEOUT))
    assert list(told) == [*KEYS, "explanation"]
    assert (told["verdict"], told["abstentions"]) == ("inconclusive", 3)
    assert told["recommended_tags_addition"] == ["#unverified"]


def test_an_abstention_says_why_with_the_raw_reply_where_there_is_one() -> None:
    told: dict[str, Any] = output_shape(case((REFUTES, MALFORMED, TIMEOUT)))
    _, malformed, late = told["vote_breakdown"]
    assert (malformed["refuted"], malformed["confidence"]) == (None, None)
    assert malformed["evidence"].endswith('Raw reply: {"refuted":"perhaps"}')
    assert late["evidence"] == f"Abstained: {TIMEOUT.message}"


def test_a_case_of_another_method_has_no_votes() -> None:
    with pytest.raises(BadInput, match="refuters"):
        output_shape(sample_case.case())
