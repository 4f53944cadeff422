from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime

import pytest

from veracity.desk.scripted import After, ScriptedDesk
from veracity.domain.canonical import plain
from veracity.domain.evidence import Found
from veracity.domain.exchange import Failure, FailureKind, Reply, Request

ASKED = Request(kind="ask", provider="local", inputs={"claim": "a", "evidence": "b"})
SEARCHED = Request(kind="search", provider="archive", inputs={"query": "a", "top_k": 4})
FAILURE = Failure(kind=FailureKind.REFUSED, message="no")


async def _asynchronous(request: Request) -> object:
    await asyncio.sleep(0)
    return request.kind


@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        (lambda request: Reply(value=request.inputs["claim"]), Reply(value="a")),
        (lambda request: {"n": (1, 2)}, Reply(value={"n": [1, 2]})),
        (_asynchronous, Reply(value="ask")),
        (lambda _: FAILURE, FAILURE),
        ([({"kind": "search"}, 1), ({"kind": "ask"}, 2), ({}, 3)], Reply(value=2)),
        ([({"inputs": {"claim": "b"}}, 1), ({"inputs": {"claim": "a"}}, 2)], Reply(value=2)),
        ([({"inputs": {"missing": None}}, 1), ({}, 2)], Reply(value=2)),
        ([(lambda request: request.model is None, FAILURE)], FAILURE),
        ([({}, lambda request: request.provider)], Reply(value="local")),
        ([({}, _asynchronous)], Reply(value="ask")),
        ([({}, Found())], Reply(value=plain(Found()))),
        ([({}, False)], Reply(value=False)),
    ],
)
def test_scripts(script, outcome) -> None:
    assert asyncio.run(ScriptedDesk(script).ask(ASKED)) == outcome


def test_an_answer_may_take_its_time() -> None:
    async def run():
        desk = ScriptedDesk([({}, After(0.05, FAILURE))])
        began = time.monotonic()
        await desk.ask(ASKED)
        return time.monotonic() - began, desk.exchanges[0]

    seconds, exchange = asyncio.run(run())
    assert seconds >= 0.05
    assert (exchange.seconds, exchange.failure) == (0.05, FAILURE)


def test_clock_state_and_draw_need_no_script() -> None:
    async def run():
        desk = ScriptedDesk(now=datetime(2025, 5, 5, tzinfo=UTC), generation="g7")
        return await desk.now(), await desk.generation("archive"), await desk.draw("p", ["a"], 1)

    assert asyncio.run(run()) == (datetime(2025, 5, 5, tzinfo=UTC), "g7", ("a",))


def test_a_script_may_answer_the_state() -> None:
    desk = ScriptedDesk([({"kind": "state"}, FAILURE)])
    assert asyncio.run(desk.generation("archive")) == FAILURE


@pytest.mark.parametrize("script", [(), [({"kind": "fetch"}, 1)], lambda _: None])
def test_an_unexpected_request_is_shown(script) -> None:
    with pytest.raises(AssertionError, match=r"nothing in the script answers.*'query': 'a'"):
        asyncio.run(ScriptedDesk(script).search(SEARCHED))


def test_what_was_asked_is_on_record() -> None:
    async def run():
        desk = ScriptedDesk(lambda request: request.kind)
        desk.progress("retrieve", "4 passages")
        for request in (ASKED, SEARCHED, ASKED):
            await desk.exchange(request)
        return desk

    desk = asyncio.run(run())
    assert desk.asked == [ASKED, SEARCHED, ASKED]
    assert [exchange.request for exchange in desk.exchanges] == [ASKED, SEARCHED]
    assert desk.steps == [("retrieve", "4 passages")]
