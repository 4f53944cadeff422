"""Parts of an event that may be missing or null: each reads as empty then.

Providers leave out what is empty, or send null for it, each in its own way.
"""

from __future__ import annotations

import json
from typing import Any, TypeAlias, cast

Part: TypeAlias = dict[str, Any]

DEEPEST = 100
"""Levels of a JSON value. No provider sends half as many, and whoever walks through a value does it
by recursion."""
MOST_COUNTED = 100_000_000
"""What a provider counts beyond this is no count."""


def value_of(said: str) -> Any:
    """The JSON value that `said` is. Raises `ValueError` for what is none, and for one that is
    deeper than `DEEPEST`."""
    try:
        value: Any = json.loads(said)
    except RecursionError:
        raise ValueError("too deep") from None
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        level = [item for node in level for item in _items(node)]
        if not level:
            return value
    raise ValueError("too deep")


def _items(node: Any) -> list[Any]:
    if isinstance(node, dict):
        return list(cast("Part", node).values())
    return cast("list[Any]", node) if isinstance(node, list) else []


def part(node: Part, name: str) -> Part:
    """The object under `name`."""
    found = node.get(name)
    return cast("Part", found) if isinstance(found, dict) else {}


def parts(node: Part, name: str) -> list[Part]:
    """The objects in the list under `name`."""
    found = node.get(name)
    listed = cast("list[Any]", found) if isinstance(found, list) else []
    return [cast("Part", item) for item in listed if isinstance(item, dict)]


def texts(node: Part, name: str) -> list[str]:
    """The texts in the list under `name`."""
    found = node.get(name)
    listed = cast("list[Any]", found) if isinstance(found, list) else []
    return [item for item in listed if isinstance(item, str)]


def text(node: Part, name: str) -> str:
    """The text under `name`."""
    found = node.get(name)
    return found if isinstance(found, str) else ""


def count(node: Part, name: str) -> int:
    """The number under `name`, from 0 to `MOST_COUNTED`. Some write whole numbers as `12.0`."""
    found = node.get(name)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return 0
    return int(min(max(0, found), MOST_COUNTED))
