"""Fetching pages of the web without being led astray, held up or drowned by what answers."""

from __future__ import annotations

from veracity.domain.exchange import Request

PAGES = "pages"
"""The provider that fetches pages."""


def page_request(url: str) -> Request:
    """The request for a page. Its reply is a `Fetched`."""
    return Request(kind="fetch", provider=PAGES, inputs={"url": url})
