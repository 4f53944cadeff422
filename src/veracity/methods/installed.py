"""Whether what another package offers as a method is one."""

from __future__ import annotations

import inspect
from typing import Any, cast

from veracity.domain.base import Frozen
from veracity.extensions import Extension
from veracity.methods.base import Method


def checked(extension: Extension) -> Method[Any, Any]:
    """The method that the extension names.

    Raises `BadInput`, which names the package, when it cannot be imported or is no method that
    could gather, decide and be replayed.
    """
    found = extension.load()
    if not isinstance(found, Method):
        raise extension.unusable(f"it is no Method but a {type(found).__name__}")
    method = cast("Method[Any, Any]", found)
    flaw = _flaw(method, extension.name)
    if flaw is not None:
        raise extension.unusable(flaw)
    return method


def _flaw(method: Method[Any, Any], name: str) -> str | None:
    """What is wrong with a method that is offered under `name`. Type hints bind nobody."""
    if method.name != name:
        return f"it calls itself '{method.name}', so no replay of its cases would find it"
    if type(method.version) is not int or method.version < 1:
        return f"its version is {method.version!r} and not a whole number of at least 1"
    for part, shape in (("record", method.record), ("dials", method.dials)):
        if not (inspect.isclass(shape) and issubclass(shape, Frozen)):
            return f"its {part} is no class that derives from Frozen"
    if not inspect.iscoroutinefunction(method.gather):
        return "its gather is not an `async def`"
    if not callable(method.decide):
        return "its decide is not a function"
    try:
        method.dials()
    except Exception as fault:  # A default may come from a function of theirs.
        return f"its dials cannot be made from their defaults: {type(fault).__name__}"
    return None
