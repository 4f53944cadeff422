"""Providers that a live desk was not made with and finds when it first has to ask them."""

from __future__ import annotations

import asyncio

import pytest

from veracity.desk.live import LiveDesk
from veracity.domain.errors import BadInput, StorageError
from veracity.domain.exchange import FailureKind, Request


def ask(number: int = 0, provider: str = "oracle", **fields: object) -> Request:
    return Request.model_validate(
        {"kind": "ask", "provider": provider, "inputs": {"n": number}, **fields}
    )


def finding(*providers, sought: list[str]):
    """A lookup among `providers` that writes down what it was asked for."""

    async def find(name: str):
        sought.append(name)
        return next((one for one in providers if one.name == name), None)

    return find


def test_a_provider_is_found_once_and_serves_no_more_than_it_says(journal_at, teller) -> None:
    sought: list[str] = []
    oracle = teller(name="oracle", concurrency=2, seconds=0.05)

    async def run():
        async with journal_at() as journal:
            desk = LiveDesk([teller()], journal, find=finding(oracle, sought=sought))
            claim = desk.open_claim()
            await claim.ask(ask(0))
            await asyncio.gather(*(claim.ask(ask(n)) for n in range(1, 7)))

    asyncio.run(run())
    assert (sought, oracle.calls, oracle.most_at_once) == (["oracle"], 7, 2)


def test_first_requests_at_once_share_one_provider_and_its_turns(journal_at, teller) -> None:
    made = []

    async def find(name: str):
        await asyncio.sleep(0.01)
        made.append(teller(name=name, concurrency=1, seconds=0.02))
        return made[-1]

    async def run():
        async with journal_at() as journal:
            claim = LiveDesk([], journal, find=find).open_claim()
            await asyncio.gather(*(claim.ask(ask(n)) for n in range(4)))

    asyncio.run(run())
    assert sorted(one.calls for one in made) == [0, 0, 0, 4]
    assert max(one.most_at_once for one in made) == 1


def test_its_state_can_be_asked(journal_at, teller) -> None:
    oracle = teller(lambda _: "g7", name="oracle")

    async def run():
        async with journal_at() as journal:
            desk = LiveDesk([], journal, find=finding(oracle, sought=[]))
            return await desk.open_claim().generation("oracle")

    assert asyncio.run(run()) == "g7"


def test_nobody_looks_for_what_is_here_or_what_the_journal_has(journal_at, teller) -> None:
    sought: list[str] = []

    async def run():
        async with journal_at() as journal:
            known = LiveDesk([teller(name="oracle")], journal, find=finding(sought=sought))
            await known.open_claim().ask(ask())
            later = LiveDesk([], journal, find=finding(sought=sought)).open_claim()
            await later.ask(ask())
            return later.exchanges[0]

    exchange = asyncio.run(run())
    assert exchange.reused
    assert exchange.failure is None
    assert sought == []


def test_one_that_is_nowhere_is_unavailable(journal_at) -> None:
    sought: list[str] = []

    async def run():
        async with journal_at() as journal:
            return await LiveDesk([], journal, find=finding(sought=sought)).open_claim().ask(ask())

    outcome = asyncio.run(run())
    assert (outcome.kind, sought) == (FailureKind.UNAVAILABLE, ["oracle"])
    assert "'oracle'" in outcome.message


def raising(fault: Exception):
    async def find(name: str):
        raise fault

    return find


def test_one_that_cannot_be_used_is_unavailable_in_the_words_of_its_fault(journal_at) -> None:
    async def run():
        async with journal_at() as journal:
            desk = LiveDesk([], journal, find=raising(BadInput("oracles 1.0 is broken.", "Fix.")))
            outcome = await desk.open_claim().ask(ask())
            return outcome, await journal.stats()

    outcome, stats = asyncio.run(run())
    assert (outcome.kind, outcome.message) == (
        FailureKind.UNAVAILABLE,
        "oracles 1.0 is broken. Fix.",
    )
    assert stats.failures == {}, "what was never asked is not in the journal"


def test_a_fault_of_storage_while_looking_is_raised(journal_at) -> None:
    async def run():
        async with journal_at() as journal:
            await LiveDesk([], journal, find=raising(StorageError("full"))).open_claim().ask(ask())

    with pytest.raises(StorageError, match="full"):
        asyncio.run(run())
