"""From what a tribunal heard to one of four labels. The first row that fits decides.

|  # | the case                                            | label, path                           |
|----|-----------------------------------------------------|---------------------------------------|
|  1 | no search gave an answer                            | Unverifiable, `search-failed`         |
|  2 | nothing was found                                   | Unverifiable, `no-evidence`           |
|  3 | all that was found is the speaker's own             | Unverifiable, `self-sourced`          |
|  4 | nothing else that was found is about the claim      | Unverifiable, `not-covered`           |
|  5 | no model is set to argue or to judge                | Unverifiable, `no-model`              |
|  6 | neither side could be heard                         | Unverifiable, `both-sides-unheard`    |
|  7 | one side could not be heard                         | Unverifiable, `one-side-unheard`      |
|  8 | the judge could not be heard                        | Unverifiable, `judge-failed`          |
|  9 | code compared the evidence with the claim, one way  | True or False, `rules:comparison`     |
| 10 | the judge wants more evidence, and there is none or | Unverifiable, `judge:more-evidence`   |
|    | the case was sent back before                       |                                       |
| 11 | the judge rules Unverifiable                        | Unverifiable, `judge`                 |
| 12 | a decisive ruling with a citation that bears it     | the ruling, `judge`                   |
| 13 | a decisive ruling without one                       | Unverifiable, `rules:no-verified-     |
|    |                                                     | citation`                             |

A side that has nothing to say was heard. A side that failed was not, and a hearing of the other
one alone proves nothing: a fault must not tilt the scales, so rows 6 to 8 come before the judge and
before the comparison too, because a tribunal that did not sit gives no verdict.

A citation bears a ruling when its quote stands, its passage may decide, code has not read the
quoted line the other way, and its side is the ruling's: for the claim under True, against it under
False, either under Misleading.

The confidence of row 12 is the judge's own, times the share of the judge's citations that may
decide, times the weight of the most credible source among those that bear the ruling. A Misleading
that only one side bears keeps `one_sided` of it, because that a claim is partly so needs what is so
and what is not. The confidence of row 9 is that of a comparison in code, and that of Unverifiable
is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.evidence import Stance

Label: TypeAlias = Literal["True", "False", "Misleading", "Unverifiable"]
Ruled: TypeAlias = Literal["True", "False", "Misleading", "Unverifiable", "more_evidence"]
Side: TypeAlias = Literal["for", "against"]

BEARING: Mapping[Label, frozenset[Side]] = {
    "True": frozenset({"for"}),
    "False": frozenset({"against"}),
    "Misleading": frozenset({"for", "against"}),
    "Unverifiable": frozenset(),
}
"""The sides whose citations bear a ruling. Unverifiable needs none."""
_COMPARED: Mapping[Stance, Label] = {Stance.SUPPORTS: "True", Stance.REFUTES: "False"}


class Citation(Frozen):
    """What a judge rests a ruling on."""

    side: Side | None = None
    """Whose it is; None when it names an argument that there is not."""
    bears: bool = False
    """Whether its quote stands and may decide."""
    weight: float = Field(default=1.0, ge=0, le=1)
    """Of its source, by tier (`rules/fusion`)."""


class Ruling(Frozen):
    """What the judge said, as far as it decides."""

    ruled: Ruled
    confidence: float = Field(ge=0, le=1)
    citations: tuple[Citation, ...] = ()


class Heard(Frozen):
    """The case as it stands when it is to be decided."""

    searched: bool = True
    """Whether any search gave an answer."""
    found: int = Field(ge=0)
    """How many passages there are."""
    independent: int = Field(ge=0)
    """Of these: how many the speaker did not publish."""
    deciding: int = Field(ge=0)
    """Of these: how many are about the claim."""
    sat: bool = True
    """Whether there are models to argue and to judge."""
    prosecution: bool = True
    """Whether the side against the claim was heard."""
    defense: bool = True
    """Whether the side for it was heard."""
    ruling: Ruling | None = None
    compared: Stance | None = None
    """Which way code compared the evidence with the claim; None where it is silent or both ways."""


class Decision(Frozen):
    """The label, and by which row."""

    label: Label
    path: str
    confidence: float = Field(default=0.0, ge=0, le=1)
    overruled: bool = False
    """Whether the judge ruled otherwise."""


def unopposed(stances: Iterable[Stance]) -> Stance | None:
    """The one way that all comparisons in code go, None when they go none or both ways."""
    leaning = {stance for stance in stances if stance is not Stance.INSUFFICIENT}
    return leaning.pop() if len(leaning) == 1 else None


def decision(heard: Heard, *, code_confidence: float, one_sided: float) -> Decision:
    """Apply the table above. Both numbers are shares from 0 to 1."""
    silent = _unheard(heard)
    if silent is not None or heard.ruling is None:
        return Decision(label="Unverifiable", path=silent or "judge-failed")
    ruling = heard.ruling
    if heard.compared is not None:
        label = _COMPARED[heard.compared]
        return Decision(
            label=label,
            path="rules:comparison",
            confidence=code_confidence,
            overruled=ruling.ruled != label,
        )
    if ruling.ruled == "more_evidence":
        return Decision(label="Unverifiable", path="judge:more-evidence")
    if ruling.ruled == "Unverifiable":
        return Decision(label="Unverifiable", path="judge")
    bearing = [one for one in ruling.citations if one.bears]
    on_side = [one for one in bearing if one.side in BEARING[ruling.ruled]]
    if not on_side:
        return Decision(label="Unverifiable", path="rules:no-verified-citation", overruled=True)
    one_sided_only = ruling.ruled == "Misleading" and len({one.side for one in on_side}) == 1
    confidence = (
        ruling.confidence
        * (len(bearing) / len(ruling.citations))
        * max(one.weight for one in on_side)
        * (one_sided if one_sided_only else 1.0)
    )
    return Decision(label=ruling.ruled, path="judge", confidence=confidence)


def _unheard(heard: Heard) -> str | None:
    """The first of rows 1 to 7 that fits."""
    rows = (
        ("search-failed", not heard.searched),
        ("no-evidence", heard.found == 0),
        ("self-sourced", heard.independent == 0),
        ("not-covered", heard.deciding == 0),
        ("no-model", not heard.sat),
        ("both-sides-unheard", not heard.prosecution and not heard.defense),
        ("one-side-unheard", not heard.prosecution or not heard.defense),
    )
    return next((path for path, fits in rows if fits), None)
