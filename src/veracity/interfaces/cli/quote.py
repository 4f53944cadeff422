"""`veracity quote`: whether words stand in a text, where, or why they do not hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

DOES_NOT_HOLD = 4


def quote(
    words: Annotated[str, typer.Argument(metavar="QUOTE", help="The words, in quotation marks.")],
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A text, an HTML page or a PDF they are from.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> int:
    """Show where a quote stands in a file, or why it does not hold.

    Of a page what a reader sees counts. The exit code is 4 for a quote that does not hold.
    """
    import json

    from veracity.intake.quoted import read_quoted
    from veracity.publish import quotation
    from veracity.publish.visible import visible
    from veracity.rules import quotes

    text = read_quoted(file)
    match = quotes.find(words, text)
    if as_json:
        typer.echo(json.dumps(quotation.as_json(match, text, words, file.name)))
    else:
        for line in quotation.lines(match, text, file.name):
            typer.echo(visible(line))
    return 0 if match.verified else DOES_NOT_HOLD
