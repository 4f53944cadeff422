"""A case that a model translated and summarized gives the same words again, and no others."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.methods.test_routed import CLAIM, COAST, NAMES, near
from veracity.desk.scripted import ScriptedDesk
from veracity.domain.case import Case
from veracity.domain.claim import Claim, Submission
from veracity.domain.evidence import Found
from veracity.domain.exchange import Request
from veracity.methods.replay import replay
from veracity.methods.routed import METHOD, decide, gather
from veracity.methods.routed.record import RoutedDials
from veracity.models.summaries import explained
from veracity.models.translation import in_english

HOSTED = "maker:large"
SUBMISSION = Submission(text="ඔස්ට්‍රානාවේ වෙරළ තීරය කිලෝමීටර් 1,340කි.", language="si")
REPLIES: dict[str, Any] = {
    "translate": {"english": CLAIM},
    "summaries": {
        "en": "The coastline of Ostrana is 1,340 km long, which is true.",
        "si": "ඔස්ට්‍රානාවේ වෙරළ තීරය කිලෝමීටර් 1,340ක් බව සත්‍යයි.",
        "ta": "இது தெளிவற்றது.",
    },
}


def judged() -> Case:
    def answer(request: Request) -> Any:
        if request.kind == "search":
            found = Found(passages=(near(COAST),), names=NAMES)
            return found if request.inputs["query"] == CLAIM else Found()
        return REPLIES[request.prompt.id] if request.prompt is not None else None

    async def judge() -> Case:
        desk, dials = ScriptedDesk(answer), RoutedDials(model=None)
        claim = await in_english(Claim.whole(SUBMISSION), desk, HOSTED)
        record = await gather(claim, desk, dials)
        verdict = decide(record, dials)
        explanations = await explained(claim, verdict, desk, HOSTED)
        return Case.close(
            made_by="veracity",
            method=METHOD.name,
            method_version=METHOD.version,
            submission=SUBMISSION,
            claim=claim,
            exchanges=desk.exchanges,
            record=record,
            dials=dials,
            verdict=verdict,
            explanations=explanations,
        )

    return asyncio.run(judge())


def test_it_replays_from_its_exchanges() -> None:
    case = judged()
    assert case.verdict.label == "True"
    assert case.claim.english == CLAIM
    assert [one.by for one in case.explanations] == [HOSTED, HOSTED, "template"]
    again = asyncio.run(replay(Case.from_bytes(case.to_bytes()), from_exchanges=True))
    assert again.same, again.differences


def test_words_that_nobody_wrote_are_a_difference() -> None:
    case = judged()
    put_in = case.explanations[1].model_copy(update={"text": "මෙය අසත්‍යයි."})
    forged = Case.close(
        made_by=case.made_by,
        method=case.method,
        method_version=case.method_version,
        submission=case.submission,
        claim=case.claim.model_copy(update={"english": "Another claim."}),
        exchanges=case.exchanges,
        record=METHOD.record.model_validate(case.record),
        dials=METHOD.dials.model_validate(case.dials),
        verdict=case.verdict,
        explanations=(case.explanations[0], put_in, case.explanations[2]),
    )
    assert forged.verify() == ()
    again = asyncio.run(replay(forged))
    assert not again.same
    assert any(line.startswith("claim.english") for line in again.differences)
    assert any(line.startswith("explanations.1.text") for line in again.differences)


def test_another_dial_is_another_verdict_and_needs_no_old_words() -> None:
    again = asyncio.run(replay(judged(), {"code_confidence": 0.5}))
    assert again.verdict.confidence == 0.5
    assert not any(line.startswith("explanations") for line in again.differences)
