"""What can be turned in `quorum`, and what it writes down."""

from __future__ import annotations

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.evidence import Stance
from veracity.domain.exchange import Failure
from veracity.domain.verdict import Lens
from veracity.methods.base import asks
from veracity.methods.evidence import EvidenceDials, Pool


class QuorumDials(EvidenceDials):
    """What can be turned. The dials of the search come from `EvidenceDials`."""

    reader: str | None = Field(default=None, json_schema_extra=asks("fast"))
    """Who reads the passages, as `provider:model`; None for nobody."""
    quorum: int = Field(default=2, ge=1)
    """How many publishers have to agree. It decides, so it can be turned on a finished case."""
    lens: Lens = Lens.LENIENT
    """Under the strict lens one publisher that disagrees leaves the claim open."""


class Said(Frozen):
    """The reply of the reader."""

    stance: Stance
    quote: str = Field(max_length=300)


class Reading(Frozen):
    """What the reader said of one passage, or why it said nothing."""

    passage: str
    key: str
    """Key of the exchange."""
    said: Said | None = None
    failure: Failure | None = None


class QuorumRecord(Frozen):
    """What `gather` was told: all that `decide` needs."""

    pool: Pool
    readings: tuple[Reading, ...] = ()
