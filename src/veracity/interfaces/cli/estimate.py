"""`veracity estimate`: what a run over a file would take, before anything is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from veracity.interfaces.cli.context import settings_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from veracity.evaluation.forecast import Figures, Forecast
    from veracity.intake.given import Given
    from veracity.intake.reading import Entry

ALL = "all"


def estimate(
    context: typer.Context,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="What check takes: a file, - for standard input, or a text."
        ),
    ],
    method: Annotated[
        str, typer.Option(metavar="NAME", help="How to judge; `all` for each method.")
    ] = "routed",
    dials: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="DIAL=VALUE", help="Set a dial. May be repeated."),
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="`local`, `provider:model`, or `none`.")
    ] = None,
    search: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Search the web too, by these.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> int:
    """Say what checking a file would take, at most and likely, and ask nothing.

    The claims of a text are those that code finds; a model may find others. Likely is the median of
    this home's earlier cases by the same method, under any dials.
    """
    from veracity.evaluation.forecast import forecasts
    from veracity.intake.given import Lines, given
    from veracity.interfaces.cli.dials import dial_changes
    from veracity.methods import NAMES

    settings = settings_of(context, model=model, search=search)
    turned = dial_changes(dials or ())
    read_in = given(file, speech_model=settings.speech_model)
    claims = _count(read_in)
    entries = read_in.entries if isinstance(read_in, Lines) else ()
    found = forecasts(settings, NAMES if method == ALL else (method,), turned, claims)
    code = _tell_unread(entries)
    if as_json:
        _print_json(found, claims, max(len(entries) - claims, 0))
    else:
        _draw(found, claims)
    return code


def _count(read_in: Given) -> int:
    """How many claims would be judged. Raises `BadInput` for a page, which is not fetched here."""
    from veracity.domain.errors import BadInput
    from veracity.intake.given import Lines, Page, Text

    if isinstance(read_in, Page):
        raise BadInput("A page is not fetched for an estimate.", "Give its text in a file.")
    if isinstance(read_in, Lines):
        return sum(not isinstance(entry.given, BadInput) for entry in read_in.entries)
    if isinstance(read_in, Text):
        from veracity.intake.claims.by_code import claims_of

        return 1 if read_in.mode != "all" else len(claims_of(read_in.submission).judged())
    return sum(
        not isinstance(row.given, BadInput) and row.given.claim_type in (None, "fact")
        for row in read_in.rows
    )


def _tell_unread(entries: Sequence[Entry]) -> int:
    """Say which lines cannot be read. Returns the exit code, as `check` does."""
    from veracity.interfaces.cli.console import note
    from veracity.interfaces.cli.faults import explain

    codes: list[int] = []
    for entry in entries:
        if isinstance(entry.given, Exception):
            line, code = explain(entry.given)
            note(f"line {entry.line}: {line}")
            codes.append(code)
    return min(codes, default=0)


def _print_json(found: Sequence[Forecast], claims: int, unread: int) -> None:
    import json

    from veracity.evaluation.forecast import as_json

    methods = [as_json(one) for one in found]
    typer.echo(json.dumps({"claims": claims, "unread_lines": unread, "methods": methods}))


def _draw(found: Sequence[Forecast], claims: int) -> None:
    from rich import box
    from rich.table import Table

    from veracity.interfaces.cli.console import output

    table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("method", ""):
        table.add_column(name, no_wrap=True)
    for name in ("questions", "searches", "fetches", "tokens", "USD", "time"):
        table.add_column(name, justify="right", no_wrap=True)
    for one in found:
        table.add_row(one.method, "likely", *_cells(one.likely))
        table.add_row("", "at most", *_cells(one.most))
    typer.echo(f"{claims} {'claim' if claims == 1 else 'claims'}; nothing was asked")
    output().print(table, markup=False)
    for line in _notes(found):
        typer.echo(line)


def _notes(found: Sequence[Forecast]) -> list[str]:
    """What the figures rest on."""
    from veracity.evaluation.earlier import ENOUGH
    from veracity.publish.visible import visible

    drawn = [f"{one.cases} of {one.method}" for one in found if one.cases]
    none = [one.method for one in found if not one.cases]
    assumed = sorted({model for one in found for model in one.assumed})
    lines: list[str] = []
    if drawn:
        lines.append(f"likely: the medians of earlier cases, {', '.join(drawn)}")
        lines.append("time: one thing after the other; at most, all as slow as the slowest case")
    if none:
        lines.append(f"no earlier cases, or fewer than {ENOUGH}: {', '.join(none)}")
    if assumed:
        lines.append(f"price not known, a dear one is assumed: {visible(', '.join(assumed))}")
    return lines


def _cells(figures: Figures | None) -> tuple[str, ...]:
    if figures is None:
        return ("-",) * 6
    counts = (figures.asks, figures.searches, figures.fetches, figures.tokens)
    return (*(f"{count:,}" for count in counts), f"{figures.usd:,.3f}", _time(figures.seconds))


def _time(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:,.0f} h"
