"""Cuts a text into parts of whole sentences that a model can read at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veracity.domain.claim import Span
from veracity.rules.words import words

BEFORE = 2
"""Sentences before a part that are shown with it, for what its pronouns point to."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Neighboring sentences, and those right before them."""

    sentences: tuple[Span, ...]
    before: tuple[Span, ...] = ()

    @property
    def span(self) -> Span:
        """From the first character of the first sentence to the last of the last."""
        return Span(start=self.sentences[0].start, end=self.sentences[-1].end)

    def halves(self) -> tuple[Chunk, Chunk]:
        """Two parts, each about as long. There have to be two sentences at least."""
        middle = len(self.sentences) // 2
        first, second = self.sentences[:middle], self.sentences[middle:]
        return Chunk(first, self.before), Chunk(second, (*self.before, *first)[-BEFORE:])


def chunks(text: str, sentences: Sequence[Span], size: int) -> tuple[Chunk, ...]:
    """The sentences in parts of up to `size` words, none in two of them and none left out.

    A sentence that is longer by itself is a part of its own.
    """
    parts: list[list[Span]] = []
    filled = size
    for sentence in sentences:
        length = len(words(sentence.of(text)))
        if not parts or filled + length > size:
            parts.append([])
            filled = 0
        parts[-1].append(sentence)
        filled += length
    return tuple(_with_before(parts))


def _with_before(parts: Sequence[Sequence[Span]]) -> list[Chunk]:
    made: list[Chunk] = []
    past: tuple[Span, ...] = ()
    for part in parts:
        made.append(Chunk(tuple(part), past[-BEFORE:]))
        past = (*past, *part)[-BEFORE:]
    return made
