"""`veracity models`: the weights of the local models."""

from __future__ import annotations

from typing import Annotated

import typer

from veracity.interfaces.cli.context import settings_of

app = typer.Typer(
    help="The weights of the local models.", no_args_is_help=True, rich_markup_mode=None
)

ModelId = Annotated[
    str | None, typer.Argument(metavar="MODEL", help="Its id; the default model when left out.")
]


@app.command("list")
def list_models(context: typer.Context) -> None:
    """Show the models that Veracity knows, and which are here."""
    from veracity.models.catalogue import catalogue

    settings = settings_of(context)
    known = catalogue()
    store = _store(settings)
    for model in known.model:
        place = store.path(model)
        state = "not installed" if place is None else str(place)
        star = " (default)" if model.id == known.default else ""
        typer.echo(f"{model.id}{star}  {model.size / 1e9:.2f} GB  {model.licence}  {state}")


@app.command()
def install(context: typer.Context, model: ModelId = None) -> None:
    """Fetch a model's weights and check their SHA-256. What was begun is continued."""
    from veracity.interfaces.cli.progress import install as fetch

    place = fetch(_store(settings_of(context)), _find(model))
    typer.echo(place)


@app.command()
def remove(context: typer.Context, model: ModelId = None) -> None:
    """Delete a model's weights."""
    wanted = _find(model)
    freed = _store(settings_of(context)).remove(wanted)
    typer.echo(f"{wanted.id}: {freed / 1e9:.2f} GB freed")
