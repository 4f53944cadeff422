"""The provider of the models of one host."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from veracity.desk.base import TIME_BUDGET
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.models.asking import WEB_SEARCH, WebReply, WebResult
from veracity.models.hosted.calls import Account, ceiling
from veracity.models.hosted.keys import Key, hide
from veracity.models.hosted.lanes import Lanes
from veracity.models.hosted.line import Line
from veracity.models.hosted.parts import value_of
from veracity.models.hosted.prices import Prices, Rate, rate_of
from veracity.models.hosted.retrying import Retrying
from veracity.models.hosted.schemas import problem
from veracity.models.hosted.speaker import Speaker
from veracity.models.hosted.speech import Heard
from veracity.models.hosted.table import Host
from veracity.models.turns import turns_of
from veracity.prompts import Turn

if TYPE_CHECKING:
    import httpx2

MARGIN = 2.0
"""Seconds before the desk's deadline at which this provider gives its own account of a hang."""

MOST_RESOLVED = 20
"""Addresses of one reply that are resolved."""

SHAPE_IT = "Now give your answer in the required shape, and nothing else."
MEND_IT = (
    "Your reply does not have the required shape: {problem}. Give the whole answer once more in "
    "the required shape, and nothing else."
)


class HostedProvider:
    """Answers questions with the models of `host`. Its calls belong to one event loop."""

    def __init__(
        self,
        host: Host,
        key: Key,
        *,
        url: str | None = None,
        prices: Prices | None = None,
        deadline: float = 120.0,
        transport: httpx2.AsyncBaseTransport | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """`url` takes the place of the host's own. `deadline` is the desk's for a question, in
        seconds.
        """
        self.name = host.name
        self.concurrency = host.concurrency
        self._host = host
        self._key = key
        self._prices: Prices = prices or {}
        self._deadline = deadline
        self._clock = clock
        self._line = Line(host, (url or host.url).rstrip("/"), key, transport)
        lanes, retrying = Lanes(host.name, clock, sleep, chance), Retrying(clock, sleep, chance)
        self._speaker = Speaker(self._line, lanes, retrying)
        self._rates: dict[str, Rate] = {}

    async def answer(self, request: Request) -> Reply | Failure:
        """Answer one request. Every fault is a `Failure`, with what was spent on it."""
        refused = self._refusal(request)
        if refused is not None:
            return refused
        turns = turns_of(request)
        if isinstance(turns, Failure):
            return turns
        rate = self._rate(str(request.model))
        account = Account(
            request=request,
            host=self._host,
            rate=rate,
            ceiling=ceiling(request, turns, self._host, rate),
            until=self._clock() + self._seconds(request),
        )
        outcome = await self._converse(account, turns)
        if isinstance(outcome, Failure):
            message = hide(f"{self.name}:{request.model}: {outcome.message}", [self._key])
            return outcome.model_copy(update={"message": message, "usage": account.usage})
        return Reply(value=outcome, usage=account.usage)

    def ceiling(self, request: Request) -> Decimal:
        """The most that answering may cost, in US dollars. What might go beyond is not tried."""
        turns = turns_of(request)
        if isinstance(turns, Failure) or self._refusal(request) is not None:
            return Decimal(0)
        return ceiling(request, turns, self._host, self._rate(str(request.model)))

    def _refusal(self, request: Request) -> Failure | None:
        """Why this request cannot be put to this provider at all."""
        host = self._host
        if request.kind != "ask" or not request.model:
            return _unavailable(f"This is not a question to a model of {self.name}.")
        if "logprobs" in request.settings:
            return _unavailable(
                f"{self.name}:{request.model} gives no log-probabilities of single words; a local "
                "model does."
            )
        if request.settings.get(WEB_SEARCH) and host.search == "none":
            return _unavailable(f"{self.name} has no web search of its own.")
        if not self._key and not host.keyless:
            return _unavailable(
                f"There is no key for {self.name}. Set {host.key} in the environment or in "
                f".env, or {self.name} under [keys] in settings.toml."
            )
        if not self._key.fits:
            return _unavailable(
                f"The key for {self.name} has characters that no key has. Copy it once more."
            )
        if not self._line.url:
            return _unavailable(
                f"There is no address for {self.name}. Set it under [urls] in settings.toml."
            )
        return None

    def _seconds(self, request: Request) -> float:
        limit = min(float(request.settings.get(TIME_BUDGET, self._deadline)), self._deadline)
        return max(limit - MARGIN, limit / 2)

    async def _converse(self, account: Account, turns: tuple[Turn, ...]) -> Any | Failure:
        """The value of the reply, over as many turns as the host needs for it."""
        searching = bool(account.request.settings.get(WEB_SEARCH))
        found: Heard | None = None
        if searching and self._host.search == "before":
            first = await self._speaker.turn(account, turns, search=True)
            if isinstance(first, Failure):
                return first
            found, turns = first, (*turns, _said(first), Turn(role="user", text=SHAPE_IT))
        heard = await self._speaker.turn(
            account, turns, shaped=True, search=searching and found is None
        )
        if isinstance(heard, Failure):
            return heard
        read = _read(account.request, heard)
        if isinstance(read, _Misshapen):
            mend = Turn(role="user", text=MEND_IT.format(problem=read.problem))
            mended = await self._speaker.turn(account, (*turns, _said(heard), mend), shaped=True)
            if isinstance(mended, Failure):
                message = f"the reply has another shape: {read.problem}. Then: {mended.message}"
                return mended.model_copy(update={"message": message})
            read = _read(account.request, mended)
        if isinstance(read, _Misshapen):
            message = f"the reply has another shape, twice: {read.problem}"
            return Failure(kind=FailureKind.MALFORMED, message=message)
        return await self._with_pages(found or heard, read) if searching else read

    async def _with_pages(self, heard: Heard, output: Any) -> dict[str, Any]:
        """The reply with the pages that the search returned, each at its own address."""
        pages = list(heard.returned.values())[:MOST_RESOLVED]
        resolved = await asyncio.gather(*map(self._page, pages))
        reply = WebReply(
            output=output,
            returned=tuple(page for page in resolved if page is not None),
            queries=tuple(heard.queries),
        )
        return reply.model_dump(mode="json")

    async def _page(self, page: WebResult) -> WebResult | None:
        """`page` at its own address; None when no more than a redirect to it is known, and for an
        address that cannot be read."""
        try:
            host = urlsplit(page.url).hostname
        except ValueError:
            return None
        if not self._host.resolve or host != self._host.resolve:
            return page
        url = await self._line.resolve(page.url)
        return None if url is None else page.model_copy(update={"url": url})

    def _rate(self, model: str) -> Rate:
        if model not in self._rates:
            self._rates[model] = rate_of(self._host, model, self._prices)
        return self._rates[model]


@dataclass(frozen=True, slots=True)
class _Misshapen:
    """A reply that has not the shape that was asked for."""

    problem: str


def _read(request: Request, heard: Heard) -> Any | _Misshapen:
    """The reply's value: its JSON, whole and as it stands, or its text where no shape was asked."""
    if request.output_schema is None:
        return heard.text.strip()
    try:
        value = value_of(heard.said)
        json.dumps(value, ensure_ascii=False).encode()  # Half a character is none to keep.
    except ValueError:
        return _Misshapen("the reply is not JSON")
    wrong = problem(value, request.output_schema)
    return value if wrong is None else _Misshapen(wrong)


def _said(heard: Heard) -> Turn:
    return Turn(role="assistant", text=heard.said.strip())


def _unavailable(message: str) -> Failure:
    return Failure(kind=FailureKind.UNAVAILABLE, message=message)
