"""Finds claims by code alone: the sentences of a text, brought to stand by themselves.

    sentences -> whose they are -> what they are -> what they point to -> joined where they repeat

Every sentence becomes a claim or is passed over with a reason. A claim's words are the sentence's
own, but for a name in the place of a pronoun where one candidate is left (`rules/pointers`). The
rules of pointing and of crediting are of English; sentences of other languages are taken as they
stand. A sentence that another speaker interrupts is one claim: its span is the first part, and the
rest is among its places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from veracity.domain.claim import Claim, Nature, Span, Submission
from veracity.domain.extraction import Extraction, Skipped
from veracity.domain.verdict import Step
from veracity.intake.claims.interruptions import continuations, joined
from veracity.rules.attribution import Credited, credit, quotations, reported
from veracity.rules.entities import entities
from veracity.rules.pointers import points_back, resolved
from veracity.rules.same_statement import Statement, same_statement, statement
from veracity.rules.sentences import sentences
from veracity.rules.worth import judge

_PASSED_OVER: frozenset[Nature] = frozenset({"question", "greeting", "instruction", "other"})


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence and whose it is."""

    sentence: Span
    span: Span
    """The words that are claimed: of a quotation what stands between the marks."""
    text: str
    speaker: str | None
    reported_by: str | None = None
    rest: tuple[Span, ...] = ()


def claims_of(submission: Submission, *, language: str | None = None) -> Extraction:
    """The claims of `submission`, mode `all`. `language` is its BCP 47 tag where it has none."""
    spans = sentences(submission.text, submission.turns)
    tongue = submission.language or language
    english = tongue is None or tongue.partition("-")[0] == "en"
    told = _told(submission, spans, english=english)
    claims: list[Claim] = []
    skipped: list[Skipped] = []
    before: _Said | None = None
    for said in told:
        worth = judge(said.text, language=tongue)
        if worth.nature in _PASSED_OVER:
            places = (said.sentence, *said.rest)
            skipped += [Skipped(span=one, nature=worth.nature, why=worth.why) for one in places]
            before = said
            continue
        earlier = before.text if before is not None and before.speaker == said.speaker else ""
        claim = _claim(submission, said, earlier if english else "", english=english)
        claims.append(
            claim.model_copy(
                update={"nature": worth.nature, "worth": worth.score, "language": tongue}
            )
        )
        before = said
    kept = once_each(claims)
    return Extraction(
        submission=submission.digest,
        mode="all",
        claims=tuple(kept),
        skipped=tuple(sorted(skipped, key=lambda one: one.span.start)),
        trail=(_step(len(spans), claims, kept, skipped),),
    )


def _told(submission: Submission, spans: Sequence[Span], *, english: bool) -> list[_Said]:
    """Each sentence with its speaker; the rest of an interrupted one goes with its beginning."""
    text = submission.text
    goes_on = continuations(submission, spans)
    taken = set(goes_on.values())
    quoted = quotations(text) if english else ()
    found: list[_Said] = []
    for span in spans:
        if span in taken:
            continue
        said = _Said(span, span, span.of(text), _speaker(submission, span))
        rest = goes_on.get(span)
        if rest is not None:
            whole = joined(said.text, rest.of(text))
            found.append(_Said(span, span, whole, said.speaker, rest=(rest,)))
            continue
        found.append(_credited(said, text, quoted) if english else said)
    return found


def _speaker(submission: Submission, span: Span) -> str | None:
    turn = next(
        (one for one in submission.turns if one.span.start <= span.start < one.span.end), None
    )
    return submission.speaker if turn is None else turn.speaker


def _credited(said: _Said, text: str, quoted: Sequence[Credited]) -> _Said:
    """What a sentence quotes or reports of somebody named, as that person's; else as it was."""
    within = credit(said.sentence, text, quoted)
    if within is not None:
        return _as(said, text, within.span, within.who)
    told = reported(said.text)
    if told is None:
        return said
    start = said.sentence.start
    place = Span(start=start + told.span.start, end=start + told.span.end)
    return _as(said, text, place, told.who)


def _as(said: _Said, text: str, place: Span, who: str) -> _Said:
    words = place.of(text)
    inner = words.strip(" \t\n,;")
    start = place.start + words.index(inner) if inner else place.start
    span = Span(start=start, end=start + len(inner))
    return _Said(said.sentence, span, inner[:1].upper() + inner[1:], who, said.speaker)


def _claim(submission: Submission, said: _Said, before: str, *, english: bool) -> Claim:
    dated = submission.published is not None
    text, unresolved = said.text, ()
    if english:
        pointed = resolved(said.text, before, speaker=said.speaker, dated=dated)
        text, unresolved = pointed.text, pointed.unresolved
    return Claim.whole(submission).model_copy(
        update={
            "text": text,
            "span": said.span,
            "places": said.rest,
            "speaker": said.speaker,
            "reported_by": said.reported_by,
            "unresolved": unresolved,
            "entities": entities(text),
            "found_by": "code",
        }
    )


def once_each(claims: Sequence[Claim]) -> list[Claim]:
    """The claims in order, those that one speaker repeats as one with all its places. What was
    found twice at one place is what is judged, where one of both is."""
    there: dict[tuple[Span, str], Claim] = {}
    for claim in claims:
        other = there.setdefault((claim.span, claim.text), claim)
        if claim.nature == "fact" and other.nature != "fact":
            there[claim.span, claim.text] = claim
    kept: list[Claim] = []
    known: dict[object, list[tuple[int, Statement]]] = {}
    for claim in there.values():
        said = statement(claim.text)
        alike = known.setdefault((claim.speaker, claim.nature, said.exact), [])
        place = next(
            (at for at, other in alike if same_statement(said, other) and _joins(claim, kept[at])),
            None,
        )
        if place is None:
            alike.append((len(kept), said))
            kept.append(claim)
            continue
        first = kept[place]
        places = dict.fromkeys((*first.places, claim.span, *claim.places))
        places.pop(first.span, None)
        kept[place] = first.model_copy(update={"places": tuple(places)})
    return kept


def _joins(claim: Claim, other: Claim) -> bool:
    """Whether equal words are one claim: at two places "it" may be two things."""
    if claim.span.start < other.span.end and other.span.start < claim.span.end:
        return True
    return not any(points_back(word) for word in claim.unresolved)


def _step(
    count: int, found: Sequence[Claim], kept: Sequence[Claim], skipped: Sequence[Skipped]
) -> Step:
    natures = Counter([*(one.nature for one in kept), *(one.nature for one in skipped)])
    said = ", ".join(f"{nature} {n}" for nature, n in sorted(natures.items()))
    again = len(found) - len(kept)
    repeated = f"; {again} said before" if again else ""
    return Step(name="sentences", status="ok", detail=f"{count} sentences: {said}{repeated}")
