"""What re-ranking does to what the archive finds.

    python -m benchmarks.rerank SET [--queries N] [--depth N] [--cross-encoder]

SET is a retrieval set in the layout of BEIR whose queries are claims. The archive's fused run is
cut at `depth` and re-ordered: by the stance verifier with the local model of the home folder and,
with `--cross-encoder`, by that model. Queries are taken by the SHA-256 of their ids, so that a
smaller sample is a part of a larger one. Stances are kept in the home's journal.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.archive_sets import RetrievalSet, quality, read_set
from veracity.desk.base import Desk
from veracity.desk.blobs import Blobs
from veracity.desk.journal import Journal
from veracity.desk.live import LiveDesk
from veracity.domain.evidence import Document, Source
from veracity.domain.exchange import Failure
from veracity.models.catalogue import catalogue
from veracity.models.local import LocalProvider
from veracity.models.stance import calibration, logprobs_of, stance_of, stance_request
from veracity.models.weights import WeightStore
from veracity.retrieval.archive import Archive
from veracity.retrieval.rerank import CrossEncoder, Reranker, StanceReranker, best
from veracity.rules.calibration import StanceProbabilities
from veracity.settings import Settings, read_settings

Runs = Mapping[str, Sequence[str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", type=Path)
    parser.add_argument("--queries", type=int, default=40)
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--cross-encoder", action="store_true")
    arguments = parser.parse_args()
    of = read_set(arguments.set)
    taken = sorted(of.queries, key=lambda name: hashlib.sha256(name.encode()).digest())
    fused = search(of, taken[: arguments.queries], arguments.depth)
    read = asyncio.run(stances(of, fused, read_settings({})))
    show(f"{of.name}: {len(fused)} queries, {arguments.depth} passages of each", fused, of)
    show(
        "stance", {q: _ranked(StanceReranker(read[q]), of, q, run) for q, run in fused.items()}, of
    )
    if arguments.cross_encoder:
        encoder = CrossEncoder(read_settings({}).models_folder)
        show("cross-encoder", {q: _ranked(encoder, of, q, run) for q, run in fused.items()}, of)


def search(of: RetrievalSet, queries: Sequence[str], depth: int) -> Runs:
    """The archive's fused run of each query, `depth` documents long."""
    names = {text: name for name, text in of.corpus.items()}
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.open(Path(folder), starter=False)
        archive.add(
            Document(text=text, source=Source(url=name, title="", publisher=""))
            for text, name in names.items()
        )
        runs = {
            query: list(
                dict.fromkeys(
                    passage.source.url
                    for passage in archive.search(of.queries[query], top_k=4 * depth).passages
                )
            )[:depth]
            for query in queries
        }
        archive.close()
    return runs


async def stances(
    of: RetrievalSet, runs: Runs, settings: Settings
) -> dict[str, dict[str, StanceProbabilities]]:
    """What the local model says of each document for each query, by query and text."""
    model = catalogue().find(catalogue().default)
    store = WeightStore(settings.models_folder, settings.model_file)
    journal = Journal(settings.journal_file, Blobs(settings.blobs_folder))
    local = LocalProvider(store, model, threads=settings.threads or None)
    desk = LiveDesk((local,), journal, deadlines={"ask": None})
    read: dict[str, dict[str, StanceProbabilities]] = {}
    for done, (query, run) in enumerate(runs.items(), start=1):
        claim = desk.open_claim(query)
        texts = [of.corpus[name] for name in run]
        said = [await _stance(claim, of.queries[query], text) for text in texts]
        read[query] = {t: p for t, p in zip(texts, said, strict=True) if p is not None}
        print(f"\r{done} of {len(runs)} queries read", end="", flush=True)
    print()
    await desk.close()
    local.close()
    await journal.close()
    return read


async def _stance(desk: Desk, claim: str, text: str) -> StanceProbabilities | None:
    calibrated = calibration(catalogue().default)
    request = stance_request(claim, text, calibrated)
    outcome = await desk.ask(request)
    if isinstance(outcome, Failure) or isinstance(logprobs_of(outcome), Failure):
        return None
    return stance_of(request, outcome, calibrated.parameters)


def _ranked(reranker: Reranker, of: RetrievalSet, query: str, run: Sequence[str]) -> list[str]:
    scores = reranker.score(of.queries[query], [of.corpus[name] for name in run])
    return list(best(run, scores, len(run)))


def show(name: str, runs: Runs, of: RetrievalSet) -> None:
    score = quality(runs, of.qrels)
    print(f"{name:60}{score.recall:8.3f}{score.mrr:8.3f}{score.ndcg:8.3f}", flush=True)


if __name__ == "__main__":
    main()
