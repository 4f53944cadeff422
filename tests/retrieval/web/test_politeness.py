from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from veracity.retrieval.web.politeness import (
    AT_ONCE,
    MOST_CLOSED,
    MOST_DELAY,
    Politeness,
    retry_after,
)

NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def politeness(clock: Clock, delay: float = 2.0) -> Politeness:
    return Politeness(delay, clock=clock, sleep=clock.sleep)


async def visit(manners: Politeness, *hosts: str, asked: float | None = None) -> None:
    for host in hosts:
        async with manners.turn(host, asked):
            pass


def test_requests_to_one_host_are_spaced_and_others_do_not_wait() -> None:
    clock = Clock()
    asyncio.run(visit(politeness(clock), "a", "b", "a", "a"))
    assert clock.slept == [2.0, 2.0]


@pytest.mark.parametrize(
    ("asked", "pause"), [(None, 2.0), (1.0, 2.0), (4.0, 4.0), (60.0, MOST_DELAY)]
)
def test_a_longer_pause_is_kept_up_to_a_limit(asked: float | None, pause: float) -> None:
    clock = Clock()
    asyncio.run(visit(politeness(clock), "a", "a", asked=asked))
    assert clock.slept == [pause]


def test_few_are_at_one_host_at_once() -> None:
    async def crowd() -> int:
        manners, inside, most = Politeness(0.0), 0, 0

        async def one() -> None:
            nonlocal inside, most
            async with manners.turn("a"):
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0.001)
                inside -= 1

        await asyncio.gather(*(one() for _ in range(10)))
        return most

    assert asyncio.run(crowd()) == AT_ONCE


def test_a_turn_is_given_back_by_whoever_fails_in_it() -> None:
    async def failing() -> None:
        manners = Politeness(0.0)
        for _ in range(AT_ONCE + 1):
            with pytest.raises(ValueError, match="down"):
                async with manners.turn("a"):
                    raise ValueError("down")

    asyncio.run(asyncio.wait_for(failing(), 5))


def test_a_host_stays_closed_for_as_long_as_it_asks() -> None:
    clock = Clock()
    manners = politeness(clock)
    manners.close("a", 60)
    manners.close("a", 10)  # The longer of two waits holds.
    assert (manners.closed("a"), manners.closed("b")) == (60.0, 0.0)
    clock.now += 61
    assert manners.closed("a") == 0.0
    manners.close("a", 10**9)
    assert manners.closed("a") == MOST_CLOSED


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120.0),
        (" 0 ", 0.0),
        ("99999999999999", MOST_CLOSED),
        ("Mon, 01 Jun 2026 12:01:30 GMT", 90.0),
        ("Mon, 01 Jun 2026 14:01:30 +0200", 90.0),
        ("Mon, 01 Jun 2026 11:00:00 GMT", 0.0),
        ("Monday, 01-Jun-26 12:01:30 GMT", 90.0),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("٣", None),
        ("Mon, 99999999999999999999 Jun 2026 12:01:30 GMT", None),
        ("", None),
        (None, None),
    ],
)
def test_how_long_an_answer_asks_to_wait(header: str | None, seconds: float | None) -> None:
    assert retry_after(header, NOW) == seconds
