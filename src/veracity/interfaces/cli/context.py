"""What every command shares: the options before the command's name, and the settings from them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from veracity.settings import Settings


@dataclass(frozen=True, slots=True)
class Globals:
    """The options before the command's name."""

    home: Path | None = None


def settings_of(context: typer.Context, **given: Any) -> Settings:
    """The settings of this run; `given` are the options of the command, None when not named."""
    from veracity.settings import read_settings

    options = context.find_object(Globals) or Globals()
    return read_settings({"home": options.home, **given})
