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
    """Draw the whole report on `console`."""
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
    if report.decided_in_code is not None:
        lines.append(f"Decided by a comparison in code: {report.decided_in_code:.0%} of the rows.")
    if report.median_seconds is not None:
        lines.append(f"Median {report.median_seconds:.2f} s a row{_timing(report)}.")
    if report.errors:
        kinds = ", ".join(f"{kind} {count}" for kind, count in report.error_kinds.items())
        lines.append(
            f"Not scored: {report.errors} of {report.errors + report.n} rows, because a model or a "
            f"search failed ({kinds})."
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


def row(name: str, scores: Scores) -> list[str]:
    """The cells of one line: name, rows, then each figure."""
    figures = [cell(getattr(scores, key), scores.intervals.get(key)) for key in HEADINGS]
    return [name, str(scores.n), *figures]


def lines(report: Report) -> list[list[str]]:
    """One line for each set, and one for all rows where there are several sets."""
    alone = [row(name, scores) for name, scores in report.sets.items()]
    return [*alone, row(POOLED, report)] if len(alone) > 1 else alone


def _timing(report: Report) -> str:
    if report.n and report.resumed == report.n:
        return ", all of them answered by the journal"
    if report.resumed:
        return f", leaving out {report.resumed} that the journal answered"
    return "" if report.concurrency == 1 else f", {report.concurrency} rows at once"


def _sets(report: Report) -> Table:
    from rich.table import Table

    table = Table(title=f"{report.method}, model {report.model or 'none'}", title_justify="left")
    table.add_column("set", overflow="fold")
    table.add_column("rows", justify="right")
    for heading in HEADINGS.values():
        table.add_column(heading)
    for line in lines(report):
        table.add_row(*line)
    return table


def _kinds(report: Report) -> Table:
    from rich.table import Table

    table = Table()
    for heading in ("kind", "rows", "accuracy", "flips", "coverage"):
        table.add_column(heading, justify="left" if heading == "kind" else "right")
    for kind, one in report.by_kind.items():
        figures = [cell(value, None) for value in (one.accuracy, one.flips, one.coverage)]
        table.add_row(kind, str(one.n), *figures)
    return table
