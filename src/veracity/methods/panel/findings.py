"""The sources of a panel as they are shown: cited, returned, and with a quote that code found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from veracity.domain.claim import Span
from veracity.domain.evidence import Passage, Quote, Stance, Tier
from veracity.domain.verdict import Bucket, Finding, Lens, Polarity
from veracity.methods.panel.record import PanelRecord
from veracity.methods.panel.voices import Heard, Panel
from veracity.rules import quotes
from veracity.rules.citations import canonical_url
from veracity.rules.scales import CONFIDENCE, panel_bucket, polarity
from veracity.rules.sentences import sentences
from veracity.rules.words import stems

QUOTE_AT_MOST = 400
"""Characters of a quote that is shown. A longer sentence is passed over."""
TRIES = 8
"""Sentences of a page that are tried, the closest to the claim first. One that the text takes back,
or that says too little, does not hold as a quote."""

_STANCES = {
    Polarity.SUPPORTED: Stance.SUPPORTS,
    Polarity.CONTESTED: Stance.REFUTES,
    Polarity.UNKNOWN: Stance.INSUFFICIENT,
}
_TIERS = {tier: place for place, tier in enumerate(Tier)}


def findings(panel: Panel, record: PanelRecord, lens: Lens) -> tuple[Finding, ...]:
    """One finding for each page that was cited and returned and whose words hold a sentence about
    the claim: primary sources first, then what the verdict rests on, then by tier.

    Other sources are shown beside primary ones and never instead: a page's tier moves it down the
    list and does not take it off.
    """
    cited: dict[str, list[tuple[Heard, tuple[Passage, ...]]]] = {}
    for voice in panel.heard:
        for page in voice.citations.kept:
            name = canonical_url(page[0].source.url) or page[0].id
            cited.setdefault(name, []).append((voice, page))
    shown = [
        (finding, record.standings[finding.quote.passage].primary)
        for by in cited.values()
        if (finding := _finding(panel, record, lens, by)) is not None
    ]
    shown.sort(
        key=lambda pair: (
            not pair[1],
            not pair[0].decisive,
            _TIERS[pair[0].source.tier],
            pair[0].source.url,
            pair[0].quote.passage,
        )
    )
    return tuple(finding for finding, _ in shown)


def borne_out(panel: Panel, record: PanelRecord, lens: Lens, shown: Sequence[Finding]) -> bool:
    """Whether something stands behind the panel's bucket: words that are shown, or a page that was
    cited for it and whose words the provider kept to itself."""
    return any(finding.decisive for finding in shown) or any(
        record.standings[passage.id].decides and not passage.text.strip()
        for voice in panel.agreeing(lens)
        for page in voice.citations.kept
        for passage in page
    )


def _finding(
    panel: Panel,
    record: PanelRecord,
    lens: Lens,
    by: Sequence[tuple[Heard, tuple[Passage, ...]]],
) -> Finding | None:
    passages = {passage.id: passage for _, page in by for passage in page}
    voices = [voice for voice, _ in by]
    said = " ".join(voice.answer.explanation for voice in voices)
    found = _closest_quote(record.claim.text, said, list(passages.values()))
    if found is None:
        return None
    passage, quote = found
    standing = record.standings[passage.id]
    directions = {polarity(panel_bucket(voice.counted.label, lens)) for voice in voices}
    decided = panel.under(lens).bucket not in (Bucket.SPLIT, Bucket.UNVERIFIABLE)
    agreeing = panel.agreeing(lens)
    return Finding(
        source=passage.source.model_copy(update={"tier": standing.tier}),
        quote=quote,
        stance=_STANCES[directions.pop()] if len(directions) == 1 else Stance.INSUFFICIENT,
        confidence=max(CONFIDENCE[voice.counted.confidence] for voice in voices),
        reason=_reason(voices) if standing.decides else f"{_reason(voices)} {standing.why}".strip(),
        by="model",
        decisive=standing.decides and decided and any(voice in agreeing for voice in voices),
        scores=passage.scores,
    )


def _closest_quote(
    claim: str, said: str, passages: Sequence[Passage]
) -> tuple[Passage, Quote] | None:
    """The sentence that shares the most topic stems with the claim and with what was said of the
    page, and holds as a quote. It shares one with the claim at least.

    A line of an entry is about the entry's subject, whose name it need not repeat. Of equals the
    first sentence of the passage that ranked first is taken.
    """
    asked, wanted = stems(claim), stems(claim) | stems(said)
    candidates = [
        (len(wanted & (held | stems(passage.subject or ""))), passage, text)
        for passage in passages
        for span in _quotable(passage)
        if len(text := span.of(passage.text)) <= QUOTE_AT_MOST
        if asked & (held := stems(text))
    ]
    about = sorted(candidates, key=lambda candidate: -candidate[0])
    for _, passage, text in islice(about, TRIES):
        match = quotes.find(text, passage.text)
        if match.verified and match.span is not None:
            words = match.span.of(passage.text)
            return passage, Quote(text=words, passage=passage.id, span=match.span)
    return None


def _quotable(passage: Passage) -> tuple[Span, ...]:
    """The lines of an entry, or the sentences of prose without the heading above them."""
    if passage.fields:
        return tuple(field.span for field in passage.fields)
    text, spans = passage.text, sentences(passage.text)
    headed = len(spans) > 1 and text[spans[0].end] == "\n" and text[spans[0].end - 1] not in ".!?"
    return spans[1:] if headed else spans


def _reason(voices: Sequence[Heard]) -> str:
    """Who cited a page, and for which label."""
    labels: dict[str, list[str]] = {}
    for voice in sorted(voices, key=lambda voice: voice.turn.model):
        labels.setdefault(voice.counted.label, []).append(voice.turn.model)
    said = (f"for {label} by {', '.join(models)}" for label, models in sorted(labels.items()))
    return f"Cited {' and '.join(said)}."
