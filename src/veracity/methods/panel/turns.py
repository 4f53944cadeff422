"""One question to one model of a panel, with whatever search it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from veracity.desk.base import Desk
from veracity.domain.canonical import digest, digest_bytes
from veracity.domain.claim import Claim
from veracity.domain.evidence import Passage, Source, Tier
from veracity.domain.exchange import Failure
from veracity.methods.evidence import Query, Search, gather_pool
from veracity.methods.panel.citations import pages
from veracity.methods.panel.record import PanelAnswer, PanelDials, Purpose, Turn
from veracity.methods.queries import both_sides, write_queries
from veracity.methods.standing import Standing, standing
from veracity.models.asking import WEB_SEARCH, WebResult, ask_for, ask_with_search, question
from veracity.models.excerpt import excerpt
from veracity.models.untrusted import clean
from veracity.rules.tiers import rate
from veracity.rules.topics import Topic, on_primary_site, sites_line, sites_of

READER = "panel"
"""The prompt of a member that reads what the desk found."""
SEARCHER = "panel_search"
"""The prompt of a member that searches by itself."""

_FIRST_SEARCH = "Search the sites of primary sources first where any are listed, then more widely."
_SECOND_SEARCH = (
    "You were asked before, and no primary source came back. Search each of the sites of primary "
    "sources now, with `site:` and the words of the claim, before you answer again."
)


@dataclass(frozen=True, slots=True)
class Inquiry:
    """What is asked about, and what every turn about it shares."""

    claim: Claim
    as_of: date
    topics: tuple[Topic, ...]
    dials: PanelDials

    @property
    def closed(self) -> bool:
        """Whether the evidence is given or shared, so that nobody looks elsewhere."""
        return self.dials.given is not None or self.dials.pool is not None

    def searches_by_itself(self, model: str) -> bool:
        """Whether `model` is asked with its provider's own search."""
        return not self.closed and model.partition(":")[0] in self.dials.own_search

    def standing(self, source: Source) -> Standing:
        """The standing of a source for the claim.

        A page on a site of the claim's topics is primary too, unless a press office speaks there.
        What may not decide the claim never is.
        """
        found = standing(self.claim, source)
        on_site = on_primary_site(source.url, self.topics) and rate(source.url).function != "press"
        primary = found.decides and (found.primary or on_site)
        return found.model_copy(update={"primary": primary})


@dataclass(frozen=True, slots=True)
class Taken:
    """A turn, with what came back in it."""

    turn: Turn
    passages: tuple[Passage, ...] = ()
    """What the turn returned, as `turn.returned` names it, and what was found and not shown."""
    standings: Mapping[str, Standing] = field(default_factory=dict[str, Standing])
    searches: tuple[Search, ...] = ()


MOST_SITES = 8
"""Sites that the extra search is restricted to."""


async def take_turn(desk: Desk, inquiry: Inquiry, model: str, purpose: Purpose) -> Taken:
    """Ask `model`, which searches by itself or reads what the desk finds for it."""
    if inquiry.searches_by_itself(model):
        return await _search_and_answer(desk, inquiry, model, purpose)
    return await _find_and_answer(desk, inquiry, model, purpose)


async def ask_again(desk: Desk, inquiry: Inquiry, last: Taken) -> Taken:
    """Search the sites of primary sources, and ask the model of `last` once more.

    A model with a search of its own searches them. For any other the desk does, with one search
    that all of them share, and the model is asked only if that brought a primary source: it reads
    what is new before what it had.
    """
    model = last.turn.model
    if last.turn.own_search:
        return await _search_and_answer(desk, inquiry, model, "primary")
    query = Query(
        text=inquiry.claim.text,
        purpose="primary",
        sites=sites_of(inquiry.topics)[:MOST_SITES],
    )
    pool = await gather_pool(inquiry.claim, desk, inquiry.dials, [query])
    new = {passage.id: inquiry.standing(passage.source) for passage in pool.passages}
    standings = {**last.standings, **new}
    primary = [passage for passage in pool.passages if new[passage.id].primary]
    if primary:
        had = {passage.id: passage for passage in last.passages}
        seen = [had[name] for name in last.turn.returned]
        shown = _chosen([*primary, *seen], standings, inquiry.dials.shown)
        turn = await _read_and_answer(desk, inquiry, model, "primary", shown, (query.text,))
    else:
        turn = Turn(
            model=model, purpose="primary", own_search=False, key=None, queries=(query.text,)
        )
    return Taken(turn, pool.passages, new, pool.searches)


async def _search_and_answer(desk: Desk, inquiry: Inquiry, model: str, purpose: Purpose) -> Taken:
    """Ask a model that searches the web with its provider's own tool."""
    inputs = {
        "claim": clean(inquiry.claim.text),
        "as_of": inquiry.as_of.isoformat(),
        "sites": sites_line(inquiry.topics) or "none",
        "search": _SECOND_SEARCH if purpose == "primary" else _FIRST_SEARCH,
    }
    request = question(model, SEARCHER, inputs, PanelAnswer, settings={WEB_SEARCH: True})
    asked = await ask_with_search(desk, request, PanelAnswer)
    passages = {passage.id: passage for passage in map(_page, asked.returned)}
    turn = Turn(
        model=model,
        purpose=purpose,
        own_search=True,
        key=asked.key,
        queries=asked.queries,
        returned=tuple(passages),
        answer=asked.answer,
        failure=asked.failure,
    )
    return Taken(
        turn=turn,
        passages=tuple(passages.values()),
        standings={name: inquiry.standing(page.source) for name, page in passages.items()},
    )


async def _read_and_answer(
    desk: Desk,
    inquiry: Inquiry,
    model: str,
    purpose: Purpose,
    shown: Sequence[Passage],
    queries: tuple[str, ...],
) -> Turn:
    """Ask a model that reads passages which the desk found: numbered, each with its address."""
    inputs = {
        "claim": clean(inquiry.claim.text),
        "sites": sites_line(inquiry.topics) or "none",
        "sources": _sources(inquiry, shown) or "No source was found.",
    }
    request = question(model, READER, inputs, PanelAnswer)
    asked = await ask_for(desk, request, PanelAnswer)
    return Turn(
        model=model,
        purpose=purpose,
        own_search=False,
        key=asked.key,
        queries=queries,
        returned=tuple(passage.id for passage in shown),
        answer=asked.answer,
        failure=asked.failure,
    )


def _chosen(
    passages: Sequence[Passage], standings: Mapping[str, Standing], count: int
) -> tuple[Passage, ...]:
    """The first `count` passages that may decide the claim, primary sources before others."""
    deciding = [passage for passage in passages if standings[passage.id].decides][:count]
    return tuple(sorted(deciding, key=lambda passage: not standings[passage.id].primary))


async def _find_and_answer(desk: Desk, inquiry: Inquiry, model: str, purpose: Purpose) -> Taken:
    claim, dials = inquiry.claim, inquiry.dials
    queries: tuple[Query, ...] = (Query(text=claim.text),)
    unwritten: Failure | None = None
    if not inquiry.closed:
        written = await write_queries(claim, desk, model)
        queries, unwritten = both_sides(claim, written.answer), written.failure
    pool = await gather_pool(claim, desk, dials, queries)
    standings = {passage.id: inquiry.standing(passage.source) for passage in pool.passages}
    words = tuple(query.text for query in queries)
    if pool.answered:
        shown = _chosen(pool.passages, standings, dials.shown)
        turn = await _read_and_answer(desk, inquiry, model, purpose, shown, words)
    else:
        turn = Turn(
            model=model,
            purpose=purpose,
            own_search=False,
            key=None,
            queries=words,
            failure=pool.failures[0].failure,
        )
    turn = turn.model_copy(update={"unwritten": unwritten})
    return Taken(turn, pool.passages, standings, pool.searches)


def _sources(inquiry: Inquiry, shown: Sequence[Passage]) -> str:
    """The pages as numbered lines: address, what it is, date, and the words nearest the claim."""
    lines: list[str] = []
    for number, (cited, found) in enumerate(pages(shown).items(), start=1):
        source, known = found[0].source, inquiry.standing(found[0].source)
        about = ["primary source" if known.primary else f"{known.tier} source"]
        if source.published is not None:
            about.append(source.published.isoformat())
        words = (excerpt(inquiry.claim.text, p.text, inquiry.dials.words) for p in found)
        lines.append(f"[{number}] {clean(cited)} ({', '.join(about)}): {' / '.join(words)}")
    return "\n".join(lines)


def _page(result: WebResult) -> Passage:
    """A page that a provider's search returned, as a passage that is the whole of what came."""
    rating = rate(result.url)
    source = Source(
        url=result.url,
        title=clean(result.title),
        publisher=rating.host or "",
        tier=rating.tier or Tier.OTHER,
    )
    return Passage(
        id=digest({"url": result.url, "text": result.text}),
        document=digest_bytes(result.text.encode("utf-8")),
        text=result.text,
        source=source,
    )
