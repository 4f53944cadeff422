"""Ways to judge a claim. Each is one file with `gather` and `decide`, loaded when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from veracity.domain.errors import BadInput
from veracity.methods.base import Method

_MODULES = {"routed": "veracity.methods.routed"}

NAMES = tuple(_MODULES)
"""The names of all methods."""


def method(name: str) -> Method[Any, Any]:
    """The method of that name. Raises `BadInput` when there is none."""
    if name not in _MODULES:
        raise BadInput(f"There is no method '{name}'.", f"There is: {', '.join(NAMES)}.")
    found: Method[Any, Any] = import_module(_MODULES[name]).METHOD
    return found
