from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from veracity.desk.budget import Budget, Caps
from veracity.desk.events import Answered, Asked, Exchanged, Failed, Reused, Stepped
from veracity.desk.live import DEADLINES, FRESHNESS, LiveDesk
from veracity.desk.replay import ReplayDesk
from veracity.domain.errors import NotInstalled, StorageError
from veracity.domain.exchange import Failure, FailureKind, Reply, Request, Usage

DAY = 86_400.0


def ask(number: int = 0, **fields: object) -> Request:
    return Request.model_validate(
        {"kind": "ask", "provider": "local", "inputs": {"n": number}, **fields}
    )


def test_a_reply_is_recorded_with_its_request(journal_at, teller) -> None:
    async def run():
        async with journal_at() as journal:
            claim = LiveDesk([teller()], journal).open_claim()
            reply = await claim.ask(ask(1))
            return reply, claim.exchanges

    reply, (exchange,) = asyncio.run(run())
    assert reply == Reply(value={"echo": {"n": 1}})
    assert (exchange.request, exchange.reply, exchange.reused) == (ask(1), reply, False)


def test_the_second_run_asks_nothing(journal_at, teller) -> None:
    async def run():
        provider = teller()
        made = []
        for _ in range(2):
            async with journal_at() as journal:
                claim = LiveDesk([provider], journal).open_claim()
                for number in range(5):
                    await claim.ask(ask(number))
                made.append(claim.exchanges)
        return provider.calls, made

    calls, (first, second) = asyncio.run(run())
    assert calls == 5
    assert [e.reused for e in second] == [True] * 5
    for was, now in zip(first, second, strict=True):
        assert now.model_copy(update={"reused": False}) == was


def test_what_was_recorded_live_is_replayed_alike(journal_at, teller) -> None:
    def answers(request: Request) -> object:
        if request.inputs["n"] == 2:
            return Failure(kind=FailureKind.REFUSED, message="no")
        return {"items": ("a", "b"), "n": request.inputs["n"]}

    async def gather(desk):
        outcomes = [await desk.ask(ask(number)) for number in range(4)]
        outcomes.append(await desk.draw("audit", ["x", "y", "z"], 2))
        outcomes.append(await desk.now())
        outcomes.append(await desk.generation("local"))
        return outcomes

    async def run():
        async with journal_at() as journal:
            live = LiveDesk([teller(lambda r: "g1" if r.kind == "state" else answers(r))], journal)
            claim = live.open_claim()
            told = await gather(claim)
            replay = ReplayDesk(claim.exchanges)
            return told, await gather(replay), replay

    told, again, replay = asyncio.run(run())
    assert told == again
    assert told[0].value == {"items": ["a", "b"], "n": 0}, "a tuple is a list on both desks"
    assert replay.unasked == ()


def test_equal_requests_in_flight_are_asked_once(journal_at, teller) -> None:
    async def run():
        provider = teller(seconds=0.05, concurrency=8)
        async with journal_at() as journal:
            desk = LiveDesk([provider], journal)
            claims = [desk.open_claim() for _ in range(8)]
            await asyncio.gather(*(claim.ask(ask()) for claim in claims for _ in range(3)))
            return provider.calls, [claim.exchanges for claim in claims]

    calls, made = asyncio.run(run())
    assert calls == 1
    assert all(len(exchanges) == 1 for exchanges in made)
    assert sorted(exchanges[0].reused for exchanges in made) == [False] + [True] * 7


def test_a_failure_has_one_exchange_in_a_claim_and_is_asked_again_by_the_next(
    journal_at, teller
) -> None:
    async def run():
        provider = teller(lambda _: Failure(kind=FailureKind.RATE_LIMITED, message="later"))
        async with journal_at() as journal:
            desk = LiveDesk([provider], journal)
            one, other = desk.open_claim(), desk.open_claim()
            outcomes = [await one.ask(ask()), await one.ask(ask()), await other.ask(ask())]
            return provider.calls, outcomes, len(one.exchanges), await journal.stats()

    calls, outcomes, exchanges, stats = asyncio.run(run())
    assert (calls, exchanges) == (2, 1)
    assert {outcome.kind for outcome in outcomes} == {FailureKind.RATE_LIMITED}
    assert stats.failures == {"rate_limited": 2}
    assert (stats.replies, stats.leases) == ({}, 0)


def test_a_provider_never_serves_more_than_it_says(journal_at, teller) -> None:
    async def run():
        slow = teller(concurrency=2, seconds=0.1)
        fast = teller(name="fast", concurrency=5, seconds=0.1)
        async with journal_at() as journal:
            desk = LiveDesk([slow, fast], journal)
            claim = desk.open_claim()
            await asyncio.gather(
                *(claim.ask(ask(n, provider=name)) for n in range(12) for name in ("local", "fast"))
            )
        return slow.most_at_once, fast.most_at_once

    assert asyncio.run(run()) == (2, 5)


def test_a_call_past_its_deadline_is_a_timeout(journal_at, teller) -> None:
    async def run():
        async with journal_at() as journal:
            desk = LiveDesk([teller(seconds=30)], journal, deadlines={**DEADLINES, "ask": 0.05})
            claim = desk.open_claim()
            start = time.monotonic()
            outcome = await claim.ask(ask())
            return outcome, time.monotonic() - start, (await journal.stats()).leases

    outcome, seconds, leases = asyncio.run(run())
    assert outcome == Failure(kind=FailureKind.TIMEOUT, message="No answer within 0.05 seconds.")
    assert seconds < 5
    assert leases == 0


def test_waiting_for_a_turn_does_not_count_against_the_deadline(journal_at, teller) -> None:
    async def run():
        # Six calls of 0.2 s, one at a time: the last waits for 1 s, more than its deadline.
        async with journal_at() as journal:
            provider = teller(seconds=0.2, concurrency=1)
            desk = LiveDesk([provider], journal, deadlines={**DEADLINES, "ask": 0.9})
            claim = desk.open_claim()
            return await asyncio.gather(*(claim.ask(ask(n)) for n in range(6)))

    assert all(isinstance(outcome, Reply) for outcome in asyncio.run(run()))


def _raises(error: BaseException):
    def answer(_: Request) -> object:
        raise error

    return answer


@pytest.mark.parametrize(
    ("answer", "kind", "says"),
    [
        (_raises(KeyError("/home/someone/key")), FailureKind.INTERNAL, "KeyError in "),
        (_raises(TimeoutError("socket")), FailureKind.INTERNAL, "TimeoutError in "),
        (_raises(asyncio.CancelledError()), FailureKind.INTERNAL, "CancelledError in "),
        (_raises(NotInstalled("No weights.", "Fetch.")), FailureKind.UNAVAILABLE, "No weights."),
        (lambda _: {1: "no JSON"}, FailureKind.INTERNAL, "TypeError in "),
        (lambda _: float("nan"), FailureKind.INTERNAL, "ValueError in "),
    ],
    ids=["defect", "its own timeout", "its own cancellation", "not installed", "keys", "nan"],
)
def test_what_escapes_a_provider_is_a_failure(journal_at, teller, answer, kind, says) -> None:
    async def run():
        async with journal_at() as journal:
            claim = LiveDesk([teller(answer)], journal).open_claim()
            return await claim.ask(ask()), (await journal.stats()).leases

    outcome, leases = asyncio.run(run())
    assert outcome.kind is kind
    assert outcome.message.startswith(says)
    assert "someone" not in outcome.message
    assert leases == 0


def test_what_a_person_must_put_right_stops_the_run(journal_at, teller) -> None:
    async def run():
        async with journal_at() as journal:
            provider = teller(_raises(StorageError("The disk is full.", "Free some space.")))
            claim = LiveDesk([provider], journal).open_claim()
            with pytest.raises(StorageError, match="disk is full"):
                await claim.ask(ask())
            return (await journal.stats()).leases

    assert asyncio.run(run()) == 0


def test_an_unknown_provider_is_unavailable(journal_at, teller) -> None:
    async def run():
        async with journal_at() as journal:
            claim = LiveDesk([teller()], journal).open_claim()
            return await claim.ask(ask(provider="oracle")), await claim.generation("oracle")

    outcome, generation = asyncio.run(run())
    assert outcome.kind is generation.kind is FailureKind.UNAVAILABLE
    assert "oracle" in outcome.message


@pytest.mark.parametrize(
    ("request_", "days", "calls"),
    [
        (ask(), 10_000, 1),
        (ask(kind="search", generation="g1"), 10_000, 1),
        (ask(kind="search"), 0.9, 1),
        (ask(kind="search"), 1.1, 2),
        (ask(kind="fetch"), 6.9, 1),
        (ask(kind="fetch"), 7.1, 2),
        (ask(kind="review"), 10_000, 1),
    ],
    ids=["ask", "archive", "web", "web, stale", "page", "page, stale", "review"],
)
def test_replies_go_stale_by_kind(journal_at, teller, request_, days, calls) -> None:
    async def run():
        provider = teller()
        for now in (1e9, 1e9 + days * DAY):
            async with journal_at(clock=lambda now=now: now) as journal:
                await LiveDesk([provider], journal).open_claim().exchange(request_)
        return provider.calls

    assert asyncio.run(run()) == calls


def test_a_stale_reply_is_replaced(journal_at, teller) -> None:
    async def run():
        provider = teller(lambda _: provider.calls)
        values = []
        for day in (0.0, 2.0, 2.5):
            async with journal_at(clock=lambda day=day: 1e9 + day * DAY) as journal:
                claim = LiveDesk([provider], journal).open_claim()
                values.append((await claim.search(ask(kind="search"))).value)
        return values

    assert asyncio.run(run()) == [1, 2, 2]


def test_the_state_of_an_archive_and_the_clock_are_of_this_claim(journal_at, teller) -> None:
    hours = iter(range(24))

    async def run():
        provider = teller(lambda _: f"g{provider.calls}")
        async with journal_at() as journal:
            desk = LiveDesk(
                [provider],
                journal,
                clock=lambda: datetime(2026, 1, 1, next(hours), tzinfo=UTC),
            )
            one, other = desk.open_claim(), desk.open_claim()
            generations = [await claim.generation("local") for claim in (one, one, other)]
            times = [await claim.now() for claim in (one, one, other)]
            return generations, times, await journal.stats()

    generations, times, stats = asyncio.run(run())
    assert generations == ["g1", "g1", "g2"]
    assert times[0] == times[1] < times[2]
    assert stats.replies == {}


def test_fresh_ignores_what_was_recorded_before_and_keeps_what_it_asks(journal_at, teller) -> None:
    async def run():
        provider = teller()
        now = 1e9

        async def check(*, fresh: bool) -> int:
            async with journal_at(clock=lambda: now) as journal:
                desk = LiveDesk([provider], journal, fresh=fresh)
                for _ in range(2):
                    await desk.open_claim().ask(ask())
            return provider.calls

        calls = []
        for fresh in (False, False, True, False):
            calls.append(await check(fresh=fresh))
            now += 1
        return calls

    assert asyncio.run(run()) == [1, 1, 2, 2]


def test_a_namespace_sees_nothing_of_another(journal_at, teller) -> None:
    async def run():
        provider = teller()
        async with journal_at() as journal:
            for namespace in ("one", "other", "one"):
                desk = LiveDesk([provider], journal, namespace=namespace)
                await desk.open_claim().ask(ask())
        return provider.calls

    assert asyncio.run(run()) == 2


def test_a_cancelled_call_gives_its_lease_back(journal_at, teller) -> None:
    async def run():
        async with journal_at() as journal:
            provider = teller(seconds=30)
            desk = LiveDesk([provider], journal)
            asking = asyncio.create_task(desk.open_claim().ask(ask()))
            await provider.called.wait()
            assert (await journal.stats()).leases == 1
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                async with asyncio.timeout(10):
                    await asking
            stats = await journal.stats()
            return stats.leases, stats.failures, desk.budget.run.calls

    assert asyncio.run(run()) == (0, {}, 1), "a cancellation is not a fault of the provider"


def test_who_else_waits_for_a_call_is_not_cancelled_with_the_first(journal_at, teller) -> None:
    async def run():
        provider = teller(seconds=0.5)
        async with journal_at() as journal:
            desk = LiveDesk([provider], journal)
            first = asyncio.create_task(desk.open_claim().ask(ask()))
            await provider.called.wait()
            second = asyncio.create_task(desk.open_claim().ask(ask()))
            await asyncio.sleep(0)
            await journal.find("local", "x")  # After the look of `second`: there is one thread.
            await asyncio.sleep(0.01)
            first.cancel()
            return await second, provider.calls

    outcome, calls = asyncio.run(run())
    assert isinstance(outcome, Reply)
    assert calls == 1


def test_cancelling_at_any_moment_leaves_no_lease(journal_at, teller) -> None:
    async def run():
        async with journal_at() as journal:
            desk = LiveDesk([teller(seconds=0.005)], journal)
            for step in range(60):
                asking = asyncio.create_task(desk.open_claim().ask(ask(step)))
                await asyncio.sleep(step * 0.0004)
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)
            await journal.find("local", "x")  # What was begun is done: the journal has one thread.
            return (await journal.stats()).leases

    assert asyncio.run(run()) == 0


def test_closing_the_desk_ends_what_is_under_way(journal_at, teller) -> None:
    async def run():
        async with journal_at() as journal:
            provider = teller(seconds=30)
            desk = LiveDesk([provider], journal)
            asking = asyncio.create_task(desk.open_claim().ask(ask()))
            await provider.called.wait()
            assert (await journal.stats()).leases == 1
            await desk.close()
            await asyncio.gather(asking, return_exceptions=True)
            return (await journal.stats()).leases

    assert asyncio.run(run()) == 0


def test_events_tell_what_happens(journal_at, teller) -> None:
    def answer(request: Request) -> object:
        if request.inputs["n"]:
            return Failure(kind=FailureKind.QUOTA, message="empty")
        return Reply(value=1, usage=Usage(cost=Decimal("0.25")))

    async def run():
        events = []
        async with journal_at() as journal:
            desk = LiveDesk([teller(answer)], journal, on_event=events.append)
            one, other = desk.open_claim("one"), desk.open_claim("other")
            one.progress("verify", "2 passages")
            await one.ask(ask(0))
            await other.ask(ask(0))
            await other.ask(ask(1))
        return events

    events = asyncio.run(run())
    ended = [event for event in events if isinstance(event, Exchanged)]
    events = [event for event in events if not isinstance(event, Exchanged)]
    kinds = [(type(event), event.claim) for event in events]
    assert kinds == [
        (Stepped, "one"),
        (Asked, "one"),
        (Answered, "one"),
        (Reused, "other"),
        (Asked, "other"),
        (Failed, "other"),
    ]
    assert events[2].cost == Decimal("0.25")
    assert [(event.claim, event.exchange.reused) for event in ended] == [
        ("one", False),
        ("other", True),
        ("other", False),
    ]


def test_a_request_that_is_changed_after_it_was_asked_stays_as_it_was(journal_at, teller) -> None:
    async def run():
        inputs = {"n": 1}
        async with journal_at() as journal:
            claim = LiveDesk([teller()], journal).open_claim()
            request = Request(kind="ask", provider="local", inputs=inputs)
            await claim.ask(request)
            request.inputs["n"] = 2
            return claim.exchanges[0].request.inputs

    assert asyncio.run(run()) == {"n": 1}


def test_a_draw_depends_on_purpose_and_items_alone(journal_at) -> None:
    items = [f"row {number}" for number in range(50)]

    async def run():
        async with journal_at() as journal:
            desk = LiveDesk([], journal)
            one, other = desk.open_claim(), desk.open_claim()
            return (
                await one.draw("audit", items, 5),
                await other.draw("audit", items[::-1], 5),
                await other.draw("review", items, 5),
                await other.draw("audit", items, 99),
                await other.draw("audit", [], 3),
            )

    drawn, reversed_, other, everything, nothing = asyncio.run(run())
    assert drawn == reversed_
    assert len(set(drawn)) == 5
    assert set(drawn) <= set(items)
    assert drawn != other
    assert (set(everything), everything[:5]) == (set(items), drawn)
    assert nothing == ()


class Paid:
    """A provider that may cost a dollar and costs a quarter."""

    name = "paid"
    concurrency = 64

    def __init__(self) -> None:
        self.calls = 0
        self.at_risk = Decimal(0)
        self.most_at_risk = Decimal(0)

    def ceiling(self, request: Request) -> Decimal:
        return Decimal(1)

    async def answer(self, request: Request) -> Reply | Failure:
        self.calls += 1
        self.at_risk += 1
        self.most_at_risk = max(self.most_at_risk, self.at_risk)
        await asyncio.sleep(0.05)
        if request.inputs["n"] == -1:
            await asyncio.sleep(30)
        self.at_risk -= Decimal("0.75")
        return Reply(value=1, usage=Usage(cost=Decimal("0.25")))


@pytest.mark.parametrize("capped", ["run_caps", "claim_caps", "day_caps"])
def test_thirty_two_calls_at_once_never_pass_the_cap(journal_at, capped) -> None:
    async def run():
        provider = Paid()
        budget = Budget(**{capped: Caps(cost=Decimal(5))})
        async with journal_at() as journal:
            desk = LiveDesk([provider], journal, budget=budget)
            claim = desk.open_claim()
            outcomes = await asyncio.gather(
                *(claim.ask(ask(n, provider="paid")) for n in range(32))
            )
            return outcomes, provider, budget.run, await journal.stats()

    outcomes, provider, account, stats = asyncio.run(run())
    failures = [outcome for outcome in outcomes if isinstance(outcome, Failure)]
    assert provider.most_at_risk <= 5
    assert account.spent <= 5
    assert (account.spent, account.reserved) == (Decimal("0.25") * provider.calls, 0)
    assert len(failures) == 32 - provider.calls > 0
    assert {failure.kind for failure in failures} == {FailureKind.BUDGET}
    assert stats.cost == account.spent


def test_a_call_that_was_cut_off_counts_as_paid_in_full(journal_at) -> None:
    async def run():
        async with journal_at() as journal:
            budget = Budget(Caps(cost=Decimal(5)))
            desk = LiveDesk([Paid()], journal, budget=budget, deadlines={"ask": 0.1})
            await desk.open_claim().ask(ask(-1, provider="paid"))
            return budget.run

    account = asyncio.run(run())
    assert (account.spent, account.reserved) == (1, 0)


def test_each_claim_has_its_own_cap(journal_at, teller) -> None:
    async def run():
        async with journal_at() as journal:
            budget = Budget(claim_caps=Caps(calls=2), run_caps=Caps(calls=5))
            desk = LiveDesk([teller()], journal, budget=budget)
            answered = []
            for number in range(3):
                claim = desk.open_claim()
                outcomes = [await claim.ask(ask(10 * number + n)) for n in range(3)]
                answered.append(sum(isinstance(outcome, Reply) for outcome in outcomes))
            return answered

    assert asyncio.run(run()) == [2, 2, 1]


def test_reused_replies_cost_nothing(journal_at, teller) -> None:
    async def run():
        async with journal_at() as journal:
            await LiveDesk([teller()], journal).open_claim().ask(ask())
            desk = LiveDesk([teller()], journal, budget=Budget(Caps(calls=0)))
            claim = desk.open_claim()
            return await claim.ask(ask()), claim.account.calls

    outcome, calls = asyncio.run(run())
    assert isinstance(outcome, Reply)
    assert calls == 0


def test_another_claims_empty_budget_is_not_shared(journal_at, teller) -> None:
    async def run():
        provider = teller(seconds=0.05, concurrency=1)
        async with journal_at() as journal:
            desk = LiveDesk([provider], journal, budget=Budget(claim_caps=Caps(calls=1)))
            poor, rich = desk.open_claim(), desk.open_claim()
            await poor.ask(ask(0))
            # Both are in the same flight, which `poor` started and cannot pay.
            return await asyncio.gather(poor.ask(ask(1)), rich.ask(ask(1)))

    refused, answered = asyncio.run(run())
    assert isinstance(refused, Failure)
    assert refused.kind is FailureKind.BUDGET
    assert isinstance(answered, Reply)


def test_a_wrong_kind_is_a_defect_of_the_caller(journal_at, teller) -> None:
    async def run():
        async with journal_at() as journal:
            await LiveDesk([teller()], journal).open_claim().search(ask())

    with pytest.raises(ValueError, match="kind ask was given to search"):
        asyncio.run(run())


def test_defaults_cover_what_goes_out() -> None:
    assert set(DEADLINES) >= {"ask", "search", "fetch", "review", "state"}
    assert FRESHNESS["ask"] is None
    assert FRESHNESS["fetch"] == timedelta(days=7)
