"""Evidence as those who argue are shown it: numbered lines that can be quoted as they stand.

A small model copies what it sees. So what is left out between two sentences is marked, because they
do not stand side by side in the passage; and the lines of an entry are kept apart, and apart from
the heading above them, so that a quote is a line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from veracity.domain.claim import Span
from veracity.domain.evidence import Passage
from veracity.methods.standing import Standing
from veracity.models.excerpt import content_words
from veracity.models.untrusted import clean
from veracity.rules.sentences import sentences

BETWEEN_LINES = " | "
LEFT_OUT = " … "
SHORTEST_CUT = 6
"""Fewer words than this of a sentence say nothing, so it is left out rather than cut."""


def evidence_lines(
    claim: str, passages: Sequence[Passage], standings: Mapping[str, Standing], words: int
) -> str:
    """The passages, numbered from 1: tier, date and heading, and at most `words` words of each."""
    return "\n".join(
        f"[{number}] ({_about(passage, standings[passage.id])}) {_words(claim, passage, words)}"
        for number, passage in enumerate(passages, start=1)
    )


def _about(passage: Passage, standing: Standing) -> str:
    published = passage.source.published
    heading = _heading(passage)
    parts = [f"{standing.tier.value}, {published}" if published else standing.tier.value]
    return "; ".join((*parts, heading) if heading else parts)


def _heading(passage: Passage) -> str:
    """What stands above the lines of an entry."""
    if not passage.fields:
        return ""
    first = min(field.span.start for field in passage.fields)
    return clean(passage.text[:first]) or clean(passage.subject or "")


def _words(claim: str, passage: Passage, budget: int) -> str:
    """The lines or sentences that share most words with the claim, in their order.

    Between those that share equally many, the earlier one is taken. The last one taken is cut where
    the budget ends.
    """
    spans = tuple(field.span for field in passage.fields) or sentences(passage.text)
    texts = [clean(span.of(passage.text)).split() for span in spans]
    wanted = content_words(claim)
    shared = [len(wanted & content_words(" ".join(text))) for text in texts]
    left, kept = budget, dict[int, str]()
    for place in sorted(range(len(texts)), key=lambda place: (-shared[place], place)):
        if len(texts[place]) > left and kept and left < SHORTEST_CUT:
            continue
        kept[place] = " ".join(texts[place][:left])
        left -= len(texts[place][:left])
        if left == 0:
            break
    return _joined(passage, spans, kept)


def _joined(passage: Passage, spans: Sequence[Span], kept: Mapping[int, str]) -> str:
    shown = ""
    last = -1
    for place in sorted(kept):
        whole = last < 0 or kept[last] == clean(spans[last].of(passage.text))
        between = " " if whole and place == last + 1 else LEFT_OUT
        gap = BETWEEN_LINES if passage.fields else between
        shown += (gap if shown else "") + kept[place]
        last = place
    return shown
