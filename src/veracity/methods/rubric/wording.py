"""The sentences of a `rubric` verdict, as templates filled from what decided. Never free text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from veracity.domain.verdict import Abstention, Bucket
from veracity.methods.rubric.record import LeafEvidence, RubricDials, RubricRecord
from veracity.rules import scales

if TYPE_CHECKING:
    from veracity.methods.rubric.account import RubricAccount

INSUFFICIENT = "insufficient evidence"
INCOMPLETE = "incomplete"

_WORDS = {
    Bucket.TRUE: "very likely",
    Bucket.TRUTHY: "likely",
    Bucket.UNVERIFIABLE: "contested",
    Bucket.FALSEY: "unlikely",
    Bucket.FALSE: "very unlikely",
}

_PATHS = {
    "logodds:consensus": "It is the median of what several models made of the same evidence.",
    "logodds:one-model": "One model read the evidence, and code added it up.",
    "incomplete": "A budget ran out before everything was asked, so there is no consensus.",
    "no-model": "No model is set to judge the evidence.",
    "no-evidence": "No evidence was found.",
    "search-failed": "The search for evidence failed, so nothing can be said.",
    "model-failed": "Evidence was found, but no model could be asked to judge it.",
    "mass": "What was found is too little, too far from the point, or rests on one source.",
}


def label(probability: float | None, *, incomplete: bool) -> str:
    """The probability in words and per cent, or why there is none."""
    if incomplete:
        return INCOMPLETE
    if probability is None:
        return INSUFFICIENT
    return f"{_WORDS[scales.probability_bucket(probability)]} ({probability:.0%})"


def path(record: RubricRecord, told: RubricAccount) -> str:
    """What decided; for silence, the first thing on the way that made it silent."""
    if told.incomplete:
        return "incomplete"
    judging = {one.model for one in record.judgments}
    if told.probability is not None:
        return "logodds:consensus" if len(judging) > 1 else "logodds:one-model"
    if not any(leaf.pool.answered for leaf in record.leaves):
        return "search-failed"
    if not any(leaf.documents or leaf.added for leaf in record.leaves):
        return "no-evidence"
    if not judging:
        return "no-model"
    return "mass" if any(leaf.voices for leaf in told.leaves) else "model-failed"


def explanation(told: RubricAccount, how: str) -> str:
    """One paragraph: the number, the leaves that made it, and how it was come by."""
    opening = (
        "There is no probability for this."
        if told.probability is None
        else f"On the evidence this is {label(told.probability, incomplete=False)}."
    )
    parts = [opening, _PATHS[how]]
    if len(told.leaves) > 1:
        said = "; ".join(
            f"“{leaf.claim}” {label(leaf.probability, incomplete=False)}" for leaf in told.leaves
        )
        parts.append(f"Its parts: {said}.")
    if told.cold is not None and told.probability is not None:
        parts.append(f"Without evidence the models put it at {told.cold:.0%}.")
    return " ".join(parts)


def reason(evidence: LeafEvidence, passage: str, push: float, *, by_code: bool) -> str:
    """Why a document counts as it does."""
    standing = evidence.standing(passage)
    if not standing.decides:
        why = f" ({standing.why})" if standing.why else ""
        return f"Judged, and not counted: it may not decide this claim{why}."
    way = "for" if push > 0 else "against"
    read = "Compared in code" if by_code else "Judged by model"
    return f"{read}: it moves the log-odds by {push:+.2f}, {way} “{evidence.claim.text}”"


def caveats(
    record: RubricRecord, dials: RubricDials, told: RubricAccount, bucket: Bucket
) -> tuple[str, ...]:
    """What a reader has to know beside the number."""
    tree = record.decomposed.tree
    said: list[str] = []
    if told.incomplete:
        said.append("Incomplete: a budget ran out before everything was asked.")
    if told.probability is not None and bucket is not scales.probability_bucket(told.probability):
        said.append(
            "No document by itself bears this number out: it comes from how the parts are combined "
            "and where the count starts, so the claim counts as Unverifiable."
        )
    if not tree.reviewed:
        said.append("No person reviewed how the claim was taken apart.")
    if tree.excluded:
        excluded = ", ".join(f"“{words}”" for words in tree.excluded)
        said.append(f"Left out as a value or a prediction, which no evidence settles: {excluded}.")
    said += [_one_sided(leaf.claim, leaf.one_sided, leaf.second_pass) for leaf in told.leaves]
    said.append(_inconsistent(told))
    if len(told.models) == 1 and told.probability is not None:
        said.append("One model judged the evidence, so how far models differ on it is not known.")
    if not told.locked:
        said.append("Decided under other parameters than the locked ones of published cases.")
    if any(not one.decides for one in told.moved):
        said.append("Documents of the claim's own source were read and not counted.")
    failed = sum(len(leaf.pool.failures) for leaf in record.leaves)
    if failed:
        said.append(f"{failed} of the searches failed, so evidence may be missing.")
    missed = sum(not judgment.complete for judgment in record.judgments)
    if missed and not told.incomplete:
        said.append(
            f"{missed} of {len(record.judgments)} judgments of documents are missing, because a "
            "model could not be asked. With them the number may be another."
        )
    if dials.writer is None:
        said.append("No model wrote searches for both sides: the claim's own words were searched.")
    return tuple(sentence for sentence in said if sentence)


def abstentions(record: RubricRecord, dials: RubricDials) -> tuple[Abstention, ...]:
    """Who was to answer and did not, and why: one line for each voice and kind of failure."""
    silent = [
        Abstention(who="search", why=search.failure.message, failure=search.failure.kind.value)
        for leaf in record.leaves
        for pool in (leaf.pool, leaf.second)
        for search in (pool.searches if pool else ())
        if search.failure is not None
    ]
    if not dials.models:
        silent.append(Abstention(who="judge", why="no model is set"))
    failures = [
        *(("decomposer", one) for one in (record.decomposed.failure,)),
        *(("writer", leaf.unwritten) for leaf in record.leaves),
        *((one.model, missed.failure) for one in record.judgments for missed in one.missed),
        *((one.model, one.failure) for one in (*record.reruns, *record.cold)),
        *(("roots", one.failure) for one in record.rootings),
        *(("roots", one.failure) for one in (record.canon,) if one is not None),
    ]
    for who, failure in failures:
        if failure is None:
            continue
        line = Abstention(who=who, why=failure.message, failure=failure.kind.value)
        if line not in silent:
            silent.append(line)
    return tuple(silent)


def _one_sided(claim: str, sides: tuple[str, ...], again: bool) -> str:
    if not sides:
        return ""
    also = ", also by a second search" if again else ""
    way = {"support": "for it", "refute": "against it"}
    if len(sides) == 2:
        return f"Little was found on either side{also}: “{claim}”"
    return f"One-sided: little was found that speaks {way[sides[0]]}{also}: “{claim}”"


def _inconsistent(told: RubricAccount) -> str:
    asked = sum(model.reruns for model in told.models)
    kept = asked - sum(model.turned for model in told.models)
    if kept == 0:
        return ""
    return f"{kept} of {asked} readings repeated under the negated claim did not turn around."
