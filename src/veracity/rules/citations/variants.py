"""Another view of a page, for small screens or for print, that names its page itself.

A page may claim any address by its rel=canonical. It is believed only where its own address shows
the same: taking the marks of a view away ("amp", "print") must leave the page that it names. So it
stays on its site, and neither the second page of a list nor what a visitor wrote on the same host
becomes the page that it names.
"""

from __future__ import annotations

from dataclasses import replace

from veracity.rules.citations.canonical import without_www
from veracity.rules.citations.table import table
from veracity.rules.urls import Address, parse


def is_view_of(view: str, page: str) -> bool:
    """Whether the address `view` is the address `page` with marks of a view. Both canonical."""
    address = parse(view)
    return view != page and isinstance(address, Address) and _bare(address) == parse(page)


def _bare(view: Address) -> Address:
    marks = table().variant
    label, _, domain = view.host.partition(".")
    segments = [part for part in view.path.split("/") if part.lower() not in marks.segments]
    parameters = [part for part in view.query.split("&") if part.lower() not in marks.parameters]
    return replace(
        view,
        host=without_www(domain) if label in marks.labels else view.host,
        path=marks.ending.sub("", "/".join(segments)) or "/",
        query="&".join(parameters),
    )
