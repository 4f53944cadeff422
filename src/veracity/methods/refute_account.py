"""How a `refute` verdict accounts for itself: the votes, what they rest on, the sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping

from veracity.domain.base import Frozen
from veracity.domain.canonical import plain
from veracity.domain.claim import Span
from veracity.domain.evidence import Stance
from veracity.domain.exchange import FailureKind
from veracity.domain.verdict import Abstention, Bucket, Finding, Step, Verdict
from veracity.methods.refute_grounds import Ground, Grounds
from veracity.methods.refute_record import Ballot, RefuteDials, RefuteRecord
from veracity.models.untrusted import clean
from veracity.publish import wording
from veracity.publish.votes_shape import VoteLine, VotesShape
from veracity.rules.comparison import Compared
from veracity.rules.votes import Tally, recommended_confidence, recommended_tags

NOT_APPLICABLE = "not_applicable"
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"'”’)\]]+", re.IGNORECASE)
_NO_MODEL = "no model is set"


class VoterLine(Frozen):
    """How one voter was set apart from the others, and what code made of its vote."""

    voter: str
    model: str | None
    angle: str
    sample: int
    key: str | None
    """Of the exchange in which it voted."""
    verified_urls: tuple[str, ...] = ()
    """Sources of the quotes that its vote rests on, as code found them."""
    rejected_quotes: int = 0
    """Quotes that it gave and that do not hold."""
    invented_numbers: int = 0
    """Numbers it named as contradicting that no passage has."""


class RefuteAccount(Frozen):
    """`Verdict.account` of `refute`."""

    output: VotesShape
    """The seed's object (`publish/votes_shape`)."""
    threshold: int
    voters: tuple[VoterLine, ...] = ()
    """In the order of the breakdown."""


def findings(record: RefuteRecord, counted: Tally, grounds: Grounds) -> tuple[Finding, ...]:
    """What the votes verifiably rest on, each quote once: those that carry the verdict first."""
    carried = {"killed": Stance.REFUTES, "survived": Stance.SUPPORTS}.get(counted.verdict)
    passages = {passage.id: passage for passage in record.passages}
    shown: list[Finding] = []
    for same in _by_place(grounds.held):
        ground = same[0]
        passage, line = passages[ground.quote.passage], ground.line
        by = "model" if line is None else "code"
        shown.append(
            Finding(
                source=passage.source,
                quote=ground.quote,
                stance=ground.stance,
                confidence=len({one.voter for one in same}) / len(record.ballots),
                reason=wording.reason(ground.stance, by, "" if line is None else line.why),
                by=by,
                decisive=ground.stance is carried,
                scores=passage.scores,
            )
        )
    return tuple(sorted(shown, key=_order))


def _by_place(held: tuple[Ground, ...]) -> list[list[Ground]]:
    """Grounds that quote the same place for the same side, what code read before a model's words,
    and a longer quote before a shorter one."""
    places: list[list[Ground]] = []
    for ground in sorted(held, key=_reach):
        known = next((same for same in places if _overlaps(ground, same[0])), None)
        if known is None:
            places.append([ground])
        else:
            known.append(ground)
    return places


def _reach(ground: Ground) -> tuple[object, ...]:
    span = ground.quote.span or Span(start=0, end=0)
    return (ground.line is None, span.start - span.end, span.start, ground.quote.text, ground.voter)


def _overlaps(ground: Ground, other: Ground) -> bool:
    inner, outer = ground.quote.span, other.quote.span
    if inner is None or outer is None or ground.quote.passage != other.quote.passage:
        return False
    overlaps = inner.start < outer.end and outer.start < inner.end
    return overlaps and ground.stance is other.stance


def _order(finding: Finding) -> tuple[object, ...]:
    """What carries the verdict, then what code read, then what most voters used."""
    span = finding.quote.span
    start = 0 if span is None else span.start
    return (
        not finding.decisive,
        finding.by != "code",
        -finding.confidence,
        finding.quote.passage,
        start,
        finding.quote.text,
    )


def path(record: RefuteRecord, counted: Tally) -> str:
    """Which rule decided; for an open verdict, what left it open."""
    if counted.verdict != "inconclusive":
        return f"votes:{counted.verdict}"
    if all(ballot.voter.model is None for ballot in record.ballots):
        return "no-model"
    if all(_searched_in_vain(ballot) for ballot in record.ballots):
        return "search-failed"
    return "votes:abstentions"


def explain(counted: Tally, dials: RefuteDials, shown: tuple[Finding, ...], bucket: Bucket) -> str:
    """One paragraph by templates: the count, and what the verdict rests on."""
    voters = counted.cast + counted.abstentions
    if counted.verdict == "inconclusive":
        return (
            f"There is no verdict: {counted.abstentions} of {voters} refuters could not vote. "
            "That says nothing about the claim; check it again later."
        )
    needed = dials.refute_threshold
    count = f"{counted.refute_count} of {voters} refuters refuted this"
    count += (
        f", and {needed} kill a claim."
        if counted.verdict == "killed"
        else f", fewer than the {needed} that kill a claim."
    )
    quotes = [f"“{one.quote.text}”" for one in shown if one.decisive][:2]
    if bucket is not Bucket.UNVERIFIABLE:
        return f"{count} The evidence reads: {' and '.join(quotes)}."
    if counted.verdict == "killed":
        return (
            f"{count} But no quote that code verified contradicts it: refuters are to refute what "
            "they cannot confirm, so whether it holds is left open."
        )
    return f"{count} But nothing that code verified settles it, so whether it holds is left open."


def abstentions(record: RefuteRecord) -> tuple[Abstention, ...]:
    """Who did not vote, and why."""
    return tuple(
        Abstention(
            who=_who(ballot),
            why=_why_silent(ballot),
            failure=None if ballot.failure is None else ballot.failure.kind.value,
        )
        for ballot in record.ballots
        if ballot.vote is None
    )


def caveats(
    record: RefuteRecord, counted: Tally, grounds: Grounds, *, dispute: bool
) -> tuple[str, ...]:
    """What a reader has to know beside the label."""
    said: list[str] = []
    if dispute:
        said.append("It is disputed: there are verified quotes on both sides.")
    if counted.open:
        said.append("A refuter could not vote, and its vote might have killed the claim.")
    other = {"killed": Stance.SUPPORTS, "survived": Stance.REFUTES}.get(counted.verdict)
    if other is not None and grounds.by_code == frozenset({other}):
        said.append("What code compared points the other way than the votes do.")
    faults = [ballot.failure for ballot in record.ballots if ballot.failure is not None]
    if any(fault.kind is FailureKind.BUDGET for fault in faults):
        said.append("The budget ended before every refuter had voted, so this is incomplete.")
    return tuple(said)


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


def account(
    record: RefuteRecord, dials: RefuteDials, grounds: Grounds, counted: Tally, *, dispute: bool
) -> dict[str, object]:
    """`RefuteAccount` in JSON types."""
    explanation = None
    if counted.verdict == "inconclusive":
        explanation = explain(counted, dials, (), Bucket.UNVERIFIABLE)
    output = VotesShape(
        claim=record.claim.text,
        verdict=counted.verdict,
        votes=len(record.ballots),
        refute_count=counted.refute_count,
        confirm_count=counted.confirm_count,
        abstentions=counted.abstentions,
        dispute=dispute,
        vote_breakdown=tuple(_line(ballot, record) for ballot in record.ballots),
        recommended_confidence=recommended_confidence(counted),
        recommended_tags_addition=recommended_tags(counted, dispute=dispute),
        explanation=explanation,
    )
    voters = tuple(_voter(ballot, record, grounds) for ballot in record.ballots)
    return _as_dict(RefuteAccount(output=output, threshold=dials.refute_threshold, voters=voters))


def not_applicable(record: RefuteRecord, dials: RefuteDials) -> Verdict:
    """The verdict on a claim whose own source is the authority for it: none, and nobody asked."""
    said = (
        f"Refutation does not apply: {record.authority} makes this claim of its own affairs, on "
        "its own pages, and no other source can refute it. It was not judged."
    )
    output = VotesShape(
        claim=record.claim.text,
        verdict="inconclusive",
        votes=0,
        refute_count=0,
        confirm_count=0,
        abstentions=0,
        dispute=False,
        vote_breakdown=(),
        recommended_confidence=1,
        recommended_tags_addition=("#unverified",),
        explanation=said,
    )
    return Verdict(
        method="refute",
        label=NOT_APPLICABLE,
        bucket=Bucket.UNVERIFIABLE,
        lens=dials.lens,
        confidence=0.0,
        path="own-authority",
        explanation=said,
        trail=(Step(name="assign", status="skipped", detail="the source is its own authority"),),
        account=_as_dict(RefuteAccount(output=output, threshold=dials.refute_threshold)),
    )


def _line(ballot: Ballot, record: RefuteRecord) -> VoteLine:
    if ballot.vote is None:
        return VoteLine(
            voter=ballot.voter.name,
            refuted=None,
            confidence=None,
            evidence=f"Abstained: {_why_silent(ballot)}",
        )
    urls = {passage.id: passage.source.url for passage in record.passages}
    return VoteLine(
        voter=ballot.voter.name,
        refuted=ballot.vote.refuted,
        confidence=ballot.vote.confidence,
        evidence=_said(ballot.vote.evidence, frozenset(urls[name] for name in ballot.shown)),
        contradicting_urls=tuple(dict.fromkeys(urls[name] for name in ballot.named)),
    )


def _said(text: str, known: frozenset[str]) -> str:
    """What a model said, without addresses that it was not shown."""
    return _ADDRESS.sub(lambda found: found[0] if found[0] in known else "[address]", clean(text))


def _voter(ballot: Ballot, record: RefuteRecord, grounds: Grounds) -> VoterLine:
    name = ballot.voter.name
    urls = {passage.id: passage.source.url for passage in record.passages}
    held = (urls[ground.quote.passage] for ground in grounds.held if ground.voter == name)
    return VoterLine(
        voter=name,
        model=ballot.voter.model,
        angle=ballot.voter.angle,
        sample=ballot.voter.sample,
        key=ballot.key,
        verified_urls=tuple(sorted(set(held))),
        rejected_quotes=sum(rejected.voter == name for rejected in grounds.rejected),
        invented_numbers=ballot.invented,
    )


def _who(ballot: Ballot) -> str:
    voter = ballot.voter
    return f"{voter.name} ({voter.model or 'no model'}, {voter.angle})"


def _why_silent(ballot: Ballot) -> str:
    if ballot.failure is None:
        return _NO_MODEL
    what = "the search failed: " if _searched_in_vain(ballot) else ""
    return f"{what}{ballot.failure.message}"


def _searched_in_vain(ballot: Ballot) -> bool:
    return any(search.failure is not None for search in ballot.searches)


def _search_step(ballot: Ballot) -> Step:
    name = f"search, {ballot.voter.name}"
    if not ballot.searches:
        return Step(name=name, status="skipped", detail=_NO_MODEL)
    keys = [ballot.written, *(search.key for search in ballot.searches)]
    failed = _searched_in_vain(ballot)
    unwritten = "" if ballot.unwritten is None else "; its model wrote no searches"
    words = "; ".join(dict.fromkeys(clean(search.query) for search in ballot.searches))
    return Step(
        name=name,
        status="failed" if failed else "ok",
        detail=f"{len(ballot.shown)} passages shown; searched for: {words}{unwritten}",
        exchanges=tuple(key for key in keys if key is not None),
    )


def _vote_step(ballot: Ballot) -> Step:
    name = f"vote, {ballot.voter.name}"
    if ballot.vote is None:
        return Step(
            name=name,
            status="abstained",
            detail=_why_silent(ballot),
            exchanges=() if ballot.key is None else (ballot.key,),
        )
    said = "refutes" if ballot.vote.refuted else "confirms"
    detail = (
        f"{ballot.voter.model}, {ballot.voter.angle}: {said}, sure {ballot.vote.confidence} of 3"
    )
    if ballot.invented:
        detail += f"; {ballot.invented} numbers that no passage has were left out"
    return Step(name=name, status="ok", detail=detail, exchanges=(ballot.key or "",))


def _as_dict(whole: RefuteAccount) -> dict[str, object]:
    told = plain(whole)
    assert isinstance(told, dict), "a model is an object"
    return dict(told)
