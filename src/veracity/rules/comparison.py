"""What code can read off the evidence without asking a model.

Figures, dates and names of an entry that aligns with the claim (`rules/alignment`) are held against
the claim's. What comes out decides a verdict, so every doubt ends in silence:

| the claim has                                   | held against                              |
|-------------------------------------------------|-------------------------------------------|
| one figure, and no word the attribute leaves    | the line's figure for the claim's period, |
| unexplained                                     | or the latest one if it names none        |
| one date, no figure, no unexplained word        | the dates of a `single` line              |
| a second known name, no unexplained word        | the items of a `closed_list` line         |
| no second known name, but other words           | the same, to be found there, not missed   |
| other words, no figure and no date              | the name in a `single` line               |

A claim with a negation or a limit ("only", "former") is left to a model, and so is a figure or a
date beside a second known name. Among the lines that align, the closest decides. A passage without
lines is prose, for which `rules/prose` has a narrower table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from veracity.domain.base import Frozen
from veracity.domain.claim import Span
from veracity.domain.evidence import Passage, Stance
from veracity.rules import dates, quantities
from veracity.rules.alignment import Alignment, align, family
from veracity.rules.comparison_outcome import Comparison, Outcome
from veracity.rules.names import Key, compare_list, compare_name, key
from veracity.rules.prose import compare_prose
from veracity.rules.quantities import Quantity
from veracity.rules.reading import Mention, Reading
from veracity.rules.words import Word, leads, stop, words

_POINT_OR_THOUSANDS = re.compile(r"(?<!\d)[1-9]\d{0,2}\.\d{3}(?!\d)")

_STANCE = {
    Outcome.AGREES: Stance.SUPPORTS,
    Outcome.CONTRADICTS: Stance.REFUTES,
    Outcome.INCOMPARABLE: Stance.INSUFFICIENT,
}


class Compared(Frozen):
    """One line or sentence of evidence, held against the claim in code."""

    passage: str
    """Id of the passage."""
    span: Span
    """Where it stands in the passage's text."""
    quote: str
    attribute: str
    value: str
    stance: Stance
    rule: str
    """Name of the row that gave the outcome."""
    why: str


def compare(claim: Reading, passages: Sequence[Passage]) -> tuple[Compared, ...]:
    """Hold the claim against each passage in turn: at most one line a passage, in their order."""
    if claim.scoped:
        return ()
    held = [_compare_passage(claim, passage, passages) for passage in passages]
    return tuple(compared for compared in held if compared is not None)


def _compare_passage(
    claim: Reading, passage: Passage, others: Sequence[Passage]
) -> Compared | None:
    if not passage.fields:
        return _compare_prose(claim, passage)
    aligned = align(claim, passage)
    if claim.quantities:
        return _compare_figure(claim, [hit for hit in aligned if not hit.leftover])
    for hit in aligned:
        comparison = _compare_line(claim, hit, others)
        if comparison is not None and comparison.outcome is not Outcome.INCOMPARABLE:
            return _compared(hit, comparison)
    return None


def _compare_line(claim: Reading, hit: Alignment, passages: Sequence[Passage]) -> Comparison | None:
    if hit.field.kind == "open":
        return None
    if claim.dates:
        return _compare_date(claim, hit)
    if claim.past:
        return None
    if hit.field.kind == "closed_list":
        return _compare_list(claim, hit, passages)
    if dates.find(hit.field.value):
        return None
    return compare_name(claimed_name(claim, hit), hit.field.value, _known_elsewhere(claim, hit))


def _compare_date(claim: Reading, hit: Alignment) -> Comparison | None:
    claimed, *more = claim.dates
    if more or hit.leftover or len(claim.mentions) > 1 or hit.field.kind != "single":
        return None
    outcomes = [dates.compare(claimed, day) for day in dates.find(hit.field.value)]
    agreeing = [o for o in outcomes if o.outcome is Outcome.AGREES]
    if agreeing:
        return agreeing[0]
    if outcomes and all(o.outcome is Outcome.CONTRADICTS for o in outcomes):
        return outcomes[0]
    return None


def _compare_list(claim: Reading, hit: Alignment, passages: Sequence[Passage]) -> Comparison | None:
    subject, *others = claim.mentions
    if not others:
        # A name that no gazetteer knows can be found in the list, but not be missed in it: it may
        # stand there in another spelling.
        named = " ".join(word.text for word in hit.leftover)
        listed = compare_list((named,), hit.field.value)
        return listed if named and listed.outcome is Outcome.AGREES else None
    other, *more = others
    if more or hit.leftover:
        return None
    listed = compare_list(other.spellings, hit.field.value)
    if listed.outcome is Outcome.CONTRADICTS and _listed_by(other, subject, hit, passages):
        return None
    return listed


def _listed_by(
    other: Mention, subject: Mention, hit: Alignment, passages: Sequence[Passage]
) -> bool:
    """Whether the other's own entry lists the subject under the same family of attributes."""
    return any(
        compare_list(subject.spellings, field.value).outcome is Outcome.AGREES
        for passage in passages
        if passage.subject is not None and other.means(passage.subject, *passage.subject_names)
        for field in passage.fields
        if family(field.attribute) == family(hit.field.attribute)
    )


def claimed_name(claim: Reading, hit: Alignment) -> tuple[Word, ...]:
    """The words that the claim puts in the attribute's place, in the order of the text.

    Nothing when they are not one run, or when anything but "is", "called" or an article leads to
    it: what stands *near* or *in* a name is not given as the name.
    """
    everything = words(claim.text)
    others = claim.mentions[1:]
    places = [
        place
        for place, word in enumerate(everything)
        if word in hit.leftover
        or any(mention.start <= word.start and word.end <= mention.end for mention in others)
    ]
    if not places:
        return ()
    first, last = places[0], places[-1]
    between = [everything[place] for place in range(first, last + 1) if place not in places]
    led = first == 0 or everything[first - 1].stem in leads()
    if not led or any(word.stem not in stop() for word in between):
        return ()
    return tuple(everything[first : last + 1])


def _known_elsewhere(claim: Reading, hit: Alignment) -> frozenset[Key]:
    """The names in the claim that are this attribute's value for another subject."""
    return frozenset(
        key(value.name)
        for value in claim.values
        if value.attribute == hit.field.attribute and value.subject != hit.passage.subject
    )


def _compare_figure(claim: Reading, aligned: Sequence[Alignment]) -> Compared | None:
    claimed, *more = claim.quantities
    if more or len(claim.mentions) > 1:
        return None
    best: Compared | None = None
    for hit in _by_period(aligned):
        figures = quantities.find(hit.field.value)
        if not figures:
            continue
        first, *others = [quantities.compare(claimed, figure) for figure in figures]
        if first.outcome is not Outcome.AGREES and any(
            other.outcome is Outcome.AGREES for other in others
        ):
            return None
        if first.outcome is Outcome.CONTRADICTS and _may_mean_another(claim, claimed):
            return None
        if first.outcome is not Outcome.INCOMPARABLE:
            return _compared(hit, first)
        best = best or _compared(hit, first)
    return best


def _may_mean_another(claim: Reading, claimed: Quantity) -> bool:
    """A figure of the past whose time is not said, or a point that may part thousands (1.340)."""
    undated = claim.past and claimed.period is None
    return undated or bool(_POINT_OR_THOUSANDS.search(claimed.text))


def _compare_prose(claim: Reading, passage: Passage) -> Compared | None:
    held = compare_prose(claim, passage)
    if held is None:
        return None
    span, comparison = held
    return Compared(
        passage=passage.id,
        span=span,
        quote=span.of(passage.text),
        attribute=passage.subject or "a sentence",
        value=span.of(passage.text),
        stance=_STANCE[comparison.outcome],
        rule=comparison.rule,
        why=comparison.why,
    )


def _by_period(aligned: Sequence[Alignment]) -> list[Alignment]:
    """Closest first, and among equally close lines the latest year first."""
    return sorted(aligned, key=lambda hit: (hit.unasked, -(hit.year or 9999)))


def _compared(hit: Alignment, comparison: Comparison) -> Compared:
    return Compared(
        passage=hit.passage.id,
        span=hit.field.span,
        quote=hit.quote,
        attribute=hit.field.attribute,
        value=hit.field.value,
        stance=_STANCE[comparison.outcome],
        rule=comparison.rule,
        why=comparison.why,
    )
