"""How a `routed` verdict accounts for itself: what each passage says, who abstained, what a reader
has to know. The steps are in `trail`."""

from __future__ import annotations

from veracity.domain.claim import Span
from veracity.domain.evidence import Passage, Quote, Stance
from veracity.domain.verdict import Abstention, Finding
from veracity.methods.routed.record import RoutedRecord, WebSearch
from veracity.publish import wording
from veracity.rules.adjudication import SIDES, Adjudication, Opinion
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

    When none was read, all that were found, so that a person can read them. What may not decide the
    claim is shown in any case.
    """
    by_passage = {opinion.passage: opinion for opinion in reversed(opinions)}
    lines = {line.passage: line for line in compared}
    shown = [
        _finding(record, passage, by_passage.get(passage.id), lines.get(passage.id), decided)
        for passage in (*record.archived, *record.online)
        if passage.id in by_passage or passage.id in record.standings or not by_passage
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
    return Finding(
        source=passage.source,
        quote=_quote(record.claim.in_english, passage, line),
        stance=stance,
        confidence=opinion.confidence if opinion else 0.0,
        reason=_reason(record, passage, opinion, line),
        by=by,
        decisive=decided.label != "Unverified" and passage.id in decided.rests_on,
        scores=passage.scores,
    )


def _reason(
    record: RoutedRecord, passage: Passage, opinion: Opinion | None, line: Compared | None
) -> str:
    own = record.standings.get(passage.id)
    if own is not None:
        return wording.silent_reason(own.why)
    if opinion is None:
        return wording.UNREAD_REASON
    reason = wording.reason(opinion.stance, opinion.by, line.why if line else "")
    return f"{reason} {wording.UNRESTRICTED_REASON}" if opinion.unrestricted else reason


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
    failed = [
        ("search", record.failure),
        ("search in English", record.english.failure if record.english else None),
        *((web_search(search), search.failure) for search in record.web),
        ("re-ranker", record.reranked.failure if record.reranked else None),
        *(
            (f"model on passage {judgement.passage[7:15]}", judgement.failure)
            for judgement in record.judgements
        ),
        ("adjudicator", record.consulted.failure if record.consulted else None),
    ]
    return tuple(
        Abstention(who=who, why=failure.message, failure=failure.kind.value)
        for who, failure in failed
        if failure is not None
    )


def caveats(
    record: RoutedRecord, opinions: tuple[Opinion, ...], heard: tuple[Opinion, ...]
) -> tuple[str, ...]:
    """What a reader has to know beside the label."""
    said: list[str] = []
    if record.incomplete:
        said.append("The budget ended before everything was asked.")
    if record.claim.english is not None:
        said.append(wording.TRANSLATED)
    if record.standings:
        said.append(wording.self_sourced(len(record.standings)))
    counted = {opinion.passage for opinion in heard}
    left_out = [
        opinion
        for opinion in opinions
        if opinion.unrestricted
        and opinion.stance is not Stance.INSUFFICIENT
        and opinion.passage not in counted
    ]
    if left_out:
        said.append(wording.uncorroborated(len(left_out)))
    if at_odds := sides_at_odds(heard):
        said.append(f"The archive and the web disagree: {at_odds}.")
    return tuple(said)


def sides_at_odds(heard: tuple[Opinion, ...]) -> str:
    """What each side says, where the archive and the web say opposite things; else nothing."""
    said = {
        side: sorted({opinion.stance.value for opinion in heard if opinion.side == side})
        for side in SIDES
    }
    if not all(said.values()) or len({stance for side in said.values() for stance in side}) < 2:
        return ""
    return ", ".join(f"the {side} {' and '.join(stances)}" for side, stances in said.items())


def web_search(search: WebSearch) -> str:
    """How a search of the web is called."""
    what = "web search of the trusted sites" if search.restricted else "web search of all sites"
    return f"{what} by {search.backend}" if search.backend else what
