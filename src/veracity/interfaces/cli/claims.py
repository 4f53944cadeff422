"""`veracity claims`: what could be checked in a text, without checking it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veracity.interfaces.cli.context import settings_of

if TYPE_CHECKING:
    from veracity.intake.claims.by_model import Mode
    from veracity.interfaces.cli.ordering import Ordered, Said
    from veracity.settings import Settings


def claims(
    context: typer.Context,
    given: Annotated[
        str,
        typer.Argument(
            metavar="TEXT", help="A text; a file; a page's address; or - for standard input."
        ),
    ],
    main: Annotated[
        bool, typer.Option("--main", help="The one claim that a post makes, no other.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Every claim. So it is without --main.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object a claim, which check takes back.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write everything that was found here, as one object."),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="`local`, `provider:model`, or `none` for code alone."),
    ] = None,
    speaker: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who says it, where the text does not.")
    ] = None,
    said_on: Annotated[
        datetime | None, typer.Option(metavar="DATE", formats=["%Y-%m-%d"], help="When.")
    ] = None,
    origin: Annotated[
        str | None, typer.Option(metavar="URL", help="The page that the text is from.")
    ] = None,
    trees: Annotated[
        bool,
        typer.Option("--trees/--no-trees", help="Have the model take compound claims apart."),
    ] = True,
    review: Annotated[
        bool, typer.Option("--review-claims", help="Keep, edit, drop or split them first.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Ask again what the journal could answer.")
    ] = False,
    budget: Annotated[
        str | None, typer.Option(metavar="USD", help="US dollars that this run may spend.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> int:
    """Find the claims of a text, with their places, and judge none.

    Opinions and predictions are listed as what they are. Judge what is listed, edited or not, with
    `veracity check FILE` on what --json wrote.
    """
    from veracity.domain.errors import BadInput
    from veracity.interfaces.cli.ordering import Said

    if main and every:
        raise BadInput("--main and --all were both given.", "Give one of them.")
    settings = settings_of(context, model=model, budget_usd=budget)
    wanted = _Wanted(
        mode="main" if main else "all",
        said=Said(speaker, None if said_on is None else said_on.date(), origin),
        trees=review or (trees and not main),
        review=review,
        fresh=fresh,
        quiet=quiet,
    )
    known = _found(settings, given, wanted)
    if out is not None:
        _write(out, known)
    if as_json:
        _print_json(known)
    else:
        _draw(known)
    return 0


@dataclass(frozen=True, slots=True)
class _Wanted:
    mode: Mode
    said: Said
    trees: bool
    review: bool
    fresh: bool
    quiet: bool


def _found(settings: Settings, argument: str, wanted: _Wanted) -> Ordered:
    import asyncio
    import sys

    from veracity.intake.given import given
    from veracity.interfaces.cli.claim_list import tell_found
    from veracity.interfaces.cli.ordering import ordered
    from veracity.interfaces.cli.progress import Progress
    from veracity.interfaces.cli.review import at_hand, reviewed
    from veracity.newsroom import Newsroom

    async def find(progress: Progress) -> Ordered:
        async with Newsroom(settings, progress.watch) as newsroom:
            return await ordered(
                given(argument, wanted.mode, speech_model=settings.speech_model),
                wanted.said,
                newsroom,
                settings.home,
                trees=wanted.trees,
                fresh=wanted.fresh,
            )

    with Progress(sys.stderr, quiet=wanted.quiet) as progress:
        known = asyncio.run(find(progress))
    if known.found is not None and not wanted.quiet:
        tell_found(known.found, known.submission)
    return reviewed(known, at_hand(argument)) if wanted.review else known


def _print_json(known: Ordered) -> None:
    import json

    from veracity.intake.claims.lines import line_of
    from veracity.intake.claims.placed import Placed

    for item in known.items:
        if isinstance(item.given, Placed):
            one = item.given
            line = line_of(one.claim, one.submission, one.tree, reviewed=item.reviewed)
            print(json.dumps(line, ensure_ascii=False), flush=True)


def _write(place: Path, known: Ordered) -> None:
    """Everything that was found: the submission, the claims and what became of the rest."""
    from veracity.domain.canonical import canonical
    from veracity.publish.casefile import write_whole

    write_whole(place, canonical({"submission": known.submission, "found": known.found}) + b"\n")


def _draw(known: Ordered) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from veracity.intake.claims.placed import Placed
    from veracity.interfaces.cli.claim_list import describe
    from veracity.interfaces.cli.console import output

    on = output()
    for item in known.items:
        if not isinstance(item.given, Placed):
            continue
        first, *rest = describe(item.given)
        on.print(Text(f"{item.number}. {first}", style="bold", overflow="fold"))
        for line in rest:
            on.print(Padding(Text(line, style="dim", overflow="fold"), (0, 0, 0, 3), expand=False))
