"""The passages of a web search, best first, and each text once however many pages copy it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from veracity.domain.evidence import Found, Passage, Scores
from veracity.domain.exchange import Failure
from veracity.methods.web.dials import LeftOut
from veracity.methods.web.pages import Page
from veracity.rules import fusion
from veracity.rules.independence import Rooted, clusters


@dataclass(frozen=True, slots=True)
class Looked:
    """What came of one search."""

    key: str
    """Key of the search."""
    found: Found = field(default_factory=Found)
    failure: Failure | None = None
    pages: tuple[Page, ...] = ()
    """In the order in which the backend named them."""
    left_out: tuple[LeftOut, ...] = ()


def ranked(looked: Sequence[Looked], top_k: int, as_of: date) -> tuple[Looked, ...]:
    """The searches, each with its `top_k` best passages as `found`.

    Of pages that are near copies of one another, over all the searches, one stays: the most trusted
    host's, then the earliest. A search whose backend gave passages itself stays as it is.
    """
    return tuple(
        _with_best(one, top_k, as_of) if one.pages else one for one in without_copies(looked)
    )


def without_copies(looked: Sequence[Looked]) -> tuple[Looked, ...]:
    """The searches without the pages that are near copies of another page (`rules/independence`).
    Each is left out with the address that stands for it."""
    pages = {page.url: page for one in looked for page in one.pages}
    group = clusters(
        Rooted(document=url, origin=page.document.digest, text=page.document.text)
        for url, page in pages.items()
    )
    stands: dict[str, str] = {}
    for page in sorted(pages.values(), key=lambda page: page.before):
        stands.setdefault(group[page.url], page.url)
    return tuple(_kept(one, {url: stands[group[url]] for url in pages}) for one in looked)


def _kept(looked: Looked, stands_for: dict[str, str]) -> Looked:
    kept = tuple(page for page in looked.pages if stands_for[page.url] == page.url)
    copies = tuple(
        LeftOut(url=page.url, key=page.key, why=f"It is a copy of {stands_for[page.url]}.")
        for page in looked.pages
        if stands_for[page.url] != page.url
    )
    return replace(looked, pages=kept, left_out=(*looked.left_out, *copies))


def _with_best(looked: Looked, top_k: int, as_of: date) -> Looked:
    """The search with its best passages: by the words that they share with the claim and by the
    backend's order of pages, weighed by tier and age as those of an archive are."""
    listed = [
        (number, passage)
        for number, page in enumerate(looked.pages, start=1)
        for passage in page.passages
    ]
    near = sorted(listed, key=lambda one: (-(one[1].scores.keyword or 0.0), one[0]))
    scored = [
        passage.model_copy(update={"scores": _scores(passage, (rank, number), as_of)})
        for rank, (number, passage) in enumerate(near, start=1)
    ]
    best = sorted(scored, key=lambda passage: (-passage.scores.final, passage.id))
    return replace(looked, found=Found(passages=tuple(best[:top_k]), searched=len(listed)))


def _scores(passage: Passage, ranks: tuple[int, int], as_of: date) -> Scores:
    source = passage.source
    weighed = fusion.weights(ranks, source.tier, source.published, as_of)
    return Scores(
        keyword_rank=ranks[0],
        keyword=passage.scores.keyword,
        fused=weighed.fused,
        tier_weight=weighed.tier,
        recency_weight=weighed.recency,
        final=weighed.final,
    )
