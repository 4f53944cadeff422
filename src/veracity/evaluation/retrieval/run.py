"""Asks an archive every query of a set, and measures what each way of ranking made of it.

One search gives all of them: its passages carry the ranks that keywords and vectors gave them. A
ranking is over the candidates that the archive keeps, at most `DEPTH`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from veracity.domain.base import Frozen
from veracity.domain.evidence import Found, Passage
from veracity.evaluation.retrieval.measures import Measures, Quality, measure, quality
from veracity.evaluation.retrieval.sets import Query, RetrievalSet
from veracity.retrieval.rerank import Reranker, best

DEPTH = 100
RERANKED = 20
"""Passages that a re-ranker reads for one query."""

Ranking: TypeAlias = Callable[[str, Sequence[Passage]], Sequence[Passage]]
Watcher: TypeAlias = Callable[[int, int], None]


class Figures(Frozen):
    """The figures of one set of queries."""

    backends: dict[str, Quality]
    """By way of ranking."""
    styles: dict[str, dict[str, Quality]]
    """By kind of query, then by way of ranking."""


class RetrievalReport(Frozen):
    """What was measured."""

    name: str
    documents: int
    embedder: str
    sets: dict[str, Figures]


def rankings(reranker: Reranker | None = None) -> Mapping[str, Ranking]:
    """The ways of ranking, by name; the archive's own is `archive`."""
    found: dict[str, Ranking] = {
        "keywords": lambda _, passages: _by(passages, lambda one: one.scores.keyword_rank),
        "vectors": lambda _, passages: _by(passages, lambda one: one.scores.vector_rank),
        "fused": lambda _, passages: sorted(passages, key=lambda one: -one.scores.fused),
        "archive": lambda _, passages: passages,
    }
    if reranker is not None:

        def reranked(query: str, passages: Sequence[Passage]) -> Sequence[Passage]:
            read, rest = passages[:RERANKED], passages[RERANKED:]
            scores = reranker.score(query, [one.text for one in read])
            return [*best(read, scores, len(read)), *rest]

        found["reranked"] = reranked
    return found


def run(
    of: RetrievalSet,
    search: Callable[[Query], Found],
    *,
    embedder: str,
    reranker: Reranker | None = None,
    watch: Watcher | None = None,
) -> RetrievalReport:
    """Ask all queries of `of`, and measure."""
    ways = rankings(reranker)
    total = sum(map(len, of.queries.values()))
    done = 0
    sets: dict[str, Figures] = {}
    for name, queries in of.queries.items():
        measured: list[tuple[Query, dict[str, Measures]]] = []
        for query in queries:
            passages = search(query).passages
            measured.append(
                (
                    query,
                    {
                        way: measure(_documents(rank(query.text, passages)), query.relevant)
                        for way, rank in ways.items()
                    },
                )
            )
            done += 1
            if watch is not None:
                watch(done, total)
        sets[name] = _figures(measured, tuple(ways))
    return RetrievalReport(name=of.name, documents=len(of.documents), embedder=embedder, sets=sets)


def _figures(
    measured: Sequence[tuple[Query, Mapping[str, Measures]]], ways: Sequence[str]
) -> Figures:
    kinds = sorted({query.kind for query, _ in measured if query.kind is not None})

    def means(kind: str | None) -> dict[str, Quality]:
        kept = [one for one in measured if kind is None or one[0].kind == kind]
        return {way: quality((query.group, found[way]) for query, found in kept) for way in ways}

    return Figures(backends=means(None), styles={kind: means(kind) for kind in kinds})


def _by(passages: Iterable[Passage], rank: Callable[[Passage], int | None]) -> list[Passage]:
    ranked = [(place, one) for one in passages if (place := rank(one)) is not None]
    return [one for _, one in sorted(ranked, key=lambda pair: pair[0])]


def _documents(passages: Iterable[Passage]) -> list[str]:
    """The documents in order; one that was cut into several passages counts once."""
    return list(dict.fromkeys(one.source.url for one in passages))
