"""`veracity doctor`: what is set up, what is not, and the fix for each."""

from __future__ import annotations

from typing import Annotated

import typer

from veracity.interfaces.cli.context import settings_of

_WORDS = {"ok": "ok      ", "missing": "missing ", "optional": "optional", "broken": "broken  "}
NOT_WELL = 5
"""Exit code when something is broken or missing that a check needs."""


def doctor(
    context: typer.Context,
    deep: Annotated[
        bool, typer.Option("--deep", help="Read the weights and compare their SHA-256.")
    ] = False,
    models: Annotated[
        bool,
        typer.Option(
            "--models",
            help="Ask each model that plays a role one small question, for a cent or so.",
        ),
    ] = False,
) -> int:
    """Say what is set up and what is not, with the fix. Without --models it reaches no network."""
    from veracity.interfaces.cli.examination import examine

    settings = settings_of(context)
    well = True
    for finding in examine(settings, deep=deep, models=models):
        well = well and finding.state in ("ok", "optional")
        typer.echo(f"{_WORDS[finding.state]}  {finding.name}: {finding.said}")
        if finding.fix:
            typer.echo(f"{'':10}fix: {finding.fix}")
    return 0 if well else NOT_WELL
