"""A scripted court: what a desk answers to `tribunal`, and a run over it that also replays."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from tests.methods.test_routed import asked, claim, prose
from veracity.desk.replay import ReplayDesk
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.canonical import plain
from veracity.domain.claim import Claim
from veracity.domain.evidence import Found, Passage, Tier
from veracity.domain.exchange import Failure, FailureKind, Request
from veracity.domain.verdict import Finding, Verdict
from veracity.methods.standing import Standing
from veracity.methods.tribunal import decide, gather
from veracity.methods.tribunal.account import TribunalAccount
from veracity.methods.tribunal.record import TribunalDials, TribunalRecord

DIALS = TribunalDials(strong="hosted:large", fast="hosted:small")
TIMEOUT = Failure(kind=FailureKind.TIMEOUT, message="no answer in time")
SPENT = Failure(kind=FailureKind.BUDGET, message="the budget is spent")


def page(text: str, publisher: str = "Daily", tier: Tier = Tier.ESTABLISHED) -> Passage:
    """A page whose tier a person vouched for."""
    passage = prose(text, publisher, tier)
    source = passage.source.model_copy(update={"curated": True})
    return passage.model_copy(update={"source": source})


CLAIM = "Volunteers rebuilt the harbor of Ostrana."
STORY = page("The harbor of Ostrana was rebuilt by volunteers.")
OTHER = page("Builders from Marn were paid to rebuild the harbor of Ostrana.", "Weekly")
# Of the claim's four content words it shares one: 0.25, below `covering`.
ASIDE = page("Ostrana is an island in the north of the Marn sea.", "Guide")
FOUND = Found(passages=(STORY, OTHER), searched=9)

FOR = {"evidence": 1, "quote": STORY.text, "shows": "It says so."}
AGAINST = {"evidence": 2, "quote": OTHER.text, "shows": "They were paid."}
FORGED: dict[str, Any] = {
    "evidence": 1,
    "quote": "The harbor was never rebuilt by anybody.",
    "shows": "No.",
}


def pleading(*arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {"arguments": list(arguments)}


def opinion(ruling: str, *rests_on: str, **changes: Any) -> dict[str, Any]:
    parts = {
        "quotes": [],
        "reason": "Because of that.",
        "rests_on": list(rests_on),
        "ruling": ruling,
        "searches": [],
        "sure": 80,
    }
    return {**parts, **changes}


WHOLE = {"kind": "all_of", "parts": [[CLAIM]], "values": []}
COURT: dict[str, Any] = {
    "decompose": WHOLE,
    "tribunal_prosecutor": pleading(AGAINST),
    "tribunal_defender": pleading(FOR),
    # Each side's first argument that stands is its exhibit 1.
    "tribunal_judge": opinion("True", "F1"),
}


def run(
    says: Mapping[str, Any] | None = None,
    found: Any = FOUND,
    dials: TribunalDials = DIALS,
    text: str | Claim = CLAIM,
) -> tuple[TribunalRecord, Verdict, ScriptedDesk]:
    """Gather and decide. `says` answers prompts by their id, `found` searches; either may be a
    function of the request.

    Every run is also gathered again over its own exchanges, and decided again from its canonical
    JSON."""
    judged_claim = claim(text) if isinstance(text, str) else text
    court = {**COURT, **(says or {})}

    def answer(request: Request) -> Any:
        if request.kind == "search":
            return found(request) if callable(found) else found
        assert request.prompt is not None
        said = court[request.prompt.id]
        return said(request) if callable(said) else said

    desk = ScriptedDesk([(lambda request: request.kind in ("search", "ask"), answer)])
    record = asyncio.run(gather(judged_claim, desk, dials))
    verdict = decide(record, dials)
    again = asyncio.run(gather(judged_claim, ReplayDesk(desk.exchanges), dials))
    assert again == record
    assert decide(TribunalRecord.model_validate(plain(record)), dials) == verdict
    return record, verdict, desk


def account(verdict: Verdict) -> TribunalAccount:
    return TribunalAccount.model_validate(verdict.account)


def prompts(desk: ScriptedDesk) -> list[str]:
    return [request.prompt.id for request in asked(desk, "ask") if request.prompt]


def judged(desk: ScriptedDesk) -> list[Request]:
    return [r for r in asked(desk, "ask") if r.prompt and r.prompt.id == "tribunal_judge"]


def decisive(verdict: Verdict) -> list[Finding]:
    return [finding for finding in verdict.findings if finding.decisive]


def own_words(record: TribunalRecord, *passages: Passage) -> TribunalRecord:
    """The record as it would be had the claim's speaker published these passages."""
    standings = {
        **record.pool.standings,
        **{p.id: Standing(tier=p.source.tier, decides=False, why="own") for p in passages},
    }
    pool = record.pool.model_copy(update={"standings": standings})
    return record.model_copy(update={"pool": pool})
