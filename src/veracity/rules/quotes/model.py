"""What the check of a quote against a text may conclude."""

from __future__ import annotations

from enum import StrEnum

from veracity.domain.base import Frozen
from veracity.domain.claim import Span


class Reason(StrEnum):
    """Why a quote holds or does not."""

    EXACT = "exact"
    """The same characters."""
    NORMALIZED = "normalized"
    """The same words, written with other marks of typography (see `folding`)."""
    ELIDED = "elided"
    """Parts with an ellipsis between them, in order and near to each other."""

    TOO_SHORT = "too_short"
    """So few words that they stand in many texts."""
    NOT_FOUND = "not_found"
    BOUNDARY = "boundary"
    """It starts or ends inside a word or a number."""
    WRONG_NUMBER = "wrong_number"
    """The words are there with another number, or without its sign, unit or scale word."""
    HOMOGLYPH = "homoglyph"
    """The text has look-alike letters of another script in the place."""
    MARKS = "marks"
    """The letters are there with other vowel signs or accents, which makes other words."""
    STITCHED = "stitched"
    """Sentences that stand apart in the text are joined without a mark."""
    REORDERED = "reordered"
    """The parts around an ellipsis stand in another order in the text."""
    ELIDED_FAR = "elided_far"
    """The parts around an ellipsis are too far apart to belong together."""
    ELIDED_NEGATION = "elided_negation"
    """The ellipsis stands for words that turn the sentence around."""
    CLIPPED_NEGATION = "clipped_negation"
    """Words right before or after the quote deny it."""
    CLIPPED_CONDITION = "clipped_condition"
    """The quote is what follows "if", "unless" or "whether"."""
    CLIPPED_ATTRIBUTION = "clipped_attribution"
    """The text reports the quote as an allegation or a rumor and does not say it itself."""
    ECHO = "echo"
    """A search page repeats the words that were looked for."""
    HIDDEN_TEXT = "hidden_text"
    """It stands only in what a reader of the page cannot see."""


VERIFIED = frozenset({Reason.EXACT, Reason.NORMALIZED, Reason.ELIDED})


class Match(Frozen):
    """Where a quote stands in a text, or why it does not hold."""

    reason: Reason
    span: Span | None = None
    """In the text as it was given, from the first to the last character of the quote. For a
    rejected quote the place that was found wanting, if there is one."""
    parts: tuple[Span, ...] = ()
    """The places of the parts around ellipses; of the whole quote when it has none."""
    why: str = ""

    @property
    def verified(self) -> bool:
        """Whether the quote holds."""
        return self.reason in VERIFIED
