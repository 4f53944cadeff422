"""From opinions on the evidence to one of four labels: rules first, a model second.

An *opinion* is what code or a model read off one passage. Opinions below `doubtful` and those that
say "insufficient" have no say. One weak pair never decides: a decisive label needs *ground*,
which is one of

* a comparison in code, or
* a confident stance (`confident` or above) on a trusted source, or
* the same stance (`agreeing` or above) on two sources of different publishers.

| # | opinions with a say                                   | label, path                          |
|---|-------------------------------------------------------|--------------------------------------|
| 1 | comparisons in code, all one way                      | True or False, `rules:comparison`    |
| 2 | comparisons in code, both ways                        | conflict, row 6                      |
| 3 | stances all one way, ground, the best at `clear`      | True or False, `rules:clear`         |
| 4 | stances all one way, ground, none at `clear`          | borderline: the model's ruling,      |
|   |                                                       | `model:borderline`; without one the  |
|   |                                                       | stance's direction, `rules:direction`|
| 5 | stances all one way, no ground                        | Unverified, `rules:no-ground`        |
| 6 | both ways                                             | conflict: the model's ruling,        |
|   |                                                       | `model:conflict`; without one        |
|   |                                                       | Unverified, `rules:conflict`         |
| 7 | none                                                  | Unverified, `rules:insufficient`     |

A comparison in code outranks stances: when row 1 applies, what a model read is not asked for.
"Misleading" can only be a model's ruling, in rows 4 and 6. A ruling that failed is no ruling.

The confidence of a label is that of the best opinion behind it; opinions of `n` independent
publishers combine as 1 - prod(1 - c) over the best of each, as chances of independent errors do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.evidence import Stance


class Thresholds(Frozen):
    """Confidences, 0 to 1, at which an opinion counts for more."""

    doubtful: float = Field(ge=0, le=1)
    agreeing: float = Field(ge=0, le=1)
    confident: float = Field(ge=0, le=1)
    clear: float = Field(ge=0, le=1)


class Opinion(Frozen):
    """What was read off one passage."""

    passage: str
    publisher: str
    """Who answers for the source. Two opinions are independent when these differ."""
    trusted: bool
    """Whether the source's tier is one that may decide alone."""
    stance: Stance
    confidence: float = Field(ge=0, le=1)
    by: Literal["code", "model"]


class Ruling(Frozen):
    """What a model ruled on a borderline or conflicting case."""

    label: Literal["True", "False", "Misleading", "Unverified"]
    reason: str


class Adjudication(Frozen):
    """The label, and what it rests on."""

    label: Literal["True", "False", "Misleading", "Unverified"]
    path: str
    confidence: float = Field(ge=0, le=1)
    rests_on: tuple[str, ...]
    """Ids of the passages behind the label, the strongest first."""


Doubt = Literal["borderline", "conflict"]


def doubt(opinions: Sequence[Opinion], at: Thresholds) -> Doubt | None:
    """Why a model's ruling would be wanted: row 4, row 6, or not at all."""
    counted = _with_a_say(opinions, at)
    if len({opinion.stance for opinion in counted}) > 1:
        return "conflict"
    if not counted or counted[0].by == "code" or not _has_ground(counted, at):
        return None
    return None if _best(counted).confidence >= at.clear else "borderline"


def adjudicate(
    opinions: Sequence[Opinion], at: Thresholds, ruling: Ruling | None = None
) -> Adjudication:
    """Apply the table above."""
    counted = _with_a_say(opinions, at)
    if not counted:
        return _unverified("rules:insufficient", _strongest_first(opinions))
    why = doubt(opinions, at)
    if why is not None and ruling is not None:
        return Adjudication(
            label=ruling.label,
            path=f"model:{why}",
            confidence=0.0 if ruling.label == "Unverified" else _best(counted).confidence,
            rests_on=_ids(counted),
        )
    if why == "conflict":
        return _unverified("rules:conflict", counted)
    if counted[0].by == "code":
        return _directed("rules:comparison", counted)
    if not _has_ground(counted, at):
        return _unverified("rules:no-ground", counted)
    return _directed("rules:direction" if why else "rules:clear", counted)


def _with_a_say(opinions: Sequence[Opinion], at: Thresholds) -> tuple[Opinion, ...]:
    """Comparisons in code if there are any, else the stances that are more than doubtful."""
    leaning = [o for o in opinions if o.stance is not Stance.INSUFFICIENT]
    code = [o for o in leaning if o.by == "code"]
    counted = code or [o for o in leaning if o.confidence >= at.doubtful]
    return _strongest_first(counted)


def _strongest_first(opinions: Sequence[Opinion]) -> tuple[Opinion, ...]:
    return tuple(sorted(opinions, key=lambda o: (-o.confidence, o.passage)))


def _has_ground(counted: Sequence[Opinion], at: Thresholds) -> bool:
    if any(o.by == "code" or (o.trusted and o.confidence >= at.confident) for o in counted):
        return True
    return len({o.publisher for o in counted if o.confidence >= at.agreeing}) >= 2


def _best(counted: Sequence[Opinion]) -> Opinion:
    return counted[0]


def _directed(path: str, counted: Sequence[Opinion]) -> Adjudication:
    best_of: dict[str, float] = {}
    for opinion in counted:
        best_of.setdefault(opinion.publisher, opinion.confidence)
    doubts = [1.0 - confidence for confidence in sorted(best_of.values(), reverse=True)]
    return Adjudication(
        label="True" if _best(counted).stance is Stance.SUPPORTS else "False",
        path=path,
        confidence=1.0 - math.prod(doubts),
        rests_on=_ids(counted),
    )


def _unverified(path: str, opinions: Sequence[Opinion]) -> Adjudication:
    return Adjudication(label="Unverified", path=path, confidence=0.0, rests_on=_ids(opinions))


def _ids(opinions: Sequence[Opinion]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(opinion.passage for opinion in opinions))
