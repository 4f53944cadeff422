"""The narrow questions of `rubric`: what a model is shown, and what is kept of its answer.

Each question is about one thing. Quality is asked without the claim and over the text's opening, so
neither the claim nor the side that a document helps can lean on it. Questions of one kind are asked
one after the other, because a local model reads the fixed part of a prompt once for all of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TypeVar

from veracity.desk.base import Desk
from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.evidence import Passage, Stance
from veracity.domain.exchange import Failure
from veracity.methods.evidence import Query
from veracity.methods.rubric.record import (
    MOST_READ,
    Canon,
    Cold,
    Direction,
    Judgment,
    Missed,
    Rerun,
    Rooting,
)
from veracity.methods.rubric.shapes import (
    MOST_NAMES,
    Directness,
    Likelihood,
    Pointing,
    Quality,
    Roots,
    SameRoots,
    SideSearches,
)
from veracity.models.asking import Asked, ask_for, question
from veracity.models.excerpt import excerpt
from veracity.models.untrusted import clean
from veracity.rules.comparison import Compared
from veracity.rules.logodds import Side
from veracity.rules.logodds_parameters import Basis
from veracity.rules.negation import negated
from veracity.rules.roots import stands

WORDS = 90
"""Of a document that a question shows."""

AnswerT = TypeVar("AnswerT", bound=Frozen)

_SIGN: Mapping[str, Direction] = {"supports": 1, "refutes": -1, "neither": 0}
_BASIS: Mapping[str, Basis] = {"record": "finding", "both": "mixed", "opinion": "assertion"}
_BY_CODE: Mapping[Stance, Direction] = {Stance.SUPPORTS: 1, Stance.REFUTES: -1}


async def judge(
    leaf: int,
    claim: Claim,
    passages: Sequence[Passage],
    models: Sequence[str],
    compared: Mapping[str, Compared],
    desk: Desk,
) -> tuple[Judgment, ...]:
    """Have each model judge each passage. What code compared is not put to it."""
    pairs = [(passage, model) for model in models for passage in passages]
    read = [(passage, model) for passage, model in pairs if passage.id not in compared]
    qualities, directnesses, pointings = await asyncio.gather(
        _all(desk, "rubric_quality", [(m, _source(p)) for p, m in pairs], Quality),
        _all(
            desk, "rubric_directness", [(m, _bearing(claim.text, p)) for p, m in read], Directness
        ),
        _all(desk, "rubric_direction", [(m, _bearing(claim.text, p)) for p, m in read], Pointing),
    )
    bearing = dict(
        zip(
            [(passage.id, model) for passage, model in read],
            zip(directnesses, pointings, strict=True),
            strict=True,
        )
    )
    return tuple(
        _by_code(leaf, passage, model, quality, compared[passage.id])
        if passage.id in compared
        else _by_model(leaf, passage, model, quality, *bearing[passage.id, model])
        for (passage, model), quality in zip(pairs, qualities, strict=True)
    )


async def rerun(judgment: Judgment, claim: Claim, passage: Passage, desk: Desk) -> Rerun:
    """Have a reading repeated under the negated claim."""
    inputs = _bearing(claim.text, passage) | {"claim": clean(negated(claim.text))}
    asked = await ask_for(
        desk, question(judgment.model, "rubric_direction", inputs, Pointing), Pointing
    )
    return Rerun(
        leaf=judgment.leaf,
        passage=passage.id,
        model=judgment.model,
        key=asked.key,
        first=judgment.direction or 0,
        negated=_SIGN[asked.answer.direction] if asked.answer else None,
        failure=asked.failure,
    )


async def name_roots(
    passages: Sequence[Passage], model: str | None, desk: Desk
) -> tuple[Rooting, ...]:
    """Have the one designated model name what each passage rests on."""
    if model is None:
        return ()
    asked = await _all(desk, "rubric_roots", [(model, _source(p)) for p in passages], Roots)
    return tuple(_rooting(passage, one) for passage, one in zip(passages, asked, strict=True))


async def merge_roots(names: Sequence[str], model: str | None, desk: Desk) -> Canon | None:
    """Have the same model say which names are spellings of one. Fewer than two are not asked."""
    listed = sorted(set(names))[:MOST_NAMES]
    if model is None or len(listed) < 2:
        return None
    lines = "\n".join(f"{number}. {name}" for number, name in enumerate(listed, start=1))
    request = question(model, "rubric_roots_canon", {"names": lines}, SameRoots)
    asked = await ask_for(desk, request, SameRoots)
    groups = asked.answer.groups if asked.answer else ()
    merged = [
        tuple(dict.fromkeys(listed[number - 1] for number in group if number <= len(listed)))
        for group in groups
    ]
    return Canon(
        key=asked.key,
        merged=tuple(group for group in merged if len(group) > 1),
        failure=asked.failure,
    )


async def ask_cold(claim: Claim, models: Sequence[str], desk: Desk) -> tuple[Cold, ...]:
    """Ask each model what it thinks without evidence."""
    asked = await _all(
        desk, "rubric_cold", [(model, {"claim": clean(claim.text)}) for model in models], Likelihood
    )
    return tuple(
        Cold(
            model=model,
            key=one.key,
            percent=one.answer.probability if one.answer else None,
            failure=one.failure,
        )
        for model, one in zip(models, asked, strict=True)
    )


async def side_queries(
    claim: Claim, side: Side, model: str, desk: Desk
) -> tuple[tuple[Query, ...], Failure | None]:
    """Have searches written that would find what stands on one side."""
    inputs = {"claim": clean(claim.text), "side": "for" if side == "support" else "against"}
    asked = await ask_for(desk, question(model, "rubric_side", inputs, SideSearches), SideSearches)
    said = asked.answer.searches if asked.answer else ()
    texts = dict.fromkeys(clean(text) for text in said)
    return tuple(Query(text=text, purpose=side) for text in texts if text), asked.failure


async def _all(
    desk: Desk,
    prompt: str,
    questions: Sequence[tuple[str, Mapping[str, str]]],
    shape: type[AnswerT],
) -> list[Asked[AnswerT]]:
    return await asyncio.gather(
        *(
            ask_for(desk, question(model, prompt, inputs, shape), shape)
            for model, inputs in questions
        )
    )


def _source(passage: Passage) -> dict[str, str]:
    """The source and the opening of the text: nothing in it depends on the claim."""
    source = passage.source
    dated = source.published.isoformat() if source.published else "unknown"
    line = f"{source.title}. Publisher: {source.publisher}. Kind: {source.tier}. Date: {dated}."
    return {"source": clean(line), "evidence": excerpt("", passage.text[:MOST_READ], WORDS)}


def _bearing(claim: str, passage: Passage) -> dict[str, str]:
    """The claim, and the sentences of the text that are closest to it."""
    return {"claim": clean(claim), "evidence": excerpt(claim, passage.text[:MOST_READ], WORDS)}


def _by_code(
    leaf: int, passage: Passage, model: str, quality: Asked[Quality], line: Compared
) -> Judgment:
    """What code compared is fully to the point, and as strong a finding as there is."""
    return Judgment(
        leaf=leaf,
        passage=passage.id,
        model=model,
        quality=quality.answer.quality if quality.answer else None,
        directness=10,
        direction=_BY_CODE[line.stance],
        strength=10,
        basis="finding",
        by_code=True,
        keys=(quality.key,),
        missed=_missed(quality=quality),
    )


def _by_model(
    leaf: int,
    passage: Passage,
    model: str,
    quality: Asked[Quality],
    directness: Asked[Directness],
    pointing: Asked[Pointing],
) -> Judgment:
    said = pointing.answer
    return Judgment(
        leaf=leaf,
        passage=passage.id,
        model=model,
        quality=quality.answer.quality if quality.answer else None,
        directness=directness.answer.directness if directness.answer else None,
        direction=_SIGN[said.direction] if said else None,
        strength=said.strength if said else None,
        basis=_BASIS[said.rests_on] if said else None,
        keys=(quality.key, directness.key, pointing.key),
        missed=_missed(quality=quality, directness=directness, direction=pointing),
    )


def _missed(**asked: Asked[Quality] | Asked[Directness] | Asked[Pointing]) -> tuple[Missed, ...]:
    return tuple(
        Missed.model_validate({"question": name, "failure": one.failure})
        for name, one in asked.items()
        if one.failure is not None
    )


def _rooting(passage: Passage, asked: Asked[Roots]) -> Rooting:
    """The names that the document bears out. A root of kind "none" has no name."""
    said = asked.answer
    names = tuple(map(clean, said.names)) if said and said.kind != "none" else ()
    source = passage.source
    document = f"{source.title}\n{source.publisher}\n{passage.text[:MOST_READ]}"
    return Rooting(
        passage=passage.id,
        key=asked.key,
        named=tuple(name for name in names if stands(name, document)),
        dropped=tuple(name for name in names if not stands(name, document)),
        failure=asked.failure,
    )
