"""The provider `pages`: fetches a page, keeps its bytes, and reads its text."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from veracity.desk.blobs import Blobs
from veracity.domain.canonical import plain
from veracity.domain.exchange import Failure, FailureKind, Reply, Request
from veracity.domain.page import Extracted, Fetched
from veracity.retrieval.web import PAGES, policy
from veracity.retrieval.web.children import Children
from veracity.retrieval.web.client import Answer, Client
from veracity.retrieval.web.guard import Guard
from veracity.retrieval.web.landing import is_file, landing_pages
from veracity.retrieval.web.limits import MIB, Limits
from veracity.retrieval.web.policy import Allowed
from veracity.retrieval.web.sniffing import PDF
from veracity.retrieval.web.visit import Arrived, Visitor, Walled
from veracity.rules.urls import Refused
from veracity.settings import Settings

KEPT_HEADERS = (
    "content-type",
    "date",
    "last-modified",
    "etag",
    "link",
    "content-language",
    "x-robots-tag",
)
"""Of an answer's headers, those that say what the page is. Cookies are none of them."""

VISIT = 0.8
"""Of a fetch's deadline, what a visit may take. The rest is for reading what came."""
WALLS = frozenset({401, 402, 403, 451})
"""Statuses of what is there and not given to everybody."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A visit and the text that was read out of what lay there."""

    visit: Arrived
    page: Extracted

    @property
    def answer(self) -> Answer:
        """The answer at the end of the visit."""
        return self.visit.answer

    @property
    def is_open(self) -> bool:
        """Whether it is a page, and not a wall in the place of one."""
        return self.page.obstacle is None


class PagesProvider:
    """Fetches pages. Belongs to one event loop."""

    name = PAGES
    concurrency = 16

    def __init__(self, visitor: Visitor, blobs: Blobs, children: Children | None = None) -> None:
        self._visitor = visitor
        self._blobs = blobs
        self._children = children if children is not None else Children(visitor.limits)

    @classmethod
    def of(cls, settings: Settings, guard: Guard | None = None) -> Self:
        """As `settings` say. Raises `BadInput` for an exception to the policy that is none."""
        allowed = Allowed.read(settings.fetch_allow)
        limits = Limits(
            seconds=settings.deadline_fetch * VISIT,
            wire_bytes=settings.fetch_megabytes * MIB,
            decoded_bytes=settings.fetch_megabytes * MIB,
            pdf_pages=settings.fetch_pdf_pages,
        )
        client = Client(guard or Guard(allowed=allowed), user_agent(settings), limits)
        visitor = Visitor(
            client,
            obey_robots=settings.robots == "obey",
            delay=settings.fetch_delay,
            allowed=allowed,
        )
        return cls(visitor, Blobs(settings.blobs_folder))

    async def answer(self, request: Request) -> Reply | Failure:
        """Fetch the page that a request of kind `fetch` names in its input `url`."""
        url = request.inputs.get("url")
        if request.kind != "fetch" or not isinstance(url, str):
            return Failure(kind=FailureKind.INTERNAL, message="A fetch names one `url`.")
        fetched = await self.fetch(url)
        return fetched if isinstance(fetched, Failure) else Reply(value=plain(fetched))

    async def fetch(self, url: str) -> Fetched | Failure:
        """The page at `url`, with its bytes in the blob store; for a PDF behind a wall, its landing
        page. Raises `StorageError` when the bytes cannot be kept."""
        read = await self._read(url)
        landing = await self._landing(url, read)
        if landing is not None:
            return await self._kept(url, landing, stands_in_for=url)
        if isinstance(read, _Read):
            return await self._kept(url, read)
        return read.failure if isinstance(read, Walled) else read

    async def aclose(self) -> None:
        """Close every connection and end every process."""
        self._children.close()
        await self._visitor.close()

    def close(self) -> None:
        """End every process. Connections close with the event loop that they belong to."""
        self._children.close()

    async def _read(self, url: str) -> _Read | Walled | Failure:
        visit = await self._visitor.visit(url)
        if not isinstance(visit, Arrived):
            return visit
        page = await self._children.read(
            visit.answer.body, url=visit.url, media_type=visit.media_type, charset=visit.charset
        )
        return page if isinstance(page, Failure) else _Read(visit, page)

    async def _landing(self, url: str, read: _Read | Walled | Failure) -> _Read | None:
        """What is open of a PDF that is not: the page that came in its place, or the first of its
        landing pages that is there. None for everything else."""
        asked = self._visitor.check(url)
        if isinstance(asked, Refused) or not is_file(asked) or not _is_lost(read):
            return None
        if isinstance(read, _Read) and read.is_open:
            return read
        assert not isinstance(read, Failure)
        for place in landing_pages(asked, read.answer.headers):
            landing = policy.joined(asked, place)
            page = None if landing is None else await self._read(landing)
            if isinstance(page, _Read) and page.is_open and page.visit.media_type != PDF:
                return page
        return None

    async def _kept(self, url: str, read: _Read, stands_in_for: str | None = None) -> Fetched:
        visit = read.visit
        body = visit.answer.body
        redirects = visit.redirects
        if stands_in_for is not None and visit.url not in redirects:
            redirects = (visit.url,)  # The site did not lead there, and it is where this ended.
        digest = await asyncio.to_thread(self._blobs.put, body)
        return Fetched(
            url=url,
            final_url=visit.url,
            redirects=redirects,
            status=visit.answer.status,
            media_type=visit.media_type,
            headers=_kept_headers(visit.answer.headers),
            digest=digest,
            size=len(body),
            page=read.page,
            stands_in_for=stands_in_for,
            robots_overridden=visit.robots_overridden,
        )


def _is_lost(read: _Read | Walled | Failure) -> bool:
    """Whether a wall, or a page, came in the place of a PDF."""
    if isinstance(read, _Read):
        return read.visit.media_type != PDF
    return isinstance(read, Walled) and read.answer.status in WALLS


def user_agent(settings: Settings) -> str:
    """How a fetch names itself: `Veracity/1.0`, and where its operator can be reached."""
    from veracity import __version__

    name = settings.user_agent or f"Veracity/{__version__}"
    return f"{name} (+{settings.contact})" if settings.contact else name


def _kept_headers(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: headers[name][:2000] for name in KEPT_HEADERS if name in headers}
