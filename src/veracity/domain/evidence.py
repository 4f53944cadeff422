"""What speaks for or against a claim, and where it stands."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Literal

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.canonical import digest_bytes
from veracity.domain.claim import Span


class Tier(StrEnum):
    """How much a source's host is trusted, by kind of publisher."""

    GOVERNMENT = "government"
    WIRE = "wire"
    ESTABLISHED = "established"
    ACADEMIC = "academic"
    FACT_CHECK = "fact_check"
    OTHER = "other"
    GIVEN = "given"
    """Handed over by the person who asks; trusted because they said to judge against it."""


class Stance(StrEnum):
    """What a piece of evidence says of a claim. A verdict on the evidence, not on the claim."""

    SUPPORTS = "supports"
    REFUTES = "refutes"
    INSUFFICIENT = "insufficient"


class Source(Frozen):
    """Who published a document, and where."""

    url: str
    title: str
    publisher: str
    tier: Tier = Tier.OTHER
    published: date | None = None
    """The day of publication or of the edition, None when unknown."""
    curated: bool = False
    """Put in the archive by a person or shipped with it. What was kept automatically is not."""


class Document(Frozen):
    """A text from one source, named by the digest of its content."""

    text: str
    source: Source
    media_type: str = "text/plain"

    @property
    def digest(self) -> str:
        """Digest of the text as it was read."""
        return digest_bytes(self.text.encode("utf-8"))


class RecordField(Frozen):
    """One `attribute: value` line of a reference work, where it stands in the passage's text."""

    attribute: str
    value: str
    span: Span
    """The whole line in `Passage.text`."""
    kind: Literal["open", "single", "closed_list"] = "open"
    """`single`: the attribute has one value, so another value contradicts it. `closed_list`: the
    list is complete, so what is missing from it is denied. `open`: neither may be concluded."""
    also_called: tuple[str, ...] = ()
    """Other words in which claims name the attribute."""


class Scores(Frozen):
    """Every component of a passage's rank. A component that was not computed is None."""

    keyword_rank: int | None = None
    """1 is best."""
    vector_rank: int | None = None
    keyword: float | None = None
    """BM25; larger is better."""
    cosine: float | None = None
    similarity: float | None = Field(default=None, ge=0, le=1)
    """The cosine on a 0-1 scale that is calibrated for the embedder."""
    fused: float = 0.0
    """Reciprocal Rank Fusion over both ranks, before weights."""
    tier_weight: float = 1.0
    recency_weight: float = 1.0
    final: float = 0.0
    """`fused * tier_weight * recency_weight`."""


class Passage(Frozen):
    """A part of a document that was found for a claim."""

    id: str
    """Digest over the document's digest and the passage's span."""
    document: str
    """Digest of the document it stands in."""
    text: str
    span: Span | None = None
    """The place in the document's text, None when the passage is the whole document."""
    source: Source
    subject: str | None = None
    """What the whole passage is about: the entry of a reference work, the heading of a section."""
    subject_names: tuple[str, ...] = ()
    """Other names of the subject."""
    fields: tuple[RecordField, ...] = ()
    """Filled when the passage is an entry of a reference work rather than prose."""
    standing: bool = False
    """A fact that does not age as news does, so recency does not weigh on it."""
    scores: Scores = Scores()


class Quote(Frozen):
    """Words shown as evidence, with the place where code found them."""

    text: str
    passage: str
    """Id of the passage it was looked for in."""
    span: Span | None = None
    """Where it stands in the passage's text, None when it does not."""

    @property
    def verified(self) -> bool:
        """Whether the quote was found in the stored text."""
        return self.span is not None


class NamedValue(Frozen):
    """A name in a query that an archive knows as the value of an attribute of some subject."""

    attribute: str
    name: str
    subject: str


class Found(Frozen):
    """The reply to a search of an archive, or of evidence that was given."""

    passages: tuple[Passage, ...] = ()
    """Best first, at most as many as were asked for."""
    names: tuple[tuple[str, ...], ...] = ()
    """For each name in the query that the archive's gazetteer knows: all of its spellings."""
    values: tuple[NamedValue, ...] = ()
    """The names in the query that are a `single` value of some entry: "Praia" is the capital of
    Cabo Verde."""
    searched: int = 0
    """How many passages were searched."""
