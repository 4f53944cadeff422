"""One canonical JSON, and digests of it.

Two machines that hold the same values must write the same bytes: keys sorted, no white space,
UTF-8 without escapes, floats in Python's shortest round-trip form, instants in UTC with a ``Z``.
Everything that has a digest in Veracity (a request, a document, a case) is digested over this form.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any, TypeAlias, cast

from pydantic import BaseModel

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

ALGORITHM = "sha256"


_LEAVES = frozenset({str, int, bool, type(None)})
"""Types whose values are JSON as they stand; a subclass of one, such as an enum's, may not be."""


def plain(value: Any) -> Json:
    """Return `value` as JSON types only.

    Raises `ValueError` for a number that is not finite and for an instant without a time zone,
    `TypeError` for anything that has no canonical form, a key that is not a string among them.
    """
    kind = cast("type[object]", type(value))
    # Nearly everything is of these exact types; below stand the others, subclasses among them.
    if kind in _LEAVES:
        return value
    if kind is dict:
        return {
            key if type(key) is str else _name(key): item if type(item) in _LEAVES else plain(item)
            for key, item in value.items()
        }
    if kind is list or kind is tuple:
        return [item if type(item) in _LEAVES else plain(item) for item in value]
    if kind is float:
        return _finite(value)
    if isinstance(value, BaseModel):
        return {
            name: plain(item)
            for name, field in type(value).model_fields.items()
            for item in (getattr(value, name),)
            if field.exclude_if is None or not field.exclude_if(item)
        }
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return _finite(value)
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("an instant needs a time zone")
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return plain(dict(cast("Mapping[object, object]", value)))
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return plain(list(cast("Sequence[object]", value)))
    raise TypeError(f"{type(value).__name__} has no canonical form")


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise ValueError(f"{number} has no canonical form")
    return number


def _name(key: object) -> str:
    # 1 and "1" would become the same key, and one of the two values would be lost.
    if not isinstance(key, str):
        raise TypeError(f"a key of type {type(key).__name__} has no canonical form")
    return str(key.value) if isinstance(key, Enum) else key


def canonical(value: Any) -> bytes:
    """The canonical JSON of `value`, as UTF-8 bytes."""
    return json.dumps(
        plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    ).encode("utf-8")


def digest_bytes(content: bytes) -> str:
    """`sha256:` and the hexadecimal digest of `content`."""
    return f"{ALGORITHM}:{hashlib.sha256(content).hexdigest()}"


def digest(value: Any) -> str:
    """The tagged digest of the canonical JSON of `value`."""
    return digest_bytes(canonical(value))
