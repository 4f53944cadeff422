"""The desk: the one door to the world.

A method's `gather` reaches models, archives, the web, people, the clock and chance through a desk
and through nothing else. So the same `gather` runs live (`LiveDesk`), over a case (`ReplayDesk`)
and in a test (`ScriptedDesk`), and what it was told is on record each time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Protocol, runtime_checkable

from veracity.domain.exchange import Exchange, Failure, Reply, Request

TIME_BUDGET = "time_budget_seconds"
"""The setting of a request that wants its answer sooner than the desk's deadline. What is not
there by then is a timeout, recorded like any other."""


class Provider(Protocol):
    """Something outside that answers requests: a model, an archive, a search backend.

    `answer` returns faults as `Failure`. An exception that escapes it is a defect, which the desk
    records as a `Failure` of kind `internal`.
    """

    name: str
    concurrency: int
    """How many requests it may serve at once."""

    async def answer(self, request: Request) -> Reply | Failure:
        """Answer one request. For the kind `state`, the reply's value is the generation."""
        ...


@runtime_checkable
class Priced(Protocol):
    """A provider that asks for money."""

    def ceiling(self, request: Request) -> Decimal:
        """The most that answering `request` may cost, in US dollars. Reserved before the call."""
        ...


class Desk(ABC):
    """Answers requests. What it answers is an exchange, recorded whether it is a reply or not."""

    @abstractmethod
    async def exchange(self, request: Request) -> Exchange:
        """Answer `request`, from the world or from a record."""

    def progress(self, step: str, detail: str = "") -> None:  # noqa: B027 - watching is optional
        """Tell whoever watches which step the method is at. Leaves no trace in the case."""

    async def ask(self, request: Request) -> Reply | Failure:
        """Ask a model."""
        return await self._outcome(request, "ask")

    async def search(self, request: Request) -> Reply | Failure:
        """Search an archive or the web. Finding nothing is a reply with no hits."""
        return await self._outcome(request, "search")

    async def fetch(self, request: Request) -> Reply | Failure:
        """Fetch a page."""
        return await self._outcome(request, "fetch")

    async def review(self, request: Request) -> Reply | Failure:
        """Ask a person to decide."""
        return await self._outcome(request, "review")

    async def generation(self, provider: str) -> str | Failure:
        """The state that an archive is in now, to be put into requests to it."""
        outcome = await self._outcome(Request(kind="state", provider=provider), "state")
        return outcome if isinstance(outcome, Failure) else str(outcome.value)

    async def now(self) -> datetime:
        """The time at which this case was opened."""
        exchange = await self.exchange(Request(kind="clock", provider="clock"))
        assert exchange.reply is not None, "a clock does not fail"
        return datetime.fromisoformat(exchange.reply.value)

    async def draw(self, purpose: str, items: Sequence[str], count: int) -> tuple[str, ...]:
        """Draw `count` of `items` without replacement, the same ones whenever it is asked again."""
        request = Request(
            kind="draw",
            provider="draw",
            inputs={"purpose": purpose, "items": list(items), "count": count},
        )
        exchange = await self.exchange(request)
        assert exchange.reply is not None, "a draw does not fail"
        return tuple(exchange.reply.value)

    async def _outcome(self, request: Request, kind: str) -> Reply | Failure:
        if request.kind != kind:
            raise ValueError(f"a request of kind {request.kind} was given to {kind}")
        return (await self.exchange(request)).outcome
