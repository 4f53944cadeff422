"""Subtitles as running text: SRT and WebVTT, as they are written and as they are found.

Players are lenient, so files are careless: a cue without its number or without the blank line
before it, a blank line within it, a missing arrow's hour. No words of a cue are lost for such a
flaw. Captions that roll up repeat the line before; they are told by doing so all along.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from veracity.domain.claim import Span, Turn
from veracity.rules.speakers import labels, seconds
from veracity.rules.turns import turns

PAUSE = 2.0
"""Seconds of silence after which a new paragraph begins, where a sentence has ended."""
PARAGRAPH = 45.0
"""Seconds after which one begins at the next end of a sentence."""
_ROLLING = 0.3
"""Share of the cues that repeat the one before, from which on captions roll up."""

_STAMP = r"(?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3}"
_TIMES = re.compile(rf"\s*(?P<start>{_STAMP})\s*-+>\s*(?P<end>{_STAMP})")
_BLOCK = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)")
_VOICE = re.compile(r"<v(?:\.[^\s<>]{0,80})?[ \t]+([^<>]{1,120})>")
_MARKUP = re.compile(
    r"</?(?:v|c|i|b|u|s|em|strong|ruby|rt|lang|font)(?:[.\s][^<>]*)?>|<[\d:.]+>|\{\\[^{}]*\}",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?…।෴][\"'”’)\]]*$")
_OTHER_VOICE = re.compile(r"(?:-|–|—|>>+)\s*(?=\S)")


class Cue(NamedTuple):
    """What is shown from `start` to `end`, in seconds."""

    start: float
    end: float
    lines: tuple[str, ...]
    """Without markup but for voices (`<v Name>`)."""


class Spoken(NamedTuple):
    """The words of a recording and who says them when."""

    text: str
    turns: tuple[Turn, ...]


class _Piece(NamedTuple):
    at: float
    voice: str | None
    opens: bool
    """Begins a line of its own: somebody else speaks, or a paragraph begins."""
    text: str


def cues(text: str) -> tuple[Cue, ...]:
    """The cues of a file in the order in which they stand, without those that show nothing."""
    is_vtt = text.startswith("WEBVTT")
    found: list[tuple[float, float, list[str]]] = []
    aside = True  # In the header, a note or a style, which no viewer sees.
    blank = True
    for line in text.split("\n"):
        times = _TIMES.match(line)
        if times:
            if found and _is_name(found[-1][2], len(found) + 1, is_vtt=is_vtt):
                found[-1][2].pop()
            found.append((seconds(times["start"]), seconds(times["end"]), []))
            aside = False
        elif blank and _BLOCK.match(line):
            aside = True
        elif not aside:
            found[-1][2].append(line.strip())
        blank = not line.strip()
    return tuple(
        Cue(start, end, shown)
        for start, end, lines in found
        if (shown := tuple(line for one in lines if (line := _shown(one))))
    )


def spoken(given: Sequence[Cue]) -> Spoken:
    """The cues as running text with its turns.

    A turn is of one voice (`<v Name>`, or a name with a colon). Where no voice is named, a turn is
    a paragraph and has no speaker.
    """
    pieces = list(_pieces(_once(given)))
    lines: list[list[_Piece]] = []
    for piece in pieces:
        if piece.opens or not lines:
            lines.append([])
        lines[-1].append(piece)
    text, begins = "", list[tuple[int, _Piece]]()
    for line in lines:
        text += "\n" if text else ""
        begins.append((len(text), line[0]))
        text += " ".join(piece.text for piece in line)
    named = turns(text)
    if named and not any(piece.voice for piece in pieces):
        return Spoken(text, tuple(_timed(turn, begins) for turn in named))
    ends = [begin - 1 for begin, _ in begins[1:]] + [len(text)]
    return Spoken(
        text,
        tuple(
            Turn(span=Span(start=begin, end=end), speaker=piece.voice, at=piece.at)
            for (begin, piece), end in zip(begins, ends, strict=True)
        )
        if begins
        else (),
    )


def _is_name(lines: Sequence[str], number: int, *, is_vtt: bool) -> bool:
    """Whether the last of the lines before the times of cue `number` is its number or name."""
    if not lines or not lines[-1]:
        return False
    after_blank = len(lines) > 1 and not lines[-2]
    return lines[-1] == str(number) or (after_blank and (lines[-1].isdecimal() or is_vtt))


def _shown(line: str) -> str:
    """What a viewer sees of a line, and its voices."""
    voiced = _VOICE.sub(lambda match: f"\x02{match[1].strip()}\x03", line)
    plain = html.unescape(_MARKUP.sub("", voiced)).replace("\xa0", " ")
    return " ".join(plain.split(" ")).strip()


def _once(given: Sequence[Cue]) -> Sequence[Cue]:
    """The cues, each line once where they roll up."""
    repeats = [_repeated(before, cue) for before, cue in pairwise(given)]
    if sum(map(bool, repeats)) < max(2, _ROLLING * len(repeats)):
        return given
    kept = [given[0]]
    for cue, repeated in zip(given[1:], repeats, strict=True):
        if lines := cue.lines[repeated:]:
            kept.append(cue._replace(lines=lines))
    return kept


def _repeated(before: Cue, cue: Cue) -> int:
    """How many lines at the beginning of a cue are those at the end of the one before."""
    if cue.start - before.end > 1:
        return 0
    most = min(len(before.lines), len(cue.lines))
    return next(
        (many for many in range(most, 0, -1) if before.lines[-many:] == cue.lines[:many]), 0
    )


def _pieces(given: Iterable[Cue]) -> Iterable[_Piece]:
    began: float | None = None
    ended = 0.0
    before = ""
    last: str | None = None
    for cue in given:
        voice: str | None = None  # It goes on within its cue alone.
        for line in cue.lines:
            for named, said in _voices(line):
                voice = named or (None if _OTHER_VOICE.match(said) else voice)
                rests = (
                    began is None or cue.start - ended >= PAUSE or cue.start - began >= PARAGRAPH
                )
                is_over = not before or _SENTENCE_END.search(before) is not None
                opens = voice != last or _names(said) or (rests and is_over)
                began = cue.start if opens else began
                yield _Piece(cue.start, voice, opens, _OTHER_VOICE.sub("", said, count=1))
                before, ended, last = said, cue.end, voice


def _voices(line: str) -> Iterable[tuple[str | None, str]]:
    """The parts of a line with the voice that each names."""
    first, *rest = line.split("\x02")
    if first.strip():
        yield None, first.strip()
    for part in rest:
        voice, _, said = part.partition("\x03")
        if said.strip():
            yield voice, said.strip()


def _names(said: str) -> bool:
    """Whether words begin with a speaker's name, or with the dash of another voice."""
    return bool(_OTHER_VOICE.match(said)) or next(iter(labels(said)), None) is not None


def _timed(turn: Turn, begins: Sequence[tuple[int, _Piece]]) -> Turn:
    if turn.at is not None:
        return turn
    place = bisect_right(begins, turn.span.start, key=itemgetter(0)) - 1
    return turn.model_copy(update={"at": begins[place][1].at})
