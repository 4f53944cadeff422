"""The sentences of a `tribunal` verdict, as templates filled from what decided. Never free text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from veracity.methods.tribunal.hearing import Argued, By
from veracity.rules.comparison import Compared
from veracity.rules.ruling import Decision

_OPENING = {
    "True": "The evidence supports this.",
    "False": "The evidence contradicts this.",
    "Misleading": "The evidence gives another picture than this does.",
}
_PATH = {
    "judge": "Both sides were heard over the same evidence, and the judge ruled on it.",
    "rules:comparison": "What the evidence gives was compared with the claim in code.",
}
_SILENCE = {
    "search-failed": "The search for evidence failed, so nothing can be said.",
    "no-evidence": "No evidence was found.",
    "self-sourced": "All that was found was published by whoever made the claim.",
    "not-covered": "Nothing that was found is about this.",
    "no-model": "Evidence was found, and no model is set to argue over it and to judge.",
    "both-sides-unheard": "Evidence was found, but neither side could be heard on it.",
    "one-side-unheard": "One of the two sides could not be heard, so nothing was ruled.",
    "judge-failed": "Both sides were heard, but no judge could be asked to rule.",
    "judge": "Both sides were heard, and the judge left it open.",
    "judge:more-evidence": "Both sides were heard, and the judge found the evidence wanting.",
    "rules:no-verified-citation": (
        "Both sides were heard, but no quote that stands in the evidence bears the judge's ruling."
    ),
}
UNHEARD: Mapping[By, str] = {
    "prosecution": "The side against the claim could not be heard.",
    "defense": "The side for the claim could not be heard.",
    "judge": "The judge could not be heard.",
}
ONE_SIDED = "The ruling rests on quotes of one side, where what is so and what is not both count."
BOTH_SIDES = "Both sides bring this, each for itself."
INCOMPLETE = "The case is incomplete: a limit on cost or calls was reached."


def explain(decided: Decision, bearing: Sequence[str], opposed: Sequence[str]) -> str:
    """One paragraph: what the verdict rests on, in the evidence's own words, what was held against
    it, and how that was settled."""
    if decided.label == "Unverifiable":
        return f"This could not be verified. {_SILENCE[decided.path]}"
    told = [_OPENING[decided.label]]
    if bearing:
        told.append(f"It reads: {_quoted(bearing[:2])}.")
    if opposed:
        told.append(f"On the other side stands: {_quoted(opposed[:2])}.")
    return " ".join((*told, _PATH[decided.path]))


def argument(one: Argued) -> str:
    """One sentence: who brings a quote, and what it is worth."""
    who = {
        "prosecution": "Brought against the claim",
        "defense": "Brought for the claim",
        "judge": f"Quoted by the judge {one.side} the claim",
    }[one.by]
    worth = ", and the judge rests the ruling on it" if one.by != "judge" and one.cited else ""
    silent = "" if one.checked.decides else "; its source may not decide this claim"
    return f"{who}{worth}{silent}."


def failed(one: Argued) -> str:
    """One line: a quote that does not stand in the evidence, and why."""
    return f"{one.by}, evidence {one.evidence}: “{one.checked.quote.text}”: {one.checked.why}"


def stands(one: Argued) -> str:
    """One line: a quote that stands in the evidence, and what code noted of it."""
    noted = f" ({one.checked.why})" if one.checked.why else ""
    return f"{one.by}, evidence {one.evidence}: “{one.checked.quote.text}”{noted}"


def compared(line: Compared, part: str) -> str:
    """One sentence: what code read off a line of evidence of the claim, or of `part` of it."""
    verb = "agrees with" if line.stance == "supports" else "contradicts"
    what = f"“{part}”, a part of the claim" if part else "the claim"
    return f"Compared in code, this {verb} {what} ({line.rule})."


def overruled(ruled: str) -> str:
    """One sentence: the judge ruled otherwise than code compared."""
    return f"The judge ruled {RULED[ruled]}; what code compared is certain, and outranks it."


def searches_failed(failed: int, of: int) -> str:
    """One sentence: some searches gave no answer, so that evidence may be missing."""
    return f"Of {of} searches {failed} failed, so evidence may be missing."


RULED = {
    "True": "True",
    "False": "False",
    "Misleading": "Misleading",
    "Unverifiable": "Unverifiable",
    "more_evidence": "that more evidence is needed",
}
"""How a ruling is told."""


def _quoted(quotes: Sequence[str]) -> str:
    return " and ".join(f"“{' '.join(quote.split())}”" for quote in quotes)
