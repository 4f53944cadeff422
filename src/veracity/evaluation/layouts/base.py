"""What a layout is, and how it takes values out of objects that others wrote."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, cast

from veracity.domain.errors import BadInput

Fields: TypeAlias = Mapping[str, Any]
"""One JSON object."""

UNSETTLED = "NOT_ENOUGH_INFO"


@dataclass(frozen=True, slots=True)
class Layout:
    """One published set."""

    name: str
    known: Callable[[Fields], bool]
    """Whether an object is of this set."""
    rows: Callable[[Fields, Path], Sequence[Fields]]

    def read(self, fields: Fields, beside: Path) -> Sequence[Fields]:
        """The rows of an object. Raises `BadInput` for one of another shape than the set has."""
        try:
            return self.rows(fields, beside)
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise BadInput(
                f"it has the keys of {self.name} and another shape: {error!r}.",
                "Give the file as it is distributed.",
            ) from None


def objects(value: Any) -> list[Fields]:
    """A list of objects. Raises `TypeError` for another value."""
    if not isinstance(value, list) or not all(
        isinstance(one, dict) for one in cast("list[Any]", value)
    ):
        raise TypeError("a list of objects is missing")
    return cast("list[Fields]", value)


def texts(value: Any) -> list[str]:
    """A list of texts. Raises `TypeError` for another value."""
    if not isinstance(value, list) or not all(
        isinstance(one, str) for one in cast("list[Any]", value)
    ):
        raise TypeError("a list of texts is missing")
    return cast("list[str]", value)


def without_none(fields: Fields) -> Fields:
    """`fields` but for those that are None."""
    return {name: value for name, value in fields.items() if value is not None}
