"""`routed` with a re-ranker: more passages are found than read, or more are read than count."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.methods.test_routed import (
    NAMES,
    STORY,
    STORY_CLAIM,
    TIMEOUT,
    asked,
    claim,
    prose,
    saying,
)
from veracity.desk.replay import ReplayDesk
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.canonical import plain
from veracity.domain.errors import DialRefused
from veracity.domain.evidence import Found, Passage
from veracity.domain.exchange import Request
from veracity.domain.verdict import Verdict
from veracity.methods.routed import METHOD, decide, gather
from veracity.methods.routed.record import RoutedDials, RoutedRecord
from veracity.retrieval.rerank import MODEL

OTHERS = tuple(
    prose(f"Volunteers rebuilt the harbor of Ostrana in part {number}.", publisher=f"P{number}")
    for number in range(1, 4)
)
FOUND = Found(passages=(*OTHERS, STORY), names=NAMES)
"""What says the most comes last."""


def run(
    rerank: str | None, scores: Any = None, says: dict[str, Any] | None = None, **dials: Any
) -> tuple[RoutedRecord, Verdict, ScriptedDesk]:
    turned = RoutedDials(rerank=rerank, top_k=1, rerank_depth=4, **dials)

    def answer(request: Request) -> Any:
        if request.kind == "search":
            return FOUND.model_copy(update={"passages": FOUND.passages[: request.inputs["top_k"]]})
        if request.kind == "ask" and request.provider == "cross-encoder":
            return scores
        if request.kind == "ask":
            return (says or {}).get(request.inputs["evidence"], saying("Unknown"))
        return None

    desk = ScriptedDesk(answer)
    record = asyncio.run(gather(claim(STORY_CLAIM), desk, turned))
    verdict = decide(record, turned)
    assert asyncio.run(gather(record.claim, ReplayDesk(desk.exchanges), turned)) == record
    assert decide(RoutedRecord.model_validate(plain(record)), turned) == verdict
    return record, verdict, desk


def read(desk: ScriptedDesk) -> list[str]:
    return [ask.inputs["evidence"] for ask in asked(desk, "ask") if ask.provider == "local"]


def texts(*passages: Passage) -> list[str]:
    return [passage.text for passage in passages]


def test_it_is_off_and_the_search_gives_what_is_read() -> None:
    assert RoutedDials().rerank is None
    record, verdict, desk = run(None, says={STORY.text: saying("True")})
    assert read(desk) == texts(OTHERS[0])
    assert (record.reranked, verdict.label) == (None, "Unverified")


def test_the_cross_encoder_picks_what_is_read() -> None:
    scores = {"scores": [0.1, -3.0, 0.2, 7.5]}
    record, verdict, desk = run("cross-encoder", scores, {STORY.text: saying("True")})
    (asking,) = [ask for ask in asked(desk, "ask") if ask.provider == "cross-encoder"]
    assert asking.model == MODEL
    assert asking.inputs == {"query": STORY_CLAIM, "passages": texts(*OTHERS, STORY)}
    assert read(desk) == texts(STORY)
    assert verdict.label == "True"
    step = next(step for step in verdict.trail if step.name == "rerank")
    assert (step.status, step.detail) == ("ok", "cross-encoder: 1 passages kept")
    assert record.reranked is not None
    assert step.exchanges == (record.reranked.key,)


@pytest.mark.parametrize("scores", [TIMEOUT, {"scores": [1.0]}, "high"])
def test_a_cross_encoder_that_fails_leaves_the_searchs_order(scores: Any) -> None:
    _, verdict, desk = run("cross-encoder", scores, {STORY.text: saying("True")})
    assert read(desk) == texts(OTHERS[0])
    assert verdict.label == "Unverified"
    assert [one.who for one in verdict.abstentions] == ["re-ranker"]
    assert next(step.status for step in verdict.trail if step.name == "rerank") == "failed"


def test_stances_pick_what_counts_of_what_was_read() -> None:
    record, verdict, desk = run("stance", says={STORY.text: saying("True")})
    assert len(read(desk)) == 4
    assert len(record.judgements) == 4
    assert verdict.label == "True"
    (finding,) = verdict.findings
    assert finding.quote.text == STORY.text


def test_a_stance_that_failed_is_not_picked() -> None:
    says = {passage.text: TIMEOUT for passage in OTHERS} | {STORY.text: saying("Unknown")}
    _, verdict, _ = run("stance", says=says)
    assert [finding.quote.text for finding in verdict.findings] == [STORY.text]


def test_only_re_rankers_that_there_are_can_be_named() -> None:
    with pytest.raises(DialRefused, match="'stance' or 'cross-encoder'"):
        METHOD.with_dials(RoutedDials(), {"rerank": "best"}, live=True)
