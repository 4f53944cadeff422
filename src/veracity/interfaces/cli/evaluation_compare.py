"""`veracity eval compare`: what changed between two runs over the same rows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from veracity.evaluation.paired import Compared, Difference

SHOWN = 20
"""Changed rows that are shown when not all are asked for."""


def compare_runs(
    first: Annotated[Path, typer.Argument(metavar="A.json", help="A report of `eval run`.")],
    second: Annotated[Path, typer.Argument(metavar="B.json", help="Another over the same rows.")],
    seed: Annotated[int, typer.Option(metavar="N", help="What the resampling follows from.")] = 0,
    every: Annotated[bool, typer.Option("--all", help="Show every row that changed.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Compare two runs row by row: which is better, by how much, and where they differ."""
    from veracity.evaluation.paired import compare
    from veracity.evaluation.report import read_report

    before, after = read_report(first), read_report(second)
    compared = compare(before, after, seed=seed)
    if as_json:
        typer.echo(compared.model_dump_json(indent=1))
        return
    typer.echo(f"A: {before.method}, model {before.model or 'none'}")
    typer.echo(f"B: {after.method}, model {after.model or 'none'}")
    _print(compared, every=every)


def _print(compared: Compared, *, every: bool) -> None:
    from veracity.interfaces.cli.console import output

    output().print(_figures(compared))
    typer.echo(
        f"{compared.n} rows scored by both; only A right {compared.only_first_right}, "
        f"only B right {compared.only_second_right}, McNemar's exact p {compared.p:.3f}."
    )
    if compared.left_out:
        typer.echo(f"{compared.left_out} rows left out: not in both, or a fault in one.")
    shown = compared.changed if every else compared.changed[:SHOWN]
    if shown:
        output().print(_changes(compared, len(shown)))
    if hidden := len(compared.changed) - len(shown):
        typer.echo(f"{hidden} more rows changed; --all shows them.")


def _figures(compared: Compared) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("")
    for heading in ("A", "B", "B - A", "95%"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, one in compared.figures.items():
        table.add_row(name, _share(one.first), _share(one.second), *_delta(one))
    return table


def _delta(one: Difference) -> tuple[str, str]:
    delta = "" if one.delta is None else f"{one.delta:+.3f}"
    bounds = one.interval
    return delta, "" if bounds is None else f"{bounds[0]:+.3f} to {bounds[1]:+.3f}"


def _changes(compared: Compared, shown: int) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, pad_edge=False)
    for heading in ("row", "gold", "A", "by", "B", "by"):
        table.add_column(heading, overflow="fold")
    for one in compared.changed[:shown]:
        by = one.first_path or "", one.second_path or ""
        table.add_row(one.id, one.gold, one.first, by[0], one.second, by[1])
    return table


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
