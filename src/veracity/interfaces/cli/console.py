"""The two consoles: verdicts go to standard output, everything else to standard error."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

PIPED_WIDTH = 80
"""Columns when nobody's terminal tells."""


def console(stream: TextIO) -> Console:
    """A console on `stream`. Without a terminal it has no colour and 80 columns."""
    from rich.console import Console

    width = None if stream.isatty() else PIPED_WIDTH
    return Console(file=stream, width=width, highlight=False, soft_wrap=False)


def output() -> Console:
    """The console on standard output."""
    return console(sys.stdout)


def note(text: str) -> None:
    """One line for the person, on standard error."""
    from veracity.publish.visible import visible

    print(f"veracity: {visible(text)}", file=sys.stderr, flush=True)
