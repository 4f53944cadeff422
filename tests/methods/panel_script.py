"""A scripted panel: members with and without a search of their own, and what they are given.

The places, figures and pages are made up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from veracity.desk.replay import ReplayDesk
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.canonical import plain
from veracity.domain.claim import Claim, Submission
from veracity.domain.evidence import Found, Passage, Source, Tier
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.domain.verdict import Verdict
from veracity.methods.panel import decide, gather
from veracity.methods.panel.record import PanelDials, PanelRecord

CLAIM = "The ferry to Ostrana carries 900 people."
"""About no topic that has primary sites."""
TOPICAL = "Unemployment in the United States fell to 4 percent in 2019."
"""Its first topic is work, whose site is bls.gov."""
PRIMARY_URL = "https://www.bls.gov/cps/annual-averages"
DOWN = Failure(kind=FailureKind.UNREACHABLE, message="no route")


def passage(
    url: str,
    text: str = "The ferry to Ostrana carries 900 people a day.",
    tier: Tier = Tier.ESTABLISHED,
) -> Passage:
    source = Source(url=url, title="A page", publisher="Daily", tier=tier)
    return Passage(id=f"{url}:{text}", document="sha256:0", text=text, source=source)


FERRY = passage("https://daily.example/ferry")
OTHER = passage("https://weekly.example/ferry", "The ferry of Ostrana carries 900 passengers.")
AVERAGE = passage(
    PRIMARY_URL, "Unemployment in the United States averaged 3.7 percent in 2019.", Tier.GOVERNMENT
)
REPORT = passage("https://daily.example/jobs", "Unemployment in the United States fell in 2019.")


def says(
    label: str, *sources: str, confidence: str = "High", explanation: str = "So it is."
) -> dict[str, Any]:
    """What a member replies."""
    return {
        "explanation": explanation,
        "label": label,
        "confidence": confidence,
        "caveats": "",
        "web_sources": list(sources),
    }


def searched(answer: Mapping[str, Any], *pages: tuple[str, str]) -> dict[str, Any]:
    """What a member with a search of its own replies; `pages` are addresses with their words."""
    returned = [{"url": url, "title": "A page", "text": text} for url, text in pages]
    return {"output": dict(answer), "returned": returned, "queries": ["ferry ostrana"]}


@dataclass(frozen=True)
class Run:
    """What came of a scripted panel."""

    record: PanelRecord
    verdict: Verdict
    desk: ScriptedDesk

    def asked(self, prompt: str) -> list[Request]:
        """The questions that were put with this prompt, each once."""
        return [
            exchange.request
            for exchange in self.desk.exchanges
            if exchange.request.prompt is not None and exchange.request.prompt.id == prompt
        ]

    @property
    def voices(self) -> dict[str, dict[str, Any]]:
        """The voices of the account, by member."""
        return {voice["model"]: voice for voice in self.verdict.account["voices"]}


Replies = Mapping[str, Any]
"""By model: its reply, a failure, or a list with one for each time that it is asked."""


def run(
    replies: Replies,
    *,
    found: Sequence[Passage] | Failure = (FERRY, OTHER),
    primary: Sequence[Passage] | Failure = (),
    members: Sequence[str] | None = None,
    claim: str = CLAIM,
    writes: Any = None,
    **dials: Any,
) -> Run:
    """Gather and decide, then gather again from what was recorded and get the same record.

    `primary` is what a search that is restricted to sites finds, `writes` what every model says
    that is to write searches.
    """
    turns: dict[str, int] = {}

    def answer(request: Request) -> Any:
        if request.kind == "search":
            wanted = primary if "sites" in request.inputs else found
            return wanted if isinstance(wanted, Failure) else Found(passages=tuple(wanted))
        assert request.prompt is not None
        if request.prompt.id == "queries":
            return writes or {"support": ["ferry people"], "refute": []}
        model = f"{request.provider}:{request.model}"
        reply = replies[model]
        if not isinstance(reply, list):
            return reply
        turns[model] = turns.get(model, 0) + 1
        return cast("list[Any]", reply)[turns[model] - 1]

    desk = ScriptedDesk([(lambda request: request.kind in ("search", "ask"), answer)])
    turned = PanelDials(models=tuple(replies if members is None else members), **dials)
    told = Claim.whole(Submission(text=claim))
    record = asyncio.run(gather(told, desk, turned))
    again = asyncio.run(gather(told, ReplayDesk(desk.exchanges), turned))
    assert plain(again) == plain(record)
    read_back = PanelRecord.model_validate(plain(record))
    verdict = decide(record, turned)
    assert decide(read_back, turned) == verdict
    return Run(record, verdict, desk)
