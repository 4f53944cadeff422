"""Many calls at once, to a provider that asks for patience and to one that is dead."""

from __future__ import annotations

import asyncio
import heapq
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.models.hosted.bench import GOOD, VALUE, Clock, asked, provider
from tests.models.hosted.dialects import Reply, responses
from tests.models.hosted.loopback import Answer, Sent, failing, loopback
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.exchange import Reply as Given
from veracity.models.hosted.faults import Cause, Fault
from veracity.models.hosted.lanes import FAULTS, REST, Lane
from veracity.models.hosted.retrying import LONGEST_PAUSE, TABLE, next_pause, pause

WINDOW = 60.0
AT_ONCE = 8
CLAIMS = 24
MOST_IN_WINDOW = 12


class Agenda:
    """A clock that jumps to the next sleeper when nothing else is left to do."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, asyncio.Event]] = []
        self._count = 0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        event = asyncio.Event()
        self._count += 1
        heapq.heappush(self._due, (self.now + seconds, self._count, event))
        await event.wait()

    async def turn(self, done: asyncio.Future[Any]) -> None:
        while not done.done():
            await asyncio.sleep(0.02)  # Time for the calls that are under way on the network.
            if self._due and not done.done():
                self.now, _, event = heapq.heappop(self._due)
                event.set()


def through_a_rush(headers: dict[str, str]) -> tuple[list[Given | Failure], list[float]]:
    """What comes of CLAIMS questions, AT_ONCE at once, and when calls came within the window."""
    clock = Agenda()
    calls: list[float] = []

    def script(sent: Sent) -> Answer:
        calls.append(clock.now)
        if clock.now < WINDOW:
            return failing(429, {"error": {"type": "rate_limit_error", "message": "x"}}, **headers)
        return responses(Reply(GOOD))

    async def run() -> list[Given | Failure]:
        async with loopback(script) as server:
            made = provider(server, clock=clock)
            gate = asyncio.Semaphore(AT_ONCE)

            async def one(number: int) -> Given | Failure:
                async with gate:
                    return await made.answer(asked(claim=f"Claim {number}."))

            done = asyncio.gather(*map(one, range(CLAIMS)))
            await clock.turn(done)
            return await done

    outcomes = asyncio.run(run())
    return outcomes, [at for at in calls if at < WINDOW]


def test_a_rush_of_a_minute_fails_no_claim_and_makes_few_calls() -> None:
    outcomes, within = through_a_rush({})
    assert [outcome.value for outcome in outcomes if isinstance(outcome, Given)] == [VALUE] * CLAIMS
    # Eight set out before any is told to wait; then one goes ahead at 4.5, 13.5 and 31.5 seconds.
    assert AT_ONCE < len(within) <= MOST_IN_WINDOW


def test_a_rush_with_a_named_wait_fails_no_claim_either() -> None:
    outcomes, within = through_a_rush({"retry_after": "20"})
    assert all(isinstance(outcome, Given) for outcome in outcomes)
    assert len(within) <= MOST_IN_WINDOW


def test_a_dead_provider_fails_every_question_after_a_few_calls() -> None:
    questions = 200

    async def run() -> tuple[list[Given | Failure], int]:
        clock = Clock()
        async with loopback(lambda sent: failing(503)) as server:
            made = provider(server, clock=clock)
            gate = asyncio.Semaphore(AT_ONCE)

            async def one(number: int) -> Given | Failure:
                async with gate:
                    return await made.answer(asked(claim=f"Claim {number}."))

            outcomes = await asyncio.gather(*map(one, range(questions)))
            return list(outcomes), len(server.sent)

    outcomes, sent = asyncio.run(run())
    kinds = [outcome.kind for outcome in outcomes if isinstance(outcome, Failure)]
    assert kinds == [FailureKind.UNREACHABLE] * questions
    assert sent < questions / 4


def lane(clock: Clock) -> Lane:
    return Lane("x:y", clock, clock.sleep, lambda: 0.0)


async def enter(of: Lane, until: float = 1e9) -> bool:
    entered = await of.enter(until)
    return not isinstance(entered, Failure)


def fault(cause: Cause) -> Fault:
    return Fault(cause, "x")


def test_the_circuit_breaks_and_one_call_tries_whether_it_holds_again() -> None:
    async def run() -> None:
        clock = Clock()
        way = lane(clock)
        for _ in range(FAULTS):
            entered = await way.enter(1e9)
            assert not isinstance(entered, Failure)
            with entered:
                entered.report(fault(Cause.OVERLOADED))
        assert not await enter(way)
        clock.now = REST
        first = await way.enter(1e9)
        assert not isinstance(first, Failure)
        second = asyncio.create_task(way.enter(1e9))
        await asyncio.sleep(0)
        assert not second.done()  # It waits for what the first finds.
        with first:
            first.report(fault(Cause.NETWORK))
        assert isinstance(await second, Failure)

    asyncio.run(run())


def test_a_call_that_is_given_up_while_it_goes_ahead_lets_the_others_on() -> None:
    async def run() -> None:
        clock = Clock()
        way = lane(clock)
        entered = await way.enter(1e9)
        assert not isinstance(entered, Failure)
        with entered:
            entered.report(fault(Cause.RATE))
        ahead = await way.enter(1e9)
        assert not isinstance(ahead, Failure)
        with ahead:
            pass  # Cancelled: nothing is reported.
        assert await enter(way)

    asyncio.run(run())


def test_faults_of_the_question_do_not_break_the_circuit() -> None:
    async def run() -> None:
        way = lane(Clock())
        for _ in range(3 * FAULTS):
            entered = await way.enter(1e9)
            assert not isinstance(entered, Failure)
            with entered:
                entered.report(fault(Cause.REFUSED))

    asyncio.run(run())


@given(st.integers(1, 40), st.floats(0, 1))
def test_a_pause_is_bounded_and_grows_with_the_tries(tries: int, chance: float) -> None:
    assert 0 <= pause(tries, chance) <= LONGEST_PAUSE
    assert pause(tries, chance) <= pause(tries + 1, chance)


@given(st.sampled_from(list(Cause)), st.floats(0, 1))
def test_every_fault_but_a_rush_comes_to_an_end(cause: Cause, chance: float) -> None:
    assert cause in TABLE
    ended = [tries for tries in range(1, 6) if next_pause(fault(cause), tries, chance) is None]
    assert bool(ended) != (cause is Cause.RATE)
