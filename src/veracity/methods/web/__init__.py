"""From a search of the web to passages: what was found is fetched, and only that is evidence.

A backend gives addresses; the words of its results are its own and quoted nowhere. The first pages
are fetched and cut into passages. A page gives none when it could not be had, when a wall came in
its place, when it is later than the day of the check or cannot be shown not to be, when nothing on
it is about the claim, or when it copies another page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from datetime import date

from pydantic import ValidationError

from veracity.desk.base import Desk
from veracity.domain.claim import Claim
from veracity.domain.evidence import Found
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.domain.fact_check import FACT_CHECKS
from veracity.domain.page import Fetched, Hit, Hits
from veracity.methods.web.dials import LeftOut
from veracity.methods.web.pages import Page, page_of, unfit
from veracity.methods.web.ranking import Looked, ranked
from veracity.retrieval.search import search_request
from veracity.retrieval.web import page_request
from veracity.rules.readable import language_of

FACT_CHECKS_SHOWN = 5


def web_request(
    claim: Claim, backend: str, query: str, top_k: int, as_of: date, sites: Sequence[str] = ()
) -> Request:
    """The request for a search of the web, in the language of the query where that is known.

    English is what is searched in where nothing else is named, so it is not named. Neither is the
    language of a claim in romanised letters, in which no site writes.
    """
    language = None if query == claim.english else language_of(claim)
    if language is not None and (language == "en" or language.endswith("-Latn")):
        language = None
    return search_request(backend, query, top_k, as_of=as_of, sites=sites, language=language)


async def search_web(
    claim: Claim, desk: Desk, requests: Iterable[Request], *, pages: int, top_k: int, as_of: date
) -> tuple[Looked, ...]:
    """Send the searches at once, read the first `pages` pages of each, and give its `top_k` best
    passages. A text that several pages copy is there once."""
    looked = await asyncio.gather(
        *(_look(claim, desk, request, pages=pages, as_of=as_of) for request in requests)
    )
    return ranked(looked, top_k, as_of)


async def look_up_fact_checks(
    claim: Claim, desk: Desk, backends: Sequence[str], as_of: date
) -> None:
    """Look up earlier fact-checks of the claim where `factcheck` is among `backends`.

    What comes lies in the case's exchanges, from where it is shown. No method reads it.
    """
    if FACT_CHECKS in backends:
        await desk.search(web_request(claim, FACT_CHECKS, claim.text, FACT_CHECKS_SHOWN, as_of))


async def _look(claim: Claim, desk: Desk, request: Request, *, pages: int, as_of: date) -> Looked:
    read = _read(await desk.search(request))
    if isinstance(read, Failure):
        return Looked(request.key, failure=read)
    if isinstance(read, Found):  # A backend that gives passages itself, as an archive does.
        return Looked(request.key, found=read)
    wanted = read.results[:pages]
    if not wanted:
        return Looked(request.key)
    past = as_of < (await desk.now()).date()
    desk.progress("fetch", f"{len(wanted)} pages that {request.provider} found")
    tried = await asyncio.gather(*(_fetch(claim, desk, hit, as_of, past=past) for hit in wanted))
    return Looked(
        request.key,
        pages=tuple(one for one in tried if isinstance(one, Page)),
        left_out=tuple(one for one in tried if isinstance(one, LeftOut)),
    )


def _read(outcome: Reply | Failure) -> Hits | Found | Failure:
    if isinstance(outcome, Failure):
        return outcome
    for shape in (Hits, Found):
        try:
            return shape.model_validate(outcome.value)
        except ValidationError:
            continue
    return Failure(kind=FailureKind.MALFORMED, message="The search's reply has another shape.")


async def _fetch(claim: Claim, desk: Desk, hit: Hit, as_of: date, *, past: bool) -> Page | LeftOut:
    request = page_request(hit.url)
    outcome = await desk.fetch(request)
    if isinstance(outcome, Failure):
        return LeftOut(url=hit.url, key=request.key, why=outcome.message)
    try:
        fetched = Fetched.model_validate(outcome.value)
    except ValidationError:
        return LeftOut(url=hit.url, key=request.key, why="The fetch's reply has another shape.")
    why = unfit(fetched, hit, as_of, past=past)
    if why:
        return LeftOut(url=hit.url, key=request.key, why=why)
    page = page_of(claim, request.key, fetched, hit)
    if not page.passages:
        return LeftOut(url=hit.url, key=request.key, why="Nothing on it is about the claim.")
    return page
