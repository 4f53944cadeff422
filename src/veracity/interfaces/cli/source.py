"""`veracity source`: who speaks at an address, and how much that is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veracity.rules.tiers import Rating


def source(
    url: Annotated[str, typer.Argument(metavar="URL", help="A web address, with its scheme.")],
    redirect: Annotated[
        list[str] | None,
        typer.Option(
            "--redirect", metavar="URL", help="Where a fetch was sent. May be repeated, in order."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Show the tier of a source and what decided, or why its address is refused.

    Looks at the address alone and reaches no network. A refused address is an answer, so the exit
    code is 0.
    """
    import json

    from veracity.publish.visible import visible
    from veracity.rules.tiers import rate

    rating = rate(url, redirects=redirect)
    if as_json:
        typer.echo(json.dumps(rating.model_dump(mode="json")))
        return
    for line in _lines(rating):
        typer.echo(visible(line))


def _lines(rating: Rating) -> list[str]:
    if rating.refused is not None:
        return [rating.url, f"refused: {rating.refused}"]
    lines = [rating.url, f"host: {rating.host}", f"tier: {rating.tier}"]
    if rating.official:
        primary = "yes" if rating.primary else "no"
        lines += [
            f"jurisdiction: {rating.jurisdiction}",
            f"function: {rating.function}",
            f"primary evidence: {primary}",
        ]
    return [*lines, f"why: {rating.why}"]
