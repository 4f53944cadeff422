"""What can be turned in `tribunal`, what its models reply, and what it writes down."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.claim import Claim, ClaimTree
from veracity.domain.exchange import Failure
from veracity.domain.verdict import Lens
from veracity.methods.base import asks
from veracity.methods.decompose import Decomposed
from veracity.methods.evidence import EvidenceDials, Pool
from veracity.rules.ruling import Ruled, Side


class TribunalDials(EvidenceDials):
    """The numbers and names that a hearing turns on."""

    strong: str | None = Field(default=None, json_schema_extra=asks("strong"))
    """Who splits the claim and judges, as `provider:model`; None for nobody."""
    fast: str | None = Field(default=None, json_schema_extra=asks("fast"))
    """Who argues for and against; None for nobody."""
    top_k: int = Field(default=4, ge=1, le=50, json_schema_extra=asks())
    """How many passages one search gives."""
    shown: int = Field(default=4, ge=1, le=20, json_schema_extra=asks())
    """How many passages are argued over, the best of all searches that are about the claim."""
    more: int = Field(default=2, ge=1, le=10, json_schema_extra=asks())
    """How many further ones when the case was sent back for them."""
    words: int = Field(default=45, ge=20, le=400, json_schema_extra=asks())
    """Of each passage, in what those who argue are shown. Quotes are checked against all of it."""
    covering: float = Field(default=0.60, ge=0, le=1, json_schema_extra=asks())
    """Share of the content words of the claim, or of one of its parts, below which a passage is not
    about the claim: a search always finds something, and it may share no more than a name. Evidence
    that was handed over is known to be about it."""
    compare_in_code: bool = Field(default=True, json_schema_extra=asks())
    """Whether what code can compare is told to the judge as a fact and outranks the ruling:
    figures, dates and names are compared more surely by code than by a model."""
    code_confidence: float = Field(default=0.97, ge=0, le=1)
    """Confidence of a comparison in code."""
    one_sided: float = Field(default=0.5, ge=0, le=1)
    """Share of its confidence that a Misleading keeps when citations of one side alone bear it."""
    lens: Lens = Lens.LENIENT
    """How the label is read onto the common scale."""


Number = Annotated[int, Field(ge=0, le=99)]
"""Of a piece of evidence. Whether there is one of that number is for code to see."""
Exhibit = Literal["A1", "A2", "A3", "F1", "F2", "F3"]
"""Names an argument that stands: the first to third against the claim, and for it. Whether there is
one of that name is for code to see. Names that say the side keep a small model on it."""
LONGEST = 320
"""Characters of a quote: a sentence, or all that is shown of a passage."""
Words = Annotated[str, Field(max_length=LONGEST)]


class Argument(Frozen):
    """A quote, and what it is to show. A model writes the fields in the order of their names."""

    evidence: Number
    quote: Words
    shows: Annotated[str, Field(max_length=160)]


class Pleading(Frozen):
    """What an advocate replies. No argument says that the evidence has nothing for this side."""

    arguments: tuple[Argument, ...] = Field(max_length=3)


class OwnQuote(Frozen):
    """Words of the evidence that the judge quotes where no argument does."""

    evidence: Number
    quote: Words
    side: Side


class Opinion(Frozen):
    """What the judge replies, the reason before the ruling."""

    quotes: tuple[OwnQuote, ...] = Field(max_length=2)
    reason: str = Field(max_length=300)
    rests_on: tuple[Exhibit, ...] = Field(max_length=6)
    ruling: Ruled
    searches: tuple[Annotated[str, Field(max_length=120)], ...] = Field(max_length=2)
    """For what is missing, when the ruling is `more_evidence`."""
    sure: int = Field(ge=0, le=100)
    """Per cent."""


class Plea(Frozen):
    """What one side was asked, and what it said."""

    key: str
    """Key of the exchange."""
    pleading: Pleading | None = None
    failure: Failure | None = None


class Bench(Frozen):
    """What the judge was asked, and what the judge said."""

    key: str
    """Key of the exchange."""
    opinion: Opinion | None = None
    failure: Failure | None = None


class Hearing(Frozen):
    """Both sides over one evidence, and the judge."""

    evidence: tuple[str, ...]
    """Ids of the passages, in the order in which they were numbered."""
    prosecution: Plea
    defense: Plea
    judge: Bench | None = None
    """None when a side could not be heard, so that nobody was to be asked."""


class TribunalRecord(Frozen):
    """What `gather` was told."""

    claim: Claim
    decomposed: Decomposed
    pool: Pool
    hearings: tuple[Hearing, ...] = Field(default=(), max_length=2)
    """None when there was nothing to argue over or nobody to argue; two when the case was sent
    back and more was found."""

    @property
    def parts(self) -> tuple[str, ...]:
        """What the claim was split into; empty when it was left whole."""
        return parts(self.decomposed.tree)

    @property
    def last(self) -> Hearing | None:
        """The hearing that decides."""
        return self.hearings[-1] if self.hearings else None


def parts(tree: ClaimTree) -> tuple[str, ...]:
    """The leaves of a claim that was split; empty for one that was left whole."""
    leaves = tuple(leaf.text for leaf in tree.leaves())
    return leaves if len(leaves) > 1 else ()
