"""Where `routed` looks, and which of it a claim is verified against.

    archive -> covered? -> (only where it is not) the trusted sites -> (only where they give
    nothing) the whole web

A search that finds nothing and one that fails are told apart in the record, and neither says
anything about the claim.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pydantic import ValidationError

from veracity.desk.base import Desk
from veracity.domain.claim import Claim
from veracity.domain.evidence import Found, Passage, Tier
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.methods.routed.record import (
    Reranked,
    Route,
    RoutedDials,
    RoutedRecord,
    SearchInEnglish,
    WebSearch,
)
from veracity.methods.standing import standing
from veracity.methods.web import look_up_fact_checks, search_web, web_request
from veracity.methods.web.ranking import Looked
from veracity.retrieval.rerank import CROSS_ENCODER, best, rerank_request, scores_of
from veracity.rules import packs, reading
from veracity.rules.alignment import align
from veracity.rules.fusion import reciprocal_rank
from veracity.rules.tiers import rate


async def find(claim: Claim, desk: Desk, dials: RoutedDials) -> RoutedRecord:
    """Search, route, and have the passages re-ranked where that is wanted.

    Raises `BadInput` for a source pack that there is not.
    """
    record = RoutedRecord(claim=claim, as_of=dials.as_of or (await desk.now()).date())
    sites = packs.pack(dials.pack).sites if dials.searches_web and dials.pack else ()
    if dials.home == "archive":
        await look_up_fact_checks(claim, desk, dials.web, record.as_of)
    if dials.searches_web and dials.web_always:
        record, web = await asyncio.gather(
            _search_home(record, desk, dials), _search_web(record, desk, dials, sites)
        )
    else:
        record = await _search_home(record, desk, dials)
        wanted = dials.searches_web and not _covers(record, dials)
        web = await _search_web(record, desk, dials, sites) if wanted else ()
    record = _with_standings(record.model_copy(update={"web": web, "sites": sites if web else ()}))
    record = record.model_copy(update={"route": _route(record, dials)})
    return await _rerank(record, desk, dials)


async def _search_home(record: RoutedRecord, desk: Desk, dials: RoutedDials) -> RoutedRecord:
    provider = dials.home
    desk.progress("retrieve", provider)
    generation = dials.given or dials.pool or await desk.generation(provider)
    if isinstance(generation, Failure):
        return record.model_copy(update={"failure": generation})
    request = _home_request(record, dials, generation, record.claim.text)
    if record.claim.english is None:
        read = _read(await desk.search(request))
        update = {"failure": read} if isinstance(read, Failure) else {"found": read}
        return _with_standings(record.model_copy(update={"search": request.key, **update}))
    english = _home_request(record, dials, generation, record.claim.english)
    outcomes = await asyncio.gather(desk.search(request), desk.search(english))
    own, translated = map(_read, outcomes)
    failed = translated if isinstance(translated, Failure) else None
    second = SearchInEnglish(key=english.key, failure=failed)
    if not isinstance(translated, Failure):
        ids = tuple(passage.id for passage in translated.passages)
        second = SearchInEnglish(key=english.key, found=ids)
    founds = [one for one in (own, translated) if isinstance(one, Found)]
    update = {
        "search": request.key,
        "english": second,
        "failure": own if isinstance(own, Failure) and not founds else None,
        "found": fused(founds, dials.depth) if founds else None,
    }
    return _with_standings(record.model_copy(update=update))


def fused(founds: Sequence[Found], depth: int) -> Found:
    """What several searches of one archive found, as if it were one: the `depth` passages that are
    best by Reciprocal Rank Fusion; equal ranks are ordered by id."""
    ranks: dict[str, list[int]] = {}
    passages: dict[str, Passage] = {}
    for found in founds:
        for rank, passage in enumerate(found.passages, start=1):
            ranks.setdefault(passage.id, []).append(rank)
            known = passages.setdefault(passage.id, passage)
            if (passage.scores.similarity or 0.0) > (known.scores.similarity or 0.0):
                passages[passage.id] = passage
    order = sorted(passages, key=lambda name: (-reciprocal_rank(ranks[name]), name))
    return Found(
        passages=tuple(passages[name] for name in order[:depth]),
        names=tuple(dict.fromkeys(name for found in founds for name in found.names)),
        values=tuple(dict.fromkeys(value for found in founds for value in found.values)),
        searched=max(found.searched for found in founds),
    )


async def _search_web(
    record: RoutedRecord, desk: Desk, dials: RoutedDials, sites: tuple[str, ...]
) -> tuple[WebSearch, ...]:
    """On the trusted sites; then, where that failed or found nothing, everywhere."""
    searches: list[WebSearch] = []
    for restricted in (sites, ()) if sites else ((),):
        where = f"{len(restricted)} sites" if restricted else "all sites"
        desk.progress("web", f"{', '.join(dials.page_backends)}, {where}")
        made = await _search_sites(record, desk, dials, restricted)
        searches += made
        if any(search.found is not None and search.found.passages for search in made):
            break
    return tuple(searches)


async def _search_sites(
    record: RoutedRecord, desk: Desk, dials: RoutedDials, sites: tuple[str, ...]
) -> list[WebSearch]:
    claim = record.claim
    asked = [
        (backend, words)
        for words in dict.fromkeys((claim.text, claim.in_english))
        for backend in dials.page_backends
    ]
    requests = [
        web_request(claim, backend, words, dials.depth, record.as_of, sites)
        for backend, words in asked
    ]
    looked = await search_web(
        claim, desk, requests, pages=dials.pages, top_k=dials.depth, as_of=record.as_of
    )
    return [
        _web_search(one, backend, restricted=bool(sites))
        for (backend, _), one in zip(asked, looked, strict=True)
    ]


def _web_search(looked: Looked, backend: str, *, restricted: bool) -> WebSearch:
    found = None
    if looked.failure is None:
        rated = tuple(map(_rated, looked.found.passages))
        found = looked.found.model_copy(update={"passages": rated})
    return WebSearch(
        key=looked.key,
        restricted=restricted,
        backend=backend,
        found=found,
        failure=looked.failure,
        left_out=looked.left_out,
    )


def _rated(passage: Passage) -> Passage:
    """`passage` with the tier of its address, which neither the page nor the search can choose."""
    tier = rate(passage.source.url).tier or Tier.OTHER
    return passage.model_copy(
        update={"source": passage.source.model_copy(update={"tier": tier, "curated": False})}
    )


def _home_request(record: RoutedRecord, dials: RoutedDials, generation: str, query: str) -> Request:
    return Request(
        kind="search",
        provider=dials.home,
        inputs={"query": query, "top_k": dials.depth, "as_of": record.as_of.isoformat()},
        generation=generation,
    )


def _read(outcome: Reply | Failure) -> Found | Failure:
    if isinstance(outcome, Failure):
        return outcome
    try:
        return Found.model_validate(outcome.value)
    except ValidationError:
        return Failure(kind=FailureKind.MALFORMED, message="The search's reply has another shape.")


def _with_standings(record: RoutedRecord) -> RoutedRecord:
    """`record` with the standings of the passages that do not decide the claim."""
    drawn = {
        passage.id: standing(record.claim, passage.source)
        for passage in (*record.archived, *record.online)
    }
    silent = {name: drawn[name] for name in sorted(drawn) if not drawn[name].decides}
    return record.model_copy(update={"standings": silent})


def _covers(record: RoutedRecord, dials: RoutedDials) -> bool:
    """Whether what was found at home is close enough to verify the claim against.

    An entry that aligns with the claim covers it, however unlike its vector is for the value that
    the claim gives. What the claim's own speaker published covers nothing, and nor does what the
    archive kept of the web by itself: else whoever writes a page could have a claim covered by it.
    """
    passages = [
        passage
        for passage in record.archived
        if passage.id not in record.standings
        and (passage.source.curated or dials.home != "archive")
    ]
    said = reading.read(record.claim.in_english, record.names, record.values)
    closest = max((passage.scores.similarity or 0.0 for passage in passages), default=0.0)
    return bool(passages) and (
        closest >= dials.route_at or any(align(said, passage) for passage in passages)
    )


def _route(record: RoutedRecord, dials: RoutedDials) -> Route:
    """Where to verify."""
    if dials.given:
        return "given" if record.archived else "none"
    covered = _covers(record, dials)
    if record.online:
        return "both" if covered else "web"
    if not covered:
        return "none"
    return "pool" if dials.pool else "archive"


async def _rerank(record: RoutedRecord, desk: Desk, dials: RoutedDials) -> RoutedRecord:
    """Keep `top_k` passages of each side by the cross-encoder. Where it fails, the first ones."""
    if dials.rerank != CROSS_ENCODER or not record.deciding:
        return record
    passages = record.deciding
    desk.progress("rerank", f"{len(passages)} passages")
    request = rerank_request(record.claim.in_english, [passage.text for passage in passages])
    scores = scores_of(await desk.ask(request), len(passages))
    failure = scores if isinstance(scores, Failure) else None
    ranked = passages if isinstance(scores, Failure) else best(passages, scores, len(passages))
    kept = record.first_of_each_side(ranked, dials.top_k)
    return record.model_copy(
        update={"reranked": Reranked(key=request.key, kept=kept, failure=failure)}
    )
