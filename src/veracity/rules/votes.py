"""Counting refuters' votes: a claim is killed by enough refutations, never by a fault.

| abstentions | votes cast | refutations      | verdict      |
|-------------|------------|------------------|--------------|
| 2 or more   | any        | any              | inconclusive |
| any         | 0 or 1     | any              | inconclusive |
| 0 or 1      | 2 or more  | threshold and up | killed       |
| 0 or 1      | 2 or more  | fewer            | survived     |

The rows are tried from the top: two abstentions leave a claim open even where enough refutations
came in, because a verifier that is out of order says nothing of the ones that answered. The two
columns on the left do not depend on who voted first, and neither does the outcome.

| verdict                 | recommended confidence | recommended tags |
|-------------------------|------------------------|------------------|
| survived, no abstention | 3 if nobody refuted    | none             |
| survived otherwise      | 2                      | `#disputed` if it is a dispute |
| killed                  | 1                      | none             |
| inconclusive            | 1                      | `#unverified`    |
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from veracity.domain.base import Frozen

Outcome: TypeAlias = Literal["survived", "killed", "inconclusive"]

QUORUM = 2
"""Votes that have to be cast for a verdict."""
MOST_ABSTENTIONS = 1
"""Abstentions that a verdict may go on without."""


class Tally(Frozen):
    """What the votes come to."""

    verdict: Outcome
    refute_count: int
    confirm_count: int
    abstentions: int
    open: bool = False
    """It survived, and the missing vote might have killed it."""

    @property
    def cast(self) -> int:
        """Votes that were cast."""
        return self.refute_count + self.confirm_count

    @property
    def unanimous(self) -> bool:
        """Whether every voter voted, and all alike."""
        return not self.abstentions and 0 in (self.refute_count, self.confirm_count)


def tally(refuted: Iterable[bool | None], threshold: int) -> Tally:
    """Count the votes: True refutes, False confirms, None abstains."""
    cast = list(refuted)
    refutes, confirms, silent = (cast.count(vote) for vote in (True, False, None))
    enough = refutes + confirms >= QUORUM and silent <= MOST_ABSTENTIONS
    verdict: Outcome = "inconclusive"
    if enough:
        verdict = "killed" if refutes >= threshold else "survived"
    return Tally(
        verdict=verdict,
        refute_count=refutes,
        confirm_count=confirms,
        abstentions=silent,
        open=verdict == "survived" and refutes + silent >= threshold,
    )


def disputed(counted: Tally, *, against: bool, in_favor: bool) -> bool:
    """Whether a claim survived although both sides brought sources.

    `against`: a refuting vote has a contradicting source that code verified; `in_favor`: a
    confirming vote has a supporting one. Votes that name no source make no dispute, however they
    fell.
    """
    return counted.verdict == "survived" and against and in_favor


def recommended_confidence(counted: Tally) -> int:
    """3 for a claim that survived unanimously, 2 if it survived otherwise, 1 in all other cases."""
    if counted.verdict != "survived":
        return 1
    return 3 if counted.unanimous else 2


def recommended_tags(counted: Tally, *, dispute: bool) -> tuple[str, ...]:
    """What to tag the claim with where it is kept."""
    if counted.verdict == "inconclusive":
        return ("#unverified",)
    return ("#disputed",) if dispute else ()
