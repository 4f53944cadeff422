"""How a `panel` verdict accounts for itself: every voice, what was counted, and the trail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from veracity.domain.base import Frozen
from veracity.domain.canonical import plain
from veracity.domain.evidence import Passage, Tier
from veracity.domain.exchange import FailureKind
from veracity.domain.verdict import Abstention, Step
from veracity.methods.panel.citations import citations
from veracity.methods.panel.record import PanelRecord, TopicSites, Turn, Voice
from veracity.methods.panel.voices import Heard, Panel
from veracity.methods.panel.wording import spoken
from veracity.rules.agreement import Pair, pairwise
from veracity.rules.consensus import Count, Projection, Strength

SPLIT = "Split"
UNVERIFIABLE = "Unverifiable"


class CitedSource(Frozen):
    """A page that was cited and returned."""

    url: str
    title: str
    publisher: str
    tier: Tier
    primary: bool
    decides: bool
    """Whether it may count for or against the claim."""
    readable: bool
    """Whether its words were returned, so that a quote could be looked for."""


class VoiceAccount(Frozen):
    """A member of the panel on the strip: its own six labels, whatever the headline says."""

    model: str
    """The member."""
    answered_by: str | None
    """Who answered: the member, its fallback, or nobody."""
    search: Literal["own", "desk"]
    said: str | None = None
    """The label that the model returned."""
    label: str | None = None
    """The label that was counted."""
    confidence: str | None = None
    """As counted."""
    why: str | None = None
    """Why it counts as it does (`rules/discipline`)."""
    explanation: str = ""
    """The model's own words, quoted and not checked, as are its caveats."""
    caveats: str = ""
    sources: tuple[CitedSource, ...] = ()
    """Those that survived. The ones that did not are counted and never shown."""
    cited: int = 0
    """Addresses that were cited in all turns, each page of a turn once."""
    kept: int = 0
    fabricated: int = 0
    queries: tuple[str, ...] = ()
    asked_again: bool = False
    """Whether it was asked once more because no primary source had come back."""


class Silence(Frozen):
    """A model that was asked and gave no answer."""

    model: str
    failure: FailureKind


class PanelAccount(Frozen):
    """What a panel has to show beside its verdict."""

    strength: Strength
    label: str | None
    counts: tuple[Count, ...]
    lenses: tuple[Projection, ...]
    """The same labels under both lenses, side by side."""
    topics: tuple[TopicSites, ...]
    primary_search: bool
    """Whether the primary sites were searched once more."""
    voices: tuple[VoiceAccount, ...]
    silences: tuple[Silence, ...]
    agreement: tuple[Pair, ...]
    """Which members returned equal labels."""


def label(panel: Panel) -> str:
    """The label that leads, "Split" where none does, "Unverifiable" where nobody answered."""
    if panel.consensus.label is not None:
        return panel.consensus.label
    return SPLIT if panel.heard else UNVERIFIABLE


def path(panel: Panel) -> str:
    """What decided: a consensus and its strength, one model alone, or nobody."""
    strength = panel.consensus.strength
    if strength == "none":
        return "no-voices"
    return "single" if strength == "single" else f"consensus:{strength}"


def account(panel: Panel, record: PanelRecord) -> dict[str, Any]:
    """`PanelAccount`, as a verdict carries it."""
    passages = {passage.id: passage for passage in record.passages}
    heard = {voice.member: voice for voice in panel.heard}
    voices = tuple(
        _voice(voice, heard.get(voice.member), passages, record) for voice in record.voices
    )
    labels = {voice.member: voice.counted.label for voice in panel.heard}
    shape = PanelAccount(
        strength=panel.consensus.strength,
        label=panel.consensus.label,
        counts=panel.consensus.counts,
        lenses=panel.projections,
        topics=record.topics,
        primary_search=_searched_again(record),
        voices=voices,
        silences=tuple(
            Silence(model=turn.model, failure=turn.failure.kind)
            for voice in record.voices
            for turn in voice.turns
            if turn.failure is not None
        ),
        agreement=pairwise([labels]),
    )
    return cast("dict[str, Any]", plain(shape))


def _voice(
    voice: Voice, heard: Heard | None, passages: Mapping[str, Passage], record: PanelRecord
) -> VoiceAccount:
    if heard is None:
        last = voice.turns[-1]
        return VoiceAccount(
            model=voice.member,
            answered_by=None,
            search="own" if last.own_search else "desk",
            queries=last.queries,
        )
    counts = [citations(turn, passages) for turn in voice.turns]
    return VoiceAccount(
        model=voice.member,
        answered_by=heard.turn.model,
        search="own" if heard.turn.own_search else "desk",
        said=heard.answer.label,
        label=heard.counted.label,
        confidence=heard.counted.confidence,
        why=heard.counted.why,
        explanation=spoken(heard.answer.explanation),
        caveats=spoken(heard.answer.caveats),
        sources=tuple(_source(page, record) for page in heard.citations.kept),
        cited=sum(found.cited for found in counts),
        kept=sum(len(found.kept) for found in counts),
        fabricated=sum(found.fabricated for found in counts),
        queries=heard.turn.queries,
        asked_again=any(turn.purpose == "primary" for turn in voice.turns),
    )


def _source(page: tuple[Passage, ...], record: PanelRecord) -> CitedSource:
    first = page[0]
    standings = [record.standings[passage.id] for passage in page]
    return CitedSource(
        url=first.source.url,
        title=spoken(first.source.title),
        publisher=first.source.publisher,
        tier=standings[0].tier,
        primary=any(standing.primary for standing in standings),
        decides=any(standing.decides for standing in standings),
        readable=any(passage.text.strip() for passage in page),
    )


def abstentions(record: PanelRecord) -> tuple[Abstention, ...]:
    """Who was asked and gave nothing, fallbacks too, and why."""
    if not record.voices:
        return (Abstention(who="panel", why="no model is set"),)
    return tuple(
        Abstention(who=turn.model, why=turn.failure.message, failure=turn.failure.kind.value)
        for voice in record.voices
        for turn in voice.turns
        if turn.failure is not None
    )


def trail(panel: Panel, record: PanelRecord) -> tuple[Step, ...]:
    """Every step that led to the verdict, in order."""
    heard = {voice.member: voice for voice in panel.heard}
    turns = [
        _asked(turn, heard.get(voice.member)) for voice in record.voices for turn in voice.turns
    ]
    return (_topics(record), _searched(record), *turns, _cited(panel), _counted(panel))


def _topics(record: PanelRecord) -> Step:
    if not record.topics:
        return Step(name="topics", status="skipped", detail="no topic with primary sites")
    named = ", ".join(topic.name for topic in record.topics)
    return Step(name="topics", status="ok", detail=named)


def _searched(record: PanelRecord) -> Step:
    keys = tuple(search.key for search in record.searches if search.key is not None)
    if not record.searches:
        return Step(name="search", status="skipped", detail="no member needed the desk's search")
    failed = sum(search.failure is not None for search in record.searches)
    return Step(
        name="search",
        status="failed" if failed == len(record.searches) else "ok",
        detail=f"{len(record.searches)} searches, {failed} failed",
        exchanges=keys,
    )


def _asked(turn: Turn, heard: Heard | None) -> Step:
    keys = (turn.key,) if turn.key is not None else ()
    name = {"first": "ask", "fallback": "fallback", "primary": "ask again"}[turn.purpose]
    if turn.failure is not None:
        why = f"{turn.model}: {turn.failure.kind}"
        return Step(name=name, status="abstained", detail=why, exchanges=keys)
    if turn.answer is None:
        why = f"{turn.model}: the extra search brought no primary source"
        return Step(name=name, status="skipped", detail=why)
    detail = f"{turn.model}: {turn.answer.label}, {turn.answer.confidence}"
    if heard is not None and heard.turn == turn and heard.counted.why != "as_said":
        detail += f"; counted as {heard.counted.label}, {heard.counted.confidence}"
    if turn.unwritten is not None:
        detail += "; it wrote no searches"
    return Step(name=name, status="ok", detail=detail, exchanges=keys)


def _cited(panel: Panel) -> Step:
    kept = sum(len(voice.citations.kept) for voice in panel.heard)
    fabricated = sum(voice.citations.fabricated for voice in panel.heard)
    return Step(
        name="citations",
        status="failed" if fabricated else "ok" if kept else "skipped",
        detail=f"{kept} were returned, {fabricated} were not and were removed",
    )


def _counted(panel: Panel) -> Step:
    counts = ", ".join(f"{count.models} {count.name}" for count in panel.consensus.counts)
    return Step(
        name="count",
        status="ok" if panel.consensus.label is not None else "abstained",
        detail=f"{panel.consensus.strength}: {counts or 'no answer'}",
    )


def _searched_again(record: PanelRecord) -> bool:
    return any(turn.purpose == "primary" for voice in record.voices for turn in voice.turns)
