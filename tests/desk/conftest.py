from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from veracity.desk.journal import Journal
from veracity.domain.exchange import Failure, Reply, Request


class Teller:
    """A provider that counts its calls, and how many it served at once."""

    def __init__(
        self,
        answer: Callable[[Request], object] = lambda request: {"echo": request.inputs},
        *,
        name: str = "local",
        concurrency: int = 4,
        seconds: float = 0.0,
    ) -> None:
        self.name = name
        self.concurrency = concurrency
        self.calls = 0
        self.most_at_once = 0
        self.called = asyncio.Event()
        self._now = 0
        self._answer = answer
        self._seconds = seconds

    async def answer(self, request: Request) -> Reply | Failure:
        self.calls += 1
        self.called.set()
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        try:
            await asyncio.sleep(self._seconds)
            answer = self._answer(request)
        finally:
            self._now -= 1
        return answer if isinstance(answer, Reply | Failure) else Reply(value=answer)


@pytest.fixture
def teller() -> type[Teller]:
    return Teller


@pytest.fixture
def journal_at(tmp_path: Path) -> Callable[..., Journal]:
    """Makes journals on one file, as several processes would."""

    def make(**options: object) -> Journal:
        return Journal(tmp_path / "home" / "journal.sqlite3", **options)  # type: ignore[arg-type]

    return make
