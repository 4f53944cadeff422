"""One pool of evidence for a claim, gathered alike by every method that reads passages.

A pool is what one or more searches found, each passage once, best first, with the standing of its
source. Searches are named by content: two methods that search for the same words over the same
archive share one search, and see the same passages.

What a search of the web finds is fetched and read (`web`), so that a passage is always the words of
a page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from pydantic import Field, ValidationError

from veracity.desk.base import Desk
from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.evidence import Found, NamedValue, Passage
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.methods.base import asks
from veracity.methods.standing import Standing, standing
from veracity.methods.web import look_up_fact_checks, search_web, web_request
from veracity.methods.web.dials import LeftOut, WebDials
from veracity.models.excerpt import excerpt
from veracity.rules.fusion import reciprocal_rank


def _is_empty(value: Any) -> bool:
    """What came later is left out where it is empty, so that older cases stay as they are."""
    return not value


class EvidenceDials(WebDials):
    """Where a method looks. Its own dials come after these."""

    top_k: int = Field(default=6, ge=1, le=50, json_schema_extra=asks())
    """How many passages one search gives."""
    given: str | None = Field(default=None, json_schema_extra=asks())
    """Generation of the evidence that was handed over; None searches the archive."""
    pool: str | None = Field(default=None, json_schema_extra=asks())
    """Generation of a pool that several methods share; None gathers one."""
    as_of: date | None = Field(default=None, json_schema_extra=asks())
    """Nothing published later is evidence; None for the day of the check."""


class Search(Frozen):
    """One search, and what it found."""

    key: str | None
    """Key of the exchange; None when not even the archive's state could be read."""
    provider: str
    query: str
    purpose: str
    """What it was for: `claim`, `support`, `refute`, or a method's own word."""
    found: tuple[str, ...] = ()
    """Ids of the passages, best first. None found is an answer."""
    searched: int = 0
    """How many passages were searched."""
    failure: Failure | None = None
    left_out: tuple[LeftOut, ...] = Field(default=(), exclude_if=_is_empty)
    """The pages that were found on the web and gave no passage."""


class Pool(Frozen):
    """What was found for a claim."""

    as_of: date
    searches: tuple[Search, ...] = ()
    passages: tuple[Passage, ...] = ()
    """Each once, best first."""
    names: tuple[tuple[str, ...], ...] = ()
    """Names in the claim that an archive's gazetteer knows, each with all of its spellings."""
    values: tuple[NamedValue, ...] = ()
    """Names in the claim that are a single value of some entry."""
    standings: dict[str, Standing] = Field(default_factory=dict[str, Standing])
    """By passage."""

    @property
    def failures(self) -> tuple[Search, ...]:
        """The searches that gave no answer."""
        return tuple(search for search in self.searches if search.failure is not None)

    @property
    def answered(self) -> bool:
        """Whether any search gave an answer, if only that there is nothing."""
        return any(search.failure is None for search in self.searches)

    def passage(self, name: str) -> Passage:
        """The passage of this id. Raises `KeyError`."""
        for passage in self.passages:
            if passage.id == name:
                return passage
        raise KeyError(name)

    def deciding(self) -> tuple[Passage, ...]:
        """The passages that may decide the claim: not what its own speaker published."""
        return tuple(p for p in self.passages if self.standings[p.id].decides)


class Query(Frozen):
    """Words to search for, and what for."""

    text: str
    purpose: str = "claim"
    sites: tuple[str, ...] = ()
    """Hosts, with or without a path, that a web search is restricted to. Such a query goes to the
    web alone where the dials name who searches it."""


async def gather_pool(
    claim: Claim, desk: Desk, dials: EvidenceDials, queries: Sequence[Query]
) -> Pool:
    """Run the searches at once and join what they found.

    Every query goes to the archive (or to the evidence that was handed over, or to the shared
    pool), and to the web as well where the dials name who searches it.
    """
    as_of = dials.as_of or (await desk.now()).date()
    home = "given" if dials.given else "pool" if dials.pool else "archive"
    web = dials.page_backends if home == "archive" else ()
    once = tuple(dict.fromkeys((*queries, *_in_english(claim, queries))))
    near = [query for query in once if not (query.sites and web)]
    far = [(query, backend) for query in once for backend in web]
    searched, looked, _ = await asyncio.gather(
        asyncio.gather(*(_search(desk, dials, query, home, as_of) for query in near)),
        _search_web(claim, desk, dials, far, as_of),
        look_up_fact_checks(claim, desk, dials.web if home == "archive" else (), as_of),
    )
    return joined(claim, as_of, (*searched, *looked))


def _in_english(claim: Claim, queries: Sequence[Query]) -> Iterator[Query]:
    """The queries in the claim's own words again, in English where it was translated."""
    for query in queries:
        if claim.english is not None and query.text == claim.text:
            yield query.model_copy(update={"text": claim.english})


async def _search_web(
    claim: Claim,
    desk: Desk,
    dials: EvidenceDials,
    wanted: Sequence[tuple[Query, str]],
    as_of: date,
) -> list[tuple[Search, Found]]:
    requests = [
        web_request(claim, backend, query.text, dials.top_k, as_of, query.sites)
        for query, backend in wanted
    ]
    looked = await search_web(
        claim, desk, requests, pages=dials.pages, top_k=dials.top_k, as_of=as_of
    )
    done: list[tuple[Search, Found]] = []
    for (query, backend), one in zip(wanted, looked, strict=True):
        search = Search(
            key=one.key,
            provider=backend,
            query=query.text,
            purpose=query.purpose,
            found=tuple(passage.id for passage in one.found.passages),
            searched=one.found.searched,
            failure=one.failure,
            left_out=one.left_out,
        )
        done.append((search, one.found))
    return done


def found_of(pool: Pool) -> Found:
    """The pool as the reply to a search, for other methods to share."""
    return Found(
        passages=pool.passages,
        names=pool.names,
        values=pool.values,
        searched=max((search.searched for search in pool.searches), default=0),
    )


def joined(claim: Claim, as_of: date, done: Iterable[tuple[Search, Found]]) -> Pool:
    """The pool of what several searches found, fused by rank; equal ranks are ordered by id.

    Names and values are those of searches for the claim itself.
    """
    searches: list[Search] = []
    ranks: dict[str, list[int]] = {}
    passages: dict[str, Passage] = {}
    named = Found()
    for search, found in done:
        searches.append(search)
        if search.query in (claim.text, claim.english) and not (named.names or named.values):
            named = found
        for rank, passage in enumerate(found.passages, start=1):
            ranks.setdefault(passage.id, []).append(rank)
            known = passages.setdefault(passage.id, passage)
            if passage.scores.final > known.scores.final:
                passages[passage.id] = passage
    order = sorted(passages, key=lambda name: (-reciprocal_rank(ranks[name]), name))
    return Pool(
        as_of=as_of,
        searches=tuple(searches),
        passages=tuple(passages[name] for name in order),
        names=named.names,
        values=named.values,
        standings={name: standing(claim, passages[name].source) for name in order},
    )


async def _search(
    desk: Desk, dials: EvidenceDials, query: Query, provider: str, as_of: date
) -> tuple[Search, Found]:
    search = Search(key=None, provider=provider, query=query.text, purpose=query.purpose)
    generation: str | Failure | None = None
    if provider in ("archive", "given", "pool"):
        fixed = {"given": dials.given, "pool": dials.pool}.get(provider)
        generation = fixed or await desk.generation(provider)
        if isinstance(generation, Failure):
            return search.model_copy(update={"failure": generation}), Found()
    inputs: dict[str, Any] = {
        "query": query.text,
        "top_k": dials.top_k,
        "as_of": as_of.isoformat(),
    }
    if query.sites:
        inputs["sites"] = list(query.sites)
    request = Request(kind="search", provider=provider, inputs=inputs, generation=generation)
    search = search.model_copy(update={"key": request.key})
    outcome = await desk.search(request)
    if isinstance(outcome, Failure):
        return search.model_copy(update={"failure": outcome}), Found()
    try:
        found = Found.model_validate(outcome.value)
    except ValidationError:
        malformed = Failure(
            kind=FailureKind.MALFORMED, message="The search's reply has another shape."
        )
        return search.model_copy(update={"failure": malformed}), Found()
    ids = tuple(passage.id for passage in found.passages)
    return search.model_copy(update={"found": ids, "searched": found.searched}), found


def numbered(claim: str, passages: Sequence[Passage], words: int) -> str:
    """The passages as numbered lines for a prompt: tier, date, and at most `words` words of each.

    A model names a passage by its number, which code turns back into the passage: a number that is
    not there names nothing.
    """
    return "\n".join(
        f"[{number}] ({_about(passage)}) {excerpt(claim, passage.text, words)}"
        for number, passage in enumerate(passages, start=1)
    )


def _about(passage: Passage) -> str:
    source = passage.source
    return f"{source.tier}, {source.published}" if source.published else source.tier.value
