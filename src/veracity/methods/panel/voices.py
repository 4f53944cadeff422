"""From what was recorded to what the panel says: each voice as it counts, and the count."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from veracity.domain.evidence import Passage
from veracity.domain.verdict import Bucket, Lens
from veracity.methods.panel.citations import Citations, citations
from veracity.methods.panel.record import PanelAnswer, PanelRecord, Turn, Voice
from veracity.methods.standing import Standing
from veracity.rules.consensus import Consensus, Projection, consensus, project
from veracity.rules.discipline import Counted, counted
from veracity.rules.scales import CONFIDENCE, panel_bucket


@dataclass(frozen=True, slots=True)
class Heard:
    """A voice that answered."""

    member: str
    turn: Turn
    """The turn that counts."""
    answer: PanelAnswer
    """What was said in it."""
    counted: Counted
    """The label and confidence that it counts with."""
    citations: Citations


@dataclass(frozen=True, slots=True)
class Panel:
    """What the voices come to."""

    heard: tuple[Heard, ...]
    consensus: Consensus
    projections: tuple[Projection, ...]
    """One for each lens."""

    def under(self, lens: Lens) -> Projection:
        """The panel read through `lens`."""
        return next(projection for projection in self.projections if projection.lens is lens)

    def agreeing(self, lens: Lens) -> tuple[Heard, ...]:
        """The voices in the panel's bucket; none when the panel is split."""
        bucket = self.under(lens).bucket
        return tuple(v for v in self.heard if panel_bucket(v.counted.label, lens) is bucket)

    def confidence(self, lens: Lens) -> float:
        """Mean confidence of the voices in the panel's bucket (High .9, Medium .6, Low .3), times
        their share of all that answered. 0 when the panel is split or nobody answered."""
        agreeing = self.agreeing(lens)
        if not agreeing or self.under(lens).bucket is Bucket.SPLIT:
            return 0.0
        # The mean times the share is the sum over everybody who answered.
        return math.fsum(CONFIDENCE[v.counted.confidence] for v in agreeing) / len(self.heard)


def conclude(record: PanelRecord) -> Panel:
    """Hold every voice to its sources and count the labels."""
    passages = {passage.id: passage for passage in record.passages}
    heard = tuple(
        _heard(voice, turn, turn.answer, passages, record.standings)
        for voice in record.voices
        if (turn := voice.heard) is not None and turn.answer is not None
    )
    labels = [voice.counted.label for voice in heard]
    return Panel(
        heard=heard,
        consensus=consensus(labels),
        projections=tuple(project(labels, lens) for lens in Lens),
    )


def _heard(
    voice: Voice,
    turn: Turn,
    answer: PanelAnswer,
    passages: Mapping[str, Passage],
    standings: Mapping[str, Standing],
) -> Heard:
    found = citations(turn, passages)
    surviving = [
        page for page in found.kept if any(standings[passage.id].decides for passage in page)
    ]
    readable = any(
        standings[name].decides and passages[name].text.strip() for name in turn.returned
    )
    return Heard(
        member=voice.member,
        turn=turn,
        answer=answer,
        counted=counted(
            answer.label, answer.confidence, surviving=len(surviving), readable=readable
        ),
        citations=found,
    )
