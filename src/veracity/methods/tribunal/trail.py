"""The trail of a `tribunal` verdict: every step in order, with what failed its check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from veracity.domain.verdict import Step
from veracity.methods.tribunal import wording
from veracity.methods.tribunal.hearing import Line, arguments, gaps
from veracity.methods.tribunal.record import Bench, Hearing, Plea, TribunalDials, TribunalRecord
from veracity.rules.ruling import Decision


def trail(
    record: TribunalRecord,
    dials: TribunalDials,
    lines: Sequence[Line],
    decided: Decision,
    missing: Sequence[str],
) -> tuple[Step, ...]:
    """Every step that led to the verdict, in order."""
    steps = [_decomposed(record), _retrieved(record, ("claim", "part")), _compared(dials, lines)]
    for place, hearing in enumerate(record.hearings):
        if place > 0:
            steps.append(_retrieved(record, ("gap",)))
        steps += _heard(record, hearing, dials)
    if len(record.hearings) == 1 and gaps(record):
        steps.append(_retrieved(record, ("gap",)))
    overruled = ", not as the judge ruled" if decided.overruled else ""
    steps.append(
        Step(
            name="rule",
            status="abstained" if decided.label == "Unverifiable" else "ok",
            detail=f"{decided.label} by {decided.path}{overruled}",
        )
    )
    steps.append(
        Step(
            name="explain",
            status="failed" if missing else "ok",
            detail=(
                f"left out what no quote holds: {', '.join(missing)}"
                if missing
                else "every figure and name stands in the claim or in a verified quote"
            ),
        )
    )
    return tuple(steps)


def _decomposed(record: TribunalRecord) -> Step:
    split = record.decomposed
    keys = (split.key,) if split.key else ()
    if split.failure is not None:
        detail = f"left whole: {split.failure.message}"
        return Step(name="decompose", status="failed", detail=detail, exchanges=keys)
    parts = "; ".join(record.parts)
    whole = f"left whole: {split.whole}" if split.whole else "one statement"
    status = "skipped" if split.key is None else "ok"
    return Step(name="decompose", status=status, detail=parts or whole, exchanges=keys)


def _retrieved(record: TribunalRecord, purposes: Sequence[str]) -> Step:
    made = [search for search in record.pool.searches if search.purpose in purposes]
    failed = [search for search in made if search.failure is not None]
    found = dict.fromkeys(name for search in made for name in search.found)
    what = ", ".join(f"“{search.query}”" for search in made)
    missing = f"; {len(failed)} failed" if failed else ""
    return Step(
        name="retrieve",
        status="failed" if len(failed) == len(made) else "ok",
        detail=f"{len(found)} passages, nothing later than {record.pool.as_of}: {what}{missing}",
        exchanges=tuple(search.key for search in made if search.key),
    )


def _compared(dials: TribunalDials, lines: Sequence[Line]) -> Step:
    if not dials.compare_in_code:
        return Step(name="compare", status="skipped", detail="not wanted")
    made = (line.compared for line in lines)
    told = "; ".join(f"{line.attribute}: {line.stance} ({line.rule})" for line in made)
    return Step(name="compare", status="ok", detail=told or "nothing that code can compare")


def _heard(record: TribunalRecord, hearing: Hearing, dials: TribunalDials) -> Iterable[Step]:
    argued = arguments(record, hearing, dials)
    yield _pleaded("prosecute", hearing.prosecution)
    yield _pleaded("defend", hearing.defense)
    for one in argued:
        told = wording.stands(one) if one.checked.stands else wording.failed(one)
        yield Step(name="check", status="ok" if one.checked.stands else "failed", detail=told)
    yield _judged(hearing.judge)


def _pleaded(name: str, plea: Plea) -> Step:
    if plea.pleading is None:
        why = plea.failure.message if plea.failure else "no reply"
        return Step(name=name, status="failed", detail=why, exchanges=(plea.key,))
    count = len(plea.pleading.arguments)
    detail = f"{count} argument{'' if count == 1 else 's'}"
    return Step(name=name, status="ok", detail=detail, exchanges=(plea.key,))


def _judged(judge: Bench | None) -> Step:
    if judge is None:
        return Step(name="judge", status="skipped", detail="a side could not be heard")
    if judge.opinion is None:
        why = judge.failure.message if judge.failure else "no reply"
        return Step(name="judge", status="failed", detail=why, exchanges=(judge.key,))
    said = f"{wording.RULED[judge.opinion.ruling]}, {judge.opinion.sure}% sure"
    cites = ", ".join(judge.opinion.rests_on) or "none"
    return Step(name="judge", status="ok", detail=f"{said}, cites {cites}", exchanges=(judge.key,))
