"""When a page was published and changed, by what it says; None rather than a guess.

What it says (in its address, linked data and `meta` elements, and in elements that are marked as
the day of publication) has to agree, give or take a day for time zones; where it does not, the page
has no date. Where nothing speaks of publication, other `<time>` elements count, if they agree, and
then `meta` elements such as `date`. What `htmldate` finds beyond those counts if the page shows
that day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any, NamedTuple, cast
from urllib.parse import unquote, urlsplit

from veracity.retrieval.pages.statements import Statements
from veracity.retrieval.pages.tree import Node

_PUBLISHED = """
article:published_time og:published_time og:article:published_time datepublished publish-date
publish_date publishdate pubdate publication_date publicationdate date_published published_date
parsely-pub-date sailthru.date cxenseparse:recs:publishtime article.published
shareaholic:article_published_time citation_publication_date citation_online_date
dc.date.issued dcterms.issued
"""
_UNCLEAR = "date dc.date dcterms.date dc:date dcterms:date article_date"
"""Some pages mean the day of publication by these, some the day of the last change."""
_MODIFIED = """
article:modified_time og:updated_time datemodified last-modified lastmod dcterms.modified
dc.date.modified shareaholic:article_modified_time article.updated date_modified updated_time
"""
_IN_ADDRESS = re.compile(
    r"(?:^|[/_.-])((?:19|20)\d\d)([/_.-]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?=[/_.-]|$)"
)
_ISO = re.compile(r"(\d{4})(-?)(\d\d)\2(\d\d)(?!\d)")
_EITHER_WAY = re.compile(r"\b(\d{1,2})[/-](\d{1,2})[/-]\d{4}\b")
_MARKED = re.compile(r"\b(?:published|pubdate|datepublished|entry-date|post-date|dateline)\b")
_SAYS = re.compile(
    r"(?:first\s)?(?:posted|published|veröffentlicht|publié|publicado)(?:\s(?:on|am|le|el))?\b",
    re.I,
)
_UPDATED = re.compile(r"\b(?:updated|modified|datemodified)\b")
_ELSEWHERE = re.compile(
    r"\b(?:comments?|related|teasers?|footer|(?<!with-)(?<!has-)sidebar|recommended|trending|widget|events?|cookies?)\b"
)
_NEVER = frozenset({date(1970, 1, 1), date(1900, 1, 1)})
"""What software writes where it knows no date."""
_FIRST, _LAST = datetime(1900, 1, 1), datetime(2100, 1, 1)
_NOT_SHOWN = frozenset({"script", "style", "title"})
_SHORT = 60
"""Characters of a piece of text that may be the line with the day."""
_NEAR = 1
"""Days by which time zones set two statements of one moment apart."""


class Dates(NamedTuple):
    """The days on which a page was published and last changed; None where it cannot be told."""

    published: date | None
    modified: date | None


def dates(tree: Node, statements: Statements, url: str) -> Dates:
    """The dates of a page that was fetched from `url`."""
    shown = _shown(tree)
    clear = [
        *_in_address(url),
        *_days(statements.linked("datePublished")),
        *_days(statements.each(_PUBLISHED)),
        *shown.published,
    ]
    unclear = list(_days(statements.each(_UNCLEAR)))
    updated = [
        *_days(statements.linked("dateModified")),
        *_days(statements.each(_MODIFIED)),
        *shown.updated,
    ]
    published = _agreed([*clear, *unclear]) if clear else _agreed(shown.others or unclear)
    if not (clear or unclear or shown.others):
        published = _found(tree, url, updated)
    modified = updated[0] if updated else None
    if published and modified and modified < published:
        modified = published if (published - modified).days <= _NEAR else None
    return Dates(published, modified)


def _agreed(stated: list[date]) -> date | None:
    """The first of the days, if all are the same moment; else None."""
    return stated[0] if stated and (max(stated) - min(stated)).days <= _NEAR else None


class _Shown(NamedTuple):
    """Days that elements of the page give, outside of what is beside its text."""

    published: list[date]
    updated: list[date]
    others: list[date]


def _shown(tree: Node) -> _Shown:
    shown = _Shown([], [], [])
    for element in tree.iter("time", "span", "p", "div", "abbr", "meta"):
        marks = " ".join((element.get(n) or "").lower() for n in ("itemprop", "class", "id"))
        text = " ".join((element.text or "").split())
        if _MARKED.search(marks) or element.get("pubdate") is not None or _SAYS.match(text):
            found = shown.published
        elif element.tag == "time":
            found = shown.updated if _UPDATED.search(marks) else shown.others
        else:
            continue
        if not _is_elsewhere(element):
            stated = element.get("datetime") or element.get("content")
            found += _days([stated or element.text_content()])
    return shown


def _is_elsewhere(element: Node) -> bool:
    """Whether an element belongs to something beside the text of the page."""
    for around in element.iterancestors():
        if around.tag in ("aside", "footer", "nav", "li", "table"):
            return True
        if around.tag in ("body", "html"):
            return False
        if _ELSEWHERE.search(f"{around.get('class') or ''} {around.get('id') or ''}".lower()):
            return True
    return False


def _found(tree: Node, url: str, updated: list[date]) -> date | None:
    """What `htmldate` finds, if the page shows that day or says that it was changed on it."""
    from htmldate import find_date

    found = next(
        _days([find_date(cast(Any, tree), extensive_search=False, original_date=True, url=url)]),
        None,
    )
    if found is None:
        return None
    return found if found in updated or _is_shown(tree, found) else None


def _is_shown(tree: Node, day: date) -> bool:
    """Whether a short piece of the page's text is or holds this day."""
    for element in tree.iter():
        for piece, holder in ((element.text, element), (element.tail, element.getparent())):
            if holder is None or not piece or str(day.year) not in piece:
                continue
            if holder.tag in _NOT_SHOWN or _is_elsewhere(holder):
                continue
            if day in _days([piece]):
                return True
    return False


def _in_address(url: str) -> Iterator[date]:
    try:
        path = unquote(urlsplit(url).path)
    except ValueError:
        return
    match = _IN_ADDRESS.search(path)
    if match:
        yield from _day(int(match[1]), int(match[3]), int(match[4]))


def _days(said: Iterable[object]) -> Iterator[date]:
    """The days in what is said, as it is written: the time zone is the page's own."""
    for one in said:
        if isinstance(one, list):
            yield from _days(cast("list[object]", one)[:1])
        if not isinstance(one, str):
            continue
        text = " ".join(one.split())
        if match := _ISO.match(text):
            yield from _day(int(match[1]), int(match[3]), int(match[4]))
        elif 6 <= len(text) <= _SHORT and not _could_be_two_days(text):
            yield from _written_out(text)


def _could_be_two_days(text: str) -> bool:
    """Whether it is a day such as 04/05/2026, which is in May or in April."""
    match = _EITHER_WAY.search(text)
    return (
        match is not None and int(match[1]) <= 12 and int(match[2]) <= 12 and match[1] != match[2]
    )


def _written_out(text: str) -> Iterator[date]:
    from htmldate.extractors import try_date_expr

    found = try_date_expr(text, "%Y-%m-%d", False, _FIRST, _LAST)
    if found:
        yield from _day(*(int(part) for part in found.split("-")))


def _day(year: int, month: int, day: int) -> Iterator[date]:
    try:
        found = date(year, month, day)
    except ValueError:
        return
    if _FIRST.date() <= found < _LAST.date() and found not in _NEVER:
        yield found
