"""Cases for tests of the evaluation, made as a newsroom makes them. The bridges are made up."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from veracity.domain.case import Case
from veracity.domain.claim import Claim, Submission
from veracity.domain.errors import VeracityError
from veracity.domain.evidence import Document, Quote, Source, Stance
from veracity.domain.exchange import Exchange, Reply, Request
from veracity.domain.verdict import Abstention, Finding, Lens, Verdict
from veracity.evaluation.answers import gold
from veracity.evaluation.dataset import Dataset, Row
from veracity.methods.routed.record import Judgement, RoutedDials, RoutedRecord
from veracity.newsroom.orders import How, Judged, Order
from veracity.rules.calibration import Calibration
from veracity.rules.scales import ROUTED

DAY = date(2026, 1, 31)

PLAIN = Calibration(
    tokens=("True", "False"),
    reference="Unknown",
    weights=((1, 0, 0), (0, 1, 0), (0, 0, 0), (0, 0, 0)),
    bias=(0, 0, 0),
    threshold=0.5,
)
"""Gives back the probabilities of the three words: softmax(lpT - lpU, lpF - lpU, 0)."""


def ask(number: int, *, reused: bool = False) -> Exchange:
    return Exchange(
        request=Request(kind="ask", provider="local", model="tiny", inputs={"number": number}),
        reply=Reply(value={"logprobs": {}}),
        asked_at=datetime(2026, 1, 31, tzinfo=UTC),
        seconds=1.5,
        reused=reused,
    )


def finding(stance: Stance, *, by: str, decisive: bool) -> Finding:
    return Finding(
        source=Source(url="", title="Bridges", publisher="given"),
        quote=Quote(text="The bridge is 120 m long.", passage="sha256:0"),
        stance=stance,
        confidence=0.9,
        reason="120 m is 120 meters.",
        by="code" if by == "code" else "model",
        decisive=decisive,
    )


def judgement(number: int, logprobs: dict[str, float] | None) -> Judgement:
    return Judgement(
        passage=f"sha256:{number}", key=f"k{number}", logprobs=logprobs, words=9, overlap=0.5
    )


def case(
    submission: Submission,
    label: str,
    *,
    findings: Sequence[Finding] = (),
    judgements: Sequence[Judgement] = (),
    exchanges: Sequence[Exchange] = (),
    abstentions: Sequence[Abstention] = (),
    dials: RoutedDials | None = None,
) -> Case:
    claim = Claim.whole(submission)
    return Case.close(
        made_by="veracity test",
        method="routed",
        method_version=1,
        submission=submission,
        claim=claim,
        exchanges=tuple(exchanges),
        record=RoutedRecord(
            claim=claim,
            as_of=DAY,
            route="given",
            calibration=PLAIN if judgements else None,
            judgements=tuple(judgements),
        ),
        dials=dials or RoutedDials(given="sha256:evidence"),
        verdict=Verdict(
            method="routed",
            label=label,
            bucket=ROUTED[label],
            lens=Lens.LENIENT,
            confidence=0.9,
            path="rules:clear",
            explanation="Bridges says so.",
            findings=tuple(findings),
            abstentions=tuple(abstentions),
        ),
    )


@dataclass
class ScriptedJudge:
    """Stands in for a newsroom: gives each claim the label, case or fault written for it."""

    script: Mapping[str, str | Case | Exception]
    given: dict[str, Sequence[Document] | None] = field(
        default_factory=dict[str, Sequence[Document] | None]
    )
    """Claim → the evidence that came with it."""
    places: list[Path | None] = field(default_factory=list[Path | None])
    at_once: int = 0
    """The most claims that were in work at the same time."""
    _working: int = 0

    reused: bool = False
    """Whether what it gives are cases of an earlier run."""

    async def judge(self, order: Order, how: How) -> Judged:
        given = order.submission
        self.given[given.text] = how.evidence
        self.places.append(order.place)
        self._working += 1
        self.at_once = max(self.at_once, self._working)
        try:
            await asyncio.sleep(0)
        finally:
            self._working -= 1
        answer = self.script[given.text]
        if isinstance(answer, Exception):
            raise answer
        made = answer if isinstance(answer, Case) else case(given, answer, exchanges=(ask(1),))
        place = order.place or Path("case.json")
        return Judged(case=made, place=place, seconds=0.0, reused=self.reused)


def row(
    claim: str,
    label: str,
    *,
    kind: str | None = None,
    group: str | None = None,
    evidence: tuple[Document, ...] | None = None,
) -> Row:
    return Row(
        id=f"id of {claim}",
        submission=Submission(text=claim, origin="bridges"),
        label=label,
        gold=gold(label),
        kind=kind,
        group=group or claim,
        evidence=evidence,
        digest=claim,
    )


def dataset(*rows: Row, name: str = "bridges") -> Dataset:
    return Dataset(name=name, digest=f"sha256:{name}", rows=rows, size=len(rows))


class DiskFull(VeracityError):
    """What a person has to put right."""
