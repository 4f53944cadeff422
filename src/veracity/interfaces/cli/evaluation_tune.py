"""`veracity eval tune`: whether a method's dials should move, from finished cases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from veracity.evaluation.tuning.tune import HeldOut, Setting, Tuning


def tune_dials(
    datasets: Annotated[
        list[Path],
        typer.Argument(metavar="DATASET", help="JSON Lines with `claim` and `label`."),
    ],
    cases: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The cases that `eval run --cases` kept.")
    ],
    method: Annotated[str, typer.Option(metavar="NAME", help="rubric or routed.")] = "rubric",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Score finished cases at many values of the dials. Asks nobody and moves nothing."""
    from veracity.evaluation.dataset import read_dataset
    from veracity.evaluation.tuning.cases import known_cases, tune_cases

    sets = [read_dataset(place) for place in datasets]
    tuning = tune_cases(method, known_cases(cases, method, sets))
    if as_json:
        typer.echo(tuning.model_dump_json(indent=1))
        return
    _print(tuning)


def _print(tuning: Tuning) -> None:
    from veracity.interfaces.cli.console import output

    typer.echo(f"{tuning.method}: {tuning.cases} cases, {tuning.points} points")
    for name, one in (
        ("locked", tuning.locked),
        ("best", tuning.best),
        ("climbed", tuning.climbed),
    ):
        typer.echo(f"{name:<8} loss {one.loss:.4f} in sample{_moved(one, tuning.locked)}")
    output().print(_dials(tuning))
    moving = [name for name, one in tuning.dials.items() if one.moves]
    together = tuning.together
    typer.echo(
        f"All together gain {together.gain:+.4f} on claims they were not tuned on "
        f"({_bounds(together)}): {'may move' if together.moves else 'no reason to move'}."
    )
    typer.echo(f"Dials that may move alone: {', '.join(moving) or 'none'}.")


def _moved(one: Setting, locked: Setting) -> str:
    changed = {name: value for name, value in one.dials.items() if value != locked.dials[name]}
    return "".join(f", {name} {value:g}" for name, value in changed.items())


def _dials(tuning: Tuning) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("dial")
    for heading in ("locked", "alone", "held-out gain", "95%"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("loss at its values, others as in best", overflow="fold")
    for name, one in tuning.dials.items():
        table.add_row(
            name,
            f"{tuning.locked.dials[name]:g}",
            f"{one.chosen[name]:g}",
            f"{one.gain:+.4f}",
            _bounds(one),
            "  ".join(f"{value}: {loss:.4f}" for value, loss in tuning.sensitivity[name].items()),
        )
    return table


def _bounds(one: HeldOut) -> str:
    return f"{one.interval[0]:+.4f} to {one.interval[1]:+.4f}"
