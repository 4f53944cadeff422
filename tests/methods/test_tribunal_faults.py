"""Faults of models and searches in `tribunal`: none of them decides."""

from __future__ import annotations

from typing import Any

import pytest

from tests.methods.tribunal_court import (
    ASIDE,
    DIALS,
    FOR,
    SPENT,
    STORY,
    TIMEOUT,
    judged,
    opinion,
    pleading,
    prompts,
    run,
)
from veracity.domain.evidence import Found

MALFORMED = {"arguments": [{"quote": STORY.text}]}


@pytest.mark.parametrize("fault", [TIMEOUT, MALFORMED, "True", pleading(FOR, FOR, FOR, FOR)])
@pytest.mark.parametrize("side", ["prosecutor", "defender"])
def test_a_side_that_fails_leaves_it_open(side: str, fault: Any) -> None:
    _, verdict, desk = run({f"tribunal_{side}": fault})
    assert (verdict.label, verdict.path, verdict.confidence) == (
        "Unverifiable",
        "one-side-unheard",
        0.0,
    )
    assert judged(desk) == []
    who = {"prosecutor": "prosecution", "defender": "defense"}[side]
    assert [abstention.who for abstention in verdict.abstentions] == [who]
    assert len(verdict.caveats) == 1


def test_two_sides_that_fail_leave_it_open() -> None:
    _, verdict, desk = run({"tribunal_prosecutor": TIMEOUT, "tribunal_defender": TIMEOUT})
    assert (verdict.label, verdict.path) == ("Unverifiable", "both-sides-unheard")
    assert judged(desk) == []


@pytest.mark.parametrize(
    "fault",
    [TIMEOUT, opinion("Perhaps", "A1"), opinion("True", "F1", sure=140), {"ruling": "True"}],
)
def test_a_judge_that_fails_leaves_it_open(fault: Any) -> None:
    _, verdict, _ = run({"tribunal_judge": fault})
    assert (verdict.label, verdict.path) == ("Unverifiable", "judge-failed")
    assert [abstention.who for abstention in verdict.abstentions] == ["judge"]
    # What both sides brought is shown all the same.
    assert len(verdict.findings) == 2


@pytest.mark.parametrize("fault", [TIMEOUT, {"parts": "none"}])
def test_without_a_decomposer_the_claim_stays_whole(fault: Any) -> None:
    record, verdict, _ = run({"decompose": fault})
    assert record.parts == ()
    assert verdict.label == "True"
    assert [abstention.who for abstention in verdict.abstentions] == ["decomposer"]


def test_no_evidence_asks_no_advocate() -> None:
    _, verdict, desk = run(found=Found())
    assert (verdict.label, verdict.path) == ("Unverifiable", "no-evidence")
    assert prompts(desk) == ["decompose"]


def test_a_search_that_fails_is_no_answer() -> None:
    _, verdict, desk = run(found=TIMEOUT)
    assert (verdict.label, verdict.path) == ("Unverifiable", "search-failed")
    assert prompts(desk) == ["decompose"]
    assert verdict.abstentions[0].failure == "timeout"


def test_what_is_about_something_else_asks_no_advocate() -> None:
    _, verdict, desk = run(found=Found(passages=(ASIDE,)))
    assert (verdict.label, verdict.path) == ("Unverifiable", "not-covered")
    assert prompts(desk) == ["decompose"]


@pytest.mark.parametrize("role", ["strong", "fast"])
def test_without_a_model_nobody_is_heard(role: str) -> None:
    dials = DIALS.model_copy(update={role: None})
    _, verdict, desk = run(dials=dials)
    assert (verdict.label, verdict.path) == ("Unverifiable", "no-model")
    assert judged(desk) == []
    assert [abstention.why for abstention in verdict.abstentions] == ["no model is set"]


@pytest.mark.parametrize("who", ["decompose", "tribunal_prosecutor", "tribunal_judge"])
def test_a_case_that_ran_out_of_budget_is_incomplete(who: str) -> None:
    _, verdict, _ = run({who: SPENT})
    assert any("incomplete" in caveat for caveat in verdict.caveats)
