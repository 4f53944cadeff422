"""`veracity compare`: several methods on one claim, over the same evidence."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veracity.interfaces.cli.context import settings_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from veracity.domain.canonical import Json
    from veracity.domain.claim import Submission
    from veracity.newsroom import How, Judged, Shared
    from veracity.publish.comparison import Line
    from veracity.settings import Settings

ALL = "all"


def compare(
    context: typer.Context,
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="One claim.")],
    methods: Annotated[
        str, typer.Option(metavar="NAMES", help="`all`, or names with commas between.")
    ] = ALL,
    evidence: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH", help="Judge against this file or folder alone."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="`local`, or `none` for code alone.")
    ] = None,
    speaker: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who makes the claim.")
    ] = None,
    said_on: Annotated[
        datetime | None,
        typer.Option(metavar="DATE", formats=["%Y-%m-%d"], help="When it was made."),
    ] = None,
    origin: Annotated[
        str | None, typer.Option(metavar="URL", help="The page that makes it.")
    ] = None,
    as_of: Annotated[
        datetime | None,
        typer.Option(metavar="DATE", formats=["%Y-%m-%d"], help="Leave out what is later."),
    ] = None,
    dials: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="DIAL=VALUE", help="Set a dial of those that have it."),
    ] = None,
    lens: Annotated[str | None, typer.Option(metavar="NAME", help="lenient or strict.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Reuse no recorded reply.")] = False,
    budget: Annotated[
        str | None, typer.Option(metavar="USD", help="US dollars that this run may spend.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> int:
    """Judge one claim by several methods over one pool of evidence, and show what each takes."""
    from veracity.intake.reading import placed, submission
    from veracity.interfaces.cli.checking import documents
    from veracity.interfaces.cli.dials import dial_changes
    from veracity.newsroom import How

    settings = settings_of(context, model=model, budget_usd=budget)
    how = How(
        dials=dial_changes(dials or (), lens=lens),
        evidence=documents(tuple(evidence or ())),
        as_of=None if as_of is None else as_of.date(),
        fresh=fresh,
    )
    given = placed(
        submission(claim, origin="argument"),
        speaker=speaker,
        said_on=None if said_on is None else said_on.date(),
        origin=origin,
    )
    return _run(settings, given, _chosen(methods), how, as_json=as_json, quiet=quiet)


def _chosen(methods: str) -> tuple[str, ...]:
    from veracity.domain.errors import BadInput
    from veracity.methods import NAMES, method

    if methods.strip() == ALL:
        return NAMES
    names = tuple(dict.fromkeys(name.strip() for name in methods.split(",") if name.strip()))
    if not names:
        raise BadInput("No method is named.", f"There is: {ALL}, {', '.join(NAMES)}.")
    for name in names:
        method(name)
    return names


def _run(
    settings: Settings,
    given: Submission,
    methods: Sequence[str],
    how: How,
    *,
    as_json: bool,
    quiet: bool,
) -> int:
    import asyncio
    import json
    import sys

    from veracity.interfaces.cli.faults import explain
    from veracity.interfaces.cli.progress import Progress
    from veracity.newsroom import Newsroom
    from veracity.publish import comparison

    async def judge(progress: Progress) -> tuple[Shared, list[Judged | Exception]]:
        async with Newsroom(settings, progress.watch) as newsroom:
            return await newsroom.compare(given, methods, how)

    with Progress(sys.stderr, claims=1, quiet=quiet) as progress:
        shared, outcomes = asyncio.run(judge(progress))
    lines: list[Line] = []
    failed: list[tuple[str, str]] = []
    codes: list[int] = []
    for name, outcome in zip(methods, outcomes, strict=True):
        if isinstance(outcome, Exception):
            why, code = explain(outcome)
            failed.append((name, why))
            codes.append(code)
        else:
            lines.append(
                comparison.line(
                    outcome.case,
                    place=outcome.place,
                    seconds=outcome.seconds,
                    reused=outcome.reused,
                )
            )
    if as_json:
        whole = comparison.as_json(given.text, _pool(shared), lines, failed)
        print(json.dumps(whole, ensure_ascii=False))
    else:
        _draw(given.text, shared, lines, failed)
    return min(codes, default=0)


def _pool(shared: Shared) -> Json:
    from veracity.domain.canonical import plain

    return {
        "generation": shared.generation,
        "as_of": plain(shared.pool.as_of),
        "searches": plain(shared.pool.searches),
        "sources": [plain(passage.source) for passage in shared.pool.passages],
    }


def _draw(
    claim: str, shared: Shared, lines: Sequence[Line], failed: Sequence[tuple[str, str]]
) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from veracity.interfaces.cli.console import note, output
    from veracity.publish.comparison import agreement
    from veracity.publish.visible import visible

    on = output()
    on.print(Text(visible(claim), style="bold", overflow="fold"))
    passages, searches = len(shared.pool.passages), len(shared.pool.searches)
    on.print(Text(f"one pool: {passages} passages of {searches} searches", style="dim"))
    table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("method", "label", "polarity"):
        table.add_column(name, no_wrap=True)
    for name in ("conf", "asked", "calls", "tokens", "USD", "s"):
        table.add_column(name, justify="right", no_wrap=True)
    for one in lines:
        numbers = (str(one.questions), str(one.calls), str(one.tokens))
        table.add_row(
            one.method,
            one.label,
            one.polarity.value,
            f"{one.confidence:.0%}",
            *numbers,
            f"{one.cost:.3f}",
            f"{one.seconds:.1f}",
        )
    on.print(table)
    on.print(Text(agreement(lines), overflow="fold"))
    for one in lines:
        for caveat in one.caveats:
            on.print(Text(f"{one.method}: {visible(caveat)}", style="dim", overflow="fold"))
        on.print(Text(f"case: {one.case}", style="dim"), soft_wrap=True)
    for name, why in failed:
        note(f"{name}: {why}")
