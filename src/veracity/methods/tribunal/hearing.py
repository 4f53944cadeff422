"""What code makes of a hearing: which passages may decide, which arguments stand, who is cited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from veracity.domain.base import Frozen
from veracity.domain.evidence import Passage, Quote, Stance
from veracity.methods.standing import Standing
from veracity.methods.tribunal.record import (
    LONGEST,
    Hearing,
    Opinion,
    Plea,
    TribunalDials,
    TribunalRecord,
)
from veracity.models.excerpt import overlap
from veracity.models.untrusted import clean
from veracity.rules import comparison, quote_check, reading
from veracity.rules.comparison import Compared
from veracity.rules.fusion import tier_weight
from veracity.rules.quote_check import Checked, Shown
from veracity.rules.ruling import Citation, Ruling, Side

By = Literal["prosecution", "defense", "judge"]
SIDES: Mapping[By, Side] = {"prosecution": "against", "defense": "for"}
_LETTERS: Mapping[By, str] = {"prosecution": "A", "defense": "F"}
STANCES: Mapping[Side, Stance] = {"for": Stance.SUPPORTS, "against": Stance.REFUTES}

TWISTED = "code compared this line, and it says the opposite"
"""Why an argument may not decide whose quote stands."""


class Argued(Frozen):
    """An argument of a side, or a quote of the judge's own, with what the check made of it."""

    by: By
    side: Side
    point: str
    evidence: int
    """The number that it names."""
    checked: Checked
    exhibit: str | None = None
    """By which the judge may cite it; None for one that does not stand, which no judge sees."""
    cited: bool = False
    """Whether the judge rests the ruling on it."""

    def citation(self, standings: Mapping[str, Standing]) -> Citation:
        """What it is worth as a citation."""
        if not self.checked.decides:
            return Citation(side=self.side)
        tier = standings[self.checked.quote.passage].tier
        return Citation(side=self.side, bears=True, weight=tier_weight(tier))


class Line(Frozen):
    """A line of evidence that code compared with a statement."""

    statement: str
    """The claim, or a part of it."""
    compared: Compared


def compared(record: TribunalRecord, dials: TribunalDials) -> tuple[Line, ...]:
    """What code reads of the claim, and then of its parts, off the passages that the speaker did
    not publish; of each statement ordered by passage."""
    if not dials.compare_in_code:
        return ()
    pool, found = record.pool, list[Line]()
    for statement in (record.claim.text, *record.parts):
        said = reading.read(statement, pool.names, pool.values)
        lines = comparison.compare(said, pool.deciding())
        leaning = (line for line in lines if line.stance is not Stance.INSUFFICIENT)
        ordered = sorted(leaning, key=lambda line: line.passage)
        found += [Line(statement=statement, compared=line) for line in ordered]
    return tuple(found)


def relevant(record: TribunalRecord, dials: TribunalDials) -> tuple[str, ...]:
    """The passages that are about the claim, best first: a search always finds something.

    A passage is about it when it was handed over, when code can compare it, or when it shares
    enough words with the claim or with one of its parts.
    """
    texts = (record.claim.text, *record.parts)
    lines = {line.compared.passage for line in compared(record, dials)}
    return tuple(
        passage.id
        for passage in record.pool.passages
        if dials.given
        or passage.id in lines
        or max(overlap(text, _words(passage)) for text in texts) >= dials.covering
    )


def deciding(record: TribunalRecord, dials: TribunalDials) -> frozenset[str]:
    """The passages that may decide: about the claim, and not its speaker's own."""
    independent = frozenset(passage.id for passage in record.pool.deciding())
    return independent.intersection(relevant(record, dials))


def _words(passage: Passage) -> str:
    return " ".join((passage.subject or "", *passage.subject_names, passage.text))


def shown(record: TribunalRecord, evidence: Sequence[str], dials: TribunalDials) -> list[Shown]:
    """The evidence of a hearing, as it was numbered."""
    may = deciding(record, dials)
    return [Shown(passage=record.pool.passage(name), decides=name in may) for name in evidence]


def checked_pleas(
    prosecution: Plea, defense: Plea, evidence: Sequence[Shown], lines: Sequence[Line]
) -> tuple[Argued, ...]:
    """The arguments of both sides. Those that stand are exhibits, numbered from 1 on each side.

    A quote that its side repeats is one argument. One of a line that code compared, and found to
    say the opposite, may not decide.
    """
    argued: list[Argued] = []
    said: set[tuple[By, str, str]] = set()
    pleas: tuple[tuple[By, Plea], ...] = (("prosecution", prosecution), ("defense", defense))
    for by, plea in pleas:
        count = 0
        for argument in plea.pleading.arguments if plea.pleading else ():
            checked = _checked(argument.evidence, argument.quote, SIDES[by], evidence, lines)
            once = (by, checked.quote.passage, checked.quote.text)
            if once in said:
                continue
            said.add(once)
            count += checked.stands
            argued.append(
                Argued(
                    by=by,
                    side=SIDES[by],
                    point=clean(argument.shows),
                    evidence=argument.evidence,
                    checked=checked,
                    exhibit=f"{_LETTERS[by]}{count}" if checked.stands else None,
                )
            )
    return tuple(argued)


def arguments(record: TribunalRecord, hearing: Hearing, dials: TribunalDials) -> tuple[Argued, ...]:
    """Everything that was quoted in a hearing, the judge's own quotes last."""
    evidence, lines = shown(record, hearing.evidence, dials), compared(record, dials)
    argued = checked_pleas(hearing.prosecution, hearing.defense, evidence, lines)
    opinion = opinion_of(hearing)
    if opinion is None:
        return argued
    cited = frozenset(opinion.rests_on)
    return (
        *(one.model_copy(update={"cited": one.exhibit in cited}) for one in argued),
        *(
            Argued(
                by="judge",
                side=own.side,
                point="",
                evidence=own.evidence,
                checked=_checked(own.evidence, own.quote, own.side, evidence, lines),
                cited=True,
            )
            for own in opinion.quotes
        ),
    )


def _checked(
    evidence: int, quote: str, side: Side, shown: Sequence[Shown], lines: Sequence[Line]
) -> Checked:
    checked = quote_check.check(evidence, _whole_words(quote), shown)
    stances = {line.compared.stance for line in lines if _meet(checked.quote, line.compared)}
    if STANCES[side] in stances or not stances:
        return checked
    return checked.model_copy(update={"decides": False, "why": TWISTED})


def _whole_words(quote: str) -> str:
    """A quote, cleaned. One that is as long as the shape allows was cut there, in the middle of a
    word for all that is known, so its last word is left out."""
    return clean(quote if len(quote) < LONGEST else quote.rpartition(" ")[0])


def _meet(quote: Quote, line: Compared) -> bool:
    """Whether a quote and a line have words of one passage in common."""
    if quote.span is None or quote.passage != line.passage:
        return False
    return quote.span.start < line.span.end and line.span.start < quote.span.end


def ruling(record: TribunalRecord, argued: Sequence[Argued]) -> Ruling | None:
    """What the judge ruled, with each citation as the check left it; None without a judge."""
    opinion = opinion_of(record.last)
    if opinion is None:
        return None
    exhibits = {one.exhibit for one in argued}
    citations = [one.citation(record.pool.standings) for one in argued if one.cited]
    citations += [Citation() for name in set(opinion.rests_on) if name not in exhibits]
    return Ruling(ruled=opinion.ruling, confidence=opinion.sure / 100, citations=tuple(citations))


def opinion_of(hearing: Hearing | None) -> Opinion | None:
    """What the judge of a hearing said, None when there is none or nothing was said."""
    return hearing.judge.opinion if hearing and hearing.judge else None


def gaps(record: TribunalRecord) -> tuple[str, ...]:
    """What the judge of the first hearing wants searched, unless it was searched before."""
    opinion = opinion_of(record.hearings[0] if record.hearings else None)
    if opinion is None or opinion.ruling != "more_evidence":
        return ()
    asked = {search.query for search in record.pool.searches if search.purpose != "gap"}
    wanted = dict.fromkeys(clean(gap) for gap in opinion.searches)
    return tuple(gap for gap in wanted if gap and gap not in asked)
