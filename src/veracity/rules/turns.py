"""Who says which part of a transcript that has the speakers' names before their words.

A name stands at the beginning of a line, in one of these forms:

    THE PRESIDENT: ...      Mr. SMITH. ...       Ana Perera (reporter): ...
    [00:12:03] Ana: ...     Ana Perera (0:41)    Q.  ...    A.  ...

A line of prose with a colon has the same shape, so a name has to be borne out: by its own line
(`speakers.Grade.SURE`), or by the others. Names in capitals count where there are two of them. Any
name counts that comes again among several. Where two were borne out, every name of several words
counts, and where names open half of the lines, every name. "Q." and "A." count together, or where
"Q." comes again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from veracity.domain.claim import Span, Turn
from veracity.rules.speakers import Grade, Label, labels

_ASKED = frozenset({"q", "a"})


def turns(text: str) -> tuple[Turn, ...]:
    """The speakers' parts of `text`, in order; empty when it is no transcript.

    What stands before the first name is in no turn. A time alone before a line begins a turn of
    whoever spoke last. A name with nothing said after it makes no turn.
    """
    lines = sum(1 for line in text.splitlines() if line.strip())
    found = _borne_out(_said(text, tuple(labels(text))), lines)
    parts: list[Turn] = []
    speaker: str | None = None
    for label, span in _spans(text, found):
        speaker = label.speaker or speaker
        parts.append(Turn(span=span, speaker=speaker, at=label.at))
    return tuple(parts)


def _said(text: str, given: Sequence[Label]) -> list[Label]:
    """Those of `given` that words follow: a schedule is a list of names and times alone."""
    return [label for label, span in _spans(text, given) if span.start < span.end]


def _spans(text: str, given: Sequence[Label]) -> Iterator[tuple[Label, Span]]:
    """Each label with what stands between it and the next, without the white space around it."""
    ends = (*(label.start for label in given[1:]), len(text))
    for label, end in zip(given, ends, strict=False):  # Without labels there still is an end.
        said = text[label.end : end]
        start = label.end + len(said) - len(said.lstrip())
        yield label, Span(start=start, end=max(start, label.end + len(said.rstrip())))


def _borne_out(given: Sequence[Label], lines: int) -> list[Label]:
    """Those of `given` that say who speaks or when, judged by all of them and by how many lines
    there are."""
    kept = _speakers(given)
    if kept and 2 * len(given) >= lines:
        kept |= {label.key for label in given if label.key not in _ASKED}
    times = sum(label.speaker is None for label in given)
    return [
        label
        for label in given
        if (label.key in kept if label.speaker else times > 1 or bool(kept))
    ]


def _speakers(given: Sequence[Label]) -> set[str]:
    named = [label for label in given if label.speaker]
    counts = Counter(label.key for label in named)
    grades: dict[str, Grade] = {}
    for label in named:
        grades[label.key] = max(label.grade, grades.get(label.key, label.grade))
    kept = {key for key, grade in grades.items() if grade is Grade.SURE}
    plain = {key for key in counts if key not in _ASKED}
    capitals = {key for key in plain if grades[key] >= Grade.CAPITALS}
    if len(capitals) > 1:
        kept |= capitals
    if len(counts) > 1:
        kept |= {key for key in plain if counts[key] > 1}
    asked = {key for key in _ASKED if counts[key]}
    if counts["q"] > 1 or len(asked) > 1 or (kept and "q" in asked):
        kept |= asked
    if len(kept) > 1:
        kept |= {key for key in plain if " " in key}
    return kept
