"""Whether a summary that a model wrote may stand for a verdict.

Code cannot vouch for its grammar. It holds it to the verdict in what can be compared: its figures
and names stand in the claim or in what the templates say, it says how the verdict turned out and
not the opposite, it is in the letters of its language, and it is no longer than two sentences.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, cast

from veracity.domain.claim import Claim
from veracity.domain.explanation import TONGUES, Tongue
from veracity.domain.verdict import Polarity, Verdict
from veracity.publish.explain import explain
from veracity.rules.explanation import unsupported
from veracity.rules.same_claim import figures
from veracity.rules.scales import polarity
from veracity.rules.sentences import sentences
from veracity.rules.translation import written_in
from veracity.rules.words import fold

PROMPT = "summaries"
"""The prompt with which a model is asked for them."""
SENTENCES = 2
CHARACTERS = 600
_ADDRESS = re.compile(r"https?:|www\.", re.IGNORECASE)
_OPPOSITE = {Polarity.SUPPORTED: Polarity.CONTESTED, Polarity.CONTESTED: Polarity.SUPPORTED}


def accepted(value: Any, claim: Claim, verdict: Verdict) -> dict[Tongue, str]:
    """Of a reply with a summary in each language, those that may stand."""
    said = _said(value)
    return {
        tongue: said[tongue].strip()
        for tongue in TONGUES
        if tongue in said and not faults(said[tongue], tongue, claim, verdict)
    }


def refused(value: Any, claim: Claim, verdict: Verdict) -> dict[Tongue, str]:
    """Of the same reply, why the others may not."""
    said = _said(value)
    return {
        tongue: "; ".join(found)
        for tongue in TONGUES
        if (found := faults(said.get(tongue, ""), tongue, claim, verdict))
    }


def faults(summary: str, tongue: Tongue, claim: Claim, verdict: Verdict) -> tuple[str, ...]:
    """Why a summary may not stand for `verdict` in this language; nothing when it may."""
    if not summary.strip():
        return ("it is empty",)
    template, quotes = explain(verdict, "en"), [one.quote.text for one in verdict.findings]
    known = [template, *quotes, claim.in_english]
    found: list[str] = []
    if strange := unsupported(summary, claim.text, known):
        found.append(f"it adds {', '.join(strange)}")
    if claim_figures := figures(claim.text) - figures(summary):
        found.append(f"it leaves out {', '.join(sorted(claim_figures))}")
    if not written_in(summary, tongue):
        found.append("it is in other letters")
    if len(summary) > CHARACTERS or len(sentences(summary.strip())) > SENTENCES:
        found.append("it is too long")
    if _ADDRESS.search(summary):
        found.append("it holds an address")
    if not _turns_out(summary, tongue, polarity(verdict.bucket)):
        found.append("it does not say how the verdict turned out, or says otherwise")
    return tuple(found)


def _said(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    held = cast("dict[str, Any]", value)
    return {name: text for name, text in held.items() if isinstance(text, str)}


def _turns_out(summary: str, tongue: Tongue, wanted: Polarity) -> bool:
    """Whether the summary has words for the polarity that is wanted and none for its opposite."""
    text, said = fold(summary), set[Polarity]()
    for way in (Polarity.UNKNOWN, Polarity.CONTESTED, Polarity.SUPPORTED):
        pattern = _words(tongue)[way]
        if pattern.search(text):
            said.add(way)
        text = pattern.sub(" ", text)
    return wanted in said and _OPPOSITE.get(wanted) not in said


@cache
def _words(tongue: Tongue) -> Mapping[Polarity, re.Pattern[str]]:
    text = resources.files("veracity.publish.explain").joinpath("polarity.toml").read_text("utf-8")
    listed = tomllib.loads(text)[tongue]
    return {
        way: re.compile(
            r"(?<!\w)(?:" + "|".join(re.escape(fold(one)) for one in listed[way.value]) + ")"
        )
        for way in Polarity
    }
