"""What votes rest on: quotes that code found and that speak for the side that used them.

A vote counts whatever it rests on. But only what is verified here is shown as evidence, makes a
dispute, or lets a verdict be more than Unverifiable. A quote of a vote holds when

1. it stands word for word in a passage that this refuter was shown (`rules/quotes`);
2. the vote uses that passage on its own side: a refuting vote named it as contradicting, a
   confirming one did not;
3. the passage may decide the claim (`methods/standing`);
4. code, where it can compare the passage with the claim (`rules/comparison`), does not read the
   opposite;
5. the passage shares enough words with the claim to be about it, unless code compared it.

What code reads in a passage that a refuter was shown is a ground of its vote as well when both are
on one side: small models vote better than they quote.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from veracity.domain.evidence import Passage, Quote, Stance
from veracity.methods.refute_record import Ballot, RefuteDials, RefuteRecord
from veracity.models.excerpt import excerpt, overlap
from veracity.rules import comparison, reading
from veracity.rules.comparison import Compared
from veracity.rules.quotes import find


@dataclass(frozen=True, slots=True)
class Ground:
    """A verified quote that a vote rests on."""

    voter: str
    stance: Stance
    quote: Quote
    line: Compared | None = None
    """The comparison that gave it; None for a quote of the model's."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A quote that a vote gave and that does not hold."""

    voter: str
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Grounds:
    """What all votes rest on, and what they wrongly said they rest on."""

    held: tuple[Ground, ...]
    rejected: tuple[Rejected, ...]
    by_code: frozenset[Stance]
    """What code reads in the passages that may decide, whatever the votes say."""

    def on(self, stance: Stance) -> tuple[Ground, ...]:
        """Those of one side."""
        return tuple(ground for ground in self.held if ground.stance is stance)


def compared(record: RefuteRecord) -> Mapping[str, Compared]:
    """What code reads in the passages, where it reads anything."""
    claim = reading.read(record.claim.text, record.names, record.values)
    lines = comparison.compare(claim, record.passages)
    return {line.passage: line for line in lines if line.stance is not Stance.INSUFFICIENT}


def side(ballot: Ballot) -> Stance | None:
    """Which side a ballot is on; None for an abstention."""
    if ballot.vote is None:
        return None
    return Stance.REFUTES if ballot.vote.refuted else Stance.SUPPORTS


def weigh(record: RefuteRecord, dials: RefuteDials, lines: Mapping[str, Compared]) -> Grounds:
    """Check every quote of every vote."""
    held: list[Ground] = []
    rejected: list[Rejected] = []
    passages = {passage.id: passage for passage in record.passages}
    for ballot in record.ballots:
        stance = side(ballot)
        if stance is None or ballot.vote is None:
            continue
        voter = ballot.voter.name
        for text in dict.fromkeys(ballot.vote.quotes):
            found = [
                _check(text, passages[name], ballot, record, dials, lines) for name in ballot.shown
            ]
            good = next((one for one in found if isinstance(one, Quote)), None)
            if good is not None:
                held.append(Ground(voter=voter, stance=stance, quote=good))
            else:
                faults = [one for one in found if isinstance(one, str) and one]
                why = faults[0] if faults else "these words stand in nothing that it was shown"
                rejected.append(Rejected(voter=voter, text=text, why=why))
        held += [
            Ground(voter=voter, stance=stance, quote=_line_quote(line), line=line)
            for name in ballot.shown
            if (line := lines.get(name)) is not None
            and line.stance is stance
            and record.standings[name].decides
        ]
    deciding = {line.stance for name, line in lines.items() if record.standings[name].decides}
    return Grounds(held=tuple(held), rejected=tuple(rejected), by_code=frozenset(deciding))


def _check(
    text: str,
    passage: Passage,
    ballot: Ballot,
    record: RefuteRecord,
    dials: RefuteDials,
    lines: Mapping[str, Compared],
) -> Quote | str:
    """The quote in its place, or why it does not hold there; "" where its words do not stand."""
    match = find(text, passage.text)
    if not match.verified:
        return match.why if match.span is not None else ""
    stance, line = side(ballot), lines.get(passage.id)
    if (passage.id in ballot.named) != (stance is Stance.REFUTES):
        return "it stands in a passage that the vote does not use on its side"
    standing = record.standings[passage.id]
    if not standing.decides:
        return f"it stands in a passage that may not decide: {standing.why or standing.tier}"
    if line is not None and line.stance is not stance:
        return f"code reads the passage the other way ({line.rule})"
    shown = excerpt(record.claim.text, passage.text, dials.words)
    if line is None and dials.given is None and overlap(record.claim.text, shown) < dials.covering:
        return "it stands in a passage that shares too little with the claim"
    return Quote(text=text, passage=passage.id, span=match.span)


def _line_quote(line: Compared) -> Quote:
    return Quote(text=line.quote, passage=line.passage, span=line.span)
