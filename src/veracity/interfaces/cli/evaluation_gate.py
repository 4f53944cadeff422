"""`veracity eval gate`: whether figures on fixed sets are still what they were."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veracity.interfaces.cli.context import settings_of

if TYPE_CHECKING:
    from veracity.evaluation.gate import Gate
    from veracity.evaluation.report import Report
    from veracity.settings import Settings

CHANGELOG = Path("CHANGELOG.md")
FAILED = 1


def gate_runs(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="GATES.json", help="Fixed sets and bounds.")],
    only: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="This gate alone. May be repeated.")
    ] = None,
    pin: Annotated[
        bool, typer.Option("--pin", help="Write what was measured as the new bounds.")
    ] = False,
    lower: Annotated[
        str | None,
        typer.Option(metavar="WHY", help="Let bounds get worse: a line of the change log."),
    ] = None,
    changelog: Annotated[
        Path, typer.Option(metavar="FILE", help="Where that line has to stand.")
    ] = CHANGELOG,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> int:
    """Judge fixed sets and fail when a figure is worse than its bound, or a prompt has changed."""
    from veracity.evaluation.gate import Gates, allow_lowering, faults, lowered, pinned, read_gates
    from veracity.publish.casefile import write_whole

    gates = read_gates(file).gates
    chosen = [gate for gate in gates if only is None or gate.name in only]
    if unknown := sorted(set(only or ()) - {gate.name for gate in gates}):
        raise typer.BadParameter(f"there is no gate {unknown[0]}", param_hint="--only")
    red = False
    found: dict[str, Gate] = {}
    for gate in chosen:
        settings = settings_of(context, model=gate.model)
        report, prompts = _run(gate, file.parent, settings, quiet=quiet)
        wrong = faults(gate, report, prompts)
        red = red or bool(wrong)
        typer.echo(f"{'red  ' if wrong else 'green'} {gate.name}: {_figures(report)}")
        for fault in wrong:
            typer.echo(f"      {fault}")
        if pin:
            found[gate.name] = pinned(gate, report, prompts)
    if not pin:
        return FAILED if red else 0
    after = Gates(gates=tuple(found.get(gate.name, gate) for gate in gates))
    known = changelog.read_text(encoding="utf-8") if lower and changelog.is_file() else ""
    allow_lowering(lowered(gates, after.gates), lower, known)
    write_whole(file, after.to_json().encode())
    typer.echo(f"pinned: {file}")
    return 0


def _run(
    gate: Gate, folder: Path, settings: Settings, *, quiet: bool
) -> tuple[Report, dict[str, str]]:
    """The report of a gate's set, and the digests of the prompts that were asked."""
    import asyncio
    import sys

    from veracity.evaluation.dataset import read_dataset
    from veracity.evaluation.run import Plan, Tally, run
    from veracity.interfaces.cli.progress import Progress
    from veracity.newsroom import Newsroom

    dataset = read_dataset(folder / gate.set, closed=gate.closed, limit=gate.limit, seed=gate.seed)
    plan = Plan(method=gate.method, closed=gate.closed)

    async def judge(progress: Progress) -> Report:
        def watch(tally: Tally) -> None:
            progress.judged(tally.done, gate.name)

        async with Newsroom(settings, progress.watch) as newsroom:
            return await run([dataset], newsroom, plan, watch)

    with Progress(sys.stderr, claims=len(dataset.rows), quiet=quiet) as progress:
        report = asyncio.run(judge(progress))
    return report, dict(report.prompts)


def _figures(report: Report) -> str:
    figures = {name: getattr(report, name) for name in ("accuracy", "flips", "coverage")}
    shown = [f"{name} {one:.3f}" for name, one in figures.items() if one is not None]
    return f"{report.n} rows, " + ", ".join(shown)
