"""Until when the texts reach that a model was trained on, and where that was read."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from pydantic import Field

from veracity.domain.base import Frozen


class Cutoff(Frozen):
    """A training cut-off, for the models whose names start with one of `models`."""

    models: tuple[str, ...] = Field(min_length=1)
    until: str = Field(pattern=r"^\d{4}-(0[1-9]|1[0-2])$")
    """The last month, as `YYYY-MM`."""
    said_at: str = Field(pattern=r"^https://")


class _Table(Frozen):
    cutoff: tuple[Cutoff, ...]


@cache
def cutoffs() -> tuple[Cutoff, ...]:
    """Every cut-off that is known."""
    text = files("veracity.models").joinpath("cutoffs.toml").read_text(encoding="utf-8")
    return _Table.model_validate(tomllib.loads(text)).cutoff


def cutoff_of(model: str) -> Cutoff | None:
    """The cut-off of `provider:model`, by the longest name that fits; None when nobody says it."""
    name = model.partition(":")[2]
    fitting = [
        (len(start), cutoff)
        for cutoff in cutoffs()
        for start in cutoff.models
        if name.startswith(start)
    ]
    return max(fitting, key=lambda one: one[0])[1] if fitting else None
