"""The reports of one or several runs as one HTML page that needs nothing beside it.

Needs the extra `report`. The page holds figures and the ids of rows, as the reports do, and no
claim's text.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from veracity.domain.errors import BadInput
from veracity.evaluation import charts
from veracity.evaluation.tables import HEADINGS, POOLED, cell, remarks

if TYPE_CHECKING:
    from veracity.evaluation.report import Report, Scores

TEMPLATE = "report.html"
MOST_ROWS = 500
"""Wrong rows that one run lists. More are in its JSON."""


def page(reports: Sequence[Report]) -> str:
    """The page. Raises `BadInput` when the extra `report` is not installed."""
    try:
        from jinja2 import Environment, StrictUndefined
        from markupsafe import Markup
    except ImportError:
        raise BadInput(
            "A page of a run needs jinja2 and matplotlib.", "pip install 'veracity[report]'"
        ) from None

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    template = environment.from_string(
        files("veracity.evaluation").joinpath(TEMPLATE).read_text(encoding="utf-8")
    )
    paid = _paid(reports)
    return template.render(
        runs=[_run(report, Markup) for report in reports],
        headings=list(HEADINGS.values()),
        cost=Markup(charts.cost_accuracy(paid)) if paid else None,
    )


def _run(report: Report, markup: type[str]) -> dict[str, Any]:
    pooled = {POOLED: report} if len(report.sets) > 1 else {}
    wrong = [row for row in report.rows if row.predicted != row.label]
    return {
        "name": _name(report),
        "made_by": report.made_by,
        "asked": ", ".join(report.asked) or "no model",
        "sets": [_set(name, one, markup) for name, one in {**report.sets, **pooled}.items()],
        "remarks": remarks(report),
        "calls": report.calls,
        "usd": report.usd,
        "wrong": wrong[:MOST_ROWS],
        "hidden": max(0, len(wrong) - MOST_ROWS),
    }


def _set(name: str, scores: Scores, markup: type[str]) -> dict[str, Any]:
    plots = [("Confusion", charts.confusion(scores.confusion))]
    if scores.confidence is not None:
        plots.append(("Reliability of the confidence", charts.reliability(scores.confidence)))
    if scores.probability is not None:
        plots.append(("Reliability of the probability", charts.reliability(scores.probability)))
    if scores.selective is not None:
        plots.append(("Risk and coverage", charts.risk_coverage(scores.selective)))
    return {
        "name": name,
        "n": scores.n,
        "digest": scores.dataset.sha256,
        "cells": [cell(getattr(scores, key), scores.intervals[key]) for key in HEADINGS],
        "classes": scores.per_class,
        "kinds": scores.by_kind,
        "confidence": scores.confidence,
        "selective": scores.selective,
        "plots": [(title, markup(drawn)) for title, drawn in plots],
    }


def _paid(reports: Sequence[Report]) -> list[charts.Paid]:
    """Only runs that paid for something can be told apart by their cost."""
    scored = [report for report in reports if report.accuracy is not None]
    if not any(report.usd for report in scored):
        return []
    return [
        charts.Paid(
            name=_name(report),
            usd=report.usd / max(1, report.n + report.errors),
            accuracy=report.accuracy,
            interval=report.intervals["accuracy"],
        )
        for report in scored
        if report.accuracy is not None
    ]


def _name(report: Report) -> str:
    return f"{report.method}, {report.model or 'no model'}"
