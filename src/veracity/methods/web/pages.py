"""A page that was fetched, as passages about a claim, or why it gives none.

Its tier is that of the address where the fetch ended, and its publisher whoever registered that
host's name: what a page says of itself counts for neither.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from veracity.domain.claim import Claim
from veracity.domain.evidence import Document, Passage, Scores, Source, Tier
from veracity.domain.page import Fetched, Hit
from veracity.models.excerpt import overlap
from veracity.retrieval.chunking import cut
from veracity.retrieval.pieces import Piece, passage_id
from veracity.rules import fusion
from veracity.rules.sites import place
from veracity.rules.tiers import Rating, rate

FROM_ONE_PAGE = 3
"""Passages at most."""
LEAST_OVERLAP = 0.25
"""Share of the claim's content words that a passage has to hold to be about it."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page that may be evidence."""

    key: str
    """Key of the fetch."""
    document: Document
    passages: tuple[Passage, ...]
    """Those about the claim, in the order of the page."""

    @property
    def url(self) -> str:
        """Where it lies."""
        return self.document.source.url

    @property
    def before(self) -> tuple[float, date, str]:
        """Sort key: of several copies the most trusted host's stands first, then the earliest."""
        source = self.document.source
        return (-fusion.tier_weight(source.tier), source.published or date.max, source.url)


def unfit(fetched: Fetched, hit: Hit, as_of: date, *, past: bool) -> str:
    """Why a page is no evidence; nothing where it may be.

    `past` tells that `as_of` is before the day of the check. A page has to show then that its words
    were there by that day: one without a date, or changed since, does not.
    """
    page = fetched.page
    if page.obstacle is not None:
        return f"In its place came: {page.obstacle.value.replace('_', ' ')}."
    if not page.text.strip():
        return "It has no text."
    published = page.published or hit.published
    if published is not None and published > as_of:
        return f"It was published on {published}, after {as_of}."
    if past and published is None:
        return f"It has no date that shows that it is not later than {as_of}."
    if past and page.modified is not None and page.modified > as_of:
        return f"It was changed on {page.modified}, after {as_of}."
    return ""


def page_of(claim: Claim, key: str, fetched: Fetched, hit: Hit) -> Page:
    """The page with its passages about the claim; with none where nothing is."""
    where = place(fetched.final_url)
    source = Source(
        url=fetched.final_url,
        title=fetched.page.title or hit.title,
        publisher=where.domain if where is not None else "",
        tier=_rating(fetched).tier or Tier.OTHER,
        published=fetched.page.published or hit.published,
    )
    document = Document(text=fetched.page.text, source=source, media_type=fetched.media_type)
    return Page(key, document, _about(claim, document))


def _rating(fetched: Fetched) -> Rating:
    """Of the address where the fetch ended, by way of all the others."""
    straight = fetched.stands_in_for is not None or not fetched.redirects
    return rate(fetched.final_url) if straight else rate(fetched.url, fetched.redirects)


def _about(claim: Claim, document: Document) -> tuple[Passage, ...]:
    """The passages that share most words with the claim, in the page's order."""
    passages = [_passage(claim, document, piece) for piece in cut(document).pieces]
    about = [one for one in passages if (one.scores.keyword or 0.0) >= LEAST_OVERLAP]
    best = sorted(about, key=lambda one: -(one.scores.keyword or 0.0))[:FROM_ONE_PAGE]
    return tuple(one for one in about if one in best)


def _passage(claim: Claim, document: Document, piece: Piece) -> Passage:
    text = piece.span.of(document.text)
    return Passage(
        id=passage_id(document.digest, piece.span.start, piece.span.end),
        document=document.digest,
        text=text,
        span=piece.span,
        source=document.source,
        subject=piece.heading,
        scores=Scores(keyword=overlap(claim.text, f"{piece.heading or ''} {text}")),
    )
