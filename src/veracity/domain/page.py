"""Pages of the web, as searches name them and as a fetch brings them."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import Field

from veracity.domain.base import Frozen


class Hit(Frozen):
    """One result of a web search. Its words are the search's, not the page's: never a quote."""

    url: str
    title: str = ""
    snippet: str = ""
    published: date | None = None
    language: str | None = None


class Hits(Frozen):
    """The reply to a web search. None found is an answer."""

    results: tuple[Hit, ...] = ()
    """Best first."""


class Obstacle(StrEnum):
    """Why a page that came with status 200 is no evidence."""

    BOT_WALL = "bot_wall"
    COOKIE_WALL = "cookie_wall"
    PAYWALL = "paywall"
    LOGIN = "login"
    ERROR_PAGE = "error_page"
    EMPTY = "empty"


class Extracted(Frozen):
    """What a reader of the page sees, and what the page says of itself."""

    text: str
    """The main text, without navigation, advertising and what is hidden; empty when there is none.
    Paragraphs are parted by blank lines."""
    title: str = ""
    author: str | None = None
    publisher: str | None = None
    published: date | None = None
    modified: date | None = None
    language: str | None = None
    """BCP 47 tag."""
    canonical: str | None = None
    """What the page names as its own address (rel=canonical). A statement of the page, no more."""
    obstacle: Obstacle | None = None
    """None for a page that may be evidence."""


class Fetched(Frozen):
    """The reply to a fetch: where it ended, what came, and the text in it."""

    url: str
    """As it was asked for."""
    final_url: str
    """Where the redirects ended. Its host decides the tier."""
    redirects: tuple[str, ...] = ()
    """Every address on the way, the final one last; empty without any."""
    status: int
    media_type: str
    """As sniffed from the bytes; what the server said is in `headers`."""
    headers: dict[str, str] = Field(default_factory=dict[str, str])
    """Those that say what the page is: content-type, date, last-modified, etag, link."""
    digest: str
    """`sha256:` of the raw bytes, which lie in the blob store under it."""
    size: int = Field(ge=0)
    """Bytes as decoded."""
    page: Extracted
    stands_in_for: str | None = None
    """The address of the file that could not be had, when this is its landing page: what a site
    says openly of a PDF that it keeps behind a wall. `final_url` is then the landing page's."""
    robots_overridden: bool = False
    """The site's robots.txt asks programs to leave this page alone or could not be had, and the
    setting `robots = "ignore"` fetched it all the same."""
