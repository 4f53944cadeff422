"""Which of a member's citations are real: those that came back to it in the same turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veracity.domain.evidence import Passage
from veracity.methods.panel.record import Turn
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


def pages(passages: Sequence[Passage]) -> dict[str, tuple[Passage, ...]]:
    """The passages by the page that they stand on, in order, each page under how it is cited.

    That is its address, or its number, counted from 1, where it has none: files that a person
    handed over have no address on the web.
    """
    by_page: dict[str, list[Passage]] = {}
    for passage in passages:
        by_page.setdefault(canonical_url(passage.source.url) or passage.id, []).append(passage)
    return {
        found[0].source.url if canonical_url(found[0].source.url) else f"source:{number}": tuple(
            found
        )
        for number, found in enumerate(by_page.values(), start=1)
    }


def citations(turn: Turn, passages: Mapping[str, Passage]) -> Citations:
    """Hold a turn's citations against what it returned. A turn without an answer cites nothing."""
    if turn.answer is None:
        return Citations()
    returned = pages([passages[name] for name in turn.returned])
    cited = dict.fromkeys(source.strip() for source in turn.answer.web_sources)
    numbered = [source for source in cited if source in returned and not canonical_url(source)]
    found = intersect([source for source in cited if source not in numbered], list(returned))
    return Citations(
        kept=tuple(returned[address] for address in (*found.kept, *numbered)),
        fabricated=len(found.fabricated),
    )
