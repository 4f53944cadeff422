"""Whether a source may decide a claim, and why not.

What the speaker, the speaker's office or the checked page itself published never decides its own
claim. The standing is drawn when evidence is gathered and kept in the record, so that a later table
of offices does not change what an old case concluded.
"""

from __future__ import annotations

from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.evidence import Source, Tier
from veracity.rules.self_sourcing import decides, relation
from veracity.rules.tiers import rate


class Standing(Frozen):
    """What a source is to one claim."""

    tier: Tier
    """By its host; for what a person put in the archive or handed over, as they said."""
    primary: bool = False
    """Whether it is a statistics office, a court, a register or a science agency."""
    decides: bool = True
    """Whether it may count for or against the claim."""
    why: str = ""
    """Why it may not, or what it is."""


def standing(claim: Claim, source: Source) -> Standing:
    """The standing of `source` for `claim`: by host, speaker and day, the same for everyone."""
    rating = rate(source.url)
    vouched = source.curated or source.tier is Tier.GIVEN
    found = relation(
        source.url, source.publisher, claim.speaker, claim.claimed_on, checked_url=claim.origin
    )
    may_decide = decides(found)
    return Standing(
        tier=source.tier if vouched else rating.tier or Tier.OTHER,
        primary=may_decide and rating.primary,
        decides=may_decide,
        why=rating.why if may_decide else found.why,
    )
