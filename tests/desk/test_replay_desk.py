from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from veracity.desk.replay import ReplayDesk
from veracity.domain.errors import CaseDamaged, NotRecorded
from veracity.domain.exchange import Exchange, Failure, FailureKind, Reply, Request

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
ASKED = Request(kind="ask", provider="local", model="tiny", inputs={"claim": "a"})
SEARCHED = Request(kind="search", provider="archive", generation="g1", inputs={"query": "a"})
ANSWERED = Exchange(request=ASKED, reply=Reply(value=1), asked_at=AT, seconds=2.0)
FAILED = Exchange(
    request=SEARCHED,
    failure=Failure(kind=FailureKind.RATE_LIMITED, message="later", retry_after=3.0),
    asked_at=AT,
    seconds=1.0,
)


def test_replies_and_failures_come_back_as_they_were() -> None:
    async def run():
        desk = ReplayDesk([FAILED, ANSWERED])
        return await desk.exchange(ASKED), await desk.search(SEARCHED), desk

    exchange, failure, desk = asyncio.run(run())
    assert exchange == ANSWERED
    assert failure == FAILED.failure
    assert desk.exchanges == (ANSWERED, FAILED)
    assert desk.calls == 0


def test_what_was_not_asked_for_is_told() -> None:
    async def run():
        desk = ReplayDesk([FAILED, ANSWERED])
        before = desk.unasked
        await desk.ask(ASKED)
        await desk.ask(ASKED)
        return before, desk.unasked, desk.exchanges

    before, after, asked = asyncio.run(run())
    assert before == (FAILED, ANSWERED)
    assert after == (FAILED,)
    assert asked == (ANSWERED,)


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        (ASKED.model_copy(update={"inputs": {"claim": "b"}}), "model tiny.*differs in inputs"),
        (ASKED.model_copy(update={"model": "huge", "sample": 1}), "differs in model, sample"),
        (Request(kind="fetch", provider="web"), "never recorded this request .kind fetch"),
    ],
)
def test_a_request_that_was_never_recorded_is_never_guessed(request_: Request, says: str) -> None:
    async def run() -> None:
        await ReplayDesk([ANSWERED, FAILED]).exchange(request_)

    with pytest.raises(NotRecorded, match=says) as caught:
        asyncio.run(run())
    assert "veracity check" in caught.value.fix


def test_two_answers_to_one_request_are_damage() -> None:
    other = ANSWERED.model_copy(update={"reply": Reply(value=2)})
    with pytest.raises(CaseDamaged, match="two different answers"):
        ReplayDesk([ANSWERED, other])
    assert ReplayDesk([ANSWERED, ANSWERED]).unasked == (ANSWERED,)
