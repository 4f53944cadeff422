"""A verdict told in a language, for whoever asked."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

from pydantic import Field

from veracity.domain.base import Frozen

Tongue: TypeAlias = Literal["en", "si", "ta"]
"""A language in which verdicts are explained."""

TONGUES: tuple[Tongue, ...] = get_args(Tongue)

TEMPLATE = "template"


def _is_none(value: Any) -> bool:
    """A field is left out where it says nothing."""
    return value is None


class Explanation(Frozen):
    """One verdict explained in one language."""

    language: Tongue
    text: str = Field(min_length=1)
    by: str = TEMPLATE
    """`template`, or the model as `provider:model`."""
    exchange: str | None = Field(default=None, exclude_if=_is_none)
    """Key of the exchange in which a model wrote it; None for a template."""
