"""The sentences of a panel's verdict, as templates filled from what was counted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from veracity.domain.exchange import FailureKind
from veracity.domain.verdict import Bucket, Finding, Lens, Polarity
from veracity.methods.panel.record import PanelDials, PanelRecord
from veracity.methods.panel.voices import Panel
from veracity.models.untrusted import clean
from veracity.rules.consensus import Count
from veracity.rules.scales import polarity

_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*://|www\.)\S+|\b[\w-]+(?:\.[\w-]+)+/\S*", re.IGNORECASE)
_READ = {Lens.LENIENT: "Read leniently", Lens.STRICT: "Read strictly"}


def explanation(panel: Panel, findings: Sequence[Finding], lens: Lens) -> str:
    """One paragraph: the count, what it comes to under the lens, and the words it rests on."""
    if not panel.heard:
        return "No model gave an answer, so nothing can be said."
    quoted = [f"“{finding.quote.text}”" for finding in findings if finding.decisive][:2]
    parts = [_count(panel), _projected(panel, lens)]
    if quoted:
        parts.append(f"Sources that were cited read: {' and '.join(quoted)}.")
    return " ".join(part for part in parts if part)


def caveats(
    panel: Panel, record: PanelRecord, dials: PanelDials, *, borne: bool
) -> tuple[str, ...]:
    """What a reader has to know beside the label. No model wrote any of it."""
    found = (
        _alone(panel),
        _absent(panel, record),
        *_instead(record),
        _no_primary(panel, record),
        _unsupported(panel),
        _beside_the_point(panel, dials, borne=borne),
        _removed(panel),
        _searches_failed(record),
        _undated(panel, dials),
        _incomplete(record),
    )
    return tuple(caveat for caveat in found if caveat)


def spoken(text: str) -> str:
    """What a model wrote, fit to be shown: on one line, without the addresses in it.

    Addresses are shown as sources where they were returned, and nowhere else.
    """
    return _ADDRESS.sub("[address]", clean(text))


def _count(panel: Panel) -> str:
    counted = panel.consensus
    if counted.strength == "single":
        return f"One model answered, and says {counted.label}: that is no consensus."
    if counted.label is None:
        return (
            f"The {counted.answered} models that answered do not agree: {_listed(counted.counts)}."
        )
    return (
        f"{counted.agreeing} of {counted.answered} models that answered say {counted.label}: "
        f"a {counted.strength} consensus."
    )


def _projected(panel: Panel, lens: Lens) -> str:
    """What the lens makes of it, where that is not what the label says."""
    read = panel.under(lens)
    if read.bucket is Bucket.SPLIT:
        return f"{_READ[lens]}, they are split: {_listed(read.counts)}."
    if panel.consensus.label == read.bucket.value:
        return ""
    return f"{_READ[lens]}, that is {read.bucket.value}."


def _listed(counts: Sequence[Count]) -> str:
    return ", ".join(f"{count.models} {count.name}" for count in counts)


def _alone(panel: Panel) -> str:
    if panel.consensus.strength != "single":
        return ""
    return "Only one model answered, so nothing bears its label out."


def _absent(panel: Panel, record: PanelRecord) -> str:
    if not record.voices:
        return "No model is set."
    silent = len(record.voices) - len(panel.heard)
    return f"{silent} of {len(record.voices)} members gave no answer." if silent else ""


def _instead(record: PanelRecord) -> tuple[str, ...]:
    return tuple(
        f"{heard.model} answered in the place of {voice.member}."
        for voice in record.voices
        if (heard := voice.heard) is not None and heard.model != voice.member
    )


def _no_primary(panel: Panel, record: PanelRecord) -> str:
    """For a topic that has primary sites: say it when the verdict has none."""
    if not record.topics or not panel.heard:
        return ""
    about = record.topics[0].name
    standings = record.standings
    if any(
        standings[passage.id].primary
        for voice in panel.heard
        for page in voice.citations.kept
        for passage in page
    ):
        return ""
    if any(standings[name].primary for voice in panel.heard for name in voice.turn.returned):
        return (
            "No primary source was cited, although some came back: "
            f"the verdict rests on other sources ({about})."
        )
    return (
        "No primary source came back, although public bodies publish on this: "
        f"the verdict rests on other sources ({about})."
    )


def _unsupported(panel: Panel) -> str:
    lowered = [voice.turn.model for voice in panel.heard if voice.counted.why == "no_source"]
    voided = [voice.turn.model for voice in panel.heard if voice.counted.why == "no_evidence"]
    parts: list[str] = []
    if lowered:
        parts.append(f"with Low confidence only: {', '.join(lowered)}")
    if voided:
        parts.append(f"as Unverifiable: {', '.join(voided)}")
    return f"Without a source that holds, counted {'; '.join(parts)}." if parts else ""


def _beside_the_point(panel: Panel, dials: PanelDials, *, borne: bool) -> str:
    """For a decisive bucket whose sources hold, and say nothing of the claim."""
    decided = polarity(panel.under(dials.lens).bucket) is not Polarity.UNKNOWN
    sourced = any(voice.citations.kept for voice in panel.agreeing(dials.lens))
    if borne or not decided or not sourced:
        return ""
    return "No words about the claim stand on the pages cited for it, so its confidence is low."


def _removed(panel: Panel) -> str:
    removed = sum(voice.citations.fabricated for voice in panel.heard)
    if not removed:
        return ""
    if removed == 1:
        return "1 cited address that no search returned was removed."
    return f"{removed} cited addresses that no search returned were removed."


def _searches_failed(record: PanelRecord) -> str:
    failed = sum(search.failure is not None for search in record.searches)
    return f"{failed} of {len(record.searches)} searches failed." if failed else ""


def _undated(panel: Panel, dials: PanelDials) -> str:
    if dials.as_of is None or not any(voice.turn.own_search for voice in panel.heard):
        return ""
    return (
        "Pages that models found by themselves have no date: nothing shows that they are not later "
        f"than {dials.as_of.isoformat()}."
    )


def _incomplete(record: PanelRecord) -> str:
    turns = [turn for voice in record.voices for turn in voice.turns]
    failures = [failure for turn in turns for failure in (turn.failure, turn.unwritten)]
    failures += [search.failure for search in record.searches]
    if any(failure is not None and failure.kind is FailureKind.BUDGET for failure in failures):
        return "The budget ended before everything was asked: the panel is incomplete."
    return ""
