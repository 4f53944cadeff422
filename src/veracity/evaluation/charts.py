"""The plots of a report, as SVG text that is the same for the same figures.

Each takes figures that were measured and draws nothing else. What a plot shows stands as numbers
in the report too. Needs the extra `report`.
"""

# matplotlib's own stubs leave every `**kwargs` unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import io
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from veracity.evaluation.answers import ANSWERS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from veracity.evaluation.intervals import Interval
    from veracity.evaluation.reliability import Reliability
    from veracity.evaluation.selective import RiskCoverage

SIZE: Final = (4.6, 3.8)
"""Inches of one plot, at 72 dots each."""
INK, LINE, FILL = "#1f2933", "#1769aa", "#a8cbe8"
_SHOWN = {"SUPPORTED": "supported", "REFUTED": "refuted", "NOT_ENOUGH_INFO": "neither"}


@dataclass(frozen=True, slots=True)
class Paid:
    """One run on the plot of cost against accuracy."""

    name: str
    usd: float
    """A claim."""
    accuracy: float
    interval: Interval


def confusion(counts: Mapping[str, Mapping[str, int]]) -> str:
    """Rows by gold answer (down) and predicted answer (across). Shade is the share of a gold."""
    with _plot("answered", "gold") as (axes, drawn):
        names = [answer.value for answer in ANSWERS]
        table = [[counts[gold][said] for said in names] for gold in names]
        shares = [[n / sum(row) if sum(row) else 0.0 for n in row] for row in table]
        axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
        for down, row in enumerate(table):
            for across, n in enumerate(row):
                dark = shares[down][across] > 0.5
                axes.text(
                    across, down, str(n), ha="center", va="center", color="white" if dark else INK
                )
        labels = [_SHOWN[name] for name in names]
        axes.set_xticks(range(len(names)), labels)
        axes.set_yticks(range(len(names)), labels)
    return drawn.getvalue()


def reliability(found: Reliability) -> str:
    """What was stated against what came true, bin by bin. On the diagonal it means what it says."""
    with _plot("stated", "came true") as (axes, drawn):
        axes.plot([0, 1], [0, 1], color=INK, linewidth=0.8, linestyle="--")
        middles = [(one.low + one.high) / 2 for one in found.bins]
        heights = [one.came_true for one in found.bins]
        widths = [one.high - one.low for one in found.bins]
        axes.bar(middles, heights, width=widths, color=FILL, edgecolor="white")
        axes.plot([one.stated for one in found.bins], heights, "o", color=LINE)
        for one in found.bins:
            axes.annotate(
                str(one.n), (one.stated, one.came_true), (0, 5), textcoords="offset points"
            )
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1.05)
    return drawn.getvalue()


def risk_coverage(found: RiskCoverage) -> str:
    """The share of wrong answers among the most confident ones, by how many are taken."""
    with _plot("coverage of the decisive answers", "risk") as (axes, drawn):
        coverages = [one.coverage for one in found.points]
        risks = [one.risk for one in found.points]
        axes.plot(coverages, risks, "o-", markersize=3, color=LINE)
        axes.set_xlim(0, 1)
        axes.set_ylim(0, max(0.1, *risks) * 1.1)
    return drawn.getvalue()


def cost_accuracy(runs: Sequence[Paid]) -> str:
    """Accuracy with its interval against US dollars a claim, one point a run."""
    with _plot("US dollars a claim", "accuracy") as (axes, drawn):
        for one in runs:
            low, high = one.interval or (one.accuracy, one.accuracy)
            # Percentile intervals need not hold the figure itself.
            bars = [[max(0, one.accuracy - low)], [max(0, high - one.accuracy)]]
            axes.errorbar([one.usd], [one.accuracy], yerr=bars, fmt="o", color=LINE, capsize=3)
            place = (one.usd, one.accuracy)
            axes.annotate(one.name, place, (6, 4), textcoords="offset points", fontsize=8)
        axes.set_ylim(0, 1.05)
        axes.set_xlim(left=0)
        axes.margins(x=0.25)
    return drawn.getvalue()


@contextmanager
def _plot(across: str, up: str) -> Generator[tuple[Axes, io.StringIO]]:
    """Axes to draw on, and where their SVG stands when the block ends."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    drawn = io.StringIO()
    # Text stays text, and ids follow from the content alone.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "veracity", "font.size": 9}):
        figure = Figure(figsize=SIZE, layout="constrained")
        axes = figure.add_subplot()
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        yield axes, drawn
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
