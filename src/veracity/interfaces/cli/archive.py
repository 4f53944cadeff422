"""`veracity archive`: the documents that claims are judged against."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veracity.interfaces.cli.console import note
from veracity.interfaces.cli.context import settings_of

if TYPE_CHECKING:
    from veracity.domain.evidence import Document, Passage
    from veracity.retrieval.archive import Archive

app = typer.Typer(
    help="The archive of documents that claims are judged against.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Day = Annotated[datetime | None, typer.Option(metavar="DATE", formats=["%Y-%m-%d"], help="A day.")]


@app.command()
def add(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A file or a folder.")],
    url: Annotated[str | None, typer.Option(metavar="URL", help="Where it was published.")] = None,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="Its title.")] = None,
    publisher: Annotated[str | None, typer.Option(metavar="NAME", help="Who published it.")] = None,
    published: Annotated[
        datetime | None,
        typer.Option(metavar="DATE", formats=["%Y-%m-%d"], help="When it was published."),
    ] = None,
    tier: Annotated[
        str, typer.Option(metavar="NAME", help="How its publisher is ranked, such as government.")
    ] = "other",
) -> int:
    """Add documents: txt, md, html and pdf. They are found at once.

    A file of a folder that cannot be read is named and left out.
    """
    from veracity.domain.errors import BadInput
    from veracity.domain.evidence import Tier
    from veracity.retrieval.reading import About, files_in, read_document

    if tier not in set(Tier):
        raise BadInput(f"There is no tier '{tier}'.", f"There is: {', '.join(Tier)}.")
    about = About(
        url=url,
        title=title,
        publisher=publisher,
        tier=Tier(tier),
        published=None if published is None else published.date(),
    )
    documents: list[Document] = []
    unread: list[BadInput] = []
    for file in files_in(path):
        try:
            documents.append(read_document(file, about))
        except BadInput as fault:
            unread.append(fault)
    if unread and not documents:
        raise unread[0]
    with _opened(context) as archive:
        added = archive.add(documents)
    typer.echo(
        f"added {len(added.added)} documents ({added.passages} passages), "
        f"{len(added.known)} were here already"
    )
    for digest in added.added:
        typer.echo(digest)
    for fault in unread:
        note(f"left out: {fault}")
    return BadInput.exit_code if unread else 0


@app.command()
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to look for.")],
    top_k: Annotated[int, typer.Option(metavar="N", min=1, max=100, help="How many.")] = 4,
    as_of: Day = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Show the passages that are nearest to a query, with every score."""
    if not query.strip():
        from veracity.domain.errors import BadInput

        raise BadInput("There is nothing to look for.", "Give a few words.")
    with _opened(context) as archive:
        found = archive.search(query, top_k=top_k, as_of=None if as_of is None else as_of.date())
    if as_json:
        import json

        from veracity.domain.canonical import plain

        typer.echo(json.dumps(plain(found), ensure_ascii=False))
        return
    for place, passage in enumerate(found.passages, start=1):
        _show(place, passage)
    typer.echo(f"{len(found.passages)} of {found.searched:,} passages")


@app.command()
def stats(context: typer.Context) -> None:
    """Count what the archive holds."""
    with _opened(context) as archive:
        held = archive.stats()
    own = held.documents - held.starter - held.found
    typer.echo(f"{held.path}")
    typer.echo(
        f"documents:  {held.documents:,} ({held.starter:,} from the starter pack, {own:,} added, "
        f"{held.found:,} found)"
    )
    typer.echo(f"passages:   {held.passages:,} ({held.vectors:,} with vectors)")
    typer.echo(f"subjects:   {held.subjects:,}")
    typer.echo(f"embedder:   {held.embedder}")
    typer.echo(f"generation: {held.generation}")
    typer.echo(f"size:       {held.bytes / 1e6:.1f} MB")


@app.command()
def remove(
    context: typer.Context,
    document: Annotated[
        str | None,
        typer.Argument(metavar="DOCUMENT", help="Its digest, the start of it, or its address."),
    ] = None,
    found: Annotated[
        bool, typer.Option("--found", help="All pages that runs found and kept by themselves.")
    ] = False,
) -> int:
    """Remove documents. Cases that rest on them keep the passages that they used."""
    if (document is None) is not found:
        from veracity.domain.errors import BadInput

        raise BadInput("Name what to remove.", "Give one document, or --found.")
    with _opened(context) as archive:
        gone = archive.forget() if document is None else archive.remove(document)
    typer.echo(f"removed {gone} document{'s' * (gone != 1)}")
    if not gone:
        note("Nothing has that name. `veracity archive search` shows addresses.")
    return 0 if gone else 2


@contextmanager
def _opened(context: typer.Context) -> Generator[Archive]:
    import sys

    from veracity.interfaces.cli.progress import Progress
    from veracity.newsroom import Loading
    from veracity.retrieval.archive import Archive

    settings = settings_of(context)
    with Progress(sys.stderr) as progress:
        archive = Archive.open(
            settings.archive_folder,
            progress=lambda what, done, total: progress.watch(Loading(what, done, total)),
            wait_seconds=settings.lock_wait,
        )
        try:
            yield archive
        finally:
            archive.close()


def _show(place: int, passage: Passage) -> None:
    from veracity.publish.visible import visible

    scores, source = passage.scores, passage.source
    ranks = f"keywords {scores.keyword_rank or '-'}, vectors {scores.vector_rank or '-'}"
    dated = "undated" if source.published is None else source.published.isoformat()
    typer.echo(f"{place}. {visible(source.title)} ({visible(source.publisher)}, {dated})")
    typer.echo(f"   {visible(source.url)}")
    typer.echo(f"   {visible(passage.text)[:300]}")
    typer.echo(
        f"   final {scores.final:.4f} = fused {scores.fused:.4f} x tier {scores.tier_weight:g} "
        f"x recency {scores.recency_weight:g}; ranks: {ranks}; "
        f"similarity {_number(scores.similarity)}"
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
