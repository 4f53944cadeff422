"""Parts of an event that may be missing or null: each reads as empty then.

Providers leave out what is empty, or send null for it, each in its own way.
"""

from __future__ import annotations

from typing import Any, TypeAlias, cast

Part: TypeAlias = dict[str, Any]


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
    """The number under `name`, at least 0."""
    found = node.get(name)
    return max(found, 0) if isinstance(found, int) else 0
