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
| 8 | none, but *unrestricted* ones were left out           | Unverified, `rules:uncorroborated`   |
| 9 | as 3 or 4 without a ruling, but a fault kept a        | Unverified, `rules:unread`           |
|   | passage from being read                               |                                      |

"Misleading" can only be a model's ruling, in rows 4 and 6. A ruling that failed is no ruling.
Row 9 is there because the passage that was not read may be the one that contradicts.

An opinion is *unrestricted* when an open search of the web found its passage outside the trusted
sites and tiers. A comparison in code on such a passage weighs like a stance, and both have a say
only when corroborated: when an opinion that is not unrestricted, of another publisher, says the
same at `agreeing` or above, or when three publishers do. So what anyone can put on the web neither
decides alone nor makes a conflict with what a trusted source says.

Evidence comes from up to two *sides*, the archive (or what was handed over) and the web. On its
side a comparison in code outranks stances: what a model would read is not asked for. Stances of the
other side stand beside it only where those that say the same have ground by themselves.

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


UNRESTRICTED_PUBLISHERS = 3
"""How many publishers have to say the same where none of them is on a trusted site."""

Side = Literal["archive", "web"]
SIDES: tuple[Side, ...] = ("archive", "web")


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
    side: Side = "archive"
    """Where the passage was found. What was handed over is on the archive's side."""
    unrestricted: bool = False
    """Whether an open search found it outside the trusted sites and tiers."""

    @property
    def settles(self) -> bool:
        """Whether it is a comparison in code on a source that code may decide by."""
        return self.by == "code" and not self.unrestricted


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
    counted = heard(opinions, at)
    if len({opinion.stance for opinion in counted}) > 1:
        return "conflict"
    if any(opinion.settles for opinion in counted) or not _has_ground(counted, at):
        return None
    return None if counted[0].confidence >= at.clear else "borderline"


def adjudicate(
    opinions: Sequence[Opinion],
    at: Thresholds,
    ruling: Ruling | None = None,
    *,
    unread: bool = False,
) -> Adjudication:
    """Apply the table above. `unread`: a fault kept a passage from being read."""
    counted = heard(opinions, at)
    if not counted:
        left_out = any(opinion.unrestricted for opinion in _leaning(opinions, at))
        path = "rules:uncorroborated" if left_out else "rules:insufficient"
        return _unverified(path, _strongest_first(opinions))
    why = doubt(opinions, at)
    if why is not None and ruling is not None:
        return Adjudication(
            label=ruling.label,
            path=f"model:{why}",
            confidence=0.0 if ruling.label == "Unverified" else counted[0].confidence,
            rests_on=_ids(counted),
        )
    if why == "conflict":
        return _unverified("rules:conflict", counted)
    if any(opinion.settles for opinion in counted):
        return _directed("rules:comparison", counted)
    if not _has_ground(counted, at):
        return _unverified("rules:no-ground", counted)
    if unread:
        return _unverified("rules:unread", counted)
    return _directed("rules:direction" if why else "rules:clear", counted)


def heard(opinions: Sequence[Opinion], at: Thresholds) -> tuple[Opinion, ...]:
    """The opinions that have a say, the strongest first."""
    leaning = _leaning(opinions, at)
    counted = [o for o in leaning if not o.unrestricted or _corroborated(o, leaning, at)]
    if any(opinion.settles for opinion in counted):
        counted = [o for o in counted if o.settles or _stands_beside_code(o, counted, at)]
    return _strongest_first(counted)


def _leaning(opinions: Sequence[Opinion], at: Thresholds) -> tuple[Opinion, ...]:
    """The opinions that say something and are not doubtful: of each side its comparisons in code
    if there are any, else its stances."""
    leaning = [o for o in opinions if o.stance is not Stance.INSUFFICIENT]
    settled = {o.side for o in leaning if o.settles}
    return tuple(
        o for o in leaning if o.settles or (o.side not in settled and o.confidence >= at.doubtful)
    )


def _corroborated(one: Opinion, leaning: Sequence[Opinion], at: Thresholds) -> bool:
    same = [o for o in leaning if o.stance is one.stance and o.confidence >= at.agreeing]
    if any(not o.unrestricted and o.publisher != one.publisher for o in same):
        return True
    return len({o.publisher for o in same}) >= UNRESTRICTED_PUBLISHERS


def _stands_beside_code(one: Opinion, counted: Sequence[Opinion], at: Thresholds) -> bool:
    same = [o for o in counted if o.side == one.side and o.stance is one.stance]
    return _has_ground(same, at)


def _strongest_first(opinions: Sequence[Opinion]) -> tuple[Opinion, ...]:
    def place(one: Opinion) -> tuple[float, str, bool, bool, str]:
        return (-one.confidence, one.passage, one.unrestricted, not one.trusted, one.stance)

    return tuple(sorted(opinions, key=place))


def _has_ground(counted: Sequence[Opinion], at: Thresholds) -> bool:
    if any(o.settles or (o.trusted and o.confidence >= at.confident) for o in counted):
        return True
    return len({o.publisher for o in counted if o.confidence >= at.agreeing}) >= 2


def _directed(path: str, counted: Sequence[Opinion]) -> Adjudication:
    best_of: dict[str, float] = {}
    for opinion in counted:
        best_of.setdefault(opinion.publisher, opinion.confidence)
    doubts = [1.0 - confidence for confidence in sorted(best_of.values(), reverse=True)]
    return Adjudication(
        label="True" if counted[0].stance is Stance.SUPPORTS else "False",
        path=path,
        confidence=1.0 - math.prod(doubts),
        rests_on=_ids(counted),
    )


def _unverified(path: str, opinions: Sequence[Opinion]) -> Adjudication:
    return Adjudication(label="Unverified", path=path, confidence=0.0, rests_on=_ids(opinions))


def _ids(opinions: Sequence[Opinion]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(opinion.passage for opinion in opinions))
