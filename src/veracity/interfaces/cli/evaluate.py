"""`veracity eval`: how well a method judges claims whose answer is known."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veracity.interfaces.cli.context import settings_of
from veracity.interfaces.cli.evaluation_compare import compare_runs
from veracity.interfaces.cli.evaluation_gate import gate_runs
from veracity.interfaces.cli.evaluation_ledger import enter_all, reasons
from veracity.interfaces.cli.evaluation_report import report_page
from veracity.interfaces.cli.evaluation_retrieval import measure_retrieval
from veracity.interfaces.cli.evaluation_tune import tune_dials

if TYPE_CHECKING:
    from veracity.domain.canonical import Json
    from veracity.evaluation.folder import Folder
    from veracity.evaluation.report import Report, Scores
    from veracity.settings import Settings

app = typer.Typer(
    help="How well a method judges claims whose answer is known.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def evaluation() -> None:
    """How well a method judges claims whose answer is known."""


app.command("compare")(compare_runs)
app.command("gate")(gate_runs)
app.command("report")(report_page)
app.command("retrieval")(measure_retrieval)
app.command("tune")(tune_dials)


@app.command("run")
def run_sets(
    context: typer.Context,
    datasets: Annotated[
        list[Path],
        typer.Argument(
            metavar="DATASET", help="JSON Lines with `claim` and `label`, or a folder of posts."
        ),
    ],
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="SET", help="Of a folder, judge this set alone."),
    ] = None,
    closed: Annotated[
        bool, typer.Option("--closed", help="Judge each row against its own `evidence` alone.")
    ] = False,
    report: Annotated[
        Path | None, typer.Option(metavar="OUT.json", help="Write the figures and rows here.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Rows to draw from each set.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="What the draw follows from.")] = 0,
    method: Annotated[str, typer.Option(metavar="NAME", help="How to judge.")] = "routed",
    model: Annotated[str | None, typer.Option(metavar="NAME", help="local or none.")] = None,
    dials: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="DIAL=VALUE", help="Set a dial. May be repeated."),
    ] = None,
    as_of: Annotated[
        datetime | None,
        typer.Option(metavar="DATE", formats=["%Y-%m-%d"], help="Leave out what is later."),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Reuse no recorded reply.")] = False,
    concurrency: Annotated[int, typer.Option(metavar="N", min=1, help="Rows in work at once.")] = 1,
    cases: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep each row's case here.")
    ] = None,
    why: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="What a second look at a held-out set is for."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Judge every row, print the figures, and write them with the rows as JSON."""
    import asyncio
    import sys

    from veracity.evaluation.dataset import read_dataset
    from veracity.evaluation.folder import with_sets
    from veracity.evaluation.main_claims import MainClaims
    from veracity.evaluation.run import Plan, Tally, run
    from veracity.interfaces.cli.dials import dial_changes
    from veracity.interfaces.cli.progress import Progress
    from veracity.newsroom import Newsroom

    settings = settings_of(context, model=model)
    datasets, folder = with_sets(datasets, only or ())
    scored_for = reasons(datasets, method=method, model=settings.model, why=why)
    sets = [read_dataset(path, closed=closed, limit=limit, seed=seed) for path in datasets]
    plan = Plan(
        method=method,
        dials=dial_changes(dials or ()),
        closed=closed,
        as_of=None if as_of is None else as_of.date(),
        fresh=fresh,
        concurrency=concurrency,
        cases=None if cases is None else cases.absolute(),
    )
    rows = sum(len(dataset.rows) for dataset in sets)

    if folder is not None:
        settings = _beside(settings, folder, quiet=quiet)

    async def judge(progress: Progress) -> Report:
        def watch(tally: Tally) -> None:
            accuracy = "-" if tally.accuracy is None else f"{tally.accuracy:.3f}"
            progress.judged(tally.done, f"accuracy {accuracy}, errors {tally.errors}")

        async with Newsroom(settings, progress.watch) as newsroom:
            judges = newsroom if folder is None else MainClaims(newsroom)
            return await run(sets, judges, plan, watch)

    with Progress(sys.stderr, claims=rows, quiet=quiet) as progress:
        figures = asyncio.run(judge(progress))
    enter_all(scored_for, figures, model=settings.model, today=date.today())
    if report is not None:
        _write(report, figures)
    _print(figures)


def _beside(settings: Settings, folder: Folder, *, quiet: bool) -> Settings:
    """`settings` with the archive of `folder`, which is built in the home if it is not there."""
    from dataclasses import replace

    from veracity.evaluation.folder import build
    from veracity.interfaces.cli.bars import Bars

    with Bars(quiet=quiet) as bars:
        return replace(settings, archive=build(folder, settings.home, bars.show))


def _write(place: Path, report: Report) -> None:
    from veracity.domain.canonical import plain
    from veracity.publish.casefile import write_whole

    write_whole(place, _pretty(plain(report)))


def _pretty(value: Json) -> bytes:
    import json

    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True).encode() + b"\n"


def _print(report: Report) -> None:
    from rich import box
    from rich.table import Table

    from veracity.interfaces.cli.console import output

    table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("", overflow="fold", min_width=22)
    for name in ("n", "accuracy", "F1", "flips", "cover", "prec", "code", "s"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, one in report.sets.items():
        table.add_row(
            name,
            str(one.n),
            *map(_share, (one.accuracy, one.macro_f1, one.flips, one.coverage, one.precision)),
            _share(one.decided_in_code),
            _share(one.median_seconds),
        )
        for kind, part in one.by_kind.items():
            shares = (part.accuracy, None, part.flips, part.coverage, None, None, None)
            table.add_row(f"  {kind}", str(part.n), *map(_share, shares))
    output().print(table)
    for name, one in report.sets.items():
        _print_verdicts(name, one)
    if report.errors:
        typer.echo(f"errors: {report.errors} rows had no verdict {report.error_kinds}")


def _print_verdicts(name: str, scores: Scores) -> None:
    """The labels of the verdicts, for rows that are labelled on their scale."""
    if scores.verdicts is None:
        return
    wrong = _share(scores.wrong_decisive)
    typer.echo(f"{name}: weighted F1 {scores.verdicts.weighted_f1:.3f}, wrong decisive {wrong}")
    for label, one in scores.verdicts.per_label.items():
        shares = f"precision {_share(one.precision) or '-'}, recall {_share(one.recall) or '-'}"
        typer.echo(f"  {label}: {one.n} rows, {shares}, F1 {_share(one.f1) or '-'}")


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
