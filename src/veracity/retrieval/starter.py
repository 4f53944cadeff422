"""Loading the starter pack into an archive.

The pack holds the entries of a reference work and their vectors, already computed. Its manifest
names every file with its digest and the embedder that made the vectors; both are checked before
anything is written.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from veracity.domain.claim import Span
from veracity.domain.errors import StorageError
from veracity.domain.evidence import Document, RecordField, Source, Tier
from veracity.retrieval.archive import store, writing
from veracity.retrieval.archive.archive import Archive
from veracity.retrieval.attributes import Attributes, factbook
from veracity.retrieval.pieces import Cut, Piece

MANIFEST = "manifest.json"
ORIGIN = "starter"
_BORDERS = "Land boundaries – border countries"
_BORDER_LENGTH = {"Land boundaries", "Land boundaries – total"}
_REINSTALL = "Install veracity again."

Progress = Callable[[str, int, int], None]


def load(
    archive: Archive, progress: Progress | None = None, pack: Traversable | None = None
) -> bool:
    """Put the starter pack into `archive` unless it is there. Returns whether it was put.

    Another edition of it is replaced. Raises `StorageError` for a pack that is damaged or made for
    another embedder.
    """
    folder = resources.files("veracity.starter") if pack is None else pack
    content = _read(folder, MANIFEST)
    name = hashlib.sha256(content).hexdigest()
    with archive.store.reading() as connection:
        if store.value(connection, ORIGIN) == name:
            return False
    manifest = json.loads(content)
    entries, vectors = _checked(folder, manifest, archive)
    cuts = cut(entries, vectors, manifest, factbook())
    with archive.store.writing() as connection:
        if store.value(connection, ORIGIN) == name:
            return False
        rows = connection.execute("SELECT id FROM documents WHERE origin = ?", (ORIGIN,))
        writing.remove(connection, [row[0] for row in rows.fetchall()])
        writing.insert(connection, _told(cuts, progress, len(entries)), ORIGIN)
        store.set_value(connection, ORIGIN, name)
    return True


def cut(
    entries: list[dict[str, Any]],
    vectors: bytes,
    manifest: Mapping[str, Any],
    attributes: Attributes,
) -> Iterator[Cut]:
    """The pack's entries as documents with their passages."""
    dimensions = manifest["embedder"]["dimensions"]
    at = 0
    for entry in entries:
        texts: list[str] = []
        pieces: list[Piece] = []
        start = 0
        for family, lines in entry["passages"]:
            text = _text(entry["title"], family, lines)
            pieces.append(
                Piece(
                    span=Span(start=start, end=start + len(text)),
                    subject=entry["title"],
                    names=tuple(entry["names"]),
                    topics=attributes.topics(family, [attribute for attribute, _ in lines]),
                    fields=_fields(text, family, lines, attributes),
                    standing=True,
                    vector=_vector(vectors[at : at + dimensions]),
                )
            )
            texts.append(text)
            start += len(text) + 2
            at += dimensions
        source = Source(
            url=entry["url"],
            title=f"{manifest['title']}: {entry['title']}",
            publisher=manifest["publisher"],
            tier=Tier.GOVERNMENT,
            published=date.fromisoformat(manifest["edition"]),
            curated=True,
        )
        yield Cut(Document(text="\n\n".join(texts), source=source), pieces)


def _vector(packed: bytes) -> bytes | None:
    """Zeros are a passage that the pack has no vector for: keywords alone find it."""
    return packed if any(packed) else None


def _text(title: str, family: str, lines: list[list[str]]) -> str:
    rows = [f"{attribute}: {value}" if attribute else value for attribute, value in lines]
    return "\n".join([f"{title}: {family}", *rows])


def _fields(
    text: str, family: str, lines: list[list[str]], attributes: Attributes
) -> tuple[RecordField, ...]:
    found: list[RecordField] = []
    at = text.index("\n") + 1
    for attribute, value in lines:
        line = f"{attribute}: {value}" if attribute else value
        span = Span.model_construct(start=at, end=at + len(line))
        at += len(line) + 1
        if attribute:
            found.append(_field(attribute, value, span, family, attributes))
    return (*found, *_no_borders(found, attributes))


def _field(
    attribute: str, value: str, span: Span, family: str, attributes: Attributes
) -> RecordField:
    # Without validation, which would take as long as all the rest of loading.
    return RecordField.model_construct(
        attribute=attribute,
        value=value,
        span=span,
        kind=attributes.kind(attribute),
        also_called=attributes.also_called(attribute, family),
    )


def _no_borders(fields: list[RecordField], attributes: Attributes) -> list[RecordField]:
    """Where the land boundaries are 0 km long, the list of border countries is empty.

    Its quote is the line that says so.
    """
    if any(field.attribute == _BORDERS for field in fields):
        return []
    return [
        _field(_BORDERS, field.value, field.span, "Land boundaries", attributes)
        for field in fields
        if field.attribute in _BORDER_LENGTH and field.value.startswith("0 km")
    ]


def _checked(
    folder: Traversable, manifest: Mapping[str, Any], archive: Archive
) -> tuple[list[dict[str, Any]], bytes]:
    made_by = manifest["embedder"]
    embedder = archive.embedder
    if (made_by["id"], made_by["digest"]) != (embedder.id, embedder.digest):
        raise StorageError(
            f"The starter pack's vectors were made by {made_by['id']}, not by this {embedder.id}.",
            _REINSTALL,
        )
    contents: dict[str, bytes] = {}
    for name, digest in manifest["files"].items():
        contents[name] = _read(folder, name)
        if hashlib.sha256(contents[name]).hexdigest() != digest:
            raise StorageError(f"The starter pack's file {name} is damaged.", _REINSTALL)
    rows = lzma.decompress(contents["entries.jsonl.xz"]).decode("utf-8").splitlines()
    return [json.loads(row) for row in rows], contents["vectors.i8"]


def _read(folder: Traversable, name: str) -> bytes:
    try:
        return folder.joinpath(name).read_bytes()
    except OSError:
        raise StorageError(f"The starter pack's file {name} is missing.", _REINSTALL) from None


def _told(cuts: Iterator[Cut], progress: Progress | None, total: int) -> Iterator[Cut]:
    for done, one in enumerate(cuts, start=1):
        yield one
        if progress is not None:
            progress("starter pack", done, total)
