"""The sentences of a verdict, as templates filled from what decided. Never free text."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.domain.evidence import Stance

_OPENING = {
    "True": "The evidence supports this.",
    "False": "The evidence contradicts this.",
    "Misleading": "The evidence gives another picture than this does.",
}

_PATH = {
    "rules:comparison": "What it gives was compared with the claim in code.",
    "rules:clear": "A model read it as clear.",
    "rules:direction": "A model read it so, though not beyond doubt.",
    "model:borderline": "The reading was near the threshold, and a model ruled on it.",
    "model:conflict": "The evidence points both ways, and a model ruled on it.",
}

_SILENCE = {
    "rules:insufficient": "Evidence was found, but none of it settles this.",
    "rules:no-ground": "Some evidence leans one way, but not firmly enough to decide on.",
    "rules:conflict": "The evidence points both ways, and nothing at hand settles which is right.",
    "rules:unread": "Not all of the evidence could be read, and what was left may say otherwise.",
    "model:borderline": "A model was asked to rule on the evidence and left it open.",
    "model:conflict": "The evidence points both ways, and a model left it open.",
    "rules:uncorroborated": (
        "What was found stands outside the trusted sites, and nothing trusted says the same."
    ),
    "self-sourced": "All that was found comes from the claim's own side, which does not decide it.",
    "not-covered": "Nothing in the archive is about this.",
    "not-found": "Neither the archive nor the web gave anything about this.",
    "web-failed": "Nothing in the archive is about this, and the search of the web failed.",
    "no-evidence": "No evidence was found.",
    "search-failed": "The search for evidence failed, so nothing can be said.",
    "unread-language": (
        "Evidence was found that code cannot compare, and the model that is set is not relied on "
        "in the language of the claim or of the evidence."
    ),
    "no-model": "Evidence was found that code cannot compare, and no model is set to read it.",
    "model-failed": "Evidence was found, but no model could be asked to read it.",
}


UNREAD_REASON = "Found for the claim, and not read: it was not needed, or nobody could be asked."
"""Of a passage that neither code nor a model read."""


UNRESTRICTED_REASON = "It was found outside the trusted sites."


TRANSLATED = "The claim was searched for and read in an English translation that a model made."


def silent_reason(why: str) -> str:
    """Why a passage is shown that has no say. `why` is the standing's own reason, if it has one."""
    because = f": {why.rstrip('.')}" if why else ""
    return f"Shown, and not counted{because}."


def self_sourced(count: int) -> str:
    """That passages of the claim's own side were found."""
    passages = "1 passage" if count == 1 else f"{count} passages"
    return f"{passages} had no say: what a claim's own side publishes does not decide it."


def uncorroborated(count: int) -> str:
    """That passages from outside the trusted sites had no say."""
    passages = "1 passage" if count == 1 else f"{count} passages"
    return f"{passages} from outside the trusted sites had no say: nothing trusted says the same."


def explain(label: str, path: str, quotes: Sequence[str]) -> str:
    """One paragraph: what the evidence says, in its own words, and how that was settled."""
    if label == "Unverified":
        closest = f" The closest that was found: {_quoted(quotes[:1])}." if quotes else ""
        return f"This could not be verified. {_SILENCE[path]}{closest}"
    reads = f" It reads: {_quoted(quotes[:2])}." if quotes else ""
    return f"{_OPENING[label]}{reads} {_PATH[path]}"


def reason(stance: Stance, by: str, rule: str) -> str:
    """One sentence: why a passage was taken to say what it says."""
    if by == "code":
        verb = {
            Stance.SUPPORTS: "agrees with the claim",
            Stance.REFUTES: "contradicts the claim",
            Stance.INSUFFICIENT: "neither agrees with the claim nor contradicts it",
        }[stance]
        return f"Compared in code, this {verb} ({rule})."
    return {
        Stance.SUPPORTS: "Read by the model as saying that the claim is so.",
        Stance.REFUTES: "Read by the model as saying that the claim is not so.",
        Stance.INSUFFICIENT: "Read by the model as not settling the claim.",
    }[stance]


def _quoted(quotes: Sequence[str]) -> str:
    return " and ".join(f"“{quote}”" for quote in quotes)
