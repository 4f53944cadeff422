"""A case's verdict, derived again from the case alone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.methods.test_routed import DIALS, NAMES, STORY, STORY_CLAIM, saying
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.base import Frozen
from veracity.domain.case import Case
from veracity.domain.claim import Claim, Submission
from veracity.domain.errors import BadInput, CaseDamaged, DialRefused, NotRecorded
from veracity.domain.evidence import Found
from veracity.methods.replay import replay
from veracity.methods.routed import METHOD, decide, gather


@pytest.fixture(scope="module")
def case() -> Case:
    submission = Submission(text=STORY_CLAIM)
    claim = Claim.whole(submission)
    desk = ScriptedDesk(
        [
            ({"kind": "search"}, Found(passages=(STORY,), names=NAMES)),
            ({"kind": "ask"}, saying("True")),
        ]
    )
    record = asyncio.run(gather(claim, desk, DIALS))
    return Case.close(
        made_by="veracity 0",
        method=METHOD.name,
        method_version=METHOD.version,
        submission=submission,
        claim=claim,
        exchanges=desk.exchanges,
        record=record,
        dials=DIALS,
        verdict=decide(record, DIALS),
    )


class Odd(Frozen):
    """A record of no method."""

    claim: str = "no"


def forged(case: Case, **changes: Any) -> Case:
    """A case with other parts and with digests that hold."""
    parts = {
        "made_by": case.made_by,
        "method": case.method,
        "method_version": case.method_version,
        "submission": case.submission,
        "claim": case.claim,
        "exchanges": case.exchanges,
        "record": METHOD.record.model_validate(case.record),
        "dials": DIALS,
        "verdict": case.verdict,
    }
    return Case.close(**{**parts, **changes})


def again(case: Case, changes: dict[str, Any] | None = None, **how: bool) -> Any:
    return asyncio.run(replay(case, changes, **how))


def test_the_same_record_gives_the_same_verdict(case: Case) -> None:
    replayed = again(case)
    assert (replayed.same, replayed.calls, replayed.differences) == (True, 0, ())
    assert replayed.verdict == case.verdict
    # The clock, the archive's generation, the search and one stance.
    assert replayed.exchanges == 4


def test_gathering_again_gives_the_same_record(case: Case) -> None:
    assert again(case, from_exchanges=True).same


def test_a_case_that_was_written_and_read_replays(case: Case) -> None:
    read = Case.from_bytes(case.to_bytes())
    assert again(read, from_exchanges=True).same


def test_another_decision_dial_gives_another_verdict_and_says_where(case: Case) -> None:
    replayed = again(case, {"confident": 1.0})
    assert (replayed.same, replayed.verdict.label) == (False, "Unverified")
    assert "verdict.label: recorded 'True', derived 'Unverified'" in replayed.differences


@pytest.mark.parametrize("dial", ["top_k", "route_at", "model", "adjudicator", "as_of", "given"])
def test_a_dial_that_asks_is_refused(case: Case, dial: str) -> None:
    with pytest.raises(DialRefused, match="changes what is asked"):
        again(case, {dial: None})


@pytest.mark.parametrize("changes", [{"nonsense": 1}, {"clear": 2}, {"lens": "rosy"}])
def test_an_unknown_dial_or_value_is_refused(case: Case, changes: dict[str, Any]) -> None:
    with pytest.raises(DialRefused):
        again(case, changes)


def test_a_verdict_that_does_not_follow_is_found(case: Case) -> None:
    other = forged(case, verdict=case.verdict.model_copy(update={"label": "False"}))
    assert again(other).differences == ("verdict.label: recorded 'False', derived 'True'",)


def test_a_case_whose_digests_do_not_hold_is_not_replayed(case: Case) -> None:
    touched = case.model_copy(
        update={"verdict": case.verdict.model_copy(update={"label": "False"})}
    )
    with pytest.raises(CaseDamaged, match="verdict"):
        again(touched)


def test_a_missing_exchange_is_said_and_not_guessed(case: Case) -> None:
    asked = [exchange for exchange in case.exchanges if exchange.request.kind != "ask"]
    with pytest.raises(NotRecorded):
        again(forged(case, exchanges=tuple(asked)), from_exchanges=True)


def test_a_record_of_another_shape_is_damage(case: Case) -> None:
    with pytest.raises(CaseDamaged, match="record"):
        again(forged(case, record=Odd()))


def test_a_method_that_is_not_here_is_named(case: Case) -> None:
    with pytest.raises(BadInput, match="no method 'oracle'"):
        again(forged(case, method="oracle"))
