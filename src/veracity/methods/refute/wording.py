"""The sentences of a `refute` verdict, by templates. A model's own words are never in them."""

from __future__ import annotations

from veracity.domain.evidence import Stance
from veracity.domain.exchange import FailureKind
from veracity.domain.verdict import Bucket, Finding
from veracity.methods.refute.grounds import Grounds
from veracity.methods.refute.record import RefuteDials, RefuteRecord
from veracity.rules.votes import Tally


def explain(
    record: RefuteRecord,
    dials: RefuteDials,
    counted: Tally,
    shown: tuple[Finding, ...],
    bucket: Bucket,
) -> str:
    """One paragraph by templates: the count, and what the verdict rests on."""
    voters = len(record.ballots)
    if all(ballot.voter.model is None for ballot in record.ballots):
        return "There is no verdict: no model is set, so nobody could be sent to refute this."
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
    quotes = [one.quote.text for one in shown if one.decisive]
    if bucket is not Bucket.UNVERIFIABLE:
        return f"{count} The evidence reads: “{quotes[0]}”."
    return f"{count} But {_why_open(counted, quotes)}, so whether it holds is left open."


def _why_open(counted: Tally, quotes: list[str]) -> str:
    """Why the label says more than can be concluded."""
    if counted.open:
        return "a refuter could not vote, and its vote might have killed the claim"
    if quotes:
        return "what code compared points the other way"
    if counted.verdict == "killed":
        return (
            "no quote that code verified contradicts it, and refuters are to refute whatever they "
            "cannot confirm"
        )
    return "no quote that code verified supports it"


def caveats(
    record: RefuteRecord, counted: Tally, grounds: Grounds, *, dispute: bool
) -> tuple[str, ...]:
    """What a reader has to know beside the label."""
    said: list[str] = []
    if dispute:
        said.append("It is disputed: there are verified quotes on both sides.")
    if counted.open:
        said.append("One more vote against it would have killed the claim, and one is missing.")
    other = {"killed": Stance.SUPPORTS, "survived": Stance.REFUTES}.get(counted.verdict)
    if other is not None and grounds.by_code == frozenset({other}):
        said.append("What code compared points the other way than the votes do.")
    faults = [ballot.failure for ballot in record.ballots if ballot.failure is not None]
    unwritten = [ballot.unwritten for ballot in record.ballots if ballot.unwritten is not None]
    searches = [search for ballot in record.ballots for search in ballot.searches]
    unwritten += [search.failure for search in searches if search.failure is not None]
    if any(fault.kind is FailureKind.BUDGET for fault in faults):
        said.append("The budget ended before every refuter had voted, so this is incomplete.")
    elif any(fault.kind is FailureKind.BUDGET for fault in unwritten):
        said.append("The budget ended before every refuter had searched, so this is incomplete.")
    return tuple(said)


def not_applicable(entity: str | None) -> str:
    """Why a claim whose own source is the authority for it was not put to the vote."""
    return (
        f"Refutation does not apply: {entity} makes this claim of its own affairs, on its own "
        "pages, and no other source can refute it. It was not judged."
    )
