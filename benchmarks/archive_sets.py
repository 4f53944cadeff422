"""Retrieval sets in the layout of BEIR, and the measures on them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from veracity.evaluation.retrieval.measures import measure


@dataclass(frozen=True)
class RetrievalSet:
    name: str
    corpus: Mapping[str, str]
    """Text by id."""
    queries: Mapping[str, str]
    qrels: Mapping[str, frozenset[str]]
    """The relevant passages of a query."""


def read_set(folder: Path) -> RetrievalSet:
    qrels: dict[str, set[str]] = {}
    for line in (folder / "qrels.tsv").read_text("utf-8").splitlines():
        query, passage, score = line.split("\t")
        if score.isdigit() and int(score) > 0:
            qrels.setdefault(query, set()).add(passage)
    queries = {row["_id"]: row["text"] for row in _rows(folder / "queries.jsonl")}
    return RetrievalSet(
        name=folder.name,
        corpus={row["_id"]: row["text"] for row in _rows(folder / "corpus.jsonl")},
        queries={query: queries[query] for query in qrels if query in queries},
        qrels={query: frozenset(found) for query, found in qrels.items()},
    )


def _rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@dataclass(frozen=True)
class Quality:
    recall: float
    mrr: float
    ndcg: float


def quality(
    runs: Mapping[str, Sequence[str]], qrels: Mapping[str, frozenset[str]], at: int = 5
) -> Quality:
    """Means over queries of the measures in `veracity.evaluation.retrieval.measures`."""
    found = [measure(run, qrels[query], at) for query, run in runs.items()]
    return Quality(
        recall=fmean(one.recall for one in found),
        mrr=fmean(one.rr for one in found),
        ndcg=fmean(one.ndcg for one in found),
    )
