"""A document cut into what can be found: passages before they are stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from veracity.domain.canonical import digest_bytes
from veracity.domain.claim import Span
from veracity.domain.evidence import Document, RecordField


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage of a document, and what the searches need to find it."""

    span: Span
    """Its place in the document's text."""
    heading: str | None = None
    """The section it stands in."""
    subject: str | None = None
    """The entry of a reference work that it belongs to; its names go into the gazetteer."""
    names: tuple[str, ...] = ()
    """Other names of the subject."""
    topics: str = ""
    """Words that are searched with it and are not part of its text."""
    fields: tuple[RecordField, ...] = ()
    standing: bool = False
    vector: bytes | None = None
    """Packed (see `vectors.pack`); None is computed when it is added."""

    def with_vector(self, vector: bytes) -> Piece:
        """The same piece with its vector."""
        return replace(self, vector=vector)

    def embedded_text(self, document: Document) -> str:
        """What its vector is made from: title and heading place it, then its own words."""
        about = [document.source.title, self.heading or ""]
        place = ": ".join(dict.fromkeys(part for part in about if part))
        text = self.span.of(document.text)
        return f"{place}\n{text}" if place else text


@dataclass(frozen=True, slots=True)
class Cut:
    """A document with its passages."""

    document: Document
    pieces: Sequence[Piece]


def passage_id(document: str, first: int, last: int) -> str:
    """Names a passage by its document's digest and its place in it.

    Digest of the canonical JSON `{"document":...,"span":[first,last]}`, which is written out here
    because every search names hundreds of passages.
    """
    return digest_bytes(f'{{"document":"{document}","span":[{first},{last}]}}'.encode())
