"""`veracity stats`: what the kept cases say of the models that were asked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veracity.interfaces.cli.context import settings_of

if TYPE_CHECKING:
    from rich.table import Table

    from veracity.evaluation.fabrication import ModelLine, Telemetry
    from veracity.rules.agreement import Pair

app = typer.Typer(
    help="What the kept cases say of the models that were asked.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def stats() -> None:
    """What the kept cases say of the models that were asked."""


@app.command()
def models(
    context: typer.Context,
    cases: Annotated[
        Path | None, typer.Option(help="Folder of the cases; those of the home when left out.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show how often each model of a panel was silent, made up a source, or agreed with others."""
    from veracity.evaluation.fabrication import telemetry

    folder = cases if cases is not None else settings_of(context).cases_folder
    if cases is not None and not cases.is_dir():
        raise typer.BadParameter(f"There is no folder {cases}.")
    found = telemetry(folder)
    if as_json:
        typer.echo(_json(found))
    else:
        _print(found, folder)


def _json(found: Telemetry) -> str:
    from veracity.domain.canonical import canonical

    whole = {
        **dict(found),
        "models": [{**dict(line), "rate": line.rate} for line in found.models],
        "pairs": [{**dict(pair), "share": pair.share} for pair in found.pairs],
    }
    return canonical(whole).decode("utf-8")


def _print(found: Telemetry, folder: Path) -> None:
    from veracity.interfaces.cli.console import output
    from veracity.publish.visible import visible

    typer.echo(f"{visible(str(folder))}: {found.cases} cases of panels")
    if found.unreadable:
        typer.echo(f"{found.unreadable} files cannot be read as cases")
    if not found.models:
        return
    console = output()
    console.print(_models(found.models), markup=False)
    if found.pairs:
        console.print(_pairs(found.pairs), markup=False)
    typer.echo(
        f"Krippendorff's alpha: {_figure(found.alpha)}; as a scale: {_figure(found.ordinal)}"
    )


def _models(lines: tuple[ModelLine, ...]) -> Table:
    table = _table("model", "cases", "answered", "silent", "cited", "made up", "rate")
    for line in lines:
        silent = ", ".join(f"{count} {kind}" for kind, count in line.abstained.items())
        rate = "-" if line.rate is None else f"{line.rate:.0%}"
        counts = (str(line.cases), str(line.answered), silent or "0")
        table.add_row(line.model, *counts, str(line.cited), str(line.fabricated), rate)
    return table


def _pairs(pairs: tuple[Pair, ...]) -> Table:
    table = _table("model", "and", "claims", "equal labels", "share")
    for pair in pairs:
        table.add_row(pair.one, pair.other, str(pair.claims), str(pair.equal), f"{pair.share:.0%}")
    return table


def _table(*headings: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, pad_edge=False)
    for heading in headings:
        number = heading not in ("model", "and", "silent")
        table.add_column(heading, justify="right" if number else "left", overflow="fold")
    return table


def _figure(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"
