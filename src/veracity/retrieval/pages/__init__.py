"""From the bytes of a page to what a reader of it sees, and what the page says of itself."""

from __future__ import annotations

from veracity.retrieval.pages.extraction import extract, extract_markup

__all__ = ["extract", "extract_markup"]
