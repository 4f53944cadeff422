"""The schema of a reply in the dialect of a provider, and the check of the reply against it.

A provider's dialect may lack keywords. They are dropped from what is sent and still hold here: the
reply is checked against the whole schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from veracity.models.grammar import in_order
from veracity.models.hosted.table import Host

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def shaped(schema: Mapping[str, Any], host: Host) -> dict[str, Any]:
    """`schema` as `host` takes it, with properties in the order in which they are to be written."""
    return cast("dict[str, Any]", _shaped(in_order(dict(schema)), host))


def _shaped(node: Any, host: Host) -> Any:
    if isinstance(node, list):
        return [_shaped(item, host) for item in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    held = cast("dict[str, Any]", node)
    kept: dict[str, Any] = {}
    for name, item in held.items():
        if name == "properties":
            kept[name] = {field: _shaped(about, host) for field, about in item.items()}
        elif name not in host.drop:
            kept[name] = _shaped(item, host)
    if host.closed and "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept


def problem(value: Any, schema: Mapping[str, Any], where: str = "the reply") -> str | None:
    """What is wrong with `value`, the first thing found; None when it has the shape of `schema`.

    Knows the keywords that the shapes of `models/asking` are made of. An unknown one is no
    constraint.
    """
    if "anyOf" in schema:
        problems = [problem(value, option, where) for option in schema["anyOf"]]
        return None if None in problems else problems[0]
    if "enum" in schema and value not in schema["enum"]:
        return f"{where} must be one of {', '.join(map(repr, schema['enum']))}"
    if "const" in schema and value != schema["const"]:
        return f"{where} must be {schema['const']!r}"
    kind = schema.get("type")
    if kind is not None and not _is(value, kind):
        return f"{where} must be of type {kind}"
    if isinstance(value, dict):
        return _object_problem(cast("dict[str, Any]", value), schema, where)
    if isinstance(value, list):
        return _list_problem(cast("list[Any]", value), schema, where)
    if isinstance(value, str):
        return _size_problem(len(value), schema, ("minLength", "maxLength"), f"{where}: its length")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _size_problem(value, schema, ("minimum", "maximum"), where)
    return None


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES.get(kind, (object,)))


def _object_problem(value: Mapping[str, Any], schema: Mapping[str, Any], where: str) -> str | None:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            return f"{where} lacks the property '{name}'"
    if schema.get("additionalProperties") is False and (more := set(value) - set(properties)):
        return f"{where} has the unknown property '{min(more)[:40]}'"
    found = (
        problem(item, properties[name], f"'{name}'")
        for name, item in value.items()
        if name in properties
    )
    return next((one for one in found if one is not None), None)


def _list_problem(value: list[Any], schema: Mapping[str, Any], where: str) -> str | None:
    count = _size_problem(len(value), schema, ("minItems", "maxItems"), f"{where}: its length")
    if count is not None:
        return count
    found = (problem(item, schema.get("items", {}), f"an item of {where}") for item in value)
    return next((one for one in found if one is not None), None)


def _size_problem(
    size: float, schema: Mapping[str, Any], names: tuple[str, str], what: str
) -> str | None:
    low, high = (schema.get(name) for name in names)
    if low is not None and size < low:
        return f"{what} must be at least {low}"
    if high is not None and size > high:
        return f"{what} must be at most {high}"
    return None
