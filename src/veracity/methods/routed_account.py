"""How a `routed` verdict accounts for itself: what each passage says, abstentions, the trail."""

from __future__ import annotations

from veracity.domain.claim import Span
from veracity.domain.evidence import Passage, Quote, Stance
from veracity.domain.verdict import Abstention, Finding, Step
from veracity.methods.routed_record import RoutedDials, RoutedRecord
from veracity.publish import wording
from veracity.rules.adjudication import Adjudication, Opinion
from veracity.rules.comparison import Compared
from veracity.rules.sentences import closest, sentences

QUOTE_AT_MOST = 400
"""Characters of a quote that is shown. A longer sentence is cut at a word."""


def findings(
    record: RoutedRecord,
    compared: tuple[Compared, ...],
    opinions: tuple[Opinion, ...],
    decided: Adjudication,
) -> tuple[Finding, ...]:
    """The passages that were read, with what was read off them: what decided first.

    When none was read, all that were found, so that a person can read them.
    """
    if record.found is None:
        return ()
    by_passage = {opinion.passage: opinion for opinion in reversed(opinions)}
    lines = {line.passage: line for line in compared}
    shown = [
        _finding(record, passage, by_passage.get(passage.id), lines.get(passage.id), decided)
        for passage in record.found.passages
        if passage.id in by_passage or not by_passage
    ]
    order = {passage: place for place, passage in enumerate(decided.rests_on)}
    return tuple(
        sorted(shown, key=lambda f: (not f.decisive, order.get(f.quote.passage, len(order))))
    )


def _finding(
    record: RoutedRecord,
    passage: Passage,
    opinion: Opinion | None,
    line: Compared | None,
    decided: Adjudication,
) -> Finding:
    stance = opinion.stance if opinion else Stance.INSUFFICIENT
    by = opinion.by if opinion else "code"
    reason = (
        wording.reason(stance, by, line.why if line else "") if opinion else wording.UNREAD_REASON
    )
    return Finding(
        source=passage.source,
        quote=_quote(record.claim.text, passage, line),
        stance=stance,
        confidence=opinion.confidence if opinion else 0.0,
        reason=reason,
        by=by,
        decisive=decided.label != "Unverified" and passage.id in decided.rests_on,
        scores=passage.scores,
    )


def _quote(claim: str, passage: Passage, line: Compared | None) -> Quote:
    span = line.span if line else closest(claim, passage.text, _quotable(passage))
    if span is None:
        return Quote(text=passage.text, passage=passage.id)
    if span.end - span.start > QUOTE_AT_MOST:
        cut = passage.text.rfind(" ", span.start, span.start + QUOTE_AT_MOST)
        span = Span(start=span.start, end=cut if cut > span.start else span.start + QUOTE_AT_MOST)
    return Quote(text=span.of(passage.text), passage=passage.id, span=span)


def _quotable(passage: Passage) -> tuple[Span, ...]:
    """The lines of an entry, or the sentences of prose without the heading above them."""
    if passage.fields:
        return tuple(field.span for field in passage.fields)
    first, *rest = sentences(passage.text) or (Span(start=0, end=0),)
    headed = (
        passage.text[first.end : first.end + 1] == "\n" and first.of(passage.text)[-1] not in ".!?"
    )
    return tuple(rest) if rest and headed else (first, *rest)


def abstentions(record: RoutedRecord) -> tuple[Abstention, ...]:
    """Who was asked and gave nothing, and why."""
    silent = [
        Abstention(
            who=f"model on passage {judgement.passage[7:15]}",
            why=judgement.failure.message,
            failure=judgement.failure.kind.value,
        )
        for judgement in record.judgements
        if judgement.failure is not None
    ]
    if record.failure is not None:
        silent.insert(
            0,
            Abstention(who="search", why=record.failure.message, failure=record.failure.kind.value),
        )
    if record.consulted is not None and record.consulted.failure is not None:
        failure = record.consulted.failure
        silent.append(
            Abstention(who="adjudicator", why=failure.message, failure=failure.kind.value)
        )
    return tuple(silent)


def trail(
    record: RoutedRecord,
    dials: RoutedDials,
    compared: tuple[Compared, ...],
    opinions: tuple[Opinion, ...],
    decided: Adjudication,
    path: str,
    missing: tuple[str, ...],
) -> tuple[Step, ...]:
    """Every step that led to the verdict, in order."""
    return (
        _retrieved(record),
        _routed(record, dials),
        _compared(record, compared),
        _verified(record, dials, compared, opinions),
        _adjudicated(record, decided, path),
        Step(
            name="explain",
            status="failed" if missing else "ok",
            detail=(
                f"left out what no quote holds: {', '.join(missing)}"
                if missing
                else "every figure and name stands in the claim or in a verified quote"
            ),
        ),
    )


def best_similarity(record: RoutedRecord) -> float:
    """The best calibrated similarity of what was found, 0 when nothing was."""
    passages = record.found.passages if record.found else ()
    return max((passage.scores.similarity or 0.0 for passage in passages), default=0.0)


def _retrieved(record: RoutedRecord) -> Step:
    keys = (record.search,) if record.search else ()
    if record.found is None:
        why = record.failure.message if record.failure else "nothing was searched"
        return Step(name="retrieve", status="failed", detail=why, exchanges=keys)
    return Step(
        name="retrieve",
        status="ok",
        detail=(
            f"{len(record.found.passages)} of {record.found.searched} passages, "
            f"nothing later than {record.as_of}"
        ),
        exchanges=keys,
    )


def _routed(record: RoutedRecord, dials: RoutedDials) -> Step:
    if record.found is None:
        return Step(name="route", status="skipped", detail="there is nothing to route")
    if record.route == "given":
        return Step(name="route", status="ok", detail="the evidence that was given, and no other")
    best, at = best_similarity(record), dials.route_at
    if record.route == "archive" and best < at:
        detail = f"archive: an entry on the same attribute, similarity {best:.2f} < {at:.2f}"
        return Step(name="route", status="ok", detail=detail)
    if record.route == "archive":
        return Step(name="route", status="ok", detail=f"archive: similarity {best:.2f} >= {at:.2f}")
    return Step(
        name="route",
        status="abstained",
        detail=f"not covered: similarity {best:.2f} < {at:.2f}",
    )


def _compared(record: RoutedRecord, compared: tuple[Compared, ...]) -> Step:
    if record.route == "none":
        return Step(name="compare", status="skipped", detail="no evidence to compare with")
    if not compared:
        return Step(name="compare", status="ok", detail="nothing that code can compare")
    lines = "; ".join(f"{line.attribute}: {line.stance} ({line.rule})" for line in compared)
    return Step(name="compare", status="ok", detail=lines)


def _verified(
    record: RoutedRecord,
    dials: RoutedDials,
    compared: tuple[Compared, ...],
    opinions: tuple[Opinion, ...],
) -> Step:
    if compared:
        return Step(name="verify", status="skipped", detail="decided in code, no model was asked")
    if record.route == "none":
        return Step(name="verify", status="skipped", detail="no evidence to read")
    if dials.model is None:
        return Step(name="verify", status="skipped", detail="no model is set")
    keys = tuple(judgement.key for judgement in record.judgements)
    read = [o for o in opinions if o.by == "model"]
    if not read:
        return Step(
            name="verify", status="failed", detail=f"{dials.model} gave no stance", exchanges=keys
        )
    stances = ", ".join(f"{o.stance} {o.confidence:.2f}" for o in read)
    failed = len(record.judgements) - len(read)
    return Step(
        name="verify",
        status="ok",
        detail=f"{dials.model}: {stances}" + (f"; {failed} failed" if failed else ""),
        exchanges=keys,
    )


def _adjudicated(record: RoutedRecord, decided: Adjudication, path: str) -> Step:
    keys = (record.consulted.key,) if record.consulted else ()
    return Step(
        name="adjudicate",
        status="abstained" if decided.label == "Unverified" else "ok",
        detail=f"{decided.label} by {path}",
        exchanges=keys,
    )
