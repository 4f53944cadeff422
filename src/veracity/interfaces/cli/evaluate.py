"""`veracity eval`: how well a method judges claims whose answer is known."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from veracity.interfaces.cli.context import settings_of

app = typer.Typer(
    help="How well a method judges claims whose answer is known.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def evaluation() -> None:
    """How well a method judges claims whose answer is known."""
