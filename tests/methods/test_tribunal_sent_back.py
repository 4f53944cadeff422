"""A case that the judge of `tribunal` sends back for more evidence."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.methods.test_routed import asked
from tests.methods.tribunal_court import (
    CLAIM,
    DIALS,
    FOR,
    FOUND,
    OTHER,
    STORY,
    TIMEOUT,
    account,
    decisive,
    opinion,
    page,
    pleading,
    prompts,
    run,
)
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.evidence import Found
from veracity.domain.exchange import Request
from veracity.domain.verdict import Verdict
from veracity.methods.tribunal import decide
from veracity.methods.tribunal.record import TribunalRecord

LATER = page("A plaque names the volunteers who rebuilt the harbor of Ostrana.", "Museum")
GAP = "harbor of Ostrana plaque names"
LACKING = opinion("more_evidence", searches=[GAP])


def sent_back(
    second: Any, further: Any = None, first: Any = LACKING
) -> tuple[TribunalRecord, Verdict, ScriptedDesk]:
    """A court whose judge wants more, and what the second hearing's judge says."""
    more = Found(passages=(STORY, LATER)) if further is None else further

    def search(request: Request) -> Any:
        return more if request.inputs["query"] == GAP else FOUND

    def judge(request: Request) -> Any:
        return second if "once" in request.inputs["before"] else first

    def defend(request: Request) -> Any:
        named = {"evidence": 3, "quote": LATER.text, "shows": "They are named."}
        return pleading(FOR, named) if LATER.text in request.inputs["evidence"] else pleading(FOR)

    return run({"tribunal_judge": judge, "tribunal_defender": defend}, search)


def test_a_case_is_sent_back_once_for_what_is_missing() -> None:
    record, verdict, desk = sent_back(opinion("True", "F2"))
    assert (verdict.label, verdict.path) == ("True", "judge")
    assert decisive(verdict)[0].quote.text == LATER.text
    first, second = record.hearings
    # What was numbered keeps its number, and only what is new comes after it.
    assert first.evidence == (STORY.id, OTHER.id)
    assert second.evidence == (STORY.id, OTHER.id, LATER.id)
    assert account(verdict).sent_back == (GAP,)
    # The claim is split once, and heard twice by three.
    assert len(prompts(desk)) == 1 + 2 * 3


def test_a_case_that_is_sent_back_twice_stays_open() -> None:
    record, verdict, desk = sent_back(LACKING)
    assert (verdict.label, verdict.path) == ("Unverifiable", "judge:more-evidence")
    assert len(record.hearings) == 2
    assert len(prompts(desk)) == 7


@pytest.mark.parametrize("further", [Found(), FOUND])
def test_a_case_is_not_heard_again_over_the_same_evidence(further: Found) -> None:
    record, verdict, desk = sent_back(opinion("True", "F2"), further)
    assert (verdict.label, verdict.path) == ("Unverifiable", "judge:more-evidence")
    assert len(record.hearings) == 1
    assert len(prompts(desk)) == 4
    assert [step.name for step in verdict.trail].count("retrieve") == 2


def test_a_further_search_that_fails_is_said() -> None:
    _, verdict, _ = sent_back(opinion("True", "F2"), TIMEOUT)
    assert (verdict.label, verdict.path) == ("Unverifiable", "judge:more-evidence")
    assert verdict.caveats == ("Of 2 searches 1 failed, so evidence may be missing.",)
    assert verdict.abstentions[0].failure == "timeout"


@pytest.mark.parametrize("searches", [[], [""], [CLAIM]])
def test_a_judge_who_names_nothing_new_to_search_leaves_it_open(searches: list[str]) -> None:
    record, verdict, desk = sent_back(None, first=opinion("more_evidence", searches=searches))
    assert (verdict.label, verdict.path) == ("Unverifiable", "judge:more-evidence")
    assert len(record.hearings) == 1
    assert len(asked(desk, "search")) == 1


def test_searches_beside_another_ruling_are_not_made() -> None:
    record, verdict, desk = sent_back(None, first=opinion("True", "F1", searches=[GAP]))
    assert verdict.label == "True"
    assert len(record.hearings) == 1
    assert len(asked(desk, "search")) == 1


def test_a_fault_in_the_second_hearing_decides_nothing() -> None:
    _, verdict, _ = sent_back(TIMEOUT)
    assert (verdict.label, verdict.path) == ("Unverifiable", "judge-failed")


def test_the_order_in_which_passages_are_kept_changes_nothing() -> None:
    record, verdict, _ = sent_back(opinion("Misleading", "A1", "F1", "F2"))
    for order in itertools.permutations(record.pool.passages):
        pool = record.pool.model_copy(update={"passages": order})
        assert decide(record.model_copy(update={"pool": pool}), DIALS) == verdict


def test_the_trail_names_every_step_and_its_exchanges() -> None:
    _, verdict, desk = sent_back(opinion("True", "F2"))
    hearing = ["prosecute", "defend", "check", "check"]
    assert [step.name for step in verdict.trail] == [
        *("decompose", "retrieve", "compare", *hearing, "judge"),
        *("retrieve", *hearing, "check", "judge", "rule", "explain"),
    ]
    known = {exchange.key for exchange in desk.exchanges}
    named = {key for step in verdict.trail for key in step.exchanges}
    assert named <= known
    asks = {e.key for e in desk.exchanges if e.request.kind in ("ask", "search")}
    assert named == asks
