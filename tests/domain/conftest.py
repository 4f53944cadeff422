from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest

from veracity.domain.base import Frozen
from veracity.domain.case import Case
from veracity.domain.claim import Claim, Submission
from veracity.domain.evidence import Source, Stance, Tier
from veracity.domain.exchange import (
    Exchange,
    Failure,
    FailureKind,
    PromptRef,
    Reply,
    Request,
    Usage,
)
from veracity.domain.explanation import Explanation
from veracity.domain.verdict import Abstention, Bucket, Finding, Lens, Quote, Step, Verdict


class Notes(Frozen):
    """A record of a method that exists only here."""

    similarity: float
    stances: tuple[str, ...]


class Knobs(Frozen):
    threshold: float = 0.4


NOW = datetime(2026, 3, 1, 12, 0, 0, 250000, tzinfo=UTC)
PROMPT = PromptRef(id="stance", version=1, digest="sha256:" + "0" * 64)


SUBMISSION = Submission(text="The café on Foo Street has 12 tables.\n", language="en")
CLAIM = Claim.whole(SUBMISSION)
ASKED = Request(
    kind="ask",
    provider="local",
    model="tiny",
    prompt=PROMPT,
    inputs={"claim": CLAIM.text, "evidence": "Tables: 12"},
    settings={"temperature": 0.0},
)
SEARCHED = Request(kind="search", provider="archive", generation="g1", inputs={"top_k": 4})
EXCHANGES = (
    Exchange(
        request=ASKED,
        reply=Reply(
            value={"logprobs": {"True": -0.25, "False": -3.5}},
            usage=Usage(input_tokens=90, output_tokens=1),
        ),
        asked_at=NOW,
        seconds=0.5,
    ),
    Exchange(
        request=SEARCHED,
        failure=Failure(kind=FailureKind.TIMEOUT, message="No answer within 30 seconds."),
        asked_at=NOW,
        seconds=30.0,
        reused=True,
    ),
)


@pytest.fixture(scope="session")
def case() -> Case:
    """A case with something in every part, accents and an escaped line end among them."""
    return _close(EXCHANGES)


@pytest.fixture(scope="session")
def close_case() -> Callable[[tuple[Exchange, ...]], Case]:
    """Closes the same case over other exchanges."""
    return _close


def _close(exchanges: tuple[Exchange, ...]) -> Case:
    return Case.close(
        made_by="veracity 0.1.0",
        method="example",
        method_version=1,
        submission=SUBMISSION,
        claim=CLAIM,
        exchanges=exchanges,
        record=Notes(similarity=0.75, stances=("supports",)),
        dials=Knobs(),
        verdict=Verdict(
            method="example",
            label="True",
            bucket=Bucket.TRUE,
            lens=Lens.LENIENT,
            confidence=0.9,
            path="rule 1",
            explanation="The menu lists 12 tables.",
            findings=(
                Finding(
                    source=Source(
                        url="https://example.org/menu",
                        title="Menu",
                        publisher="Example",
                        tier=Tier.OTHER,
                        published=date(2026, 1, 2),
                    ),
                    quote=Quote(text="Tables: 12", passage="p1"),
                    stance=Stance.SUPPORTS,
                    confidence=0.9,
                    reason="the figures are equal",
                    by="code",
                    decisive=True,
                ),
            ),
            abstentions=(Abstention(who="archive", why="no answer", failure="timeout"),),
            trail=(Step(name="verify", status="ok", detail="1 passage", exchanges=(ASKED.key,)),),
        ),
        explanations=(Explanation(language="si", text="මෙනුවේ මේස 12ක් ඇත.", by="template"),),
    )
