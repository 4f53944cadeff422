"""`veracity methods` and `veracity prompts`: what there is to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from veracity.methods.base import Method

prompts_app = typer.Typer(
    help="The prompts that models are asked with, each locked by its digest.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def methods() -> None:
    """Show the methods and their dials."""
    from veracity.domain.errors import BadInput
    from veracity.methods import NAMES, installed, method, overruled

    for name in NAMES:
        _show_method(method(name))
    for extension in installed():
        try:
            _show_method(method(extension.name), f", from {extension.origin}")
        except BadInput as fault:
            typer.echo(f"{extension.name} (from {extension.origin}): {fault}")
    for extension in overruled():
        typer.echo(
            f"{extension.name} (from {extension.origin}): not used: Veracity has one of that name"
        )


def _show_method(shown: Method[Any, Any], origin: str = "") -> None:
    typer.echo(f"{shown.name} (version {shown.version}{origin})")
    for dial, about in shown.dials.model_fields.items():
        when = "live only" if _asks(about.json_schema_extra) else "any case"
        default = about.get_default(call_default_factory=True)
        typer.echo(f"  {dial} = {_word(default)}  [{when}]")


@prompts_app.command("list")
def list_prompts() -> None:
    """Show every prompt with its version and digest."""
    from veracity.prompts import load

    for name in _names():
        prompt = load(name)
        typer.echo(f"{prompt.id}  version {prompt.version}  {prompt.digest}")


@prompts_app.command("show")
def show_prompt(prompt: Annotated[str, typer.Argument(help="Its name.")]) -> None:
    """Print a prompt, turn by turn."""
    from veracity.prompts import load

    for turn in load(prompt).turns:
        typer.echo(f"[{turn.role}]\n{turn.text}\n")


def _names() -> list[str]:
    from importlib.resources import files

    return sorted(
        file.name.removesuffix(".md")
        for file in files("veracity.prompts").iterdir()
        if file.name.endswith(".md")
    )


def _asks(extra: Any) -> bool:
    """Whether a dial's extra says that it changes what is asked."""
    return isinstance(extra, dict) and "asks" in extra


def _word(default: Any) -> str:
    return "none" if default is None else str(default)
