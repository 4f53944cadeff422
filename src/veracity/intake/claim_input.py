"""Reads one claim as a claim extractor writes it: a JSON object.

    {"claim": "...", "quoted_anchor": "...", "source_url": "https://...", "source_tier": 1,
     "claim_type": "fact", "entities": ["..."], "confidence_hint": 2,
     "votes": 3, "refute_threshold": 2, "time_budget_seconds": 90}

Only `claim` has to be there. The last three configure the check and may be left out, as may any
other. What `veracity claims --json` writes beside them is read as well: where the claim stands in
its submission, who said it when, and its tree (`ClaimInput`). A key that is none of these is
refused: one that is misspelt would be passed over, and the claim judged otherwise than was meant.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from pydantic import ConfigDict, Field, ValidationError, field_validator

from veracity.domain.base import Frozen
from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput
from veracity.intake import reading
from veracity.methods.decompose import GivenTree

MAX_BYTES = 1024 * 1024
"""One claim with its anchor is far smaller."""

Line: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Place: TypeAlias = tuple[int, int]
"""A half-open range of characters of the submission's text."""

_DIALS = {
    "quoted_anchor": "anchor",
    "source_tier": "source_tier",
    "claim_type": "claim_type",
    "entities": "entities",
    "votes": "votes",
    "refute_threshold": "refute_threshold",
    "time_budget_seconds": "time_budget_seconds",
}
"""The keys that turn a dial of `refute`, with the dial's name."""


class ClaimInput(Frozen):
    """One claim with what its extractor knows of it, and how it is to be refuted."""

    model_config = ConfigDict(strict=True)

    claim: str = Field(min_length=1)
    quoted_anchor: str | None = Field(default=None, min_length=1, max_length=4000)
    """The words of the source that the claim was drawn from."""
    source_url: str | None = None
    """The page that makes the claim. What it publishes never decides the claim."""
    source_tier: int | None = Field(default=None, ge=1, le=9)
    """How near the source is to the facts, 1 the nearest."""
    claim_type: str | None = Field(default=None, min_length=1, max_length=40)
    """`fact`, or another word of the extractor's."""
    entities: tuple[Line, ...] | None = Field(default=None, max_length=50)
    confidence_hint: int | None = Field(default=None, ge=1, le=3)
    """How sure the extractor is. It changes nothing: a refuter is told to doubt every claim."""
    votes: int | None = None
    refute_threshold: int | None = None
    time_budget_seconds: float | None = None
    submission: str | None = Field(default=None, min_length=1, max_length=80)
    """Digest of the submission that the claim was found in."""
    span: Place | None = None
    """Where the anchor stands in the submission's text."""
    line: int | None = Field(default=None, ge=1)
    """The line of that text on which it begins. For readers; nothing is taken from it."""
    speaker: Line | None = None
    said_on: date | None = None
    language: Line | None = None
    reported_by: Line | None = None
    place: Line | None = None
    english: str | None = Field(default=None, min_length=1, max_length=reading.MAX_CLAIM)
    unresolved: tuple[Line, ...] = Field(default=(), max_length=50)
    places: tuple[Place, ...] = Field(default=(), max_length=10_000)
    """Where else in the submission the same is said."""
    worth: float | None = Field(default=None, ge=0, le=1)
    found_by: Line | None = None
    tree: GivenTree | None = None
    """How the claim follows from simpler ones."""
    reviewed: bool = False
    """Whether a person has approved the claim and its tree. Whoever does writes `true`."""

    @field_validator("source_url")
    @classmethod
    def _is_page(cls, given: str | None) -> str | None:
        if given is not None and (why := reading.no_page(given)):
            raise ValueError(f"no address of a page: {why}")
        return given

    def alone(self, origin: str = "input") -> Submission:
        """The claim as a submission of its own, with the page that makes it as its origin, else
        `origin`.

        Raises `BadInput` for text that cannot be a claim.
        """
        given = reading.submission(self.claim, origin=self.source_url or origin)
        known = {"language": self.language, "speaker": self.speaker, "published": self.said_on}
        return given.model_copy(update=known)

    def dials(self) -> dict[str, Any]:
        """The dials of `refute` that the object turns. Their ranges are checked where they are
        set (`Method.with_dials`)."""
        given = {dial: getattr(self, name) for name, dial in _DIALS.items()}
        return {dial: value for dial, value in given.items() if value is not None}


def read_claim_input(path: Path) -> ClaimInput:
    """The claim in the file at `path`.

    Raises `BadInput` for a file that cannot be read, is no JSON object, or has a wrong field.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}.", "Give a JSON file with one claim."
        ) from None
    return parse_claim_input(content)


def parse_claim_input(content: bytes) -> ClaimInput:
    """The claim in `content`, which is UTF-8. Raises `BadInput` that names every wrong field."""
    if len(content) > MAX_BYTES:
        raise BadInput(f"A claim's JSON may have {MAX_BYTES:,} bytes.", "Give one claim.")
    try:
        given = ClaimInput.model_validate_json(content.removeprefix(b"\xef\xbb\xbf"))
    except ValidationError as error:
        wrong = "; ".join(_fault(item["loc"], item["msg"]) for item in error.errors())
        known = ", ".join(ClaimInput.model_fields)
        raise BadInput(f"The claim's JSON is wrong: {wrong}.", f"Its keys: {known}.") from None
    given.alone()
    return given


def _fault(place: tuple[int | str, ...], message: str) -> str:
    where = ".".join(str(step) for step in place)
    said = message.rstrip(".").removeprefix("Value error, ")
    return f"{where}: {said}" if where else said
