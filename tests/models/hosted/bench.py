"""A provider on a loopback server, on a clock that nobody has to wait for."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from pydantic import Field

from tests.models.hosted.loopback import Loopback
from veracity.domain.base import Frozen
from veracity.domain.exchange import Request
from veracity.models.asking import question
from veracity.models.hosted.keys import Key
from veracity.models.hosted.provider import HostedProvider
from veracity.models.hosted.table import Host, hosts

KEY = "sk-seeded-0123456789abcdef"
MODEL = "some-model"


class Opinion(Frozen):
    """A shape with a choice, a range and a length."""

    label: Literal["True", "False"]
    sure: int = Field(ge=0, le=100)
    why: tuple[str, ...] = Field(default=(), max_length=2)


GOOD = '{"label": "True", "sure": 90, "why": ["a"]}'
VALUE = {"label": "True", "sure": 90, "why": ["a"]}


class Clock:
    """Time that passes only while somebody sleeps, and one sleeper at a time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        until = self.now + seconds
        await asyncio.sleep(0)  # Others that are due earlier may move the clock meanwhile.
        self.now = max(self.now, until)


def provider(server: Loopback, name: str = "openai", **changes: Any) -> HostedProvider:
    clock = changes.pop("clock", None) or Clock()
    host: Host = hosts()[name].model_copy(update=changes.pop("host", {}))
    arguments: dict[str, Any] = {
        "url": server.url,
        "deadline": 300.0,
        "clock": clock,
        "sleep": clock.sleep,
        "chance": lambda: 0.5,
        **changes,
    }
    return HostedProvider(host, Key(KEY), **arguments)


def asked(name: str = "openai", claim: str = "Water boils.", **settings: Any) -> Request:
    return question(f"{name}:{MODEL}", "queries", {"claim": claim}, Opinion, settings=settings)
