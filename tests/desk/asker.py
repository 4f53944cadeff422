"""A process that asks requests over a journal, for tests with several of them.

Every call is a line `NUMBER PID` in the file of calls, written before it is made. The outcomes are
printed at the end, as one JSON list in the order of the numbers.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
from pathlib import Path

from veracity.desk.journal import Journal
from veracity.desk.live import LiveDesk
from veracity.domain.exchange import Failure, Reply, Request


def request(number: int) -> Request:
    return Request(kind="ask", provider="paid", inputs={"n": number})


class Paid:
    name = "paid"

    def __init__(self, calls: Path, seconds: float, concurrency: int, large: bool) -> None:
        self.concurrency = concurrency
        self._calls = calls
        self._seconds = seconds
        self._large = large

    async def answer(self, request: Request) -> Reply | Failure:
        number = request.inputs["n"]
        with self._calls.open("a") as file:
            file.write(f"{number} {os.getpid()}\n")
        await asyncio.sleep(self._seconds)
        padding = "x" * 70_000 if self._large and number % 5 == 0 else ""
        return Reply(value={"square": number * number, "by": os.getpid(), "padding": padding})


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("journal", type=Path)
    parser.add_argument("calls", type=Path)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.01)
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument("--lease", type=float, default=30.0)
    parser.add_argument("--shuffle", type=int)
    parser.add_argument("--large", action="store_true")
    given = parser.parse_args()
    numbers = list(range(given.count))
    if given.shuffle is not None:
        random.Random(given.shuffle).shuffle(numbers)
    provider = Paid(given.calls, given.seconds, given.concurrency, given.large)
    async with Journal(given.journal, lease_seconds=given.lease) as journal:
        claim = LiveDesk([provider], journal).open_claim()
        print("ready", flush=True)
        await asyncio.gather(*(claim.ask(request(number)) for number in numbers))
        made = {exchange.request.inputs["n"]: exchange for exchange in claim.exchanges}
    json.dump([made[number].reply.value for number in sorted(made)], sys.stdout)  # type: ignore[union-attr]


if __name__ == "__main__":
    asyncio.run(main())
