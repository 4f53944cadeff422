"""Which of the passages that `routed` read are copies, as its trail tells it."""

from __future__ import annotations

from collections.abc import Iterator

from veracity.domain.verdict import Step
from veracity.methods.routed.record import RoutedRecord
from veracity.rules.duplicates import copies
from veracity.rules.sites import place


def copied(record: RoutedRecord) -> Iterator[Step]:
    """A step that names the copies and says why they count once; none where there are none.

    Passages of one page are no copies of each other.
    """
    passages = {passage.id: passage for passage in record.deciding}
    told: list[str] = []
    for group in copies(record.deciding):
        members = [passages[one] for one in group.members]
        if len({passage.source.url for passage in members}) > 1:
            first, *others = (_site(passage.source.url) for passage in members)
            told.append(f"{first} stands for {', '.join(others)} ({'; '.join(group.why)})")
    if told:
        yield Step(name="copies", status="ok", detail=f"counted once: {'; '.join(told)}")


def _site(url: str) -> str:
    where = place(url)
    return where.host if where else url
