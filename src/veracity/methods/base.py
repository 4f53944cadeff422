"""What a method is: a name, a record, dials, and two functions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast

from pydantic import ValidationError
from pydantic.config import JsonDict

from veracity.desk.base import Desk
from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.errors import DialRefused
from veracity.domain.verdict import Verdict

RecordT = TypeVar("RecordT", bound=Frozen)
DialsT = TypeVar("DialsT", bound=Frozen)


@dataclass(frozen=True, slots=True)
class Method(Generic[RecordT, DialsT]):
    """A way to judge a claim.

    `gather` asks, searches and fetches through the desk and writes down what it was told; `decide`
    is a pure function of that record and the dials. A dial marked with `asks()` changes
    what is asked and belongs to `gather`; any other belongs to `decide` and may be changed on a
    finished case.
    """

    name: str
    version: int
    record: type[RecordT]
    dials: type[DialsT]
    gather: Callable[[Claim, Desk, DialsT], Awaitable[RecordT]]
    decide: Callable[[RecordT, DialsT], Verdict]
    account: type[Frozen] | None = None
    """The shape of `Verdict.account`, for a method that fills it."""

    def with_dials(self, dials: DialsT, changes: Mapping[str, Any], *, live: bool) -> DialsT:
        """`dials` with `changes` made. On a finished case (`live=False`) only decision dials move.

        Raises `DialRefused` for an unknown dial, a value out of range, or a dial that asks.
        """
        known = type(dials).model_fields
        for name in changes:
            if name not in known:
                raise DialRefused(
                    f"{self.name} has no dial '{name}'.",
                    f"It has: {', '.join(sorted(known))}.",
                )
            extra = known[name].json_schema_extra
            if not live and isinstance(extra, dict) and "asks" in extra:
                raise DialRefused(
                    f"The dial '{name}' changes what is asked, so a recorded case cannot answer.",
                    "Run `veracity check` with it instead.",
                )
        try:
            return type(dials).model_validate({**dials.model_dump(), **changes})
        except ValidationError as error:
            first = error.errors()[0]
            raise DialRefused(f"The dial '{first['loc'][0]}': {first['msg']}.") from None

    def asking(self, dials: DialsT) -> dict[str, Any]:
        """Those of `dials` that change what is asked, by name: two checks that are equal in them
        ask the same questions."""
        marked = {name: field.json_schema_extra for name, field in type(dials).model_fields.items()}
        return {
            name: getattr(dials, name)
            for name, extra in marked.items()
            if isinstance(extra, dict) and "asks" in extra
        }


Role: TypeAlias = Literal["strong", "fast", "panel", "roots", "adjudicator"]
"""What a model is needed for. The settings say which model plays which role."""


def asks(role: Role | None = None) -> JsonDict:
    """Marks a dial that changes what is asked: `Field(4, json_schema_extra=asks())`.

    With a `role` the dial names models as `provider:model`, and whoever wires the parts sets it to
    those that the settings give this role: several for `panel`, one for any other.
    """
    return {"asks": True} if role is None else {"asks": True, "role": role}


def roles(dials: type[Frozen]) -> dict[str, Role]:
    """The dials that name models, with the role that each is for."""
    named: dict[str, Role] = {}
    for name, field in dials.model_fields.items():
        extra = field.json_schema_extra
        if isinstance(extra, dict) and "role" in extra:
            named[name] = cast("Role", extra["role"])
    return named
