"""A case for tests of renderings. The almanac and its publisher are made up."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal

from veracity.domain.base import Frozen
from veracity.domain.case import Case
from veracity.domain.claim import Claim, Span, Submission
from veracity.domain.evidence import Quote, Scores, Source, Stance, Tier
from veracity.domain.exchange import Exchange, Failure, FailureKind, Kind, Reply, Request, Usage
from veracity.domain.verdict import Abstention, Bucket, Finding, Lens, Step, Verdict

TEXT = "Coastline: 1,340 km"


class Record(Frozen):
    passages: int = 1


class Dials(Frozen):
    top_k: int = 4


def finding(
    text: str = TEXT,
    *,
    verified: bool = True,
    decisive: bool = True,
    stance: Stance = Stance.SUPPORTS,
    published: date | None = date(2026, 2, 1),
) -> Finding:
    return Finding(
        source=Source(
            url="https://example.org/sri-lanka",
            title="Sri Lanka",
            publisher="Example Almanac",
            tier=Tier.GOVERNMENT,
            published=published,
        ),
        quote=Quote(
            text=text, passage="sha256:0", span=Span(start=0, end=len(text)) if verified else None
        ),
        stance=stance,
        confidence=0.97,
        reason="1,340 km is 1,340 kilometers.",
        by="code",
        decisive=decisive,
        scores=Scores(keyword_rank=1, fused=0.03, final=0.03),
    )


def exchange(kind: Kind, *, reused: bool = False, cost: str = "0") -> Exchange:
    return Exchange(
        request=Request(kind=kind, provider=kind, inputs={"reused": reused, "cost": cost}),
        reply=Reply(value="x", usage=Usage(cost=Decimal(cost))),
        asked_at=datetime(2026, 11, 30, tzinfo=UTC),
        seconds=0.5,
        reused=reused,
    )


def failed(kind: Kind, why: FailureKind = FailureKind.TIMEOUT, cost: str = "0") -> Exchange:
    return Exchange(
        request=Request(kind=kind, provider=why),
        failure=Failure(kind=why, message="no reply", usage=Usage(cost=Decimal(cost))),
        asked_at=datetime(2026, 11, 30, tzinfo=UTC),
        seconds=9,
    )


def case(
    claim: str = "The coast of Sri Lanka is 1,340 km long.",
    *,
    label: str = "True",
    bucket: Bucket = Bucket.TRUE,
    findings: tuple[Finding, ...] = (),
    exchanges: tuple[Exchange, ...] = (),
    dials: Dials | None = None,
) -> Case:
    submission = Submission(text=claim)
    return Case.close(
        made_by="veracity test",
        method="routed",
        method_version=1,
        submission=submission,
        claim=Claim.whole(submission),
        exchanges=exchanges,
        record=Record(),
        dials=dials or Dials(),
        verdict=Verdict(
            method="routed",
            label=label,
            bucket=bucket,
            lens=Lens.LENIENT,
            confidence=0.97,
            path="rules",
            explanation="The almanac gives 1,340 km, which is what the claim says.",
            findings=findings or (finding(),),
            abstentions=(Abstention(who="local", why="no weights", failure="unavailable"),),
            trail=(
                Step(name="retrieve", status="ok", detail="1 passage"),
                Step(name="verify", status="abstained", detail="no model"),
            ),
        ),
    )
