"""A report for people: the figures of each set with their intervals, and of each kind of claim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from veracity.evaluation.intervals import Interval
from veracity.evaluation.report import Report, Scores

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

HEADINGS = {
    "accuracy": "accuracy",
    "macro_f1": "macro-F1",
    "flips": "flips",
    "coverage": "coverage",
    "precision": "precision",
}
POOLED = "all rows"


def draw(console: Console, report: Report) -> None:
    """Draw the whole report on `console`, in 80 columns or more."""
    console.print(f"{report.method}, model {report.model or 'none'}", markup=False)
    console.print(_sets(report), markup=False)
    if report.by_kind:
        console.print(_kinds(report), markup=False)
    for line in remarks(report):
        console.print(line, markup=False)


def remarks(report: Report) -> list[str]:
    """What the table does not say by itself, one sentence a line."""
    lines: list[str] = []
    if report.without_abstention is not None:
        forced = report.without_abstention
        lines.append(
            "Without abstention: "
            f"accuracy {cell(forced.accuracy, forced.intervals['accuracy'])}, "
            f"macro-F1 {cell(forced.macro_f1, forced.intervals['macro_f1'])}, "
            f"flips {cell(forced.flips, forced.intervals['flips'])}."
        )
    if report.exact is not None:
        lines.append(f"The very label of the row: {report.exact:.2f}.")
    if report.decided_in_code is not None:
        lines.append(f"Decided by a comparison in code: {report.decided_in_code:.0%} of the rows.")
    if report.median_seconds is not None:
        lines.append(f"Median {report.median_seconds:.2f} s a row{_timing(report)}.")
    if report.errors:
        kinds = ", ".join(f"{kind} {count}" for kind, count in report.error_kinds.items())
        lines.append(
            f"Not scored: {report.errors} of {report.errors + report.n} rows, because a model, a "
            f"search or the program failed ({kinds})."
        )
    if report.dataset.no_evidence:
        lines.append(f"{report.dataset.no_evidence} rows have no evidence of their own.")
    return lines


def cell(value: float | None, interval: Interval) -> str:
    """A figure with its interval: `0.91 [0.88, 0.94]`; `-` when it is undefined."""
    if value is None:
        return "-"
    return (
        f"{value:.2f}"
        if interval is None
        else f"{value:.2f} [{interval[0]:.2f}, {interval[1]:.2f}]"
    )


def _timing(report: Report) -> str:
    if report.n and report.resumed == report.n:
        return ", all of them answered by the journal"
    if report.resumed:
        return f", leaving out {report.resumed} that the journal answered"
    return "" if report.concurrency == 1 else f", {report.concurrency} rows at once"


def _sets(report: Report) -> Table:
    """One line for each set, and one for all rows where there are several sets."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("set", overflow="fold", min_width=12)
    table.add_column("rows", justify="right")
    for heading in HEADINGS.values():
        table.add_column(heading, justify="right", no_wrap=True)
    pooled = {POOLED: report} if len(report.sets) > 1 else {}
    for name, scores in {**report.sets, **pooled}.items():
        table.add_row(name, str(scores.n), *(_stacked(scores, key) for key in HEADINGS))
    return table


def _stacked(scores: Scores, key: str) -> str:
    """A figure with its interval below it, so that five of them fit beside each other."""
    figure, interval = cell(getattr(scores, key), None), scores.intervals[key]
    return figure if interval is None else f"{figure}\n{interval[0]:.2f}-{interval[1]:.2f}"


def _kinds(report: Report) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, pad_edge=False)
    for heading in ("kind", "rows", "accuracy", "flips", "coverage"):
        table.add_column(heading, justify="left" if heading == "kind" else "right")
    for kind, one in report.by_kind.items():
        figures = [cell(value, None) for value in (one.accuracy, one.flips, one.coverage)]
        table.add_row(kind, str(one.n), *figures)
    return table
