"""One page, fetched as a check would fetch it: through a desk, with a journal."""

from __future__ import annotations

from datetime import timedelta

from veracity.desk.blobs import Blobs
from veracity.desk.journal import Journal
from veracity.desk.live import FRESHNESS, LiveDesk
from veracity.domain.exchange import Exchange
from veracity.retrieval.web import page_request
from veracity.retrieval.web.guard import Guard
from veracity.retrieval.web.provider import PagesProvider
from veracity.settings import Settings


async def fetch_page(
    settings: Settings, url: str, *, fresh: bool = False, guard: Guard | None = None
) -> Exchange:
    """Fetch `url`, or take it from the journal unless it must be `fresh`.

    `guard` is the network, this machine's by default. Raises `StorageError` for a journal or a blob
    store that cannot be written.
    """
    blobs = Blobs(settings.blobs_folder)
    journal = Journal(settings.journal_file, blobs, wait_seconds=settings.lock_wait)
    pages = PagesProvider.of(settings, guard)
    desk = LiveDesk(
        (pages,),
        journal,
        namespace=settings.namespace,
        deadlines={"fetch": settings.deadline_fetch},
        freshness={**FRESHNESS, "fetch": timedelta(seconds=settings.fresh_fetch)},
        fresh=fresh,
    )
    try:
        return await desk.open_claim().exchange(page_request(url))
    finally:
        await desk.close()
        await pages.aclose()
        await journal.close()
