"""Queries whose relevant documents are known: a folder of posts, or a set in the layout of BEIR."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from veracity.domain.errors import BadInput
from veracity.domain.evidence import Document, Source
from veracity.evaluation.folder import alerts, is_folder, read_folder

CORPUS, QUERIES, QRELS = "corpus.jsonl", "queries.jsonl", "qrels.tsv"


@dataclass(frozen=True, slots=True)
class Query:
    """One query."""

    id: str
    text: str
    relevant: frozenset[str]
    """Addresses of the relevant documents; any of them is a hit."""
    group: str
    """Queries of one group are not independent."""
    kind: str | None = None
    """The style of a post."""
    as_of: date | None = None
    """The day on which it is asked."""


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    """Documents, and the queries of each set over them."""

    name: str
    documents: tuple[Document, ...]
    queries: Mapping[str, tuple[Query, ...]]
    files: Mapping[str, Path]
    """Where the queries of a set stand."""


def read_set(path: Path, only: Iterable[str] = ()) -> RetrievalSet:
    """Read the set in `path`, with `only` the named parts of its queries. Raises `BadInput`."""
    wanted = frozenset(only)
    try:
        found = _posts(path, wanted) if is_folder(path) else _beir(path)
    except (OSError, ValueError, KeyError) as error:
        raise BadInput(f"{path} is no set for retrieval: {error!r}.", "See docs.") from None
    if not any(found.queries.values()):
        raise BadInput(f"{path} has no queries of that set.", "Leave out --only.")
    return found


def _posts(path: Path, wanted: frozenset[str]) -> RetrievalSet:
    folder = read_folder(path)
    known = alerts(folder)
    relevant: defaultdict[str, set[str]] = defaultdict(set)
    for document, event in known:
        if event is not None:
            relevant[event].add(document.source.url)
    files = {file.stem: file for file in folder.sets if not wanted or file.stem in wanted}
    return RetrievalSet(
        name=path.name,
        documents=tuple(document for document, _ in known),
        queries={
            name: tuple(_post(row, relevant[row["event"]]) for row in _rows(file))
            for name, file in files.items()
        },
        files=files,
    )


def _post(row: Mapping[str, Any], relevant: Iterable[str]) -> Query:
    return Query(
        id=row["id"],
        text=row["text"],
        relevant=frozenset(relevant),
        group=row["event"],
        kind=row["style"],
        as_of=date.fromisoformat(row["published"]),
    )


def _beir(path: Path) -> RetrievalSet:
    relevant: defaultdict[str, set[str]] = defaultdict(set)
    for line in (path / QRELS).read_text("utf-8").splitlines():
        query, document, grade = line.split("\t")
        if grade.isdigit() and int(grade) > 0:  # The first line is a heading.
            relevant[query].add(document)
    documents = tuple(
        Document(
            text=row["text"],
            source=Source(url=row["_id"], title="", publisher=""),
        )
        for row in _rows(path / CORPUS)
    )
    queries = tuple(
        Query(row["_id"], row["text"], frozenset(relevant[row["_id"]]), group=row["_id"])
        for row in _rows(path / QUERIES)
        if row["_id"] in relevant
    )
    return RetrievalSet(path.name, documents, {path.name: queries}, {path.name: path / QUERIES})


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
