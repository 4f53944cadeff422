"""What can be turned in `refute`, and what it writes down."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.evidence import NamedValue, Passage
from veracity.domain.exchange import Failure
from veracity.domain.verdict import Lens
from veracity.methods.base import asks
from veracity.methods.evidence import EvidenceDials, Search
from veracity.methods.standing import Standing
from veracity.rules.angles import Voter
from veracity.rules.votes import QUORUM


class RefuteDials(EvidenceDials):
    """The numbers and names that a refutation turns on."""

    models: tuple[str, ...] = Field(default=(), json_schema_extra=asks("panel"))
    """Who refutes, as `provider:model`. Without any, every voter abstains."""
    votes: int = Field(default=3, ge=QUORUM, le=15, json_schema_extra=asks())
    """How many refuters are sent. One alone could never be a verdict: two votes have to be cast."""
    refute_threshold: int = Field(default=2, ge=1, le=15, validate_default=True)
    """How many refutations kill the claim; at most `votes`."""
    time_budget_seconds: float = Field(default=90.0, gt=0, le=3600, json_schema_extra=asks())
    """What one refuter's model may take, a quarter of it to write its searches. Waiting for a turn
    at a model that serves others does not count."""
    searches: int = Field(default=2, ge=0, le=2, json_schema_extra=asks())
    """How many searches a refuter has its model write beside the claim's own words."""
    shown: int = Field(default=4, ge=1, le=12, json_schema_extra=asks())
    """How many passages a refuter is shown."""
    words: int = Field(default=50, ge=10, le=400, json_schema_extra=asks())
    """How many words of each."""
    temperature: float = Field(default=0.8, gt=0, le=2, json_schema_extra=asks())
    """At which a model is asked beyond its first answer from an angle."""
    anchor: str | None = Field(default=None, max_length=4000, json_schema_extra=asks())
    """The words of the source that the claim was drawn from."""
    source_tier: int | None = Field(default=None, ge=1, le=9, json_schema_extra=asks())
    """How near the claim's source is to the facts, 1 the nearest."""
    claim_type: str | None = Field(default=None, max_length=40, json_schema_extra=asks())
    """`fact`, or whatever else who found the claim calls it."""
    entities: tuple[str, ...] = Field(default=(), max_length=50, json_schema_extra=asks())
    """Whom or what the claim is about."""
    lens: Lens = Lens.LENIENT
    """How the label is read onto the common scale. Both lenses agree on it."""
    covering: float = Field(default=0.60, ge=0, le=1)
    """Share of the claim's content words that a passage has to have for a model's quote from it to
    count, unless code compared it with the claim. What was handed over is known to be about it."""

    @field_validator("refute_threshold")
    @classmethod
    def _reachable(cls, threshold: int, info: ValidationInfo) -> int:
        votes = info.data.get("votes")
        if votes is not None and threshold > votes:
            said = "{votes} votes never reach a threshold of {threshold}"
            raise PydanticCustomError("threshold", said, {"votes": votes, "threshold": threshold})
        return threshold


class Vote(Frozen):
    """What a refuter's model replies. Passages are named by their numbers."""

    refuted: bool
    evidence: Annotated[str, Field(max_length=300)]
    """In its own words: shown as its own, and never counted as evidence."""
    confidence: int = Field(ge=1, le=3)
    contradicting: tuple[int, ...] = Field(max_length=6)
    quotes: tuple[Annotated[str, Field(max_length=240)], ...] = Field(max_length=3)


class Searches(Frozen):
    """The searches that a refuter's model writes."""

    queries: tuple[Annotated[str, Field(max_length=120)], ...] = Field(max_length=2)


class Ballot(Frozen):
    """What one refuter did: what it searched for, what it was shown, how it voted."""

    voter: Voter
    written: str | None = None
    """Key of the exchange in which its model wrote searches."""
    unwritten: Failure | None = None
    """Why it wrote none. The claim's own words were searched for all the same."""
    searches: tuple[Search, ...] = ()
    shown: tuple[str, ...] = ()
    """Ids of the passages, in the order of their numbers."""
    key: str | None = None
    """Key of the exchange in which it voted; None when it was not asked."""
    vote: Vote | None = None
    failure: Failure | None = None
    """Why there is no vote: its model's fault, or that of a search. None without a model."""

    @property
    def refuted(self) -> bool | None:
        """How it voted; None for an abstention."""
        return None if self.vote is None else self.vote.refuted

    @property
    def named(self) -> tuple[str, ...]:
        """The passages that it names as contradicting; a number that none has names nothing."""
        if self.vote is None:
            return ()
        numbers = dict.fromkeys(self.vote.contradicting)
        return tuple(self.shown[n - 1] for n in numbers if 1 <= n <= len(self.shown))

    @property
    def invented(self) -> int:
        """How many of the numbers it names no passage has."""
        if self.vote is None:
            return 0
        return sum(not 1 <= number <= len(self.shown) for number in self.vote.contradicting)


class RefuteRecord(Frozen):
    """What `gather` was told."""

    claim: Claim
    authority: str | None = None
    """The entity whose own source makes the claim, so that nobody was asked to refute it."""
    as_of: date | None = None
    ballots: tuple[Ballot, ...] = ()
    """One for each voter, in their order."""
    passages: tuple[Passage, ...] = ()
    """Everything that any refuter was shown, each once."""
    names: tuple[tuple[str, ...], ...] = ()
    """Names in the claim that an archive knows, each with all of its spellings."""
    values: tuple[NamedValue, ...] = ()
    """Names in the claim that are a single value of some entry."""
    standings: dict[str, Standing] = Field(default_factory=dict[str, Standing])
    """By passage."""
