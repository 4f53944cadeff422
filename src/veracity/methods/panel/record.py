"""What can be turned in `panel`, what a member replies, and what is written down."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.evidence import Passage
from veracity.domain.exchange import Failure
from veracity.domain.verdict import Lens
from veracity.methods.base import asks
from veracity.methods.evidence import EvidenceDials, Search
from veracity.methods.standing import Standing

Label: TypeAlias = Literal[
    "True", "Mostly True", "Exaggerated", "Misleading", "False", "Unverifiable"
]
Certainty: TypeAlias = Literal["High", "Medium", "Low"]
Purpose: TypeAlias = Literal["first", "fallback", "primary"]
"""`fallback`: in the place of a member. `primary`: once more, after the extra search."""
Url = Annotated[str, Field(max_length=400)]


class PanelAnswer(Frozen):
    """What a member of the panel replies. The explanation comes first, so that a small model has
    weighed the sources before it names a label."""

    explanation: str = Field(max_length=400)
    label: Label
    confidence: Certainty
    caveats: str = Field(max_length=300)
    web_sources: tuple[Url, ...] = Field(max_length=6)
    """Addresses that it cites. Only those that were returned to it count."""


class PanelDials(EvidenceDials):
    """The numbers and names that a panel turns on. A dial that changes what is asked says so."""

    models: tuple[str, ...] = Field(default=(), json_schema_extra=asks("panel"))
    """The members, as `provider:model`. Their order and repetitions change nothing."""
    own_search: tuple[str, ...] = Field(
        default=("anthropic", "google", "openai", "xai"), json_schema_extra=asks()
    )
    """Providers whose models search the web by themselves. Any other member reads what the desk's
    search finds, and so do all of them where the evidence was handed over or is shared."""
    fallbacks: tuple[tuple[str, str], ...] = Field(default=(), json_schema_extra=asks())
    """Pairs of a member and who is asked in its place when it cannot be reached."""
    jurisdiction: str | None = Field(default=None, json_schema_extra=asks())
    """Where a claim belongs that names no country, as two letters; None for the tables' default."""
    shown: int = Field(default=5, ge=1, le=20, json_schema_extra=asks())
    """How many passages a member without a search of its own is shown."""
    words: int = Field(default=50, ge=20, le=400, json_schema_extra=asks())
    """How many words of a passage it is shown."""
    lens: Lens = Lens.LENIENT
    """How labels are read onto the common scale."""


def _is_none(value: Any) -> bool:
    """What came later is left out where it is empty, so that older cases stay as they are."""
    return value is None


class TopicSites(Frozen):
    """A topic that the claim touches, and where its primary record stands."""

    id: str
    name: str
    sites: tuple[str, ...]


class Turn(Frozen):
    """One question to a model, with what it had before it, and what came of it."""

    model: str
    """Who was asked, as `provider:model`."""
    purpose: Purpose
    own_search: bool
    """Whether the model searched by itself. If not, the desk searched for it."""
    key: str | None
    """Key of the exchange; None when the model was not asked: no search gave an answer, or the
    extra search brought no primary source."""
    queries: tuple[str, ...] = ()
    """What was searched for."""
    unwritten: Failure | None = Field(default=None, exclude_if=_is_none)
    """Why the model wrote no searches, so that the claim's own words were the only ones."""
    returned: tuple[str, ...] = ()
    """Ids of the passages that came back in this turn, in the order in which they were shown."""
    answer: PanelAnswer | None = None
    failure: Failure | None = None


class Voice(Frozen):
    """A member of the panel: everything that was asked for it."""

    member: str
    turns: tuple[Turn, ...]
    """In the order of asking."""

    @property
    def heard(self) -> Turn | None:
        """The turn that counts: the last one with an answer. None is an abstention."""
        return next((turn for turn in reversed(self.turns) if turn.answer is not None), None)


class PanelRecord(Frozen):
    """What `gather` was told."""

    claim: Claim
    as_of: date
    topics: tuple[TopicSites, ...] = ()
    searches: tuple[Search, ...] = ()
    """The desk's searches, ordered by purpose, words and provider."""
    passages: tuple[Passage, ...] = ()
    """Everything that was returned to anyone, ordered by id. A page whose words the provider kept
    to itself has no text."""
    standings: dict[str, Standing] = Field(default_factory=dict[str, Standing])
    """By passage. `primary` holds for the sites of the claim's topics too, and never for what may
    not decide the claim."""
    voices: tuple[Voice, ...] = ()
    """Ordered by member."""
