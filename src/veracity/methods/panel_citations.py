"""Which of a member's citations are real: those that came back to it in the same turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veracity.domain.evidence import Passage
from veracity.methods.panel_record import Turn
from veracity.rules.citations import canonical_url, intersect


@dataclass(frozen=True, slots=True)
class Citations:
    """What a model cited in one turn, held against what was returned to it in that turn."""

    kept: tuple[tuple[Passage, ...], ...] = ()
    """For each page that was cited and returned, in the order of citing: its passages."""
    fabricated: int = 0
    """Cited addresses that were not returned."""

    @property
    def cited(self) -> int:
        """All of them, each page once."""
        return len(self.kept) + self.fabricated


def addresses(passages: Sequence[Passage]) -> tuple[str, ...]:
    """How each passage is cited: by its page's address, or by its number where it has none.

    Files that a person handed over have no address on the web. Their numbers count from 1.
    """
    return tuple(
        passage.source.url if canonical_url(passage.source.url) else f"source:{number}"
        for number, passage in enumerate(passages, start=1)
    )


def citations(turn: Turn, passages: Mapping[str, Passage]) -> Citations:
    """Hold a turn's citations against what it returned. A turn without an answer cites nothing."""
    if turn.answer is None:
        return Citations()
    returned = [passages[name] for name in turn.returned]
    by_address: dict[str, list[Passage]] = {}
    for address, passage in zip(addresses(returned), returned, strict=True):
        by_address.setdefault(canonical_url(address) or address, []).append(passage)
    cited = dict.fromkeys(source.strip() for source in turn.answer.web_sources)
    numbered = [source for source in cited if source in by_address and not canonical_url(source)]
    found = intersect(
        [source for source in cited if source not in numbered],
        [passage.source.url for passage in returned],
    )
    pages = [canonical_url(url) or url for url in found.kept]
    return Citations(
        kept=tuple(tuple(by_address[page]) for page in (*pages, *numbered)),
        fabricated=len(found.fabricated),
    )
