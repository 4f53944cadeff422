from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from veracity.desk.budget import Budget, Caps
from veracity.desk.days import SetAside
from veracity.desk.live import LiveDesk
from veracity.domain.exchange import Failure, FailureKind, Reply, Request, Usage

DOLLAR = Caps(cost=Decimal(1))
EVENING = datetime(2026, 3, 1, 23, 59, tzinfo=UTC).timestamp()


def ask(number: int) -> Request:
    return Request(kind="ask", provider="paid", inputs={"n": number})


class Paid:
    """Answers for 25 cents, of which it says that they may be 50."""

    name = "paid"
    concurrency = 64

    def __init__(self) -> None:
        self.calls = 0

    def ceiling(self, request: Request) -> Decimal:
        return Decimal("0.50")

    async def answer(self, request: Request) -> Reply | Failure:
        self.calls += 1
        await asyncio.sleep(0.02)
        return Reply(value=1, usage=Usage(cost=Decimal("0.25")))


def test_processes_that_ask_at_once_never_pass_the_cap_of_the_day_together(journal_at) -> None:
    async def run():
        provider = Paid()
        async with journal_at() as one, journal_at() as other:
            desks = [LiveDesk([provider], j, budget=Budget(day_caps=DOLLAR)) for j in (one, other)]
            claims = [desk.open_claim() for desk in desks]
            outcomes = await asyncio.gather(*(claims[n % 2].ask(ask(n)) for n in range(32)))
            return outcomes, provider.calls, (await one.stats()).cost

    outcomes, calls, cost = asyncio.run(run())
    failures = [outcome for outcome in outcomes if isinstance(outcome, Failure)]
    assert len(failures) == 32 - calls
    assert {failure.kind for failure in failures} == {FailureKind.BUDGET}
    assert "The setting budget_day_usd raises it." in failures[0].message
    # Two at 50 cents fit into a dollar; what they leave lets at most two more follow.
    assert 2 <= calls <= 4
    assert cost == Decimal("0.25") * calls


def test_what_was_spent_before_the_cap_was_set_counts(journal_at) -> None:
    async def run():
        async with journal_at() as journal:
            before = LiveDesk([Paid()], journal, budget=Budget(Caps(calls=2))).open_claim()
            for number in range(3):  # The third is refused, and no call.
                await before.ask(ask(number))
            desk = LiveDesk([Paid()], journal, budget=Budget(day_caps=Caps(calls=3)))
            claim = desk.open_claim()
            return [await claim.ask(ask(number)) for number in (10, 11)], desk.budget.run

    (third, fourth), account = asyncio.run(run())
    assert isinstance(third, Reply)
    assert isinstance(fourth, Failure)
    assert "all 3 calls are used" in fourth.message
    # What the day refused is no call of the run either.
    assert (account.calls, account.reserved) == (1, 0)


def test_a_new_day_starts_with_nothing_spent(journal_at) -> None:
    now = [EVENING]

    async def run():
        async with journal_at(clock=lambda: now[0]) as journal:
            claim = LiveDesk([Paid()], journal, budget=Budget(day_caps=Caps(calls=1))).open_claim()
            evening = [await claim.ask(ask(number)) for number in range(2)]
            now[0] += 60.0  # Midnight in UTC.
            return [*evening, await claim.ask(ask(2))]

    first, second, third = asyncio.run(run())
    assert isinstance(first, Reply)
    assert isinstance(second, Failure)
    assert isinstance(third, Reply)


@pytest.mark.parametrize("settled", [True, False])
def test_what_nobody_settled_counts_in_full(journal_at, settled) -> None:
    async def run():
        async with journal_at() as killed:
            aside = await killed.set_aside(DOLLAR, Decimal("0.75"))
            assert isinstance(aside, SetAside)
            if settled:
                await killed.settle(aside, Decimal("0.50"))
        async with journal_at() as journal:
            return await journal.set_aside(DOLLAR, Decimal("0.50"))

    assert isinstance(asyncio.run(run()), SetAside if settled else Failure)
