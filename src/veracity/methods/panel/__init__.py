"""`panel`: several models judge the claim by themselves, and their labels are counted.

    topics -> every member searches and answers -> fallbacks for members that could not be reached
    -> (only where a topic has primary sites and no primary source came back to anyone) one more
    search of those sites, and one more question -> citations held against what came back
    -> consensus, under both lenses

A member searches with its provider's own tool, or the desk searches for it. What it says is its
label and its citations; everything else is code: which citations are real (`rules/citations`), what
a label without a source counts for (`rules/discipline`), the consensus (`rules/consensus`) and
every caveat of the verdict.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from veracity.desk.base import Desk
from veracity.domain.claim import Claim
from veracity.domain.exchange import FailureKind
from veracity.domain.verdict import Verdict
from veracity.methods.base import Method
from veracity.methods.panel import account
from veracity.methods.panel.findings import borne_out, findings
from veracity.methods.panel.record import PanelDials, PanelRecord, TopicSites, Turn, Voice
from veracity.methods.panel.turns import Inquiry, Taken, ask_again, take_turn
from veracity.methods.panel.voices import conclude
from veracity.methods.panel.wording import caveats, explanation
from veracity.rules import scales
from veracity.rules.discipline import LOW
from veracity.rules.fallbacks import stand_ins
from veracity.rules.topics import sites_of, topics_of

MENDABLE = frozenset(
    {
        FailureKind.QUOTA,
        FailureKind.RATE_LIMITED,
        FailureKind.UNAVAILABLE,
        FailureKind.TIMEOUT,
        FailureKind.UNREACHABLE,
    }
)
"""Failures of a provider, which another one may not have. A refusal or a reply of another shape is
the model's own, and nobody answers in its place."""


async def gather(claim: Claim, desk: Desk, dials: PanelDials) -> PanelRecord:
    """Ask every member, and once more where a primary source should have come back and did not.

    Members are asked at once; so are fallbacks, when every member has answered or failed.
    """
    as_of = dials.as_of or (await desk.now()).date()
    topics = () if dials.given else topics_of(claim.text, jurisdiction=dials.jurisdiction)
    inquiry = Inquiry(claim=claim, as_of=as_of, topics=topics, dials=dials)
    members = sorted(set(dials.models))
    desk.progress("ask", f"{len(members)} models")
    turns = await asyncio.gather(*(take_turn(desk, inquiry, name, "first") for name in members))
    first = dict(zip(members, turns, strict=True))
    instead = await _ask_fallbacks(desk, inquiry, first)
    answered = {
        name: taken for name, taken in {**first, **instead}.items() if taken.turn.answer is not None
    }
    again: dict[str, Taken] = {}
    if topics and answered and not inquiry.closed and not _primary_came_back(answered):
        desk.progress("primary", ", ".join(sites_of(topics)))
        turns = await asyncio.gather(
            *(ask_again(desk, inquiry, taken) for taken in answered.values())
        )
        again = dict(zip(answered, turns, strict=True))
    return _record(inquiry, first, instead, again)


async def _ask_fallbacks(
    desk: Desk, inquiry: Inquiry, first: Mapping[str, Taken]
) -> dict[str, Taken]:
    """The turns of those who are asked in the place of a member, by member."""
    failed = [name for name, taken in first.items() if _mendable(taken.turn)]
    chosen = stand_ins(failed, first, inquiry.dials.fallbacks)
    if chosen:
        desk.progress("fallback", ", ".join(chosen.values()))
    turns = await asyncio.gather(
        *(take_turn(desk, inquiry, name, "fallback") for name in chosen.values())
    )
    return dict(zip(chosen, turns, strict=True))


def _mendable(turn: Turn) -> bool:
    return turn.failure is not None and turn.failure.kind in MENDABLE


def _primary_came_back(answered: Mapping[str, Taken]) -> bool:
    return any(
        taken.standings[name].primary for taken in answered.values() for name in taken.turn.returned
    )


def _record(inquiry: Inquiry, *rounds: Mapping[str, Taken]) -> PanelRecord:
    """Everything that was taken, in an order that neither members nor searches chose."""
    taken = [one for by_member in rounds for one in by_member.values()]
    passages = {passage.id: passage for one in taken for passage in one.passages}
    standings = {name: known for one in taken for name, known in one.standings.items()}
    searches = dict.fromkeys(search for one in taken for search in one.searches)
    return PanelRecord(
        claim=inquiry.claim,
        as_of=inquiry.as_of,
        topics=tuple(
            TopicSites(id=topic.id, name=topic.name, sites=topic.sites) for topic in inquiry.topics
        ),
        searches=tuple(sorted(searches, key=lambda s: (s.purpose, s.query, s.provider))),
        passages=tuple(passages[name] for name in sorted(passages)),
        standings={name: standings[name] for name in sorted(standings)},
        voices=tuple(
            Voice(
                member=member,
                turns=tuple(by_member[member].turn for by_member in rounds if member in by_member),
            )
            for member in sorted(rounds[0])
        ),
    )


def decide(record: PanelRecord, dials: PanelDials) -> Verdict:
    """Count what was gathered. Same record, same dials, same verdict."""
    panel = conclude(record)
    shown = findings(panel, record, dials.lens)
    borne = borne_out(panel, record, dials.lens, shown)
    confidence = panel.confidence(dials.lens)
    return Verdict(
        method="panel",
        label=account.label(panel),
        bucket=panel.under(dials.lens).bucket,
        lens=dials.lens,
        confidence=confidence if borne else min(confidence, scales.CONFIDENCE[LOW]),
        path=account.path(panel),
        explanation=explanation(panel, shown, dials.lens),
        findings=shown,
        abstentions=account.abstentions(record),
        trail=account.trail(panel, record),
        caveats=caveats(panel, record, dials, borne=borne),
        account=account.account(panel, record),
    )


METHOD = Method(
    name="panel",
    version=1,
    record=PanelRecord,
    dials=PanelDials,
    gather=gather,
    decide=decide,
    account=account.PanelAccount,
)
