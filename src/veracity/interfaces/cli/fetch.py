"""`veracity fetch`: what a check would get from an address, or why it would get nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veracity.interfaces.cli.context import settings_of

if TYPE_CHECKING:
    from veracity.domain.exchange import Exchange
    from veracity.domain.page import Fetched
    from veracity.settings import Settings

NOT_FETCHED = 4


def fetch(
    context: typer.Context,
    url: Annotated[str, typer.Argument(metavar="URL", help="A web address, with its scheme.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    warc: Annotated[
        Path | None,
        typer.Option("--warc", metavar="FILE", help="Write the page as a WARC file, too."),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Ask again, whatever the journal has.")
    ] = False,
) -> int:
    """Fetch a page, keep its bytes, and show what was read out of it.

    The exit code is 4 when there is no page. A wall or an error page in the place of one is a page
    that is no evidence: its obstacle says so.
    """
    import asyncio
    import json

    from veracity.interfaces.cli.console import note
    from veracity.newsroom.fetching import fetch_page
    from veracity.publish.visible import visible

    settings = settings_of(context)
    exchange = asyncio.run(fetch_page(settings, url, fresh=fresh))
    if exchange.failure is not None:
        if as_json:
            typer.echo(json.dumps({"failure": exchange.failure.model_dump(mode="json")}))
        note(visible(exchange.failure.message))
        return NOT_FETCHED
    fetched = _fetched(exchange)
    if warc is not None:
        _write(warc, settings, fetched, exchange)
    if as_json:
        typer.echo(json.dumps(fetched.model_dump(mode="json"), ensure_ascii=False))
        return 0
    for line in _lines(fetched, exchange):
        typer.echo(visible(line))
    return 0


def _fetched(exchange: Exchange) -> Fetched:
    from veracity.domain.page import Fetched

    assert exchange.reply is not None
    return Fetched.model_validate(exchange.reply.value)


def _lines(fetched: Fetched, exchange: Exchange) -> list[str]:
    from veracity.rules.tiers import rate

    page, rating = fetched.page, rate(fetched.url, redirects=fetched.redirects)
    said = {
        "title": page.title,
        "author": page.author,
        "publisher": page.publisher,
        "published": page.published,
        "modified": page.modified,
        "language": page.language,
        "stands in for": fetched.stands_in_for,
        "robots.txt": "overridden" if fetched.robots_overridden else None,
        "obstacle": f"{page.obstacle}: no evidence" if page.obstacle else None,
        "text": f"{len(page.text):,} characters",
        "bytes": f"{fetched.size:,} of {fetched.media_type}, {fetched.digest}",
        "fetched": f"{exchange.asked_at:%Y-%m-%d %H:%M:%S %Z}",
    }
    tier = rating.tier if rating.refused is None else f"refused: {rating.refused}"
    lines = [fetched.final_url, f"tier: {tier}"]
    return lines + [f"{name}: {value}" for name, value in said.items() if value]


def _write(place: Path, settings: Settings, fetched: Fetched, exchange: Exchange) -> None:
    """Write the WARC file. Raises `StorageError` for bytes that are gone and a full disk."""
    from veracity import __version__
    from veracity.desk.blobs import Blobs
    from veracity.domain.errors import StorageError
    from veracity.publish.warc import warc

    content = Blobs(settings.blobs_folder).get(fetched.digest)
    try:
        place.write_bytes(warc(fetched, content, exchange.asked_at, f"Veracity/{__version__}"))
    except OSError as error:
        raise StorageError(
            f"{place} cannot be written: {error.strerror}.", "Name a file in another folder."
        ) from None
