"""`veracity eval retrieval`: how well the archive finds the report that a post is about."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veracity.interfaces.cli.context import settings_of

if TYPE_CHECKING:
    from veracity.evaluation.retrieval.measures import Mean, Quality
    from veracity.evaluation.retrieval.run import RetrievalReport
    from veracity.evaluation.retrieval.sets import RetrievalSet

METHOD = "retrieval"
"""How scorings of retrieval are named in the ledger of a held-out set."""


def measure_retrieval(
    context: typer.Context,
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="With dataset.toml, or corpus.jsonl, queries.jsonl, qrels.tsv."
        ),
    ],
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="SET", help="Ask the queries of this set alone."),
    ] = None,
    rerank: Annotated[
        bool, typer.Option("--rerank", help="Re-rank too. Needs veracity[rerank].")
    ] = False,
    report: Annotated[
        Path | None, typer.Option(metavar="OUT.json", help="Write the figures here.")
    ] = None,
    why: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="What a second look at a held-out set is for."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Print Recall@5, MRR and nDCG@5 of each way of ranking, with 95% intervals."""
    from veracity.domain.canonical import canonical, digest_bytes, plain
    from veracity.evaluation.folder import BUILT
    from veracity.evaluation.retrieval.run import DEPTH, run
    from veracity.evaluation.retrieval.sets import read_set
    from veracity.interfaces.cli.bars import Bars
    from veracity.publish.casefile import write_whole
    from veracity.retrieval.archive import Archive
    from veracity.retrieval.rerank import CrossEncoder

    settings = settings_of(context)
    found = read_set(folder, only or ())
    named = digest_bytes(canonical(sorted(one.digest for one in found.documents)))
    place = settings.home / BUILT / f"{named.partition(':')[2][:16]}-bare"
    archive = Archive.open(place, starter=False)
    allowed = _reasons(found, archive.embedder.id, why)
    with Bars(quiet=quiet) as bars:
        archive.add(found.documents, bars.show)
        figures = run(
            found,
            lambda query: archive.search(query.text, DEPTH, query.as_of),
            embedder=archive.embedder.id,
            reranker=CrossEncoder(settings.models_folder) if rerank else None,
            watch=lambda done, total: bars.show("asking", done, total),
        )
    archive.close()
    _enter(found, figures, allowed)
    if report is not None:
        write_whole(report, canonical(plain(figures)) + b"\n")
    _print(figures)


def _reasons(found: RetrievalSet, embedder: str, why: str | None) -> dict[str, str]:
    """Why each held-out set is scored. Raises `BadInput` where that has to be said and is not."""
    from veracity import __version__
    from veracity.evaluation.ledger import allow, held_out

    return {
        name: allow(file, release=__version__, method=METHOD, model=embedder, why=why)
        for name, file in found.files.items()
        if held_out(file)
    }


def _enter(found: RetrievalSet, figures: RetrievalReport, allowed: dict[str, str]) -> None:
    from veracity import __version__
    from veracity.domain.canonical import digest_bytes
    from veracity.evaluation.ledger import Scoring, enter
    from veracity.interfaces.cli.evaluation_ledger import commit

    for name, reason in allowed.items():
        seen = figures.sets[name].backends["archive"]
        entry = Scoring(
            date=date.today(),
            release=__version__,
            commit=commit(),
            set=name,
            sha256=digest_bytes(found.files[name].read_bytes()),
            method=METHOD,
            model=figures.embedder,
            why=reason,
            figures={
                "recall_at_5": round(seen.recall.value, 4),
                "mrr": round(seen.mrr.value, 4),
                "ndcg_at_5": round(seen.ndcg.value, 4),
            },
        )
        enter(found.files[name].parent, [entry])


def _print(report: RetrievalReport) -> None:
    from rich import box
    from rich.table import Table

    from veracity.interfaces.cli.console import output

    typer.echo(f"{report.name}: {report.documents} documents, {report.embedder}")
    for name, figures in report.sets.items():
        table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column(name, overflow="fold", min_width=12)
        for heading in ("n", "Recall@5", "MRR", "nDCG@5"):
            table.add_column(heading, justify="right", no_wrap=True)
        for way, one in figures.backends.items():
            table.add_row(way, *_cells(one))
        for style, ways in figures.styles.items():
            table.add_row(f"  {style}", *_cells(ways["archive"]))
        output().print(table)


def _cells(one: Quality) -> tuple[str, ...]:
    return (str(one.n), _cell(one.recall), _cell(one.mrr), _cell(one.ndcg))


def _cell(mean: Mean) -> str:
    return f"{mean.value:.3f} [{mean.low:.2f}-{mean.high:.2f}]"
