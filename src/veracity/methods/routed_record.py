"""What can be turned in `routed`, and what it writes down."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.evidence import Found
from veracity.domain.exchange import Failure
from veracity.domain.verdict import Lens
from veracity.methods.base import asks
from veracity.models.catalogue import catalogue
from veracity.rules.adjudication import Ruling, Thresholds
from veracity.rules.calibration import Calibration


def _default_model() -> str | None:
    return catalogue().default


class RoutedDials(Frozen):
    """The numbers and names that a check turns on. A dial that changes what is asked says so."""

    top_k: int = Field(default=4, ge=1, le=20, json_schema_extra=asks())
    """How many passages are read."""
    route_at: float = Field(default=0.40, ge=0, le=1, json_schema_extra=asks())
    """Best calibrated similarity from which the archive is taken to cover a claim."""
    given: str | None = Field(default=None, json_schema_extra=asks())
    """Generation of the evidence that was handed over; None searches the archive."""
    model: str | None = Field(default_factory=_default_model, json_schema_extra=asks())
    """The local model that reads what code cannot compare; None for nobody."""
    adjudicator: str | None = Field(default=None, json_schema_extra=asks())
    """Who rules on borderline and conflicting cases, as `provider:model`; None for nobody."""
    as_of: date | None = Field(default=None, json_schema_extra=asks())
    """Nothing published later is evidence; None for the day of the check."""
    lens: Lens = Lens.LENIENT
    """How the label is read onto the common scale."""
    code_confidence: float = Field(default=0.97, ge=0, le=1)
    """Confidence of a comparison in code."""
    doubtful: float = Field(default=0.20, ge=0, le=1)
    """Confidence below which a stance has no say. A stance's confidence is its probability less
    that of the opposite stance."""
    agreeing: float = Field(default=0.45, ge=0, le=1)
    """Confidence from which stances of two independent sources bear each other out."""
    confident: float = Field(default=0.60, ge=0, le=1)
    """Confidence from which one stance on a trusted source may decide."""
    confident_given: float = Field(default=0.26, ge=0, le=1)
    """The same for evidence that was handed over, which is known to be about the claim."""
    covering: float = Field(default=0.60, ge=0, le=1)
    """Share of the claim's content words below which a passage of the archive has no say. What was
    handed over is known to be about the claim; what was found may share no more than a name."""
    clear: float = Field(default=0.75, ge=0, le=1)
    """Confidence from which a decision is not borderline."""

    def thresholds(self) -> Thresholds:
        """The dials that adjudication turns on."""
        return Thresholds(
            doubtful=self.doubtful,
            agreeing=self.agreeing,
            confident=self.confident_given if self.given else self.confident,
            clear=self.clear,
        )


class Judgement(Frozen):
    """What a model was asked about one passage, and what it said."""

    passage: str
    """Id of the passage."""
    key: str
    """Key of the exchange."""
    logprobs: dict[str, float] | None = None
    """Natural log-probabilities of the answer's first token; None when the model failed."""
    words: int = Field(ge=0)
    """How many words of the passage the model was shown."""
    overlap: float = Field(ge=0, le=1)
    """Share of the claim's content words that stand in what the model was shown."""
    failure: Failure | None = None


class Consulted(Frozen):
    """What the adjudicator was asked, and what it ruled."""

    key: str
    """Key of the exchange."""
    ruling: Ruling | None = None
    failure: Failure | None = None


class RoutedRecord(Frozen):
    """What `gather` was told."""

    claim: Claim
    as_of: date
    search: str | None = None
    """Key of the search; None when not even the archive's state could be read."""
    found: Found | None = None
    failure: Failure | None = None
    """Why there is no `found`."""
    route: Literal["given", "archive", "none"] = "none"
    """Where the claim is verified; "none" when nothing that was found is close enough."""
    calibration: Calibration | None = None
    """How log-probabilities are read, kept so that the case needs no other version's tables."""
    judgements: tuple[Judgement, ...] = ()
    consulted: Consulted | None = None
