"""The page of runs: what it shows, and that a plot shows the figures it was given."""

from __future__ import annotations

import asyncio
import re

import pytest

from tests.evaluation.sample import ScriptedJudge, dataset, row
from veracity.evaluation import charts
from veracity.evaluation.page import page
from veracity.evaluation.reliability import reliability
from veracity.evaluation.report import Report
from veracity.evaluation.run import Plan, run
from veracity.evaluation.selective import risk_coverage

FOUR = dataset(
    row("A.", "SUPPORTED", kind="number"),
    row("B.", "REFUTED", kind="number"),
    row("C.", "REFUTED", kind="name"),
    row("<b>D</b> & co.", "CONFLICTING"),
)
SCRIPT = {"A.": "True", "B.": "Misleading", "C.": "True", "<b>D</b> & co.": "Unverified"}


@pytest.fixture(scope="module")
def report() -> Report:
    return asyncio.run(run([FOUR], ScriptedJudge(SCRIPT), Plan()))


def texts(svg: str) -> list[str]:
    """What is written on a plot."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_the_page_has_every_figure_and_no_claim(report: Report) -> None:
    shown = page([report])
    assert "0.75" in shown  # accuracy and coverage
    assert shown.count("<svg") == 3  # confusion, confidence, risk and coverage; nothing was paid
    assert "Cost against accuracy" not in shown
    wrong = next(
        one for one in report.rows if one.label == "REFUTED" and one.predicted != "REFUTED"
    )
    assert f"<td>{wrong.id}</td>" in shown
    assert "co." not in shown
    assert "http://www.w3.org" in shown  # the only addresses are names of the SVG format
    assert not re.search(r'(?:src|href)="https?:', shown)


def test_runs_that_were_paid_for_are_set_against_each_other(report: Report) -> None:
    dear = report.model_copy(update={"usd": 0.8, "method": "panel"})
    shown = page([report, dear])
    assert "Cost against accuracy" in shown
    assert f"panel, {report.model}" in shown
    drawn = charts.cost_accuracy([charts.Paid("panel", 0.2, 0.75, (0.5, 0.7))])
    assert "panel" in texts(drawn)


def test_the_confusion_plot_has_every_count() -> None:
    counts = {
        "SUPPORTED": {"SUPPORTED": 41, "REFUTED": 2, "NOT_ENOUGH_INFO": 7},
        "REFUTED": {"SUPPORTED": 3, "REFUTED": 38, "NOT_ENOUGH_INFO": 9},
        "NOT_ENOUGH_INFO": {"SUPPORTED": 5, "REFUTED": 6, "NOT_ENOUGH_INFO": 14},
    }
    written = texts(charts.confusion(counts))
    assert {"41", "2", "7", "3", "38", "9", "5", "6", "14"} <= set(written)
    assert {"supported", "refuted", "neither", "gold", "answered"} <= set(written)


def test_the_reliability_diagram_counts_what_is_in_each_bin() -> None:
    found = reliability([0.15] * 3 + [0.95] * 17, [False] * 3 + [True] * 17)
    assert found is not None
    assert {"3", "17", "stated", "came true"} <= set(texts(charts.reliability(found)))


def test_a_plot_is_the_same_for_the_same_figures() -> None:
    found = risk_coverage([0.9, 0.5], [True, False])
    assert found is not None
    assert charts.risk_coverage(found) == charts.risk_coverage(found)
