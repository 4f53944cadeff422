"""Find a quote in a text or in a page, where only what a reader sees of the page counts."""

from __future__ import annotations

from veracity.domain.claim import Span
from veracity.rules.quotes import markup, matching
from veracity.rules.quotes.folding import Folded
from veracity.rules.quotes.model import Match, Reason


def find(quote: str, text: str) -> Match:
    """Where `quote` stands in `text`, word for word, or why it does not hold. Never raises.

    The rules of matching are those of `matching.find`. A text with tags of HTML is read as a page
    (see `markup`): a quote is looked for in what is seen of it, and one that stands only in what is
    hidden is `HIDDEN_TEXT`. Spans are in `text` as it was given, tags and all.
    """
    if not markup.is_markup(text):
        return matching.find(quote, text)
    page = markup.read(text)
    words = markup.read(quote).seen.text if markup.is_markup(quote) else quote
    seen = matching.find(words, page.seen.text)
    if seen.span is not None or seen.reason is Reason.TOO_SHORT:
        return _placed(seen, page.seen, quote, text)
    hidden = matching.find(words, page.whole.text)
    if hidden.span is None or hidden.reason is Reason.TOO_SHORT:
        return seen
    return Match(
        reason=Reason.HIDDEN_TEXT,
        span=_in_markup(hidden.span, page.whole),
        why="stands only in what a reader of the page cannot see",
    )


def _placed(match: Match, page: Folded, quote: str, text: str) -> Match:
    """A match in a page's text as one in its markup."""
    if match.span is None:
        return match
    span = _in_markup(match.span, page)
    same = match.reason is Reason.EXACT and span.of(text) == quote
    return Match(
        reason=Reason.NORMALIZED if match.reason is Reason.EXACT and not same else match.reason,
        span=span,
        parts=tuple(_in_markup(part, page) for part in match.parts),
        why=match.why,
    )


def _in_markup(span: Span, page: Folded) -> Span:
    """The place in the markup. What stands beside the page's text is out of its order."""
    start, end = page.starts[span.start], page.ends[span.end - 1]
    return Span(start=min(start, end), end=max(start, end))
