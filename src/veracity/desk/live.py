"""The desk that reaches the world: it asks each thing once, within limits, and keeps the answer.

A request passes these gates, and the first that has an answer ends its way: this claim has asked it
before; the journal has a fresh reply; an equal request is under way here, or in another process;
the budget forbids it; the provider answers, fails, or is not done by the deadline.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final, TypeAlias

from veracity.desk.base import TIME_BUDGET, Desk, Priced, Provider
from veracity.desk.budget import Account, Budget, Caps, Reservation
from veracity.desk.days import SetAside
from veracity.desk.events import Answered, Asked, Event, Exchanged, Failed, Reused, Stepped, Watcher
from veracity.desk.fallbacks import instead_of
from veracity.desk.journal import FencedOff, Held, Journal, Lease, Recorded, wait_for_holder
from veracity.desk.limits import DEADLINES, FRESHNESS
from veracity.desk.records import drawn, settled, told
from veracity.domain.canonical import canonical
from veracity.domain.errors import NotInstalled, StorageError, VeracityError
from veracity.domain.exchange import Exchange, Failure, FailureKind, Kind, Reply, Request

Lookup: TypeAlias = Callable[[str], Awaitable[Provider | None]]
"""Finds a provider by its name, None when there is none. Raises a `VeracityError` for one that
cannot be used."""

_HOLD_MARGIN: Final = 60.0
"""Seconds after its deadline for which a call may still keep its lease, to write its outcome."""


def _wall_clock() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class _Came:
    outcome: Reply | Failure
    asked_at: datetime
    seconds: float
    reused: bool = False


@dataclass(slots=True)
class _Flight:
    """A request that is under way, and how many wait for it."""

    task: asyncio.Task[_Came]
    waiting: int = 0


class LiveDesk:
    """What all claims of a run share: providers, limits, journal and budget.

    `open_claim` gives the desk of one claim. The journal belongs to whoever made it, and is theirs
    to close.
    """

    def __init__(
        self,
        providers: Iterable[Provider],
        journal: Journal,
        *,
        find: Lookup | None = None,
        namespace: str = "local",
        budget: Budget | None = None,
        deadlines: Mapping[Kind, float | None] = DEADLINES,
        freshness: Mapping[Kind, timedelta | None] = FRESHNESS,
        fresh: bool = False,
        clock: Callable[[], datetime] = _wall_clock,
        on_event: Watcher | None = None,
    ) -> None:
        """`fresh` reuses nothing that was recorded before this desk was made.

        `find` looks for a provider that is not among `providers` when it first has to be asked.

        `deadlines` and `freshness` are read in place of the defaults, whole; a kind that is missing
        has no deadline, and its replies are never reused.
        """
        self._providers = {provider.name: provider for provider in providers}
        self._turns = {
            name: asyncio.Semaphore(provider.concurrency)
            for name, provider in self._providers.items()
        }
        self._find = find
        self._journal = journal
        self._namespace = namespace
        self.budget = budget if budget is not None else Budget()
        self._deadlines = deadlines
        self._freshness = freshness
        self._not_before = journal.now() if fresh else 0.0
        self._clock = clock
        self._on_event = on_event
        self._flights: dict[str, _Flight] = {}

    def open_claim(
        self, name: str = "", *, fallbacks: Mapping[str, str] | None = None
    ) -> ClaimDesk:
        """The desk for one claim. `name` is what events call it; `fallbacks` names who is asked in
        place of a model that cannot answer, both as `provider:model`.
        """
        return ClaimDesk(self, name, self.budget.open_claim(), fallbacks or {})

    async def close(self) -> None:
        """Cancel what is under way and give back its leases."""
        tasks = [flight.task for flight in self._flights.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def tell(self, event: Event) -> None:
        """Pass `event` to whoever watches."""
        if self._on_event is not None:
            self._on_event(event)

    async def answer(self, claim: ClaimDesk, request: Request, key: str) -> Exchange:
        """One exchange for `claim`; `request` is settled and `key` is its key."""
        if request.kind == "clock":
            return told(request, self._clock())
        if request.kind == "draw":
            return drawn(request, self._clock())
        came = await self._find_answer(claim, request, key)
        came = await self._ask_fallback(claim, request, came)
        if isinstance(came.outcome, Failure):
            self.tell(Failed(claim.name, request, came.outcome, came.seconds))
        elif came.reused:
            self.tell(Reused(claim.name, request))
        else:
            self.tell(Answered(claim.name, request, came.seconds, came.outcome.usage.cost))
        return Exchange(
            request=request,
            reply=came.outcome if isinstance(came.outcome, Reply) else None,
            failure=came.outcome if isinstance(came.outcome, Failure) else None,
            asked_at=came.asked_at,
            seconds=came.seconds,
            reused=came.reused,
        )

    async def _find_answer(self, claim: ClaimDesk, request: Request, key: str) -> _Came:
        oldest = self._oldest(request)
        if request.kind != "state":
            recorded = await self._journal.find(self._namespace, key, oldest)
            if recorded is not None:
                return _reused(recorded)
        provider = await self._provider(request.provider)
        if isinstance(provider, Failure):
            return self._at_once(provider)
        if request.kind == "state":
            # Costs nothing and must be of this very moment, so it is neither counted nor kept.
            async with self._turns[request.provider]:
                return (await self._timed(provider, request))[0]
        return await self._share(claim, provider, request, key, oldest)

    async def _ask_fallback(self, claim: ClaimDesk, request: Request, came: _Came) -> _Came:
        """What came of `request`, or what the fallback of its model answers, named as its answer.

        It is asked as itself: in the journal the reply stands under its own name, and the model
        that failed is asked again the next time.
        """
        instead = instead_of(request, came.outcome, claim.fallbacks)
        if instead is None or not isinstance(failure := came.outcome, Failure):
            return came
        self.tell(Failed(claim.name, request, failure, came.seconds))
        named = f"{instead.provider}:{instead.model}"
        second = await self._find_answer(claim, instead, instead.key)
        if isinstance(second.outcome, Reply):
            return replace(second, outcome=second.outcome.model_copy(update={"model": named}))
        message = f"{failure.message} Its fallback {named}: {second.outcome.message}"
        return replace(came, outcome=failure.model_copy(update={"message": message}))

    async def _provider(self, name: str) -> Provider | Failure:
        """The provider of that name, found at the latest now."""
        if name in self._providers:
            return self._providers[name]
        try:
            found = None if self._find is None else await self._find(name)
        except StorageError:
            raise
        except VeracityError as error:
            return Failure(kind=FailureKind.UNAVAILABLE, message=str(error))
        if found is None:
            message = f"There is no provider '{name}' here."
            return Failure(kind=FailureKind.UNAVAILABLE, message=message)
        self._turns.setdefault(name, asyncio.Semaphore(found.concurrency))
        return self._providers.setdefault(name, found)

    def _oldest(self, request: Request) -> float:
        """When a reply must have been recorded at the earliest to be reused."""
        keep = self._freshness.get(request.kind, timedelta(0))
        if request.kind == "search" and request.generation is not None:
            keep = None
        if keep is None:
            return self._not_before
        if not keep:
            return float("inf")
        return max(self._not_before, self._journal.now() - keep.total_seconds())

    async def _share(
        self, claim: ClaimDesk, provider: Provider, request: Request, key: str, oldest: float
    ) -> _Came:
        """Join the equal request that is under way, or start it."""
        while True:
            flight = self._flights.get(key)
            joined = flight is not None
            if flight is None:
                asking = self._ask_once(claim, provider, request, key, oldest)
                flight = self._flights[key] = _Flight(asyncio.create_task(asking))
            came = await self._await_flight(key, flight)
            if joined and _is_budget(came.outcome):
                continue  # That was the other claim's budget; this one may have more.
            return replace(came, reused=came.reused or joined)

    async def _await_flight(self, key: str, flight: _Flight) -> _Came:
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if (flight.task.done() or not flight.waiting) and self._flights.get(key) is flight:
                del self._flights[key]
            if not flight.waiting and not flight.task.done():
                flight.task.cancel()
                await asyncio.wait([flight.task])

    async def _ask_once(
        self, claim: ClaimDesk, provider: Provider, request: Request, key: str, oldest: float
    ) -> _Came:
        """Ask under a lease, or take the reply of the process that holds it."""
        deadline = self._deadlines.get(request.kind)
        hold = None if deadline is None else deadline + _HOLD_MARGIN
        came: _Came | None = None
        while True:
            async with self._turns[request.provider]:
                got = await self._journal.claim(self._namespace, key, oldest, hold_seconds=hold)
                if isinstance(got, Recorded):
                    return _reused(got)
                if isinstance(got, Lease):
                    try:
                        # An outcome that was fenced off before is not paid for a second time.
                        came = came or await self._ask(claim, provider, request)
                        await self._record(got, request, came)
                    except FencedOff:
                        continue
                    except BaseException:
                        await self._journal.release(got)
                        raise
                    return came
            assert isinstance(got, Held)
            await wait_for_holder()

    async def _record(self, lease: Lease, request: Request, came: _Came) -> None:
        at, seconds = came.asked_at, came.seconds
        if isinstance(came.outcome, Failure):
            await self._journal.fail(lease, request, came.outcome, asked_at=at, seconds=seconds)
        else:
            await self._journal.complete(lease, request, came.outcome, asked_at=at, seconds=seconds)

    async def _ask(self, claim: ClaimDesk, provider: Provider, request: Request) -> _Came:
        """Ask within the budget."""
        try:
            ceiling = provider.ceiling(request) if isinstance(provider, Priced) else Decimal(0)
        except Exception as error:
            return self._at_once(_defect(error))
        reserved = self.budget.reserve(claim.account, ceiling)
        if isinstance(reserved, Failure):
            return self._at_once(reserved)
        aside = await self._set_aside(reserved)
        if isinstance(aside, Failure):
            return self._at_once(aside)
        self.tell(Asked(claim.name, request))
        cost = None
        try:
            came, cost = await self._timed(provider, request)
        finally:
            self.budget.settle(reserved, cost)
        if aside is not None and cost is not None:
            await self._journal.settle(aside, cost)
        return came

    async def _set_aside(self, reserved: Reservation) -> SetAside | Failure | None:
        """Set the call aside for the day as well, where the day has a cap."""
        caps = self.budget.day_caps
        if caps == Caps():
            return None
        aside: SetAside | Failure | None = None
        try:
            aside = await self._journal.set_aside(caps, reserved.ceiling)
        finally:
            if not isinstance(aside, SetAside):
                self.budget.cancel(reserved)
        return aside

    async def _timed(self, provider: Provider, request: Request) -> tuple[_Came, Decimal | None]:
        """Ask within the deadline. The cost is None when the provider did not get to say it."""
        asked_at, start = self._clock(), time.perf_counter()
        outcome, cost = await self._call(provider, request, self._deadline(request))
        return _Came(outcome, asked_at, time.perf_counter() - start), cost

    def _deadline(self, request: Request) -> float | None:
        """Seconds that the call may take: the kind's deadline, or the request's own if sooner."""
        limits = (self._deadlines.get(request.kind), request.settings.get(TIME_BUDGET))
        return min((float(limit) for limit in limits if limit is not None), default=None)

    async def _call(
        self, provider: Provider, request: Request, deadline: float | None
    ) -> tuple[Reply | Failure, Decimal | None]:
        limit = asyncio.timeout(deadline)
        try:
            async with limit:
                answer = await provider.answer(request)
            if isinstance(answer, Reply):
                value = json.loads(canonical(answer.value))
                answer = Reply(value=value, usage=answer.usage)
            return answer, answer.usage.cost
        except StorageError:
            raise
        except NotInstalled as error:
            return Failure(kind=FailureKind.UNAVAILABLE, message=str(error)), Decimal(0)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            return _defect(error), None
        except Exception as error:
            if limit.expired():
                message = f"No answer within {deadline:g} seconds."
                return Failure(kind=FailureKind.TIMEOUT, message=message), None
            return _defect(error), None

    def _at_once(self, failure: Failure) -> _Came:
        return _Came(failure, self._clock(), 0.0)


class ClaimDesk(Desk):
    """The live desk of one claim, with the record of what it was told."""

    def __init__(
        self, desk: LiveDesk, name: str, account: Account, fallbacks: Mapping[str, str]
    ) -> None:
        self.name = name
        self.fallbacks = fallbacks
        self.account = account
        """Calls that were made for this claim and what they cost."""
        self._desk = desk
        self._made: dict[str, Exchange] = {}

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """One for each request, in the order of answering."""
        return tuple(self._made.values())

    def progress(self, step: str, detail: str = "") -> None:
        """Pass the step to whoever watches the run."""
        self._desk.tell(Stepped(self.name, step, detail))

    async def exchange(self, request: Request) -> Exchange:
        """Answer `request`. The same request has the same exchange throughout a claim."""
        request, key = settled(request)
        if key not in self._made:
            began = time.perf_counter()
            made = await self._desk.answer(self, request, key)
            if self._made.setdefault(key, made) is made:
                self._desk.tell(Exchanged(self.name, made, time.perf_counter() - began))
        return self._made[key]


def _reused(recorded: Recorded) -> _Came:
    return _Came(recorded.reply, recorded.asked_at, recorded.seconds, reused=True)


def _is_budget(outcome: Reply | Failure) -> bool:
    return isinstance(outcome, Failure) and outcome.kind is FailureKind.BUDGET


def _defect(error: BaseException) -> Failure:
    """What escaped a provider, by its type and place. Its message may hold a path or a key."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" in {trace.tb_frame.f_globals['__name__']}:{trace.tb_lineno}"
    return Failure(kind=FailureKind.INTERNAL, message=f"{type(error).__name__}{where}")
