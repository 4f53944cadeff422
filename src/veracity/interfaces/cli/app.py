"""The Typer application: which commands there are. What they need is imported when they run."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from veracity.interfaces.cli import (
    archive,
    check,
    claims,
    compare,
    doctor,
    estimate,
    evaluate,
    fetch,
    journal,
    listings,
    models,
    quote,
    source,
    stats,
)
from veracity.interfaces.cli import replay as replaying
from veracity.interfaces.cli.context import Globals
from veracity.interfaces.cli.faults import end

DEBUG = "--debug"

EPILOG = (
    "Exit codes: 0 done, 1 unexpected fault, 2 bad input, 3 not recorded, 4 damaged case, other "
    "verdict or quote that does not hold, 5 not installed, 6 storage, 130 stopped, 141 output not "
    "read."
)

app = typer.Typer(
    name="veracity",
    help="Checks claims against evidence, and keeps a case that anyone can re-run offline.",
    epilog=EPILOG,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command("check")(check.check)
app.command("claims")(claims.claims)
app.command("compare")(compare.compare)
app.command("estimate")(estimate.estimate)
app.command("replay")(replaying.replay)
app.command("verify")(replaying.verify)
app.command("methods")(listings.methods)
app.command("source")(source.source)
app.command("fetch")(fetch.fetch)
app.command("quote")(quote.quote)
app.command("doctor")(doctor.doctor)
app.add_typer(archive.app, name="archive")
app.add_typer(models.app, name="models")
app.add_typer(journal.app, name="journal")
app.add_typer(evaluate.app, name="eval")
app.add_typer(stats.app, name="stats")
app.add_typer(listings.prompts_app, name="prompts")


def _version(wanted: bool) -> None:
    if wanted:
        from veracity import __version__

        typer.echo(f"veracity {__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    home: Annotated[
        Path | None, typer.Option(help="Folder of the journal, archive, models and cases.")
    ] = None,
    debug: Annotated[bool, typer.Option(DEBUG, help="Show tracebacks.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Checks claims against evidence, and keeps a case that anyone can re-run offline."""
    del debug, version  # `run` looks for the one, and `_version` has answered the other.
    context.obj = Globals(home=home)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line. Every fault becomes one line on standard error and an exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = DEBUG in given or bool(os.environ.get("VERACITY_DEBUG"))
    given = [argument for argument in given if argument != DEBUG]  # It may stand anywhere.
    try:
        code = app(given, prog_name="veracity", standalone_mode=False)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as fault:  # The last stop before a person.
        return end(fault, debug=debug)
    except SystemExit as ended:  # How Typer ends when whoever read its output is gone.
        if isinstance(ended.__context__, BrokenPipeError):
            return end(ended.__context__, debug=debug)
        raise
    return code if isinstance(code, int) else 0
