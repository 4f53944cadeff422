"""SRT and WebVTT subtitles as the words that are spoken."""

from __future__ import annotations

from veracity.domain.errors import BadInput
from veracity.intake.reading.content import Content
from veracity.intake.reading.text import decode
from veracity.rules.cues import cues, spoken


def read_subtitles(content: bytes, name: str) -> Content:
    """The cues as running text, with who speaks and when. Raises `BadInput` for a file without."""
    decoded = decode(content, name)
    shown = cues(decoded.text)
    if not shown:
        raise BadInput(
            f"{name} has no subtitles: no line like 00:00:01,000 --> 00:00:04,000.",
            "If it is plain text, give it the ending .txt.",
        )
    read = spoken(shown)
    return Content(text=read.text, turns=read.turns, notes=decoded.notes)
