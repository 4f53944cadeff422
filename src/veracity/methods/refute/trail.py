"""How a `refute` verdict came about: who did not vote and why, and every step on the way."""

from __future__ import annotations

from collections.abc import Mapping

from veracity.domain.verdict import Abstention, Step
from veracity.methods.refute.grounds import Grounds
from veracity.methods.refute.record import Ballot, RefuteDials, RefuteRecord
from veracity.models.untrusted import clean
from veracity.rules.comparison import Compared
from veracity.rules.votes import Tally

_NO_MODEL = "no model is set"


def path(record: RefuteRecord, counted: Tally) -> str:
    """Which rule decided; for an open verdict, what left it open."""
    if counted.verdict != "inconclusive":
        return f"votes:{counted.verdict}"
    if all(ballot.voter.model is None for ballot in record.ballots):
        return "no-model"
    if all(_searched_in_vain(ballot) for ballot in record.ballots):
        return "search-failed"
    return "votes:abstentions"


def abstentions(record: RefuteRecord) -> tuple[Abstention, ...]:
    """Who did not vote, and why."""
    return tuple(
        Abstention(
            who=_who(ballot),
            why=why_silent(ballot),
            failure=None if ballot.failure is None else ballot.failure.kind.value,
        )
        for ballot in record.ballots
        if ballot.vote is None
    )


def trail(
    record: RefuteRecord,
    dials: RefuteDials,
    lines: Mapping[str, Compared],
    grounds: Grounds,
    counted: Tally,
) -> tuple[Step, ...]:
    """Every step that led to the verdict, in order."""
    steps = [
        step for ballot in record.ballots for step in (_search_step(ballot), _vote_step(ballot))
    ]
    read = "; ".join(f"{line.attribute}: {line.stance} ({line.rule})" for line in lines.values())
    steps.append(Step(name="compare", status="ok", detail=read or "nothing that code can compare"))
    steps += [
        Step(
            name="quote",
            status="failed",
            detail=f"{rejected.voter}: “{clean(rejected.text)}”: {rejected.why}",
        )
        for rejected in grounds.rejected
    ]
    steps.append(
        Step(
            name="count",
            status="abstained" if counted.verdict == "inconclusive" else "ok",
            detail=(
                f"{counted.refute_count} refute, {counted.confirm_count} confirm, "
                f"{counted.abstentions} abstain, {dials.refute_threshold} kill: {counted.verdict}"
            ),
        )
    )
    return tuple(steps)


def _who(ballot: Ballot) -> str:
    voter = ballot.voter
    return f"{voter.name} ({voter.model or 'no model'}, {voter.angle})"


def why_silent(ballot: Ballot) -> str:
    """Why a voter abstained."""
    if ballot.failure is None:
        return _NO_MODEL
    what = "the search failed: " if _searched_in_vain(ballot) else ""
    return f"{what}{ballot.failure.message}"


def _searched_in_vain(ballot: Ballot) -> bool:
    """Whether a search's fault kept it from being asked. With others' answers, it is asked."""
    return ballot.key is None and any(search.failure is not None for search in ballot.searches)


def _search_step(ballot: Ballot) -> Step:
    name = f"search, {ballot.voter.name}"
    if not ballot.searches:
        return Step(name=name, status="skipped", detail=_NO_MODEL)
    keys = [ballot.written, *(search.key for search in ballot.searches)]
    failed = _searched_in_vain(ballot)
    unwritten = "" if ballot.unwritten is None else "; its model wrote no searches"
    silent = dict.fromkeys(s.provider for s in ballot.searches if s.failure is not None)
    without = f"; without {', '.join(silent)}, which failed" if silent and not failed else ""
    words = "; ".join(dict.fromkeys(clean(search.query) for search in ballot.searches))
    return Step(
        name=name,
        status="failed" if failed else "ok",
        detail=f"{len(ballot.shown)} passages shown; searched for: {words}{unwritten}{without}",
        exchanges=tuple(key for key in keys if key is not None),
    )


def _vote_step(ballot: Ballot) -> Step:
    name = f"vote, {ballot.voter.name}"
    if ballot.vote is None:
        return Step(
            name=name,
            status="abstained",
            detail=why_silent(ballot),
            exchanges=() if ballot.key is None else (ballot.key,),
        )
    said = "refutes" if ballot.vote.refuted else "confirms"
    detail = (
        f"{ballot.voter.model}, {ballot.voter.angle}: {said}, sure {ballot.vote.confidence} of 3"
    )
    if ballot.invented:
        detail += f"; {ballot.invented} numbers that no passage has were left out"
    return Step(name=name, status="ok", detail=detail, exchanges=(ballot.key or "",))
