"""The search backend `folder`: the files of a folder, with one sub-folder for each publisher.

It is a stand-in for a web search: `--set web=folder` searches it beside the archive. A reply is
reused for a day, as that of any search that has no generation; `--fresh` asks again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from veracity.domain.canonical import plain
from veracity.domain.errors import BadInput, VeracityError
from veracity.domain.evidence import Found, Passage
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.models.excerpt import overlap
from veracity.retrieval.chunking import cut
from veracity.retrieval.pieces import passage_id
from veracity.retrieval.reading import About, files_in, read_document
from veracity.settings import Settings


class Folder:
    """Searches a folder by the share of the query's content words that a passage holds."""

    name = "folder"
    concurrency = 4

    def __init__(self, place: Path) -> None:
        self._place = place

    async def answer(self, request: Request) -> Reply | Failure:
        """Answer a search: `query`, `top_k`, and `as_of`, after which nothing is evidence."""
        if request.kind != "search":
            return Failure(kind=FailureKind.UNAVAILABLE, message="folder answers only searches.")
        asked = request.inputs
        as_of = date.fromisoformat(asked["as_of"])
        try:
            found = await asyncio.to_thread(self._search, asked["query"], asked["top_k"], as_of)
        except VeracityError as error:  # A file that cannot be read. Finding nothing is an answer.
            return Failure(kind=FailureKind.UNAVAILABLE, message=str(error))
        return Reply(value=plain(found))

    def _search(self, query: str, top_k: int, as_of: date) -> Found:
        passages = list(self._passages(as_of))
        ranked = sorted((-overlap(query, passage.text), passage.id) for passage in passages)
        by_id = {passage.id: passage for passage in passages}
        best = tuple(by_id[name] for score, name in ranked[:top_k] if score < 0)
        return Found(passages=best, searched=len(passages))

    def _passages(self, as_of: date) -> Iterator[Passage]:
        for file in files_in(self._place):
            about = About(url=file.relative_to(self._place).as_posix(), publisher=file.parent.name)
            document = read_document(file, about)
            published = document.source.published
            if published is not None and published > as_of:
                continue
            for piece in cut(document).pieces:
                yield Passage(
                    id=passage_id(document.digest, piece.span.start, piece.span.end),
                    document=document.digest,
                    text=piece.span.of(document.text),
                    span=piece.span,
                    source=document.source,
                    subject=piece.heading,
                )


def open_folder(settings: Settings) -> Folder:
    """The provider for `folder` in the home folder. Raises `BadInput` when that is not there."""
    place = settings.home / "folder"
    if not place.is_dir():
        raise BadInput(f"There is no folder {place}.", "Make it, with a folder a publisher in it.")
    return Folder(place)
