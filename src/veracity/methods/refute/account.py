"""How a `refute` verdict accounts for itself: the votes, and what they rest on."""

from __future__ import annotations

import re

from veracity.domain.base import Frozen
from veracity.domain.canonical import plain
from veracity.domain.claim import Span
from veracity.domain.evidence import Stance
from veracity.domain.verdict import Bucket, Finding, Step, Verdict
from veracity.methods.refute import wording as sentences
from veracity.methods.refute.grounds import Ground, Grounds
from veracity.methods.refute.record import Ballot, RefuteDials, RefuteRecord
from veracity.methods.refute.trail import why_silent
from veracity.models.untrusted import clean
from veracity.publish import wording
from veracity.publish.votes_shape import VoteLine, VotesShape
from veracity.rules.votes import Tally, recommended_confidence, recommended_tags

NOT_APPLICABLE = "not_applicable"
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"'”’)\]]+", re.IGNORECASE)


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
    """The object that `check --input` answers with (`publish/votes_shape`)."""
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
        tier = record.standings[passage.id].tier
        by = "model" if line is None else "code"
        shown.append(
            Finding(
                source=passage.source.model_copy(update={"tier": tier}),
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


def account(
    record: RefuteRecord,
    dials: RefuteDials,
    grounds: Grounds,
    counted: Tally,
    *,
    dispute: bool,
    said: str,
) -> dict[str, object]:
    """`RefuteAccount` in JSON types. `said` is the verdict's explanation."""
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
        explanation=said if counted.verdict == "inconclusive" else None,
    )
    voters = tuple(_voter(ballot, record, grounds) for ballot in record.ballots)
    return _as_dict(RefuteAccount(output=output, threshold=dials.refute_threshold, voters=voters))


def not_applicable(record: RefuteRecord, dials: RefuteDials) -> Verdict:
    """The verdict on a claim whose own source is the authority for it: none, and nobody asked."""
    said = sentences.not_applicable(record.authority)
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
            evidence=f"Abstained: {why_silent(ballot)}",
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


def _as_dict(whole: RefuteAccount) -> dict[str, object]:
    told = plain(whole)
    assert isinstance(told, dict), "a model is an object"
    return dict(told)
