"""`tribunal`: two advocates argue over one evidence, code checks their quotes, a judge rules.

    split the claim -> search for it and its parts -> prosecution || defense -> check the quotes
    -> judge -> (once: search for what the judge misses, and hear the case again) -> rule table

Both advocates get the same evidence and differ in their side alone. An argument whose quote does
not stand in the evidence never reaches the judge, and what the judge quotes is checked as well. The
table in `rules/ruling` makes a label of it: a ruling counts only with a citation that bears it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from veracity.desk.base import Desk
from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.evidence import Stance
from veracity.domain.exchange import Request
from veracity.domain.verdict import Verdict
from veracity.methods.base import Method
from veracity.methods.decompose import decompose
from veracity.methods.evidence import Query, gather_pool
from veracity.methods.tribunal import account, trail
from veracity.methods.tribunal.evidence import evidence_lines
from veracity.methods.tribunal.hearing import (
    Argued,
    Line,
    arguments,
    checked_pleas,
    compared,
    deciding,
    gaps,
    relevant,
    ruling,
    shown,
)
from veracity.methods.tribunal.record import (
    Bench,
    Hearing,
    Opinion,
    Plea,
    Pleading,
    TribunalDials,
    TribunalRecord,
    parts,
)
from veracity.models.asking import ask_for, question
from veracity.models.untrusted import clean
from veracity.rules import scales
from veracity.rules.ruling import Heard, decision, unopposed

PROSECUTOR = "tribunal_prosecutor"
DEFENDER = "tribunal_defender"
JUDGE = "tribunal_judge"
MOST_TOKENS = 1024
"""Of a reply. Three quotes in a script of many tokens a word are longer than what is usual."""
NONE = "none"
"""What a prompt shows where there is nothing to show."""


async def gather(claim: Claim, desk: Desk, dials: TribunalDials) -> TribunalRecord:
    """Split, search and hear; once more when the judge misses evidence that can be found."""
    desk.progress("decompose")
    decomposed = await decompose(claim, desk, dials.strong)
    queries = [Query(text=claim.text)]
    queries += [Query(text=part, purpose="part") for part in parts(decomposed.tree)]
    desk.progress("retrieve", f"{len(queries)} searches")
    pool = await gather_pool(claim, desk, dials, queries)
    record = TribunalRecord(claim=claim, decomposed=decomposed, pool=pool)
    may = deciding(record, dials)
    if dials.strong is None or dials.fast is None or not may:
        return record
    # What may not decide is argued over only where there is room beside what may.
    evidence = sorted(relevant(record, dials), key=lambda name: name not in may)[: dials.shown]
    record = await _hear(record, tuple(evidence), desk, dials)
    return await _hear_again(record, desk, dials)


async def _hear_again(record: TribunalRecord, desk: Desk, dials: TribunalDials) -> TribunalRecord:
    """Search for what the judge misses. The case is heard again only over more evidence: over the
    same one, everybody would be asked the same and say the same."""
    wanted = gaps(record)
    if not wanted:
        return record
    desk.progress("retrieve", f"{len(wanted)} further searches")
    queries = [Query(text=gap, purpose="gap") for gap in wanted]
    more = await gather_pool(record.claim, desk, dials, queries)
    known = record.pool.standings
    found = tuple(passage for passage in more.passages if passage.id not in known)
    pool = record.pool.model_copy(
        update={
            "searches": (*record.pool.searches, *more.searches),
            "passages": (*record.pool.passages, *found),
            "standings": {**more.standings, **known},
        }
    )
    record = record.model_copy(update={"pool": pool})
    further = [name for name in relevant(record, dials) if name not in known][: dials.more]
    if not further:
        return record
    return await _hear(record, (*record.hearings[0].evidence, *further), desk, dials)


async def _hear(
    record: TribunalRecord, evidence: tuple[str, ...], desk: Desk, dials: TribunalDials
) -> TribunalRecord:
    """Have both sides argue at once over the same evidence, and the judge rule on what stands."""
    assert dials.strong is not None
    assert dials.fast is not None
    pieces = shown(record, evidence, dials)
    passages = [piece.passage for piece in pieces]
    inputs = {
        "claim": clean(record.claim.text),
        "parts": "\n".join(f"- {clean(part)}" for part in record.parts) or NONE,
        "evidence": evidence_lines(record.claim.text, passages, record.pool.standings, dials.words),
    }
    desk.progress("argue", f"{len(passages)} passages, {dials.fast}")
    prosecution, defense = await asyncio.gather(
        _plead(PROSECUTOR, inputs, desk, dials.fast), _plead(DEFENDER, inputs, desk, dials.fast)
    )
    judge = None
    if prosecution.pleading is not None and defense.pleading is not None:
        desk.progress("judge", dials.strong)
        lines = compared(record, dials)
        argued = checked_pleas(prosecution, defense, pieces, lines)
        heard = {**_heard_before(record), **_argued(argued), "compared": _compared(record, lines)}
        judge = await _judge({**inputs, **heard}, desk, dials.strong)
    hearing = Hearing(evidence=evidence, prosecution=prosecution, defense=defense, judge=judge)
    return record.model_copy(update={"hearings": (*record.hearings, hearing)})


async def _plead(prompt: str, inputs: Mapping[str, str], desk: Desk, model: str) -> Plea:
    asked = await ask_for(desk, _question(model, prompt, inputs, Pleading), Pleading)
    return Plea(key=asked.key, pleading=asked.answer, failure=asked.failure)


async def _judge(inputs: Mapping[str, str], desk: Desk, model: str) -> Bench:
    asked = await ask_for(desk, _question(model, JUDGE, inputs, Opinion), Opinion)
    return Bench(key=asked.key, opinion=asked.answer, failure=asked.failure)


def _question(model: str, prompt: str, inputs: Mapping[str, str], answer: type[Frozen]) -> Request:
    return question(model, prompt, inputs, answer, settings={"max_tokens": MOST_TOKENS})


def _argued(argued: Sequence[Argued]) -> dict[str, str]:
    """The arguments that stand, by side, each under the name by which the judge cites it."""
    lines = {"against": "", "for": ""}
    for one in argued:
        if one.exhibit is None:
            continue
        weight = "" if one.checked.decides else " (may not decide)"
        quote = clean(one.checked.quote.text)
        lines[one.side] += f"{one.exhibit} “{quote}”{weight} {one.point}\n"
    return {side: text.rstrip() or NONE for side, text in lines.items()}


def _compared(record: TribunalRecord, lines: Sequence[Line]) -> str:
    """What code compared with the claim, and with each part of a claim that was split."""
    verbs = {Stance.SUPPORTS: "agrees with", Stance.REFUTES: "contradicts"}
    told: list[str] = []
    for line in lines:
        whole = line.statement == record.claim.text
        what = "the claim" if whole else f"“{clean(line.statement)}”"
        told.append(f"“{clean(line.compared.quote)}” {verbs[line.compared.stance]} {what}.")
    return " ".join(told) or NONE


def _heard_before(record: TribunalRecord) -> dict[str, str]:
    return {"before": "was sent back once, so rule now" if record.hearings else "was not sent back"}


def decide(record: TribunalRecord, dials: TribunalDials) -> Verdict:
    """Rule on what was heard. Same record, same dials, same verdict."""
    argued = arguments(record, record.last, dials) if record.last else ()
    lines = compared(record, dials)
    decided = decision(
        _heard(record, dials, argued, lines),
        code_confidence=dials.code_confidence,
        one_sided=dials.one_sided,
    )
    findings = account.findings(record, argued, lines, decided)
    text, missing = account.explain(record, decided, findings)
    return Verdict(
        method="tribunal",
        label=decided.label,
        bucket=scales.TRIBUNAL[decided.label],
        lens=dials.lens,
        confidence=decided.confidence,
        path=decided.path,
        explanation=text,
        findings=findings,
        abstentions=account.abstentions(record, dials),
        trail=trail.trail(record, dials, lines, decided, missing),
        caveats=account.caveats(record, argued, decided),
        account=account.account(record, dials, argued, decided),
    )


def _heard(
    record: TribunalRecord,
    dials: TribunalDials,
    argued: Sequence[Argued],
    lines: Sequence[Line],
) -> Heard:
    """The case as the table reads it."""
    last = record.last
    return Heard(
        searched=record.pool.answered,
        found=len(record.pool.passages),
        independent=len(record.pool.deciding()),
        deciding=len(deciding(record, dials)),
        sat=last is not None,
        prosecution=last is None or last.prosecution.pleading is not None,
        defense=last is None or last.defense.pleading is not None,
        ruling=ruling(record, argued),
        compared=unopposed(
            line.compared.stance for line in lines if line.statement == record.claim.text
        ),
    )


METHOD = Method(
    name="tribunal",
    version=1,
    record=TribunalRecord,
    dials=TribunalDials,
    gather=gather,
    decide=decide,
    account=account.TribunalAccount,
)
