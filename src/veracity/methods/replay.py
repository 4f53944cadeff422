"""Derive a case's verdict again, with nobody to ask.

`decide` over the recorded record has to give the recorded verdict, bit for bit, and so do the
templates and the exchanges what is told of it in other languages. With
`from_exchanges`, `gather` runs too, over the recorded exchanges, and has to give the recorded
record. With other decision dials the result is another verdict over the same record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from pydantic import ValidationError

from veracity.desk.replay import ReplayDesk
from veracity.domain.base import Frozen
from veracity.domain.canonical import plain
from veracity.domain.case import Case
from veracity.domain.errors import CaseDamaged
from veracity.domain.verdict import Verdict
from veracity.methods import method as find_method
from veracity.models.summaries import retold
from veracity.models.translation import translated, was_asked


class Replayed(Frozen):
    """What a replay gave."""

    same: bool
    """Whether the verdict, and the record where it was gathered again, are the recorded ones."""
    verdict: Verdict
    exchanges: int
    """How many exchanges the case holds."""
    calls: int = 0
    """How many calls were made. A replay has no way to make any."""
    differences: tuple[str, ...] = ()
    """Where the new record or verdict differs, as dotted paths with both values."""


async def replay(
    case: Case, changes: Mapping[str, Any] | None = None, *, from_exchanges: bool = False
) -> Replayed:
    """Derive the verdict of `case` again, under its own dials or with `changes` to them.

    Raises `DialRefused` for a change of what is asked, `NotRecorded` when `gather` asks for what
    the case does not hold, `CaseDamaged` when a digest does not hold or the record is not one of
    the method's.
    """
    if problems := case.verify():
        raise CaseDamaged(f"The case is not what it was: {problems[0]}.")
    judge = find_method(case.method)
    try:
        recorded_dials = judge.dials.model_validate(case.dials)
        record = judge.record.model_validate(case.record)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        raise CaseDamaged(
            f"The case's record is not one of {judge.name}: {where}: {first['msg']}."
        ) from None
    dials = judge.with_dials(recorded_dials, changes or {}, live=False)
    differences: list[str] = []
    if from_exchanges:
        record = await judge.gather(case.claim, ReplayDesk(case.exchanges), recorded_dials)
        differences += _differences("record", case.record, plain(record))
    verdict = judge.decide(record, dials)
    differences += _differences("verdict", plain(case.verdict), plain(verdict))
    differences += _differences("claim.english", case.claim.english, _english(case))
    if not changes:
        derived = retold(case.claim, verdict, case.explanations, case.exchanges)
        differences += _differences("explanations", plain(case.explanations), plain(derived))
    return Replayed(
        same=not differences,
        verdict=verdict,
        exchanges=len(case.exchanges),
        differences=tuple(differences),
    )


def _english(case: Case) -> str | None:
    """The translation of the claim, as it follows from the exchanges. A translation that came with
    the claim, and that nobody was asked for, is what it is."""
    if not any(was_asked(exchange) for exchange in case.exchanges):
        return case.claim.english
    return translated(case.claim, case.exchanges)


def _differences(path: str, recorded: Any, derived: Any) -> list[str]:
    """Where two JSON values differ, as dotted paths with both values."""
    was, now = _children(recorded), _children(derived)
    if was is None or now is None or type(recorded) is not type(derived):
        return (
            [] if recorded == derived else [f"{path}: recorded {recorded!r}, derived {derived!r}"]
        )
    return [
        line
        for name in dict.fromkeys([*was, *now])
        for line in _differences(f"{path}.{name}", was.get(name), now.get(name))
    ]


def _children(value: Any) -> dict[str, Any] | None:
    if isinstance(value, dict):
        return cast(dict[str, Any], value)
    if isinstance(value, list):
        return {str(place): item for place, item in enumerate(cast(list[Any], value))}
    return None
