"""`veracity models`: the weights of the local models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from veracity.interfaces.cli.context import settings_of

if TYPE_CHECKING:
    from veracity.models.catalogue import LocalModel
    from veracity.models.weights import WeightStore
    from veracity.settings import Settings

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
    import sys

    from veracity.interfaces.cli.progress import Progress
    from veracity.newsroom import Fetching

    wanted, store = _find(model), _store(settings_of(context))
    with Progress(sys.stderr) as progress:
        place = store.fetch(
            wanted,
            lambda done, total: progress.watch(Fetching(wanted.title, store.folder, done, total)),
        )
    typer.echo(place)


@app.command()
def remove(context: typer.Context, model: ModelId = None) -> None:
    """Delete a model's weights."""
    wanted = _find(model)
    freed = _store(settings_of(context)).remove(wanted)
    typer.echo(f"{wanted.id}: {freed / 1e9:.2f} GB freed")


def _store(settings: Settings) -> WeightStore:
    from veracity.models.weights import WeightStore

    return WeightStore(settings.models_folder, settings.model_file)


def _find(model_id: str | None) -> LocalModel:
    from veracity.models.catalogue import catalogue

    known = catalogue()
    return known.find(model_id or known.default)
