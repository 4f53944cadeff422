"""`veracity journal`: what the journal holds, and letting go of what is stale."""

from __future__ import annotations

from typing import Annotated

import typer

from veracity.interfaces.cli.context import settings_of

app = typer.Typer(
    help="The journal of exchanges, which answers what was asked before.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command()
def stats(context: typer.Context) -> None:
    """Count what the journal holds."""
    import asyncio

    from veracity.desk.journal import Journal

    settings = settings_of(context)
    if not settings.journal_file.exists():
        typer.echo(f"{settings.journal_file}: nothing was asked yet")
        return

    async def count():
        async with Journal(settings.journal_file, wait_seconds=settings.lock_wait) as journal:
            return await journal.stats()

    held = asyncio.run(count())
    typer.echo(f"{settings.journal_file}")
    typer.echo(f"replies:  {_counted(held.replies)}")
    typer.echo(f"failures: {_counted(held.failures)}")
    typer.echo(f"in work:  {held.leases}")
    typer.echo(f"cost:     ${held.cost}")
    typer.echo(f"size:     {(held.journal_bytes + held.blob_bytes) / 1e6:.1f} MB")


@app.command()
def prune(
    context: typer.Context,
    older_than: Annotated[
        float, typer.Option(min=0, metavar="DAYS", help="Remove what is older than this.")
    ] = 0.0,
    failures: Annotated[
        bool, typer.Option("--failures", help="Remove failures and keep the replies.")
    ] = False,
) -> None:
    """Remove recorded replies, so that they are asked again. Cases are not touched."""
    import asyncio
    from datetime import timedelta

    from veracity.desk.journal import Journal

    settings = settings_of(context)

    async def let_go():
        async with Journal(settings.journal_file, wait_seconds=settings.lock_wait) as journal:
            return await journal.prune(
                older_than=timedelta(days=older_than), failures_only=failures
            )

    pruned = asyncio.run(let_go())
    typer.echo(
        f"removed: {pruned.replies} replies, {pruned.failures} failures, {pruned.blobs} blobs"
    )


def _counted(counts: dict[str, int]) -> str:
    if not counts:
        return "0"
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    return f"{sum(counts.values())} ({kinds})"
