"""`--set DIAL=VALUE`: what a person typed, as the values that a method's dials take."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from veracity.domain.errors import DialRefused


def dial_changes(given: Iterable[str], **named: Any) -> dict[str, Any]:
    """The dials to change. A value is read as JSON where it is JSON, and as a word otherwise.

    `named` are the dials that have an option of their own; None means that it was not given.
    Raises `DialRefused` for what is not `dial=value`, and for one dial that is set twice.
    """
    changes = {name: value for name, value in named.items() if value is not None}
    for item in given:
        name, sign, value = item.partition("=")
        if not sign or not name.strip():
            raise DialRefused(f"'{item}' is not a dial and a value.", "Write --set dial=value.")
        if name.strip() in changes:
            raise DialRefused(f"The dial '{name.strip()}' is set twice.", "Set it once.")
        changes[name.strip()] = _value(value.strip())
    return changes


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
