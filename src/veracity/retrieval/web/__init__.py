"""Fetching pages of the web without being led astray, held up or drowned by what answers."""

from __future__ import annotations

from veracity.domain.exchange import Request
from veracity.rules.urls.address import without_userinfo

PAGES = "pages"
"""The provider that fetches pages."""


def page_request(url: str) -> Request:
    """The request for a page. Its reply is a `Fetched`.

    A user's name and password are left out, because a request is kept; the address is refused then.
    """
    return Request(kind="fetch", provider=PAGES, inputs={"url": without_userinfo(url)})
