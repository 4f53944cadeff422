"""A model that cannot answer, and the one that is asked in its place."""

from __future__ import annotations

import asyncio
from decimal import Decimal

import pytest

from veracity.desk.budget import Budget, Caps
from veracity.desk.events import Answered, Failed
from veracity.desk.fallbacks import FALLS_BACK
from veracity.desk.live import LiveDesk
from veracity.desk.replay import ReplayDesk
from veracity.domain.exchange import Exchange, Failure, FailureKind, Reply, Request

ASKED = Request(kind="ask", provider="first", model="m", inputs={"n": 1})
FALLBACKS = {"first:m": "second:k"}


def failing(kind: FailureKind):
    return lambda request: Failure(kind=kind, message="no")


@pytest.mark.parametrize("kind", list(FailureKind))
def test_the_fallback_answers_for_a_model_that_cannot(journal_at, teller, kind) -> None:
    async def run() -> tuple[Exchange, int, list[str]]:
        second = teller(name="second")
        seen = []
        async with journal_at() as journal:
            providers = [teller(failing(kind), name="first"), second]
            desk = LiveDesk(providers, journal, on_event=lambda event: seen.append(event))
            exchange = await desk.open_claim(fallbacks=FALLBACKS).exchange(ASKED)
        return exchange, second.calls, [type(event) for event in seen]

    exchange, calls, seen = asyncio.run(run())
    assert exchange.request == ASKED
    if kind not in FALLS_BACK:
        assert exchange.failure is not None
        assert (exchange.failure.kind, calls) == (kind, 0)
        return
    assert exchange.reply == Reply(value={"echo": {"n": 1}}, model="second:k")
    assert calls == 1
    assert seen.index(Failed) < seen.index(Answered)


def test_the_journal_keeps_the_reply_under_the_name_of_who_gave_it(journal_at, teller) -> None:
    async def run() -> tuple[list[Exchange], int, int]:
        answers = [Failure(kind=FailureKind.UNREACHABLE, message="down"), {"mine": 1}]
        first = teller(lambda request: answers.pop(0), name="first")
        second = teller(name="second")
        made: list[Exchange] = []
        for _ in range(3):
            async with journal_at() as journal:
                claim = LiveDesk([first, second], journal).open_claim(fallbacks=FALLBACKS)
                made.append(await claim.exchange(ASKED))
        return made, first.calls, second.calls

    made, first, second = asyncio.run(run())
    replies = [exchange.reply for exchange in made]
    assert [reply.model for reply in replies if reply] == ["second:k", None, None]
    assert [exchange.reused for exchange in made] == [False, False, True]
    assert (first, second) == (2, 1)


def test_when_the_fallback_fails_too_both_are_named(journal_at, teller) -> None:
    async def run() -> Exchange:
        providers = [
            teller(failing(FailureKind.QUOTA), name="first"),
            teller(failing(FailureKind.REFUSED), name="second"),
        ]
        async with journal_at() as journal:
            desk = LiveDesk(providers, journal)
            return await desk.open_claim(fallbacks=FALLBACKS).exchange(ASKED)

    failure = asyncio.run(run()).failure
    assert failure is not None
    assert failure.kind is FailureKind.QUOTA
    assert "second:k" in failure.message


def test_a_fallback_is_paid_from_the_same_budget(journal_at, teller) -> None:
    async def run() -> Exchange:
        providers = [
            teller(failing(FailureKind.UNREACHABLE), name="first"),
            teller(name="second"),
        ]
        async with journal_at() as journal:
            budget = Budget(Caps(calls=1, cost=Decimal(1)))
            desk = LiveDesk(providers, journal, budget=budget)
            return await desk.open_claim(fallbacks=FALLBACKS).exchange(ASKED)

    failure = asyncio.run(run()).failure
    assert failure is not None
    assert "all 1 calls are used" in failure.message


def test_what_a_fallback_said_replays_as_it_was(journal_at, teller) -> None:
    async def run() -> tuple[Exchange, Exchange]:
        providers = [
            teller(failing(FailureKind.UNREACHABLE), name="first"),
            teller(name="second"),
        ]
        async with journal_at() as journal:
            claim = LiveDesk(providers, journal).open_claim(fallbacks=FALLBACKS)
            made = await claim.exchange(ASKED)
            kept = Exchange.model_validate_json(made.model_dump_json())
            return made, await ReplayDesk([kept]).exchange(ASKED)

    made, replayed = asyncio.run(run())
    assert replayed.reply == made.reply
