"""The schema of a reply as the local engine makes its grammar of it."""

from __future__ import annotations

from typing import Any, cast


def in_order(schema: Any) -> Any:
    """`schema` with the properties of every object in the order of its `required` list.

    A request has one canonical spelling, in which the keys of objects are sorted. The engine has a
    model write its reply in the order of the properties, so that without this a reply would be
    written in the order of the alphabet: the confidence in a label before the label.
    """
    if isinstance(schema, list):
        return [in_order(item) for item in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    ordered = {name: in_order(item) for name, item in cast("dict[str, Any]", schema).items()}
    properties, required = ordered.get("properties"), ordered.get("required")
    if isinstance(properties, dict) and isinstance(required, list):
        held = cast("dict[str, Any]", properties)
        first = [name for name in cast("list[str]", required) if name in held]
        ordered["properties"] = {name: held[name] for name in dict.fromkeys([*first, *held])}
    return ordered
