"""`veracity check`: the options, and nothing that takes time to import."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from veracity.interfaces.cli.context import settings_of


class Claims(StrEnum):
    """What to look for in what was given."""

    whole = "whole"
    main = "main"
    all = "all"
    lines = "lines"


class Language(StrEnum):
    """In which a verdict is explained."""

    en = "en"
    si = "si"
    ta = "ta"


def check(
    context: typer.Context,
    claim: Annotated[
        str | None,
        typer.Argument(
            metavar="CLAIM",
            help="A claim; a file: text, a document, an image, subtitles; a page's address; or - "
            "for standard input.",
        ),
    ] = None,
    given: Annotated[
        Path | None,
        typer.Option(
            "--input",
            metavar="FILE",
            help="One claim as JSON with its anchor and source, for refute; its votes as JSON.",
        ),
    ] = None,
    evidence: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH", help="Judge against this file or folder alone. May be repeated."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object a claim on standard output.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Write the case here; for several claims, a folder."),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="How to judge: routed, or see `veracity methods`."),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="`local`, `provider:model`, or `none` for what code alone can decide.",
        ),
    ] = None,
    search: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES", help="Search the web too, by these: wikipedia,brave. See doctor."
        ),
    ] = None,
    top_k: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=20, help="Passages to judge against.")
    ] = None,
    speaker: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who makes the claim.")
    ] = None,
    said_on: Annotated[
        datetime | None,
        typer.Option(metavar="DATE", formats=["%Y-%m-%d"], help="When it was made."),
    ] = None,
    origin: Annotated[
        str | None, typer.Option(metavar="URL", help="The page that makes the claim.")
    ] = None,
    as_of: Annotated[
        datetime | None,
        typer.Option(
            metavar="DATE",
            formats=["%Y-%m-%d"],
            help="Leave out what was published after this day, such as 2026-01-31.",
        ),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Ask again what the journal could answer.")
    ] = False,
    reuse: Annotated[
        str | None,
        typer.Option(
            metavar="AGE", help="Take a case of the same check that is not older, such as 24h."
        ),
    ] = None,
    lens: Annotated[str | None, typer.Option(metavar="NAME", help="lenient or strict.")] = None,
    dials: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="DIAL=VALUE", help="Set a dial. May be repeated."),
    ] = None,
    budget: Annotated[
        str | None, typer.Option(metavar="USD", help="US dollars that this run may spend.")
    ] = None,
    claims: Annotated[
        Claims | None,
        typer.Option(
            help="What to look for: `whole`, all of it is one claim; `main`, the one claim of a "
            "post; `all`, every claim; `lines`, one a line. Otherwise what was given decides."
        ),
    ] = None,
    review: Annotated[
        bool,
        typer.Option(
            "--review-claims", help="Show the claims, to keep, edit, drop or split, before judging."
        ),
    ] = False,
    language: Annotated[
        Language | None,
        typer.Option(
            help="Explain the verdict in English, Sinhala or Tamil. Otherwise in the claim's "
            "language, where it is one of them."
        ),
    ] = None,
    trail: Annotated[bool, typer.Option("--trail", help="Show every step.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> int:
    """Judge a claim, each line of a file or each claim of a text, and keep a case of it.

    A text of several sentences up to 100 words, or an image, is a post: its main claim is judged.
    In a longer text, a document or a page every claim is.
    """
    from veracity.interfaces.cli.checking import Wanted, run

    settings = settings_of(context, model=model, budget_usd=budget, search=search)
    wanted = Wanted(
        argument=claim,
        given=given,
        evidence=tuple(evidence or ()),
        as_json=as_json,
        out=out,
        method=method,
        search=search is not None,
        top_k=top_k,
        speaker=speaker,
        said_on=None if said_on is None else said_on.date(),
        origin=origin,
        as_of=None if as_of is None else as_of.date(),
        fresh=fresh,
        reuse=reuse,
        lens=lens,
        dials=tuple(dials or ()),
        trail=trail,
        quiet=quiet,
        claims=None if claims is None else claims.value,
        review=review,
        language=None if language is None else language.value,
    )
    return run(settings, wanted)
