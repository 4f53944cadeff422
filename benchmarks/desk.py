"""What the desk itself costs: asking through it, reusing, replaying, and reading a case.

    python benchmarks/desk.py [FOLDER]

FOLDER (a temporary one unless given) should lie on the disk that VERACITY_HOME will be on. The
claim has the shape of a `routed` one: a state, one search with four passages, eight questions to a
model that answers at once. Times are medians in milliseconds.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from veracity.desk.base import Desk
from veracity.desk.journal import Journal
from veracity.desk.live import LiveDesk
from veracity.desk.replay import ReplayDesk
from veracity.domain.canonical import plain
from veracity.domain.evidence import Found, Passage, Source
from veracity.domain.exchange import Failure, Reply, Request

PASSAGES = tuple(
    Passage(
        id=f"sha256:{number:064x}",
        document=f"sha256:{number + 100:064x}",
        text="Coastline: 1,340 km. " * 60,
        source=Source(url=f"https://example.org/{number}", title="Foo", publisher="Example"),
    )
    for number in range(4)
)
QUESTIONS = 8


class Instant:
    """Answers at once, so that what is measured is the desk."""

    name = "instant"
    concurrency = 4

    async def answer(self, request: Request) -> Reply | Failure:
        if request.kind == "state":
            return Reply(value="g1")
        if request.kind == "search":
            return Reply(value=plain(Found(passages=PASSAGES)))
        return Reply(value={"logprobs": {"True": -0.1, "False": -3.0, "Unknown": -4.0}})


async def gather(desk: Desk, claim: int) -> None:
    """Ask what a claim asks."""
    generation = await desk.generation("instant")
    found = await desk.search(
        Request(
            kind="search",
            provider="instant",
            generation=str(generation),
            inputs={"query": f"claim {claim}", "top_k": 4},
        )
    )
    assert isinstance(found, Reply)
    for number in range(QUESTIONS):
        text = found.value["passages"][number % 4]["text"]
        inputs = {"claim": f"claim {claim}", "evidence": f"{number} {text}"}
        await desk.ask(Request(kind="ask", provider="instant", inputs=inputs))


async def timed(step: Callable[[int], Awaitable[object]], times: int) -> str:
    taken: list[float] = []
    for number in range(times):
        began = time.perf_counter()
        await step(number)
        taken.append((time.perf_counter() - began) * 1000)
    ordered = sorted(taken)
    return f"{statistics.median(ordered):8.2f}   p95 {ordered[int(len(ordered) * 0.95)]:8.2f}"


async def main(folder: Path) -> None:
    times = 100
    async with Journal(folder / "journal.sqlite3") as journal:
        desk = LiveDesk([Instant()], journal)
        asked = await timed(lambda claim: gather(desk.open_claim(), claim), times)
        reused = await timed(lambda claim: gather(desk.open_claim(), claim), times)
        kept = desk.open_claim()
        await gather(kept, 0)
    replayed = await timed(lambda _: gather(ReplayDesk(kept.exchanges), 0), times)

    async def again(_: int) -> None:
        async with Journal(folder / "journal.sqlite3") as journal:
            await gather(LiveDesk([Instant()], journal).open_claim(), 0)

    opened = await timed(again, times)
    print(f"one claim of {QUESTIONS + 2} requests, in ms")
    print(f"  asked, with leases and replies written    {asked}")
    print(f"  answered from the journal                 {reused}")
    print(f"  the same, opening and closing the journal {opened}")
    print(f"  answered from a case                      {replayed}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(main(Path(sys.argv[1])))
    else:
        with tempfile.TemporaryDirectory() as made:
            asyncio.run(main(Path(made)))
