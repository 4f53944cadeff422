"""From the bytes of a page to what a reader of it sees, and what the page says of itself."""

from __future__ import annotations

from veracity.retrieval.pages.extraction import extract

__all__ = ["extract"]
