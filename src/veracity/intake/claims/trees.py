"""Takes compound claims apart, for those who want to see or change how before they are judged.

Only a claim that joins statements is put to the model: a sentence of eight words or more with a
word or a mark that joins. What the model writes is held to the claim (`methods/decompose`); values
and predictions in it are excluded, and the tree says so. No tree that a model wrote is `reviewed`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from veracity.desk.base import Desk
from veracity.domain.claim import Claim, ClaimTree
from veracity.domain.verdict import Step
from veracity.methods.decompose import Decomposed, decompose
from veracity.rules.words import words

LEAST_WORDS = 8
"""A shorter sentence seldom says two things. A choice."""

_JOINING = frozenset(
    ("and", "or", "but", "while", "whereas", "which", "who", "although", "though", "both", "either")
)


async def take_apart(
    claims: Iterable[Claim], desk: Desk, model: str | None
) -> tuple[dict[str, ClaimTree], Step]:
    """The trees of the compound ones among `claims`, by digest, and what came of it all.

    A claim that stays whole has no tree. Without a model nothing is taken apart.
    """
    if model is None:
        return {}, Step(name="trees", status="skipped", detail="no model is set")
    compound = [claim for claim in claims if claim.nature == "fact" and is_compound(claim.text)]
    done = await asyncio.gather(*(decompose(claim, desk, model) for claim in compound))
    trees = {
        claim.digest: one.tree
        for claim, one in zip(compound, done, strict=True)
        if one.tree.children or one.tree.excluded
    }
    return trees, _step(done, len(trees))


def is_compound(text: str) -> bool:
    """Whether the sentence may join several statements, as far as its words tell."""
    said = [word.text.casefold() for word in words(text)]
    return len(said) >= LEAST_WORDS and (not _JOINING.isdisjoint(said) or ";" in text)


def _step(done: Iterable[Decomposed], apart: int) -> Step:
    decomposed = list(done)
    failed = sum(one.failure is not None for one in decomposed)
    refused = sum(one.failure is None and bool(one.whole) for one in decomposed)
    said = [f"{apart} of {len(decomposed)} compound claims taken apart, not reviewed"]
    if refused:
        said.append(f"{refused} left whole, because the parts did not say what the claim says")
    if failed:
        said.append(f"{failed} left whole, because the model could not be asked")
    keys = tuple(sorted({one.key for one in decomposed if one.key is not None}))
    status = "failed" if failed and failed == len(decomposed) else "ok"
    return Step(name="trees", status=status, detail="; ".join(said), exchanges=keys)
