"""How well sentences that call for a check are told from others, beside simple baselines.

    python -m benchmarks.worth FILE.jsonl ...

A file has one object a line with `text` and `label`; what calls for a check is the label CFS
(ClaimBuster), 1 (CheckThat!) or yes (Factcheck-Bench). Rows with a `document` are ranked within it.
Nothing of a row is stored or printed.

    F1      at the threshold 0.5 of the score, which was set before anything was measured
    w-F1    mean of the F1 of both classes, weighted by their rows
    AP      mean over the documents of the average precision of the ranking by score

Baselines: everything calls for a check; every sentence with a digit does; longer sentences do more.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from veracity.rules.worth import judge

CHECKED = {"CFS", "1", "yes"}
THRESHOLD = 0.5
Scorer: TypeAlias = Callable[[str], float]


def digits(text: str) -> float:
    return float(any(letter.isdigit() for letter in text))


def length(text: str) -> float:
    """Twenty words are at the threshold, about the mean sentence of a debate."""
    return min(1.0, len(text.split()) / 40)


SCORERS: dict[str, Scorer] = {
    "rules/worth": lambda text: judge(text).score,
    "everything": lambda text: 1.0,
    "a digit": digits,
    "length": length,
}


def f1(hits: int, said: int, there: int) -> float:
    return 2 * hits / (said + there) if said + there else 0.0


def classified(
    scores: Sequence[float], wanted: Sequence[bool]
) -> tuple[float, float, float, float]:
    """Precision, recall and F1 of what calls for a check, and the weighted F1 of both classes."""
    said = [score >= THRESHOLD for score in scores]
    hits = sum(a and b for a, b in zip(said, wanted, strict=True))
    misses = sum(not a and not b for a, b in zip(said, wanted, strict=True))
    there, n = sum(wanted), len(wanted)
    positive = f1(hits, sum(said), there)
    negative = f1(misses, n - sum(said), n - there)
    weighted = (positive * there + negative * (n - there)) / n
    precision = hits / sum(said) if any(said) else 0.0
    return precision, hits / there if there else 0.0, positive, weighted


def average_precision(scores: Sequence[float], wanted: Sequence[bool]) -> float | None:
    """Of the ranking by score, equal scores in the order of the text; None where nothing counts."""
    ranked = sorted(range(len(scores)), key=lambda place: -scores[place])
    hits, total = 0, 0.0
    for rank, place in enumerate(ranked, start=1):
        if wanted[place]:
            hits += 1
            total += hits / rank
    return total / hits if hits else None


def measure(rows: Sequence[dict[str, Any]]) -> None:
    wanted = [str(row["label"]) in CHECKED for row in rows]
    print(f"{'':14} {'P':>6} {'R':>6} {'F1':>6} {'w-F1':>6} {'AP':>6}")
    for name, scorer in SCORERS.items():
        scores = [scorer(row["text"]) for row in rows]
        documents: defaultdict[str, list[int]] = defaultdict(list)
        for place, row in enumerate(rows):
            documents[str(row.get("document", ""))].append(place)
        found = [
            average_precision([scores[p] for p in places], [wanted[p] for p in places])
            for places in documents.values()
        ]
        known = [one for one in found if one is not None]
        figures = (*classified(scores, wanted), sum(known) / len(known) if known else 0.0)
        print(f"{name:14} " + " ".join(f"{figure:6.3f}" for figure in figures))


def main() -> None:
    for place in map(Path, sys.argv[1:]):
        rows = [json.loads(line) for line in place.read_text("utf-8").splitlines() if line.strip()]
        print(f"\n{place.name}: {len(rows)} rows")
        measure(rows)


if __name__ == "__main__":
    main()
