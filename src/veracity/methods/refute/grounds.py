"""What votes rest on: quotes that code found and that speak for the side that used them.

A vote counts whatever it rests on. But only what is verified here is shown as evidence, makes a
dispute, or lets a verdict be more than Unverifiable. A quote of a vote holds when

1. it stands word for word in a passage that this refuter was shown (`rules/quotes`);
2. the vote uses that page on its own side: a refuting vote named a passage of it as
   contradicting, a confirming one did not;
3. the passage may decide the claim (`methods/standing`);
4. code, where it can compare the passage with the claim (`rules/comparison`), does not read the
   opposite;
5. the passage shares enough words with the claim to be about it, unless code compared it.

What code reads in a passage that a refuter was shown is a ground of its vote as well when both are
on one side: small models vote better than they quote.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veracity.domain.evidence import Passage, Quote, Stance
from veracity.methods.refute.record import Ballot, RefuteDials, RefuteRecord
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


def weigh(record: RefuteRecord, dials: RefuteDials, lines: Mapping[str, Compared]) -> Grounds:
    """Check every quote of every vote."""
    held: list[Ground] = []
    rejected: list[Rejected] = []
    passages = {passage.id: passage for passage in record.passages}
    barred = _barred(record, dials, lines)
    for ballot in record.ballots:
        if ballot.vote is None:
            continue
        shown = [passages[name] for name in ballot.shown]
        side = _Side(
            voter=ballot.voter.name,
            stance=Stance.REFUTES if ballot.vote.refuted else Stance.SUPPORTS,
            named=frozenset(passages[name].source.url for name in ballot.named),
        )
        for text in dict.fromkeys(ballot.vote.quotes):
            found = _find(text, shown, side, barred, lines)
            if isinstance(found, Quote):
                held.append(Ground(voter=side.voter, stance=side.stance, quote=found))
            else:
                rejected.append(Rejected(voter=side.voter, text=text, why=found))
        held += _read_by_code(ballot, side, barred, lines)
    deciding = {line.stance for name, line in lines.items() if name not in barred}
    return Grounds(held=tuple(held), rejected=tuple(rejected), by_code=frozenset(deciding))


@dataclass(frozen=True, slots=True)
class _Side:
    """Which way a vote went, and what it turned against the claim."""

    voter: str
    stance: Stance
    named: frozenset[str]
    """Addresses of the pages that it named as contradicting."""

    def uses(self, passage: Passage) -> bool:
        """Whether the vote uses the passage's page for the way that it went."""
        return (passage.source.url in self.named) == (self.stance is Stance.REFUTES)


def _barred(
    record: RefuteRecord, dials: RefuteDials, lines: Mapping[str, Compared]
) -> dict[str, str]:
    """Why no quote from it settles anything, for each passage of which that is so."""
    claim, barred = record.claim.text, dict[str, str]()
    for passage in record.passages:
        standing = record.standings[passage.id]
        if not standing.decides:
            why = standing.why or standing.tier
            barred[passage.id] = f"it stands in a passage that may not decide: {why}"
        elif passage.id not in lines and dials.given is None:
            shown = excerpt(claim, passage.text, dials.words)
            if overlap(claim, shown) < dials.covering:
                barred[passage.id] = "it stands in a passage that shares too little with the claim"
    return barred


def _find(
    text: str,
    shown: Sequence[Passage],
    side: _Side,
    barred: Mapping[str, str],
    lines: Mapping[str, Compared],
) -> Quote | str:
    """The first place where a quote holds; why it does not where it first stands, if in none."""
    faults: list[str] = []
    for passage in shown:
        match, line = find(text, passage.text), lines.get(passage.id)
        if not match.verified:
            faults += [match.why] if match.span is not None else []
        elif not side.uses(passage):
            faults.append("it stands in a page that the vote does not use on its side")
        elif passage.id in barred:
            faults.append(barred[passage.id])
        elif line is not None and line.stance is not side.stance:
            faults.append(f"code reads the passage the other way ({line.rule})")
        else:
            return Quote(text=text, passage=passage.id, span=match.span)
    return faults[0] if faults else "these words stand in nothing that it was shown"


def _read_by_code(
    ballot: Ballot, side: _Side, barred: Mapping[str, str], lines: Mapping[str, Compared]
) -> list[Ground]:
    """What code reads for the vote's side in the passages that its voter was shown."""
    read = [lines[name] for name in ballot.shown if name in lines and name not in barred]
    return [
        Ground(voter=side.voter, stance=side.stance, quote=_line_quote(line), line=line)
        for line in read
        if line.stance is side.stance
    ]


def _line_quote(line: Compared) -> Quote:
    return Quote(text=line.quote, passage=line.passage, span=line.span)
