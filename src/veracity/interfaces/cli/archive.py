"""`veracity archive`: documents to judge against."""

from __future__ import annotations

from typing import Annotated

import typer

from veracity.interfaces.cli.context import settings_of

app = typer.Typer(
    help="The archive of documents that claims are judged against.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
