"""The dials of the log-odds arithmetic, each with its locked value, the reason for it and its date.

`PARAMS_VERSION` names the locked values: whoever changes one raises it. A dial moves only when the
score of claims that it was not tuned on improves (`evaluation`); none has been moved so far.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from veracity.domain.base import Frozen

PARAMS_VERSION = 1

Basis: TypeAlias = Literal["finding", "mixed", "assertion"]
"""What a document's content rests on: an observation, an estimate or assertion, or some of both."""


class Parameters(Frozen):
    """What turns judgments into a probability. The formulas are in `rules/logodds`."""

    prior: float = Field(default=0.5, ge=0.01, le=0.99)
    """Probability of a leaf before evidence. Even, so that nothing but evidence moves it
    (2026-11-30)."""
    scale: float = Field(default=3.0, ge=0, le=20)
    """Log-odds that one perfect document moves. 3 takes an even prior to 0.95: one document never
    makes certain (2026-11-30)."""
    quality_exp: float = Field(default=1.0, ge=0, le=8)
    """Exponent of quality, 0 to ignore it. Proportional until a backtest says otherwise
    (2026-11-30)."""
    directness_exp: float = Field(default=2.0, ge=0, le=8)
    """Exponent of directness. Half to the point counts a quarter: evidence beside the point is
    found for every claim, and should not add up to a verdict (2026-11-30)."""
    basis_finding: float = Field(default=1.0, ge=0, le=1)
    """Weight of what rests on an observation: the yardstick of the others (2026-11-30)."""
    basis_mixed: float = Field(default=0.6, ge=0, le=1)
    """Weight of what rests on both (2026-11-30)."""
    basis_assertion: float = Field(default=0.35, ge=0, le=1)
    """Weight of an estimate or an assertion: about three independent ones come to one observation
    (2026-11-30)."""
    independence_discount: float = Field(default=0.25, ge=0, le=1)
    """Factor for each further document on the same root. A pile of copies of any height counts at
    most a third more than the first (2026-11-30)."""
    contested_pull: float = Field(default=1.0, ge=0, le=10)
    """How much evidence without a direction ("this is contested") holds back the rest. At 1, as
    much of one as of the other halves the push (2026-11-30)."""
    mass_min: float = Field(default=0.25, ge=0, le=10)
    """Mass below which a leaf is insufficient. A middling source (0.5) that is nearly to the point
    (0.7) reaches it with an observation, and does not with an assertion (2026-11-30)."""
    side_mass_min: float = Field(default=0.2, ge=0, le=10)
    """Mass below which a side is thin. A little under `mass_min`, because a side may be thinner
    than the whole (2026-11-30)."""

    def basis(self, basis: Basis) -> float:
        """The weight of a basis."""
        return {
            "finding": self.basis_finding,
            "mixed": self.basis_mixed,
            "assertion": self.basis_assertion,
        }[basis]


LOCKED = Parameters()
"""What published cases are decided under."""

_STRICTNESS = {
    "independence_discount": (0.5, 0.0),
    "mass_min": (0.1, 0.5),
    "quality_exp": (0.5, 2.0),
}
"""Values at strictness 0 and 1. At 1/2 stands the locked one, with straight lines between."""


def under(strictness: float | None, parameters: Parameters = LOCKED) -> Parameters:
    """`parameters` with the three dials that strictness stands for; None changes nothing.

    `strictness` is 0 (lenient) to 1 (strict). At 0.5 the three dials have their locked values.
    """
    if strictness is None:
        return parameters
    turned: dict[str, float] = {}
    for name, (lenient, strict) in _STRICTNESS.items():
        middle = float(getattr(LOCKED, name))
        end = lenient if strictness < 0.5 else strict
        turned[name] = middle + (end - middle) * abs(strictness - 0.5) * 2
    return parameters.model_copy(update=turned)
