"""How well sentences that call for a check are told from others, beside simple baselines.

    python -m benchmarks.worth FILE.jsonl ...

A file has one object a line with `text` and `label`; what calls for a check is the label CFS
(ClaimBuster), 1 (CheckThat!) or yes (Factcheck-Bench). Rows with a `document` are ranked within it.
Nothing of a row is stored or printed.

    F1      at the threshold 0.5 of the score, which was set before anything was measured
    w-F1    mean of the F1 of both classes, weighted by their rows
    MAP     mean over the documents of the average precision of the ranking by score
    R-P     precision in the first R of the ranking, R being how many call for a check; and P@k
            in the first k, both as means over the documents

Where the file has ClaimBuster's three classes, a last line gives how well they are told apart:
non-factual (any nature but `fact`), a fact below the threshold, and one above.

Baselines: everything calls for a check; every sentence with a digit does; longer sentences do more.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path
from statistics import fmean
from typing import Any, TypeAlias

from veracity.rules.worth import judge

CHECKED = {"CFS", "1", "yes"}
CLASSES = ("NFS", "UFS", "CFS")
CUTS = (1, 5, 10, 20, 50)
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


def ranked(scores: Sequence[float], wanted: Sequence[bool]) -> tuple[float, ...] | None:
    """Average precision, R-precision and precision at each of `CUTS` of the ranking by score.

    Equal scores stay in the order of the text. None where nothing calls for a check.
    """
    order = sorted(range(len(scores)), key=lambda place: -scores[place])
    right = [wanted[place] for place in order]
    there = sum(right)
    if there == 0:
        return None
    hits = list(accumulate(right))
    average = sum(hits[at] / (at + 1) for at, one in enumerate(right) if one) / there
    return average, *(hits[min(cut, len(hits)) - 1] / cut for cut in (there, *CUTS))


def three_classes(rows: Sequence[dict[str, Any]]) -> str:
    """F1 of each class of ClaimBuster, and their mean weighted by rows."""
    pairs = [(class_of(row["text"]), str(row["label"])) for row in rows]
    said, there = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    hits = Counter(a for a, b in pairs if a == b)
    scores = {name: f1(hits[name], said[name], there[name]) for name in CLASSES}
    weighted = sum(scores[name] * there[name] for name in CLASSES) / len(rows)
    return " ".join(f"{name} {score:.3f}" for name, score in scores.items()) + f" w {weighted:.3f}"


def class_of(text: str) -> str:
    worth = judge(text)
    if worth.nature != "fact":
        return "NFS"
    return "CFS" if worth.score >= THRESHOLD else "UFS"


def measure(rows: Sequence[dict[str, Any]]) -> None:
    wanted = [str(row["label"]) in CHECKED for row in rows]
    heads = ("P", "R", "F1", "w-F1", "MAP", "R-P", *(f"P@{cut}" for cut in CUTS))
    print(f"{'':14} " + " ".join(f"{head:>6}" for head in heads))
    documents: defaultdict[str, list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        documents[str(row.get("document", ""))].append(place)
    for name, scorer in SCORERS.items():
        scores = [scorer(row["text"]) for row in rows]
        found = [
            ranked([scores[p] for p in places], [wanted[p] for p in places])
            for places in documents.values()
        ]
        means = map(fmean, zip(*filter(None, found), strict=True))
        figures = (*classified(scores, wanted), *means)
        print(f"{name:14} " + " ".join(f"{figure:6.3f}" for figure in figures))
    if {str(row["label"]) for row in rows} == set(CLASSES):
        print(f"three classes, F1: {three_classes(rows)}")


def main() -> None:
    for place in map(Path, sys.argv[1:]):
        rows = [json.loads(line) for line in place.read_text("utf-8").splitlines() if line.strip()]
        print(f"\n{place.name}: {len(rows)} rows")
        measure(rows)


if __name__ == "__main__":
    main()
