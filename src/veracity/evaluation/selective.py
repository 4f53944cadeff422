"""What abstaining buys: the risk of the answers that are left, by how many are left.

Answers are taken from the most to the least confident. After the first k of n,

    coverage  k / n        risk  wrong answers among the k / k

(El-Yaniv and Wiener 2010). The area under that curve, AURC, is the mean risk over the n
coverages: 0 for answers that are never wrong, the error rate for confidences that say nothing.
Answers of equal confidence are taken together, at the mean risk of the whole tie, so that the order
of rows decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from veracity.domain.base import Frozen


class Point(Frozen):
    """The answers at least as confident as `confidence`."""

    confidence: float
    coverage: float
    risk: float


class RiskCoverage(Frozen):
    """The whole curve, one point for each confidence that occurs, and the area under it."""

    n: int
    aurc: float
    points: tuple[Point, ...]


def risk_coverage(confidences: Sequence[float], right: Sequence[bool]) -> RiskCoverage | None:
    """The curve of these answers. None for none. Raises `ValueError` for two lengths."""
    import numpy as np

    if not len(confidences):
        return None
    confidence = np.asarray(confidences, dtype=np.float64)
    wrong = ~np.asarray(right, dtype=np.bool_)
    if confidence.shape != wrong.shape:
        raise ValueError("there are not as many answers as confidences")
    order = np.argsort(-confidence, kind="stable")
    confidence, failed = confidence[order], np.cumsum(wrong[order])
    last = np.append(np.flatnonzero(np.diff(confidence)), len(confidence) - 1)
    taken = last + 1
    risk = failed[last] / taken
    ties = np.diff(taken, prepend=0)
    points = tuple(
        Point(confidence=float(confidence[at]), coverage=float(k / len(confidence)), risk=float(r))
        for at, k, r in zip(last, taken, risk, strict=True)
    )
    return RiskCoverage(
        n=len(confidence), aurc=float((ties * risk).sum() / len(confidence)), points=points
    )
