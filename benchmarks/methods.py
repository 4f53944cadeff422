"""What each method asks, and what the engine adds to the time that its questions take.

    python -m benchmarks.methods [CLAIMS] [AT_ONCE ...]

Stub models answer in 300 ms and searches in 100 ms, any number at once; nothing is shared between
claims. AT_ONCE claims are in work at a time. The critical path is what the same run takes on a
clock that jumps from one answer to the next, with no work between: no engine can be faster. The
ratio of the wall time to it is what the engine costs.
"""

from __future__ import annotations

import asyncio
import selectors
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.stubs import StubProvider
from veracity.desk.base import Desk
from veracity.desk.blobs import Blobs
from veracity.desk.journal import Journal
from veracity.desk.live import LiveDesk
from veracity.desk.scripted import After, ScriptedDesk
from veracity.domain.claim import Claim, Submission
from veracity.domain.exchange import Request
from veracity.methods import NAMES, method
from veracity.methods.base import roles

MODEL_SECONDS = 0.3
SEARCH_SECONDS = 0.1
CLAIMS = 20
AT_ONCE = (1, 4, 20)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one method took for all claims."""

    calls: int
    tokens: int
    peak: int
    wall: float
    """Seconds."""
    critical: float
    """Seconds."""
    cpu: float
    """Seconds of processor time."""


def claim(name: str, number: int) -> Claim:
    """A claim of its own for each method, so that no answer is shared."""
    text = f"The water level of reservoir {number} fell by 12 percent ({name})."
    return Claim.whole(Submission(text=text))


def dials(name: str) -> Any:
    """The method's dials with stub models in every role."""
    judge = method(name)
    named: dict[str, Any] = {"model": None} if name == "routed" else {}
    for dial, role in roles(judge.dials).items():
        named[dial] = ("stub:a", "stub:b", "stub:c") if role == "panel" else "stub:a"
    known = {dial: value for dial, value in named.items() if dial in judge.dials.model_fields}
    if name == "routed":
        known.pop("model")  # It reads with the local model's calibration; the stub answers for it.
    return judge.with_dials(judge.dials(), known, live=True)


async def judge_all(name: str, open_desk: Callable[[str], Desk], claims: int, at_once: int) -> None:
    """Judge every claim, `at_once` at a time."""
    judge, turned = method(name), dials(name)
    turns = asyncio.Semaphore(at_once)

    async def one(number: int) -> None:
        asked = claim(name, number)
        async with turns:
            judge.decide(await judge.gather(asked, open_desk(asked.digest), turned), turned)

    await asyncio.gather(*(one(number) for number in range(claims)))


def measure(name: str, claims: int, at_once: int, folder: Path) -> Cost:
    """Run the method for real, and on the clock that jumps."""
    model, local, archive = (
        StubProvider("stub", MODEL_SECONDS),
        StubProvider("local", MODEL_SECONDS),
        StubProvider("archive", SEARCH_SECONDS),
    )

    async def live() -> tuple[float, float]:
        journal = Journal(folder / f"{name}-{at_once}.sqlite3", Blobs(folder / "blobs"))
        desk = LiveDesk((model, local, archive), journal)
        began, cpu = time.perf_counter(), time.process_time()
        await judge_all(name, desk.open_claim, claims, at_once)
        took = time.perf_counter() - began, time.process_time() - cpu
        await desk.close()
        await journal.close()
        return took

    wall, cpu = asyncio.run(live())
    return Cost(
        calls=sum(provider.calls for provider in (model, local, archive)),
        tokens=model.tokens + local.tokens,
        peak=model.peak + local.peak + archive.peak,
        wall=wall,
        critical=critical_path(name, claims, at_once),
        cpu=cpu,
    )


def critical_path(name: str, claims: int, at_once: int) -> float:
    """Seconds that the run takes when nothing but the answers takes time."""
    stub = StubProvider("stub", 0.0)

    async def answer(request: Request) -> Any:
        if request.kind == "state":
            return None
        seconds = SEARCH_SECONDS if request.kind == "search" else MODEL_SECONDS
        return After(seconds, await stub.answer(request))

    clock = JumpingLoop()
    asyncio.set_event_loop(clock)
    try:
        began = clock.time()
        judging = judge_all(name, lambda _: ScriptedDesk(answer), claims, at_once)
        clock.run_until_complete(judging)
        return clock.time() - began
    finally:
        asyncio.set_event_loop(None)
        clock.close()


class _Jump(selectors.SelectSelector):
    """Does not wait: it moves the clock on by as long as it was to wait."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout:
            self.now += timeout
        return super().select(0)


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to the next thing that is due."""

    def __init__(self) -> None:
        self._jump = _Jump()
        super().__init__(self._jump)

    def time(self) -> float:
        """Seconds on the loop's own clock."""
        return self._jump.now


HEAD = (
    f"{'method':<10}{'at once':>8}{'calls':>7}{'tokens':>9}{'peak':>6}{'wall s':>9}{'path s':>9}"
    f"{'ratio':>7}{'cpu s':>8}{'cpu ms/call':>13}"
)


def main(claims: int = CLAIMS, *at_once: int) -> None:
    """Print one line for each method and number of claims at once."""
    models, searches = MODEL_SECONDS * 1000, SEARCH_SECONDS * 1000
    print(f"{claims} claims, models {models:.0f} ms, searches {searches:.0f} ms\n{HEAD}")
    with tempfile.TemporaryDirectory() as folder:
        for name in NAMES:
            measure(name, 1, 1, Path(folder) / "warm")  # What is imported and read once.
            for many in at_once or AT_ONCE:
                cost = measure(name, claims, many, Path(folder))
                print(
                    f"{name:<10}{many:>8}{cost.calls:>7}{cost.tokens:>9}{cost.peak:>6}"
                    f"{cost.wall:>9.2f}{cost.critical:>9.2f}{cost.wall / cost.critical:>7.2f}"
                    f"{cost.cpu:>8.2f}{1000 * cost.cpu / cost.calls:>13.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
