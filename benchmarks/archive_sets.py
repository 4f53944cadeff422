"""Retrieval sets in the layout of BEIR, and the measures on them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


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
    """Recall@at, reciprocal rank of the first hit in the whole run, nDCG@at; means over queries."""
    recall: list[float] = []
    ranks: list[float] = []
    gains: list[float] = []
    for query, run in runs.items():
        relevant = qrels[query]
        hits = [passage in relevant for passage in run]
        recall.append(sum(hits[:at]) / len(relevant))
        ranks.append(next((1 / rank for rank, hit in enumerate(hits, start=1) if hit), 0.0))
        ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(at, len(relevant)) + 1))
        gain = sum(1 / math.log2(rank + 1) for rank, hit in enumerate(hits[:at], start=1) if hit)
        gains.append(gain / ideal)
    count = len(runs)
    return Quality(sum(recall) / count, sum(ranks) / count, sum(gains) / count)
