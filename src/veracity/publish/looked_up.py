"""What was looked up for a case, read off its exchanges: every search with what came of it, and
what others concluded of the claim before.

It is the same for every method, because every method searches through the desk.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, cast

from pydantic import ValidationError

from veracity.domain.canonical import Json
from veracity.domain.case import Case
from veracity.domain.exchange import Exchange
from veracity.domain.fact_check import FACT_CHECKS, FactCheck, FactChecks
from veracity.publish.visible import visible
from veracity.rules.same_claim import same_claim

AT_HOME = frozenset({"archive", "given", "pool"})
"""Who is searched without the web."""
_WORDS = 80
"""Characters of a query that are shown."""


@dataclass(frozen=True, slots=True)
class SearchLine:
    """One search."""

    backend: str
    query: str
    sites: int
    """How many sites it was restricted to; 0 for none."""
    found: int | None
    """Pages, passages or fact-checks; None when it gave no answer."""
    why: str = ""
    """Why it gave none."""

    @property
    def of_the_web(self) -> bool:
        """Whether it left this machine's archive."""
        return self.backend not in AT_HOME

    @property
    def said(self) -> str:
        """The search on one line."""
        query = self.query if len(self.query) <= _WORDS else f"{self.query[:_WORDS]}…"
        where = f" on {self.sites} sites" if self.sites else ""
        came = f"no answer: {self.why}" if self.why else f"{self.found or 'nothing'} found"
        return f"{self.backend}{where}, “{query}”: {came}"

    def row(self) -> dict[str, Json]:
        """As JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class FactCheckLine:
    """What somebody concluded before."""

    claim: str
    rating: str
    publisher: str
    reviewed_on: str | None
    url: str
    same_claim: bool
    """Whether it is about this very claim, by words and figures."""

    @property
    def said(self) -> str:
        """The verdict with whose it is and its day."""
        dated = f" on {self.reviewed_on}" if self.reviewed_on else ""
        return f"{self.rating}, by {self.publisher}{dated}"

    def row(self) -> dict[str, Json]:
        """As JSON."""
        return asdict(self)


def searches(case: Case) -> tuple[SearchLine, ...]:
    """Every search of the case: by backend, then by query, those of all sites last."""
    lines = [_search(exchange) for exchange in case.exchanges if exchange.request.kind == "search"]
    return tuple(sorted(lines, key=lambda line: (line.backend, line.query, -line.sites)))


def fact_checks(case: Case) -> tuple[FactCheckLine, ...]:
    """The fact-checks that were found, those of this very claim first, the latest first."""
    lines = {
        check.url: _fact_check(case.claim.text, check)
        for exchange in case.exchanges
        for check in _checks_in(exchange)
    }
    latest = sorted(lines.values(), key=lambda line: line.reviewed_on or "", reverse=True)
    return tuple(sorted(latest, key=lambda line: not line.same_claim))


def _search(exchange: Exchange) -> SearchLine:
    request, inputs = exchange.request, exchange.request.inputs
    return SearchLine(
        backend=visible(request.provider),
        query=visible(str(inputs.get("query", ""))),
        sites=len(inputs.get("sites", ())),
        found=None if exchange.reply is None else _count(exchange.reply.value),
        why="" if exchange.failure is None else visible(exchange.failure.message),
    )


def _count(value: Any) -> int:
    """How many results a reply to a search holds, whatever kind it is."""
    if not isinstance(value, dict):
        return 0
    lists = (cast("dict[str, Any]", value).get(name) for name in ("results", "passages"))
    return sum(len(cast("list[Any]", found)) for found in lists if isinstance(found, list))


def _checks_in(exchange: Exchange) -> Iterator[FactCheck]:
    if exchange.request.provider != FACT_CHECKS or exchange.reply is None:
        return
    try:
        yield from FactChecks.model_validate(exchange.reply.value).results
    except ValidationError:  # A reply of another shape holds none.
        return


def _fact_check(claim: str, check: FactCheck) -> FactCheckLine:
    reviewed = check.reviewed_on
    return FactCheckLine(
        claim=visible(check.claim),
        rating=visible(check.rating),
        publisher=visible(check.publisher),
        reviewed_on=None if reviewed is None else reviewed.isoformat(),
        url=visible(check.url),
        same_claim=same_claim(claim, check.claim),
    )
