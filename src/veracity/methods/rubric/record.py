"""What can be turned in `rubric`, and what it writes down."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.evidence import Passage
from veracity.domain.exchange import Failure
from veracity.domain.verdict import Lens
from veracity.methods.base import asks
from veracity.methods.decompose import Decomposed, GivenTree
from veracity.methods.evidence import EvidenceDials, Pool
from veracity.methods.standing import Standing
from veracity.rules.comparison import Compared
from veracity.rules.logodds_parameters import Basis, Parameters, under

MOST_READ = 50_000
"""Characters of a document in which words to show and to quote are chosen. No flood of text is
read."""

Direction: TypeAlias = Literal[-1, 0, 1]


class RubricDials(EvidenceDials, Parameters):
    """What is asked, and the numbers that decide (`rules/logodds_parameters`)."""

    documents: int = Field(default=6, ge=1, le=50, json_schema_extra=asks())
    """How many documents are judged for a leaf in each retrieval pass. Six judged three times each
    are what a local model reads in about a minute (2026-11-30)."""
    sample_share: float = Field(default=0.2, ge=0, le=1, json_schema_extra=asks())
    """Share of the readings that are repeated under the negated claim."""
    second_pass: bool = Field(default=True, json_schema_extra=asks())
    """Whether a thin side of a leaf is searched for once more."""
    compare_in_code: bool = Field(default=True, json_schema_extra=asks())
    """Whether figures, dates and names that code can compare are kept from the models. A comparison
    that is certain is better than any reading of it (2026-11-30)."""
    tree: GivenTree | None = Field(default=None, json_schema_extra=asks())
    """The claim's parts as a person wrote them; None has `decomposer` write them."""
    models: tuple[str, ...] = Field(default=(), max_length=12, json_schema_extra=asks("panel"))
    """Who judges the documents, each on its own."""
    roots: str | None = Field(default=None, json_schema_extra=asks("roots"))
    """The one model that names what documents rest on, the same for every judge."""
    decomposer: str | None = Field(default=None, json_schema_extra=asks("strong"))
    """Who splits the claim."""
    writer: str | None = Field(default=None, json_schema_extra=asks("fast"))
    """Who writes searches for both sides."""
    strictness: float | None = Field(default=None, ge=0, le=1)
    """The one public dial: 0 lenient, 1 strict. It stands for `independence_discount`, `mass_min`
    and `quality_exp`; None leaves them as they are, 0.5 gives them their locked values."""
    lens: Lens = Lens.LENIENT
    """How the label is read onto the common scale. Both lenses read a probability alike."""

    def parameters(self) -> Parameters:
        """The numbers that decide, strictness applied."""
        own = Parameters(**{name: getattr(self, name) for name in Parameters.model_fields})
        return under(self.strictness, own)


class Missed(Frozen):
    """A question that got no answer."""

    question: Literal["quality", "directness", "direction"]
    failure: Failure


class Judgment(Frozen):
    """One document as one model judged it for one leaf. What is None was not answered."""

    leaf: int = Field(ge=0)
    """Place among the leaves of the tree, left to right."""
    passage: str
    model: str
    quality: int | None = Field(default=None, ge=0, le=10)
    """Tenths, like directness and strength. Asked without the claim."""
    directness: int | None = Field(default=None, ge=0, le=10)
    direction: Direction | None = None
    strength: int | None = Field(default=None, ge=0, le=10)
    basis: Basis | None = None
    by_code: bool = False
    """Directness, direction, strength and basis come from a comparison in code."""
    keys: tuple[str, ...] = ()
    """Keys of the exchanges."""
    missed: tuple[Missed, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every question was answered."""
        return not self.missed


class Rerun(Frozen):
    """A reading that was repeated under the negated claim."""

    leaf: int = Field(ge=0)
    passage: str
    model: str
    key: str
    first: Direction
    """What was read under the claim."""
    negated: Direction | None = None
    failure: Failure | None = None

    @property
    def consistent(self) -> bool | None:
        """Whether the direction turned around; None when the question got no answer."""
        return None if self.negated is None else self.negated == -self.first


class Rooting(Frozen):
    """What one document rests on."""

    passage: str
    key: str
    named: tuple[str, ...] = ()
    """As the model named it, and as code found it in the document."""
    dropped: tuple[str, ...] = ()
    """Names that stand nowhere in the document or its source."""
    failure: Failure | None = None


class Canon(Frozen):
    """The merging of spellings."""

    key: str
    merged: tuple[tuple[str, ...], ...] = ()
    """Groups of names that are one source."""
    failure: Failure | None = None


class Cold(Frozen):
    """What a model thinks of the claim without evidence."""

    model: str
    key: str
    percent: int | None = Field(default=None, ge=0, le=100)
    failure: Failure | None = None


class LeafEvidence(Frozen):
    """What was found for one leaf."""

    claim: Claim
    queries: str | None = None
    """Key of the exchange in which searches were written; None when nobody was asked."""
    unwritten: Failure | None = None
    """Why no searches were written. The claim's own words were searched all the same."""
    pool: Pool
    documents: tuple[str, ...]
    """The passages that were judged, in the order of the pool."""
    compared: tuple[Compared, ...] = ()
    """What code could compare, kept from the models."""
    second: Pool | None = None
    """What the second pass found; None when there was none."""
    added: tuple[str, ...] = ()
    """The passages that it added."""

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The passages that were judged, the second pass's last."""
        return tuple(map(self.passage, dict.fromkeys((*self.documents, *self.added))))

    def passage(self, name: str) -> Passage:
        """The judged passage of this id, in whichever pass it was found. Raises `KeyError`."""
        return self._pool(name).passage(name)

    def standing(self, name: str) -> Standing:
        """The standing of a judged passage's source. Raises `KeyError`."""
        return self._pool(name).standings[name]

    def _pool(self, name: str) -> Pool:
        return self.second if self.second is not None and name in self.added else self.pool


class RubricRecord(Frozen):
    """What `gather` was told."""

    claim: Claim
    decomposed: Decomposed
    leaves: tuple[LeafEvidence, ...]
    judgments: tuple[Judgment, ...] = ()
    reruns: tuple[Rerun, ...] = ()
    rootings: tuple[Rooting, ...] = ()
    canon: Canon | None = None
    clusters: dict[str, str] = Field(default_factory=dict[str, str])
    """By passage, the cluster that it counts in; the same for every model."""
    cold: tuple[Cold, ...] = ()
