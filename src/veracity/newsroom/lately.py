"""The same claim, asked in the same way a short while ago: its case is the answer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from veracity.domain.canonical import plain
from veracity.domain.case import Case
from veracity.domain.claim import Claim
from veracity.methods import made_by
from veracity.methods.base import Method
from veracity.publish.casebook import Casebook
from veracity.publish.casefile import load

REUSE: Mapping[str, timedelta] = {"refute": timedelta(hours=24)}
"""The methods that take a case of the last hours for their answer unless they are told not to."""


def remember(book: Casebook, case: Case, place: Path, method: Method[Any, Any], dials: Any) -> None:
    """Write down where the case of a check with these dials lies."""
    book.remember(case, place, method.asking(dials), datetime.now(UTC))


def earlier(
    book: Casebook, claim: Claim, method: Method[Any, Any], dials: Any, age: timedelta | None
) -> Case | None:
    """The case of the same claim, asked in the same way, that is not older than `age`.

    Its record is decided again under the decision dials of this check. None when there is no such
    case, and for an `age` of None.
    """
    age = age or REUSE.get(method.name)
    if age is None:
        return None
    asked, now = method.asking(dials), datetime.now(UTC)
    place = book.recent(claim, method.name, method.version, asked, now=now, within=age)
    if place is None:
        return None
    case = load(place)
    if plain(dials) == case.dials:
        return case
    record = method.record.model_validate(case.record)
    return Case.close(
        made_by=made_by(method.name),
        method=method.name,
        method_version=method.version,
        submission=case.submission,
        claim=case.claim,
        exchanges=case.exchanges,
        record=record,
        dials=dials,
        verdict=method.decide(record, dials),
    )
