"""What can be turned in `routed`, and what it writes down."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Literal

from pydantic import Field, field_validator

from veracity.domain.base import Frozen
from veracity.domain.claim import Claim
from veracity.domain.evidence import Found, NamedValue, Passage
from veracity.domain.exchange import Failure
from veracity.domain.verdict import Lens
from veracity.methods.base import asks
from veracity.methods.standing import Standing
from veracity.methods.web.dials import LeftOut, WebDials
from veracity.models.catalogue import catalogue
from veracity.retrieval.rerank import CROSS_ENCODER, STANCE
from veracity.rules.adjudication import SIDES, Ruling, Side, Thresholds
from veracity.rules.calibration import Calibration
from veracity.rules.fusion import TRUSTED
from veracity.rules.packs import on_sites
from veracity.rules.readable import language_read, reads
from veracity.rules.scripts import language_by_script
from veracity.rules.urls import address
from veracity.rules.urls.domains import registrable

Route = Literal["given", "archive", "pool", "web", "both", "none"]
"""`both` is the archive and the web."""


def _default_model() -> str | None:
    return catalogue().default


def _is_empty(value: Any) -> bool:
    """What came later is left out where it is empty, so that older cases stay as they are."""
    return not value


class RoutedDials(WebDials):
    """The numbers and names that a check turns on. A dial that changes what is asked says so."""

    top_k: int = Field(default=4, ge=1, le=20, json_schema_extra=asks())
    """How many passages are read."""
    route_at: float = Field(default=0.40, ge=0, le=1, json_schema_extra=asks())
    """Best calibrated similarity from which the archive is taken to cover a claim."""
    given: str | None = Field(default=None, json_schema_extra=asks())
    """Generation of the evidence that was handed over; None searches the archive."""
    model: str | None = Field(default_factory=_default_model, json_schema_extra=asks())
    """The local model that reads what code cannot compare; None for nobody."""
    pool: str | None = Field(default=None, json_schema_extra=asks())
    """Generation of a pool that several methods share. It is routed as the archive is."""
    web_always: bool = Field(default=False, json_schema_extra=asks())
    """Whether the web is searched for every claim, so that it can contradict the archive, and not
    only for those that the archive does not cover."""
    pack: str | None = Field(default="int", json_schema_extra=asks())
    """The source pack on whose sites the web is searched first; None searches all of it at once."""
    rerank: str | None = Field(default=None, json_schema_extra=asks())
    """Who picks `top_k` of `rerank_depth` passages: `stance` or `cross-encoder`; None for the
    search's own order."""
    rerank_depth: int = Field(default=12, ge=1, le=50, json_schema_extra=asks())
    """How many passages a search gives to the re-ranker."""
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

    @field_validator("rerank")
    @classmethod
    def _known(cls, rerank: str | None) -> str | None:
        if rerank not in (None, STANCE, CROSS_ENCODER):
            raise ValueError(f"it is '{STANCE}' or '{CROSS_ENCODER}'")
        return rerank

    @property
    def depth(self) -> int:
        """How many passages one search gives."""
        return self.top_k if self.rerank is None else max(self.top_k, self.rerank_depth)

    @property
    def home(self) -> Literal["given", "pool", "archive"]:
        """Where a claim's evidence is looked for first."""
        return "given" if self.given else "pool" if self.pool else "archive"

    @property
    def searches_web(self) -> bool:
        """Whether the web may be searched. Evidence that was handed over or is shared is whole."""
        return bool(self.page_backends) and self.home == "archive"

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


class WebSearch(Frozen):
    """One search of the web."""

    key: str
    """Key of the exchange."""
    restricted: bool
    """Whether it was restricted to the trusted sites."""
    backend: str = Field(default="", exclude_if=_is_empty)
    """Who searched. Cases from before there were several do not say it."""
    found: Found | None = None
    failure: Failure | None = None
    left_out: tuple[LeftOut, ...] = Field(default=(), exclude_if=_is_empty)
    """The pages that were found and gave no passage."""


class SearchInEnglish(Frozen):
    """The search at home for the claim in English."""

    key: str
    """Key of the exchange."""
    found: tuple[str, ...] = ()
    """Ids of the passages, best first."""
    failure: Failure | None = None


class Reranked(Frozen):
    """What a cross-encoder was asked, and what it kept."""

    key: str
    """Key of the exchange."""
    kept: tuple[str, ...]
    """Ids of the passages that are read; on a failure, those that the searches put first."""
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
    english: SearchInEnglish | None = Field(default=None, exclude_if=_is_empty)
    """For a claim that was translated; `found` holds what either search found."""
    route: Route = "none"
    """Where the claim is verified; "none" when nothing that was found is close enough."""
    calibration: Calibration | None = None
    """How log-probabilities are read, kept so that the case needs no other version's tables."""
    judgements: tuple[Judgement, ...] = ()
    consulted: Consulted | None = None
    web: tuple[WebSearch, ...] = Field(default=(), exclude_if=_is_empty)
    """The searches of the web, in order: on the trusted sites by every backend, and where that
    gave nothing everywhere."""
    sites: tuple[str, ...] = Field(default=(), exclude_if=_is_empty)
    """The trusted sites."""
    standings: dict[str, Standing] = Field(default_factory=dict, exclude_if=_is_empty)
    """By passage, the sources that do not decide this claim. Any other may."""
    reranked: Reranked | None = Field(default=None, exclude_if=_is_empty)
    incomplete: bool = Field(default=False, exclude_if=_is_empty)
    """Whether the budget ended before all was asked."""

    @property
    def archived(self) -> tuple[Passage, ...]:
        """What was found in the archive, the pool or the evidence that was given."""
        return self.found.passages if self.found else ()

    @property
    def online(self) -> tuple[Passage, ...]:
        """What was found on the web and not in the archive, nothing later than `as_of`."""
        known = {passage.id for passage in self.archived}
        fresh: dict[str, Passage] = {}
        for search in self.web:
            for passage in search.found.passages if search.found else ():
                published = passage.source.published
                if passage.id not in known and (published is None or published <= self.as_of):
                    fresh.setdefault(passage.id, passage)
        return tuple(fresh.values())

    @property
    def routed(self) -> tuple[Passage, ...]:
        """What the claim is verified against: of each side that the route takes, all of it."""
        archived = self.archived if self.route not in ("web", "none") else ()
        return (*archived, *(self.online if self.route in ("web", "both") else ()))

    @property
    def deciding(self) -> tuple[Passage, ...]:
        """What of it may decide the claim: not what its own speaker published."""
        kept = self.reranked.kept if self.reranked else None
        return tuple(
            passage
            for passage in self.routed
            if passage.id not in self.standings and (kept is None or passage.id in kept)
        )

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The names in the claim that the searched archives know, with all spellings."""
        founds = (self.found, *(search.found for search in self.web))
        return tuple(dict.fromkeys(name for found in founds if found for name in found.names))

    @property
    def values(self) -> tuple[NamedValue, ...]:
        """The names in the claim that are the value of an entry's attribute."""
        founds = (self.found, *(search.found for search in self.web))
        return tuple(value for found in founds if found for value in found.values)

    def readable(self, model: str) -> tuple[Passage, ...]:
        """Of what may decide, what `model` is relied on to read, the claim included. `model` is
        named `provider:model`."""
        if not reads(model, language_read(self.claim)):
            return ()
        return tuple(one for one in self.deciding if reads(model, language_by_script(one.text)))

    def side(self, passage: str) -> Side:
        """On which side the passage of this id was found."""
        return "web" if any(passage == one.id for one in self.online) else "archive"

    def publisher(self, passage: Passage) -> str:
        """Who answers for a passage. On the web that is whoever registered the host's name, not
        whom the page calls its publisher; hosts that cannot be read are one."""
        if self.side(passage.id) == "archive" and not self.kept_automatically(passage):
            return passage.source.publisher.casefold()
        page = address.parse(passage.source.url)
        return "" if isinstance(page, address.Refused) else registrable(page.host) or page.host

    def kept_automatically(self, passage: Passage) -> bool:
        """Whether a passage of the archive or of a shared pool is from a page that was found on the
        web: nobody put it there."""
        return self.route in ("archive", "both", "pool") and not passage.source.curated

    def unrestricted(self, passage: Passage) -> bool:
        """Whether the passage was found on the web, now or for an earlier claim, outside the
        trusted sites and tiers, whatever the search was restricted to: a host is what it is."""
        return (
            (self.kept_automatically(passage) or self.side(passage.id) == "web")
            and passage.source.tier not in TRUSTED
            and not on_sites(passage.source.url, self.sites)
        )

    def first_of_each_side(self, ranked: Sequence[Passage], count: int) -> tuple[str, ...]:
        """The ids of the first `count` passages of the archive and of the web."""
        sides = [(passage.id, self.side(passage.id)) for passage in ranked]
        kept = ([name for name, found in sides if found == side][:count] for side in SIDES)
        return tuple(name for names in kept for name in names)
