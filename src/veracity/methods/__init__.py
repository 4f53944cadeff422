"""Ways to judge a claim. Each is one file with `gather` and `decide`, loaded when it is used.

Beside those here there are those that other packages offer (`docs/extending.md`).
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from veracity import __version__, extensions
from veracity.domain.errors import BadInput
from veracity.extensions import METHODS, Extension
from veracity.methods.base import Method
from veracity.methods.installed import checked

_MODULES = {
    "panel": "veracity.methods.panel",
    "routed": "veracity.methods.routed",
    "rubric": "veracity.methods.rubric",
    "tribunal": "veracity.methods.tribunal",
    "refute": "veracity.methods.refute",
}

NAMES = tuple(_MODULES)
"""The names of Veracity's own methods."""


def names() -> tuple[str, ...]:
    """The names of all methods: Veracity's own, then those that other packages offer."""
    return (*NAMES, *dict.fromkeys(extension.name for extension in installed()))


def installed() -> tuple[Extension, ...]:
    """The methods that other packages offer, whether they work or not."""
    return tuple(found for found in extensions.offered(METHODS) if found.name not in _MODULES)


def overruled() -> tuple[Extension, ...]:
    """Methods of other packages that are never used, because one of Veracity's has their name."""
    return tuple(found for found in extensions.offered(METHODS) if found.name in _MODULES)


def method(name: str) -> Method[Any, Any]:
    """The method of that name. Veracity's own goes before another package's.

    Raises `BadInput` when there is none, or when the package that offers it is broken.
    """
    if name in _MODULES:
        own: Method[Any, Any] = import_module(_MODULES[name]).METHOD
        return own
    extension = extensions.find(METHODS, name)
    if extension is None:
        raise BadInput(
            f"There is no method '{name}'.",
            f"There is: {', '.join(names())}. Others come with packages that offer them.",
        )
    return checked(extension)


def made_by(name: str) -> str:
    """Who judges by the method of that name: this program, and the package that the method is of.

    Raises `BadInput` when several packages offer it.
    """
    program = f"veracity {__version__}"
    extension = None if name in _MODULES else extensions.find(METHODS, name)
    return program if extension is None else f"{program}, {extension.origin}"
