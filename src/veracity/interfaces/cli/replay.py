"""`veracity replay` and `veracity verify`: a finished case, without asking anyone anything."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from veracity.domain.case import Case
    from veracity.domain.verdict import Verdict
    from veracity.methods.replay import Replayed

CaseFile = Annotated[Path, typer.Argument(metavar="CASE", help="A case file.")]

DIFFERS = 4
"""Exit code of a case that does not replay to its verdict, or whose digests do not match."""


def replay(
    case: CaseFile,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    dials: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="DIAL=VALUE", help="Decide under another dial."),
    ] = None,
    lens: Annotated[str | None, typer.Option(help="lenient or strict.")] = None,
    from_exchanges: Annotated[
        bool, typer.Option("--from-exchanges", help="Draw the record anew as well.")
    ] = False,
) -> int:
    """Derive the verdict of a case again, with the network blocked."""
    import asyncio

    from veracity.interfaces.cli.dials import dial_changes
    from veracity.interfaces.cli.offline import network_blocked
    from veracity.methods.replay import replay as replay_case
    from veracity.publish.casefile import load

    loaded = load(case)
    changes = dial_changes(dials or (), lens=lens)
    with asyncio.Runner() as runner:
        runner.get_loop()
        with network_blocked():
            replayed = runner.run(replay_case(loaded, changes, from_exchanges=from_exchanges))
    if as_json:
        _print_json(replayed)
    else:
        _print_words(loaded, replayed)
    return 0 if replayed.same or changes else DIFFERS


def verify(case: CaseFile) -> int:
    """Check every digest of a case file, and name what was changed."""
    from veracity.publish.casefile import load
    from veracity.publish.visible import visible

    loaded = load(case)
    problems = loaded.verify()
    for problem in problems:
        typer.echo(visible(str(problem)))
    if problems:
        return DIFFERS
    count = len(loaded.digests.exchanges)
    typer.echo(f"unchanged: {count} exchange{'s' * (count != 1)}, {loaded.seal}")
    return 0


def _print_json(replayed: Replayed) -> None:
    import json

    from veracity.domain.canonical import plain

    line = {
        "same": replayed.same,
        "verdict": plain(replayed.verdict),
        "calls": replayed.calls,
        "differences": list(replayed.differences),
    }
    typer.echo(json.dumps(line, ensure_ascii=False))


def _print_words(case: Case, replayed: Replayed) -> None:
    from veracity.publish.visible import visible

    counted = f"{replayed.exchanges} exchanges, {replayed.calls} calls"
    was, now = case.verdict, replayed.verdict
    if replayed.same:
        typer.echo(f"same verdict, {counted}")
        typer.echo(_in_words(now))
        return
    typer.echo(f"another verdict, {counted}")
    typer.echo(f"recorded: {_in_words(was)}")
    typer.echo(f"derived:  {_in_words(now)}")
    for difference in replayed.differences:
        typer.echo(f"  {visible(difference)}")


def _in_words(verdict: Verdict) -> str:
    from veracity.publish.visible import visible

    return visible(f"{verdict.label} ({verdict.confidence:.0%}): {verdict.explanation}")
