"""A desk for tests: every answer is written down beforehand, and nothing else is reached."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

from veracity.desk.base import Desk
from veracity.desk.records import drawn, settled, told
from veracity.domain.canonical import plain
from veracity.domain.exchange import Exchange, Failure, Reply, Request

Handler: TypeAlias = Callable[[Request], Any]
"""Gives a `Reply`, a `Failure`, an `After`, or the JSON value or model of a reply; may be async.
None means that it has no answer."""
Matcher: TypeAlias = Callable[[Request], bool] | Mapping[str, Any]
"""A predicate, or what the request's fields must equal (for `inputs`: those that are named)."""


@dataclass(frozen=True, slots=True)
class After:
    """An answer that takes `seconds` to come."""

    seconds: float
    answer: Any


class ScriptedDesk(Desk):
    """Answers by a handler, or by the first of `(matcher, answer)` rules that fits.

        desk = ScriptedDesk([
            ({"kind": "search", "inputs": {"query": "coastline"}}, Found(passages=(passage,))),
            ({"kind": "ask"}, Failure(kind=FailureKind.TIMEOUT, message="too slow")),
        ])

    A rule's answer may itself be a handler. An equal request is answered once, as everywhere.
    Unless a rule says otherwise the generation of every archive is `generation`. A request that
    nothing answers raises `AssertionError`.
    """

    def __init__(
        self,
        script: Handler | Sequence[tuple[Matcher, Any]] = (),
        *,
        now: datetime = datetime(2026, 1, 1, tzinfo=UTC),
        generation: str = "scripted",
    ) -> None:
        self._script = script
        self._now = now
        self._generation = generation
        self._made: dict[str, Exchange] = {}
        self.asked: list[Request] = []
        """Every request in the order of asking, repeated ones too."""
        self.steps: list[tuple[str, str]] = []
        """What was told through `progress`."""

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """One for each request, in the order of answering."""
        return tuple(self._made.values())

    def progress(self, step: str, detail: str = "") -> None:
        """Keep the step."""
        self.steps.append((step, detail))

    async def exchange(self, request: Request) -> Exchange:
        """The scripted answer."""
        request, key = settled(request)
        self.asked.append(request)
        if key not in self._made:
            made = await self._make(request)
            self._made.setdefault(key, made)
        return self._made[key]

    async def _make(self, request: Request) -> Exchange:
        if request.kind == "clock":
            return told(request, self._now)
        if request.kind == "draw":
            return drawn(request, self._now)
        answer = await self._answer(request)
        seconds = 0.0
        if isinstance(answer, After):
            seconds, answer = answer.seconds, answer.answer
            await asyncio.sleep(seconds)
        if answer is None and request.kind == "state":
            answer = self._generation
        if answer is None:
            raise AssertionError(f"nothing in the script answers {request!r}")
        if isinstance(answer, Failure):
            return Exchange(request=request, failure=answer, asked_at=self._now, seconds=seconds)
        reply = answer if isinstance(answer, Reply) else Reply(value=answer)
        reply = Reply(value=plain(reply.value), usage=reply.usage)
        return Exchange(request=request, reply=reply, asked_at=self._now, seconds=seconds)

    async def _answer(self, request: Request) -> Any:
        if callable(self._script):
            return await _called(self._script, request)
        for matcher, answer in self._script:
            if _fits(matcher, request):
                return await _called(answer, request) if callable(answer) else answer
        return None


async def _called(handler: Handler, request: Request) -> Any:
    answer: Awaitable[Any] | Any = handler(request)
    return await answer if inspect.isawaitable(answer) else answer


def _fits(matcher: Matcher, request: Request) -> bool:
    if callable(matcher):
        return matcher(request)
    for name, wanted in matcher.items():
        found = getattr(request, name)
        if name == "inputs":
            found = {key: found[key] for key in wanted if key in found}
        if found != wanted:
            return False
    return True
