"""What a sentence is, and how much it calls for a check.

Evidence can settle what is or was. It cannot settle what is good, what will be, or what somebody
felt; and a question claims nothing. Words tell these apart (`rules/worth/cues`), in this order:

| nature        | the sentence                                                                   |
|---------------|--------------------------------------------------------------------------------|
| `question`    | ends in a question mark, or opens as a question and has no full stop           |
| `greeting`    | opens with a greeting or thanks, and has no figure                             |
| `other`       | has fewer than `FEWEST` words, or is cut off before it says anything           |
| `instruction` | opens with a verb that tells somebody to do something, and tells no fact        |
| `prediction`  | speaks of what will be                                                         |
| `experience`  | tells of the speaker's own life, and has no figure                             |
| `opinion`     | values or demands something, and has no figure, measure or comparison          |
| `fact`        | anything else                                                                  |

A fact's score is a sum of what it has, cut to 0..1 (`WEIGHTS`): checks are called for by figures,
measures, change, comparison and names. The weights are set by hand and were not fitted; what they
are worth is measured by `benchmarks/worth.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from veracity.domain.claim import Nature
from veracity.rules.words import Word, stop, words
from veracity.rules.worth.cues import Cues, cues_for

FEWEST: Final = 3
"""Words. "Thank God." and "Yes, sir." state nothing that could be looked up."""

BASE: Final = 0.25
WEIGHTS: Final = {
    "figure": 0.25,
    "measure": 0.15,
    "change": 0.15,
    "comparison": 0.15,
    "name": 0.10,
    "past": 0.05,
    "long": 0.05,
}
"""What each adds to `BASE`. A sentence with a figure of a measure that changed is at 0.80."""
FIRST_PERSON: Final = -0.05
VALUES: Final = -0.10
"""For a word that values something in a sentence that is a fact for all that."""

_FIGURE = re.compile(
    r"\d|%|\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty|fifty)\b", re.I
)
_PAST = re.compile(r"\b(?:was|were|had|has|have|did|been)\b|\w{3,}ed\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:I|we|my|our|us|me)\b", re.IGNORECASE)
_OPEN_ENDS = frozenset("a an as at by for from in of on than the to with".split())  # noqa: SIM905
"""Words after which something has to follow for a sentence to say anything."""

_LEAD = re.compile(r"[^:]{1,60}:\s|remember that\s|(?:look|listen),\s", re.IGNORECASE)
"""What comes before a fact that is told with an instruction: "Look at this: taxes rose."."""
_PROMISED = frozenset(("promised", "pledged", "vowed"))
_JOINING = frozenset(("and", "but", "which"))
_NO_FUTURE = frozenset(
    [(before, "will") for before in ("the", "a", "free", "good", "his", "her", "their", "its")]
    + [("was", "going"), ("were", "going")]
)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a sentence is and how much it calls for a check."""

    nature: Nature
    score: float
    """0 to 1. What is no fact has 0."""
    why: str
    """What told its nature, as a reader is told: "it speaks of what will be"."""


def judge(sentence: str, *, language: str | None = None) -> Worth:
    """Tell what `sentence` is. `language` is a BCP 47 tag; None is taken for English.

    Cues of English are looked for in every language written in Latin letters, since posts mix them.
    """
    written = words(sentence)
    cues = cues_for(language)
    nature, why = _nature(sentence, written, cues)
    return Worth(nature, _score(sentence, written, cues) if nature == "fact" else 0.0, why)


def _nature(sentence: str, written: tuple[Word, ...], cues: Cues) -> tuple[Nature, str]:
    figure = _FIGURE.search(sentence) is not None
    bare = sentence.rstrip(" \t\"'”’»)]")
    if bare.endswith(("?", "？")) or (
        bare[-1:] not in {".", "!"} and cues.opens("question", written)
    ):
        return "question", "it asks and does not claim"
    if cues.opens("greeting", written) and not figure:
        return "greeting", "it greets or thanks"
    if len(written) < FEWEST:
        return "other", "it has too few words to claim anything"
    if bare[-1:].isalpha() and written[-1].text.casefold() in _OPEN_ENDS:
        return "other", "it is cut off"
    if cues.opens("opening", written) and not _tells(sentence, cues):
        return "instruction", "it tells somebody to do something"
    if _foretells(sentence, written, cues):
        return "prediction", "it speaks of what will be"
    if cues.has("experience", written) and not figure:
        return "experience", "it tells of the speaker's own life"
    settled = figure or cues.has("measure", written) or cues.has("comparison", written)
    if cues.has("opinion", written) and not settled:
        return "opinion", "it values or demands something"
    return "fact", "it says what is or was"


def _tells(sentence: str, cues: Cues) -> bool:
    """Whether somebody who is told to do something is told a fact as well."""
    lead = _LEAD.match(sentence)
    rest = words(sentence[lead.end() :]) if lead is not None else ()
    return len(rest) >= FEWEST and (cues.has("change", rest) or cues.has("measure", rest))


def _foretells(sentence: str, written: tuple[Word, ...], cues: Cues) -> bool:
    """Whether cues of what will be are there that are neither a noun ("the will of"), nor of the
    past ("was going to"), nor what somebody promised, which is on record."""
    folded = [word.text.casefold() for word in written]
    if not _PROMISED.isdisjoint(folded):
        return False
    pairs = zip(["", *folded], written, strict=False)
    kept = [word for before, word in pairs if (before, word.text.casefold()) not in _NO_FUTURE]
    return cues.has("prediction", kept) and not _adds_it(sentence, kept, cues)


def _adds_it(sentence: str, written: Sequence[Word], cues: Cues) -> bool:
    """Whether what will be is only added to a figure of what was: "We built 100 and will build"."""
    for place, word in enumerate(written):
        if word.text.casefold() in _JOINING and cues.has("prediction", written[place : place + 4]):
            before = sentence[: word.start]
            said = cues.has("change", written[:place]) or _PAST.search(before) is not None
            told = said and _FIGURE.search(before) is not None
            return told and not cues.has("prediction", written[:place])
    return False


def _score(sentence: str, written: tuple[Word, ...], cues: Cues) -> float:
    has = {
        "figure": _FIGURE.search(sentence) is not None,
        "measure": cues.has("measure", written),
        "change": cues.has("change", written),
        "comparison": cues.has("comparison", written),
        "name": any(word.capital and word.stem not in stop() for word in written[1:]),
        "past": _PAST.search(sentence) is not None,
        "long": len(written) >= 8,
    }
    score = BASE + sum(WEIGHTS[name] for name, there in has.items() if there)
    score += FIRST_PERSON * (_FIRST.search(sentence) is not None)
    score += VALUES * cues.has("opinion", written)
    return round(min(1.0, max(0.0, score)), 2)
