"""The one place where the parts are wired: from settings to a claim's case.

A newsroom opens what it needs when it is first needed. A claim that the journal can answer opens no
model, no embedder and no archive vectors.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from veracity.desk.blobs import Blobs
from veracity.desk.budget import Budget, Caps
from veracity.desk.events import Event, Exchanged
from veracity.desk.journal import Journal
from veracity.desk.live import DEADLINES, FRESHNESS, LiveDesk
from veracity.domain.base import Frozen
from veracity.domain.case import Case
from veracity.domain.claim import Claim, Submission
from veracity.domain.errors import Paused, StorageError
from veracity.domain.evidence import Document
from veracity.domain.exchange import Kind
from veracity.domain.explanation import Explanation
from veracity.domain.extraction import Extraction
from veracity.intake.claims.by_model import Mode, find_claims
from veracity.methods import made_by
from veracity.methods import method as find_method
from veracity.methods.base import roles
from veracity.methods.evidence import EvidenceDials, Query, found_of, gather_pool
from veracity.models.summaries import explained
from veracity.models.translation import in_english
from veracity.newsroom import languages
from veracity.newsroom.intake import FINDER, read_page
from veracity.newsroom.keeping import found_pages
from veracity.newsroom.lately import earlier, remember
from veracity.newsroom.news import Fetching, Finding, Loading, News, Notice, Watcher
from veracity.newsroom.orders import How, Judged, Order, Shared
from veracity.newsroom.pausing import spent
from veracity.newsroom.plans import FALLBACKS, planned
from veracity.newsroom.providers import Providers
from veracity.newsroom.traces import open_traces
from veracity.publish.before import news
from veracity.publish.casebook import FILE as CASEBOOK
from veracity.publish.casebook import Casebook
from veracity.publish.casefile import keep, name_of
from veracity.publish.submissions import keep_submission
from veracity.settings import LOCAL, Settings

if TYPE_CHECKING:
    from types import TracebackType

    from veracity.methods.base import Method

__all__ = [
    "Fetching",
    "Finding",
    "How",
    "Judged",
    "Loading",
    "News",
    "Newsroom",
    "Notice",
    "Order",
    "Shared",
    "Watcher",
]

POOL_SIZE = 8
"""Passages in the pool on which methods are compared."""

AHEAD = 4
"""How many claims may be in work or finished, for each that may be in work at once, before the
first of them is shown."""


class Newsroom:
    """Judges claims, several at once, over one journal, one archive and one local model."""

    def __init__(self, settings: Settings, on_event: Watcher | None = None) -> None:
        self._settings = settings
        self._tell: Watcher = on_event if on_event is not None else _unwatched
        self._journal = Journal(
            settings.journal_file, Blobs(settings.blobs_folder), wait_seconds=settings.lock_wait
        )
        self._casebook = Casebook(settings.home / CASEBOOK)
        self._budget = Budget(
            Caps(settings.budget_usd, settings.budget_calls),
            Caps(settings.budget_claim_usd, settings.budget_claim_calls),
            Caps(settings.budget_day_usd, settings.budget_day_calls),
        )
        self._providers = Providers(settings, self._tell)
        self._desks: dict[bool, LiveDesk] = {}
        self._found_pages: dict[str, Document] = {}
        self._traces = open_traces(settings, os.environ, self._tell)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for desk in self._desks.values():
            await desk.close()
        await asyncio.to_thread(self._providers.keep, tuple(self._found_pages.values()))
        self._providers.close()
        await self._journal.close()
        await asyncio.to_thread(self._traces.close)

    async def check(
        self,
        given: str | Submission,
        *,
        method: str = "routed",
        dials: Mapping[str, Any] | None = None,
        evidence: Sequence[Document] | None = None,
        as_of: date | None = None,
        fresh: bool = False,
        place: Path | None = None,
    ) -> Case:
        """Judge one claim, keep its case, and return it.

        Raises `BadInput` or `DialRefused` for what the caller has to put right, and `StorageError`
        when something cannot be written. Faults of models and searches are in the case.
        """
        how = How(
            method=method,
            dials=dials or {},
            evidence=None if evidence is None else tuple(evidence),
            as_of=as_of,
            fresh=fresh,
        )
        submission = Submission(text=given) if isinstance(given, str) else given
        return (await self.judge(Order(submission=submission, place=place), how)).case

    async def check_many(
        self, orders: Iterable[Order], how: How, *, pausing: bool = False
    ) -> AsyncGenerator[Judged | Exception]:
        """Judge claims, several at once, and give each as it is ready, in the order given.

        A claim that cannot be judged is an exception in its place. A fault of storage ends the run,
        because nothing that follows could be kept. So does, where `pausing`, a spent quota:
        `Paused` is raised in place of the first claim that it left open, and no case of that one is
        kept.
        """
        gate = asyncio.Semaphore(self._settings.concurrency)

        async def judge(order: Order) -> Judged | Exception:
            async with gate:
                return await self._attempt(order, how, pausing=pausing)

        waiting: deque[asyncio.Task[Judged | Exception]] = deque()
        coming = iter(orders)
        try:
            while True:
                while len(waiting) < AHEAD * self._settings.concurrency:
                    order = next(coming, None)
                    if order is None:
                        break
                    waiting.append(asyncio.create_task(judge(order)))
                if not waiting:
                    return
                yield await waiting[0]
                waiting.popleft()
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def claims(
        self,
        submission: Submission,
        *,
        mode: Mode = "all",
        trees: bool = False,
        fresh: bool = False,
    ) -> Extraction:
        """Find the claims of `submission` without judging them, and keep the submission.

        `main` is the single claim of a post, `all` is each, `whole` takes the text for one. With
        `trees` the compound ones are taken apart. A model that cannot be asked is a step of the
        trail: code finds the claims then. Raises `StorageError` when the submission cannot be
        written.
        """
        await asyncio.to_thread(keep_submission, self._settings.home, submission)
        desk = self._desk(fresh=fresh).open_claim(submission.digest)
        model = await self._finder(asked=trees or mode != "whole")
        found = await find_claims(submission, desk, model, mode=mode, watch=self._found)
        if trees:
            from veracity.intake.claims.trees import take_apart

            apart, step = await take_apart(found.claims, desk, model)
            found = found.model_copy(update={"trees": apart, "trail": (*found.trail, step)})
        made = tuple(sorted(desk.exchanges, key=lambda exchange: exchange.key))
        return found.model_copy(update={"exchanges": made})

    async def _finder(self, *, asked: bool) -> str | None:
        """The model that finds claims and takes them apart, fetched if need be; None for none."""
        model = self._providers.roles()[FINDER] if asked else None
        model = model if isinstance(model, str) else None
        await self._providers.prepare(archive=False, model=_is_local(model))
        return model

    def _found(self, done: int, total: int) -> None:
        self._tell(Finding(done, total))

    async def page(self, url: str, *, fresh: bool = False) -> Submission:
        """The page at `url` as a submission. Raises `BadInput` for one that cannot be read."""
        return await read_page(self._desk(fresh=fresh).open_claim(url), url)

    async def compare(
        self, submission: Submission, methods: Sequence[str], how: How
    ) -> tuple[Shared, list[Judged | Exception]]:
        """Judge one claim by several methods over one pool of evidence.

        The pool is gathered once; evidence that was handed over is the pool by itself. A dial that
        a method does not have is not turned for it, and `how.method` is not read. A method that
        cannot judge is an exception in its place. With the local model they judge one after the
        other: it answers one question at a time, and each method's seconds are to be its own.
        """
        order = languages.identified(Order(submission=submission))
        claim = order.judged()
        await self._providers.prepare(archive=how.evidence is None, model=False)
        given = None if how.evidence is None else self._providers.hand_over(how.evidence)
        desk = self._desk(fresh=how.fresh).open_claim(claim.digest)
        dials = EvidenceDials(
            top_k=POOL_SIZE,
            given=given,
            as_of=how.as_of,
            web=how.dials.get("web", self._settings.search),
        )
        with self._traces.claim(claim, "compare"):
            claim = await in_english(claim, desk, languages.translator(self._providers.roles()))
            pool = await gather_pool(claim, desk, dials, (Query(text=claim.text),))
        shared = Shared(pool=pool, generation=self._providers.share(found_of(pool)))
        plans = [self._for_method(name, how, shared) for name in methods]
        if any(_asks_local(self._method(plan)[1]) for plan in plans):
            return shared, [await self._attempt(order, plan) for plan in plans]
        return shared, list(await asyncio.gather(*(self._attempt(order, plan) for plan in plans)))

    def _for_method(self, name: str, how: How, shared: Shared) -> How:
        known = find_method(name).dials.model_fields
        dials = {dial: value for dial, value in how.dials.items() if dial in known}
        if how.evidence is None:
            dials["pool"] = shared.generation
        return replace(how, method=name, dials=dials, as_of=shared.pool.as_of)

    async def _attempt(
        self, order: Order, how: How, *, pausing: bool = False
    ) -> Judged | Exception:
        """The case, or why there is none. What meets every claim is raised."""
        try:
            return await self.judge(order, how, pausing=pausing)
        except (StorageError, Paused):
            raise
        except Exception as fault:  # A defect met by one claim; the others go on.
            return fault

    async def judge(self, order: Order, how: How, *, pausing: bool = False) -> Judged:
        """Judge one claim and keep its case. Raises what `check` raises, and `Paused` where
        `pausing` and a spent quota left it open."""
        order = languages.identified(order)
        method, dials = self._method(_for_claim(how, order))
        claim = order.judged()
        dials = languages.readers_only(method, dials, claim)
        await self._providers.prepare(
            archive=how.evidence is None and getattr(dials, "pool", None) is None,
            model=_asks_local(dials),
        )
        began = time.perf_counter()
        found = None
        with self._traces.claim(claim, method.name) as judged:
            if not how.fresh:
                found = await asyncio.to_thread(
                    earlier, self._casebook, claim, method, dials, how.reuse
                )
            case = found or await self._new_case(order.submission, claim, method, dials, how)
            judged(case, found is not None)
        if pausing and (why := spent(case)) is not None:
            raise why
        place = order.place or self._settings.cases_folder / name_of(case)
        before = await asyncio.to_thread(self._casebook.before, claim)
        await asyncio.to_thread(keep, case, place)
        if found is None:
            await asyncio.to_thread(remember, self._casebook, case, place, method, dials)
            if self._settings.keep_found:
                self._found_pages |= {page.digest: page for page in found_pages(case)}
        seconds = time.perf_counter() - began
        return Judged(
            case=case,
            place=place,
            seconds=seconds,
            reused=found is not None,
            before=news(case, before),
        )

    async def _new_case(
        self, submission: Submission, claim: Claim, method: Method[Any, Any], dials: Any, how: How
    ) -> Case:
        # A method that has a dial for it asks the fallbacks by itself, and says so in its record.
        own = FALLBACKS in method.dials.model_fields
        fallbacks = self._providers.fallbacks()
        instead = None if own else languages.stand_ins(fallbacks, claim)
        desk = self._desk(fresh=how.fresh).open_claim(claim.digest, fallbacks=instead)
        translator = languages.translator(self._providers.roles())
        claim = await in_english(claim, desk, translator)
        record = await method.gather(claim, desk, dials)
        verdict = method.decide(record, dials)
        explanations: tuple[Explanation, ...] = ()
        if languages.explains(submission, how.language):
            explanations = await explained(claim, verdict, desk, translator)
        return Case.close(
            made_by=made_by(method.name),
            method=method.name,
            method_version=method.version,
            submission=submission,
            claim=claim,
            exchanges=tuple(desk.exchanges),
            record=record,
            dials=dials,
            verdict=verdict,
            explanations=explanations,
        )

    def _method(self, how: How) -> tuple[Method[Any, Any], Any]:
        return planned(how, self._providers, self._settings)

    def _watch(self, event: Event) -> None:
        if isinstance(event, Exchanged):
            self._traces.exchanged(event)
        self._tell(event)

    def _desk(self, *, fresh: bool) -> LiveDesk:
        if fresh not in self._desks:
            settings = self._settings
            deadlines: dict[Kind, float | None] = {
                **DEADLINES,
                "ask": settings.deadline_ask,
                "search": settings.deadline_search,
                "fetch": settings.deadline_fetch,
            }
            freshness: dict[Kind, timedelta | None] = {
                **FRESHNESS,
                "search": timedelta(seconds=settings.fresh_search),
                "fetch": timedelta(seconds=settings.fresh_fetch),
            }
            self._desks[fresh] = LiveDesk(
                self._providers.all(),
                self._journal,
                find=self._providers.find,
                namespace=settings.namespace,
                budget=self._budget,
                deadlines=deadlines,
                freshness=freshness,
                fresh=fresh,
                on_event=self._watch,
            )
        return self._desks[fresh]


def _asks_local(dials: Frozen) -> bool:
    """Whether these dials have the local model asked."""
    if getattr(dials, "model", None) is not None:
        return True
    named = [getattr(dials, dial) for dial in roles(type(dials))]
    models = [model for one in named for model in ((one,) if isinstance(one, str) else one or ())]
    return any(map(_is_local, models))


def _is_local(model: str | None) -> bool:
    return model is not None and model.startswith(f"{LOCAL}:")


def _for_claim(how: How, order: Order) -> How:
    """`how`, with the dials that are turned for this claim alone."""
    if not order.dials:
        return how
    known = find_method(how.method).dials.model_fields
    own = {dial: value for dial, value in order.dials.items() if dial in known}
    return replace(how, dials={**how.dials, **own})


def _unwatched(news: News) -> None:
    """Tell nobody."""
