"""What was given to check, and what in it can be checked."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from veracity.domain.base import Frozen
from veracity.domain.canonical import digest


def _is_none(value: Any) -> bool:
    """A field that came later is left out where it is not given: older cases stay readable."""
    return value is None


def _is_empty(value: Any) -> bool:
    """As `_is_none`, for a field that is a tuple."""
    return not value


Nature = Literal[
    "fact", "opinion", "prediction", "question", "greeting", "experience", "instruction", "other"
]
"""What a statement is. Evidence can settle a `fact`; the others are kept and named, not judged."""


class Span(Frozen):
    """A half-open range of characters (Unicode code points) in a text."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.end < self.start:
            raise ValueError("a span ends before it starts")
        return self

    def of(self, text: str) -> str:
        """The characters of `text` that this span covers."""
        return text[self.start : self.end]


class Turn(Frozen):
    """One speaker's part of a text."""

    span: Span
    """What is said, without the speaker's name before it."""
    speaker: str | None = None
    at: float | None = Field(default=None, ge=0, exclude_if=_is_none)
    """When it begins, in seconds from the start of a recording."""


class Submission(Frozen):
    """What a person gave: the text as it was read, and where it came from."""

    text: str = Field(min_length=1)
    origin: str = "argument"
    """`argument`, `stdin`, or the name of the file or the address that the text came from."""
    language: str | None = None
    """BCP 47 tag, or None when it was not determined. Romanised Sinhala is `si-Latn`."""
    speaker: str | None = None
    published: date | None = None
    mixing: float | None = Field(default=None, ge=0, le=1, exclude_if=_is_none)
    """Share of the words that are of another language than `language`; None when not determined."""
    title: str | None = Field(default=None, exclude_if=_is_none)
    media_type: str | None = Field(default=None, exclude_if=_is_none)
    """Of the file or page that the text was read out of; None for text that was typed."""
    turns: tuple[Turn, ...] = Field(default=(), exclude_if=_is_empty)
    """The speakers' parts, in order and without overlap; empty where one voice says it all."""
    notes: tuple[str, ...] = Field(default=(), exclude_if=_is_empty)
    """What was not certain when the text was read, each a sentence: an encoding that was guessed,
    a page without text."""

    @property
    def digest(self) -> str:
        """Names the submission by its content."""
        return digest(self)


class Claim(Frozen):
    """One statement that evidence can support or refute."""

    text: str = Field(min_length=1)
    """The claim, readable without its surroundings."""
    submission: str
    """Digest of the submission it was found in."""
    span: Span
    """The exact place in the submission's text."""
    language: str | None = None
    speaker: str | None = None
    claimed_on: date | None = None
    topics: tuple[str, ...] = ()
    origin: str | None = Field(default=None, exclude_if=_is_none)
    """The address of the page that makes the claim, None when it has none. What that page says is
    no evidence for itself."""
    nature: Nature = Field(default="fact", exclude_if=lambda nature: nature == "fact")
    places: tuple[Span, ...] = Field(default=(), exclude_if=_is_empty)
    """Where else in the submission the same is said, in order."""
    english: str | None = Field(default=None, exclude_if=_is_none)
    """The claim in English, for searching; None when it is in English or was not translated."""
    place: str | None = Field(default=None, exclude_if=_is_none)
    """Where it was said or what place it is about, when the text says so."""
    reported_by: str | None = Field(default=None, exclude_if=_is_none)
    """Who quotes the speaker, when the claim is quoted speech: `speaker` is the one quoted."""
    unresolved: tuple[str, ...] = Field(default=(), exclude_if=_is_empty)
    """Words of the claim that point to what the submission does not say: "they", "last year"."""
    entities: tuple[str, ...] = Field(default=(), exclude_if=_is_empty)
    worth: float | None = Field(default=None, ge=0, le=1, exclude_if=_is_none)
    """How much the statement calls for a check; None when it was not scored."""
    found_by: str | None = Field(default=None, exclude_if=_is_none)
    """`code`, or the model as `provider:model`; None for a submission taken whole."""

    @property
    def digest(self) -> str:
        """Names the claim by its content."""
        return digest(self)

    @property
    def in_english(self) -> str:
        """The claim in English where it was translated, in its own words where it was not."""
        return self.english or self.text

    @classmethod
    def whole(cls, submission: Submission) -> Claim:
        """The claim that a submission is when all of it is one statement."""
        text = submission.text
        start = len(text) - len(text.lstrip())
        end = len(text.rstrip())
        return cls(
            text=text.strip(),
            submission=submission.digest,
            span=Span(start=start, end=end),
            language=submission.language,
            speaker=submission.speaker,
            claimed_on=submission.published,
            origin=submission.origin if "://" in submission.origin else None,
        )


class ClaimTree(Frozen):
    """How a compound claim follows from simpler ones.

    A leaf carries a claim; `all_of` is true when every child is, `any_of` when one is.
    """

    kind: Literal["all_of", "any_of", "leaf"]
    claim: Claim | None = None
    children: tuple[ClaimTree, ...] = ()
    excluded: tuple[str, ...] = ()
    """Values and predictions inside the claim that no evidence can settle."""
    reviewed: bool = False
    """Whether a person has approved the tree."""

    @model_validator(mode="after")
    def _shaped(self) -> Self:
        if self.kind == "leaf" and (self.claim is None or self.children):
            raise ValueError("a leaf has a claim and no children")
        if self.kind != "leaf" and (self.claim is not None or not self.children):
            raise ValueError("an inner node has children and no claim")
        return self

    def leaves(self) -> tuple[Claim, ...]:
        """The claims at the leaves, left to right."""
        if self.claim is not None:
            return (self.claim,)
        return tuple(leaf for child in self.children for leaf in child.leaves())
