"""Cutting a document into passages at its own joints: headings, paragraphs, sentences.

A passage is a span of the text as it stands. Paragraphs are joined up to about `TARGET` words; a
longer one is cut at the ends of sentences, and a sentence longer than `LIMIT` words at white space.
Headings start a new passage and are kept as its `heading`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from veracity.domain.claim import Span
from veracity.domain.evidence import Document
from veracity.retrieval.pieces import Cut, Piece

TARGET = 120
"""Words in a passage. The embedder reads 512 tokens, the offline judge about 90 selected words."""
LIMIT = 180

_BLOCK = re.compile(r"\S[^\n]*(?:\n(?![ \t]*\n)[^\n]*\S[^\n]*)*")
_HEADING = re.compile(r"#{1,6}[ \t]+(?P<text>\S[^\n]*?)[ \t]*#*\s*\Z")
_FIRST_LINE = re.compile(r"#{1,6}[ \t]+[^\n]*(?:\n|\Z)")
_SENTENCE_END = re.compile(r"[.!?።۔।]+[\"'”’)\]]*(?=\s)|\n")
_WORD = re.compile(r"\S+")


def cut(document: Document) -> Cut:
    """The passages of a document, in its order."""
    pieces: list[Piece] = []
    heading: str | None = None
    start: int | None = None
    end = words = 0
    for first, last, title in _blocks(document.text):
        size = 0 if title is not None else len(_WORD.findall(document.text, first, last))
        if start is not None and (title is not None or words + size > TARGET):
            pieces += _pieces(document.text, start, end, heading)
            start = None
        if title is not None:
            heading = title
            continue
        if start is None:
            start, words = first, 0
        end, words = last, words + size
    if start is not None:
        pieces += _pieces(document.text, start, end, heading)
    return Cut(document, pieces)


def _blocks(text: str) -> Iterator[tuple[int, int, str | None]]:
    """First and last character of each paragraph; for a heading, its words."""
    for match in _BLOCK.finditer(text):
        first, last = match.span()
        line = _FIRST_LINE.match(text, first, last)
        if line is not None:
            title = _HEADING.match(text[first : line.end()].rstrip("\n"))
            yield first, line.end(), title.group("text") if title else ""
            first = line.end()
        if text[first:last].strip():
            yield first, last, None


def _pieces(text: str, first: int, last: int, heading: str | None) -> Iterator[Piece]:
    for start, end in _split(text, first, last):
        yield Piece(Span(start=start, end=end), heading=heading or None)


def _split(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Cut a long stretch at sentence ends; what is short enough stays whole."""
    words = list(_WORD.finditer(text, first, last))
    if len(words) <= LIMIT:
        if words:
            yield words[0].start(), words[-1].end()
        return
    ends = {match.end() for match in _SENTENCE_END.finditer(text, first, last)}
    begin = 0
    for at, word in enumerate(words):
        size = at - begin + 1
        closes = word.end() in ends or text[word.end() : word.end() + 1] == "\n"
        if (size >= TARGET and closes) or size >= LIMIT or at == len(words) - 1:
            yield words[begin].start(), word.end()
            begin = at + 1
