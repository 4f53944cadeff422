"""The main text of a page, until retrieval/pages takes it over."""

from __future__ import annotations

from veracity.domain.page import Extracted, Obstacle
from veracity.retrieval.web.sniffing import IMAGES


def extract(content: bytes, *, url: str, media_type: str, charset: str | None) -> Extracted:
    """What a reader of the page sees."""
    if media_type in IMAGES:
        return Extracted(text="", obstacle=Obstacle.EMPTY)
    if media_type in ("text/plain", "text/markdown"):
        text = content.decode(charset or "utf-8", "replace")
        return Extracted(text=text, obstacle=None if text.strip() else Obstacle.EMPTY)
    from trafilatura import bare_extraction
    from trafilatura.settings import Document

    page = bare_extraction(content, url=url, include_comments=False, with_metadata=True)
    if not isinstance(page, Document) or not page.text:
        return Extracted(text="", obstacle=Obstacle.EMPTY)
    return Extracted(text=page.text, title=page.title or "", publisher=page.sitename)
