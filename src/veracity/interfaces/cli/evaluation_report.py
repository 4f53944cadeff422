"""`veracity eval report`: the reports of runs as one HTML page with plots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def report_page(
    reports: Annotated[
        list[Path], typer.Argument(metavar="REPORT.json", help="Reports of `eval run`.")
    ],
    out: Annotated[Path, typer.Option(metavar="OUT.html", help="Where the page goes.")],
) -> None:
    """Put the figures of runs on a page: confusion, reliability, risk and coverage, cost."""
    from veracity.evaluation.page import page
    from veracity.evaluation.report import read_report
    from veracity.publish.casefile import write_whole

    write_whole(out, page([read_report(place) for place in reports]).encode())
    typer.echo(str(out))
