"""Which pages of a case are worth having when the next claim on the topic comes."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import ValidationError

from veracity.domain.case import Case
from veracity.domain.evidence import Document, Source
from veracity.domain.page import Fetched

MOST = 2_000
"""Found pages that an archive keeps. Older ones give way."""


def found_pages(case: Case) -> tuple[Document, ...]:
    """The pages that the verdict shows a verified quote of and that this case fetched.

    Their text is the whole main text, as it was fetched. A page that makes the claim itself is left
    out: it was no evidence here, and should not come back as some.
    """
    shown = {
        finding.source.url: finding.source
        for finding in case.verdict.findings
        if finding.quote.verified
    }
    pages: dict[str, Document] = {}
    for page in _fetched(case):
        source = shown.get(page.final_url) or shown.get(page.url)
        if source is None or not page.page.text.strip() or case.claim.origin in _addresses(page):
            continue
        kept = Document(text=page.page.text, source=_found(source), media_type=page.media_type)
        pages[kept.digest] = kept
    return tuple(pages[digest] for digest in sorted(pages))


def _fetched(case: Case) -> Iterator[Fetched]:
    for exchange in case.exchanges:
        if exchange.request.kind != "fetch" or exchange.reply is None:
            continue
        try:
            yield Fetched.model_validate(exchange.reply.value)
        except ValidationError:
            continue  # Another package's fetcher has replies of its own.


def _addresses(page: Fetched) -> set[str]:
    return {page.url, page.final_url, *page.redirects}


def _found(source: Source) -> Source:
    return source.model_copy(update={"curated": False})
