"""From what came of each row to the report: every set by itself, and all rows pooled."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Any

from veracity.domain.canonical import canonical, digest_bytes
from veracity.evaluation.answers import Answer, exact
from veracity.evaluation.dataset import Dataset
from veracity.evaluation.intervals import intervals
from veracity.evaluation.labels import label_figures
from veracity.evaluation.metrics import Pair, by_class, confusion, figures, table
from veracity.evaluation.outcomes import Outcome
from veracity.evaluation.reliability import Reliability, reliability
from veracity.evaluation.report import (
    DatasetRef,
    Forced,
    KindFigures,
    Report,
    RowReport,
    Run,
    Scores,
)
from veracity.evaluation.selective import risk_coverage

DECISIVE = (Answer.SUPPORTED, Answer.REFUTED)
FORCED_NAMES = ("accuracy", "macro_f1", "flips")
"""What is measured without abstention. The rest of the figures is about abstaining."""


def report(run: Run, sets: Sequence[Dataset], outcomes: Sequence[Outcome]) -> Report:
    """Put the report together: each set by itself, and all rows pooled."""
    alone = {
        dataset.name: scores(
            _ref(dataset, closed=run.closed),
            [outcome for outcome in outcomes if outcome.dataset == dataset.name],
        )
        for dataset in sets
    }
    only = alone[sets[0].name] if len(sets) == 1 else None
    pooled = only or scores(_pooled(tuple(one.dataset for one in alone.values())), outcomes)
    return Report(
        **{name: getattr(pooled, name) for name in Scores.model_fields},
        **{name: getattr(run, name) for name in Run.model_fields},
        sets=alone,
        rows=tuple(_row(outcome) for outcome in outcomes),
    )


def scores(dataset: DatasetRef, outcomes: Sequence[Outcome]) -> Scores:
    """The figures of these rows."""
    scored = [outcome for outcome in outcomes if outcome.predicted is not None]
    faults = Counter(outcome.fault or "internal" for outcome in outcomes if not outcome.predicted)
    observed = [(_group(outcome), _pair(outcome, outcome.predicted)) for outcome in scored]
    counts = confusion(pair for _, pair in observed)
    fresh = [outcome.seconds for outcome in scored if not outcome.resumed]
    timed = fresh or [outcome.seconds for outcome in scored]
    return Scores(
        **dict(figures(counts)),
        dataset=dataset,
        errors=sum(faults.values()),
        error_kinds=dict(sorted(faults.items())),
        median_seconds=round(median(timed), 3) if timed else None,
        decided_in_code=sum(o.in_code for o in scored) / len(scored) if scored else None,
        resumed=len(scored) - len(fresh),
        intervals=dict(intervals(observed)),
        confusion=table(counts),
        per_class=by_class(counts),
        by_kind=_by_kind(scored),
        without_abstention=_forced(scored),
        usd=math.fsum(outcome.usd for outcome in outcomes),
        calls=sum(outcome.calls for outcome in outcomes),
        exact=_exact(scored),
        wrong_decisive=_wrong_decisive(scored),
        verdicts=label_figures((outcome.row.label, outcome.label or "") for outcome in scored),
        probability=_probability(scored),
        **_confidence(scored),
    )


def _exact(scored: Sequence[Outcome]) -> float | None:
    """The strict accuracy: a method may say True of what is Mostly True, and be wrong."""
    found = [exact(outcome.row.label, outcome.label or "") for outcome in scored]
    known = [one for one in found if one is not None]
    return sum(known) / len(known) if known else None


def _wrong_decisive(scored: Sequence[Outcome]) -> float | None:
    wrong = [
        one for one in scored if one.predicted in DECISIVE and one.predicted is not one.row.gold
    ]
    return len(wrong) / len(scored) if scored else None


def _confidence(scored: Sequence[Outcome]) -> dict[str, Any]:
    """How far the confidence of a decisive answer can be taken at its word."""
    decisive = [
        (outcome.confidence, outcome.predicted is outcome.row.gold)
        for outcome in scored
        if outcome.predicted in DECISIVE and outcome.confidence is not None
    ]
    stated, right = [one for one, _ in decisive], [one for _, one in decisive]
    return {
        "confidence": reliability(stated, right),
        "selective": risk_coverage(stated, right),
    }


def _probability(scored: Sequence[Outcome]) -> Reliability | None:
    stated = [
        (outcome.probability, outcome.row.gold is Answer.SUPPORTED)
        for outcome in scored
        if outcome.row.gold in DECISIVE and outcome.probability is not None
    ]
    return reliability([one for one, _ in stated], [true for _, true in stated])


def _forced(scored: Sequence[Outcome]) -> Forced | None:
    observed = [(_group(o), _pair(o, o.forced)) for o in scored if o.forced is not None]
    if not observed:
        return None
    counts = confusion(pair for _, pair in observed)
    found, bounds = figures(counts), intervals(observed)
    return Forced(
        n=found.n,
        accuracy=found.accuracy,
        macro_f1=found.macro_f1,
        flips=found.flips,
        intervals={name: bounds[name] for name in FORCED_NAMES},
        confusion=table(counts),
    )


def _by_kind(scored: Sequence[Outcome]) -> dict[str, KindFigures]:
    kinds = sorted({outcome.row.kind for outcome in scored if outcome.row.kind is not None})
    found: dict[str, KindFigures] = {}
    for kind in kinds:
        pairs = [_pair(o, o.predicted) for o in scored if o.row.kind == kind]
        one = figures(confusion(pairs))
        found[kind] = KindFigures(
            n=one.n, accuracy=one.accuracy, flips=one.flips, coverage=one.coverage
        )
    return found


def _pair(outcome: Outcome, said: Answer | None) -> Pair:
    assert said is not None
    return outcome.row.gold, said


def _group(outcome: Outcome) -> str:
    """Groups of different sets are different groups, whatever their names."""
    return f"{outcome.dataset}\n{outcome.row.group}"


def _ref(dataset: Dataset, *, closed: bool) -> DatasetRef:
    return DatasetRef(
        name=dataset.name,
        sha256=dataset.digest,
        n=len(dataset.rows),
        size=dataset.size,
        limit=dataset.limit,
        seed=dataset.seed,
        labels=dict(sorted(Counter(row.label for row in dataset.rows).items())),
        no_evidence=sum(not row.evidence for row in dataset.rows) if closed else None,
        blank_evidence=dataset.blank,
    )


def _pooled(refs: Sequence[DatasetRef]) -> DatasetRef:
    labels: Counter[str] = Counter()
    for ref in refs:
        labels.update(ref.labels)
    without = [ref.no_evidence for ref in refs if ref.no_evidence is not None]
    return DatasetRef(
        name=" + ".join(ref.name for ref in refs),
        sha256=digest_bytes(canonical([ref.sha256 for ref in refs])),
        n=sum(ref.n for ref in refs),
        size=sum(ref.size for ref in refs),
        limit=refs[0].limit,
        seed=refs[0].seed,
        labels=dict(sorted(labels.items())),
        no_evidence=sum(without) if without else None,
        blank_evidence=sum(ref.blank_evidence for ref in refs),
    )


def _row(outcome: Outcome) -> RowReport:
    fault = f"{outcome.fault}: {outcome.why}" if outcome.fault else None
    return RowReport(
        id=outcome.row.id,
        set=outcome.dataset,
        label=outcome.row.gold.value,
        predicted=_value(outcome.predicted),
        seconds=round(outcome.seconds, 3),
        kind=outcome.row.kind,
        verdict=outcome.label,
        path=outcome.path,
        by_code=outcome.in_code,
        resumed=outcome.resumed,
        without_abstention=_value(outcome.forced),
        error=fault,
        case=outcome.case,
        usd=outcome.usd,
        calls=outcome.calls,
        confidence=outcome.confidence,
        probability=outcome.probability,
        group=None if outcome.row.group == outcome.row.digest else outcome.row.group,
    )


def _value(said: Answer | None) -> str | None:
    return None if said is None else said.value
