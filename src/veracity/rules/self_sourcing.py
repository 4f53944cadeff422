"""What a source is to the one whose claim it is held against.

What the speaker, the speaker's office or the checked page itself published never decides the claim.
The relation is one function of the source's host, the speaker and the day, over the table of
offices, the same for everyone:

| the source                                                    | relation       |
|---------------------------------------------------------------|----------------|
| lies on the checked page's domain, or is by the same account  | `checked_page` |
| lies on a page of an office that the speaker is, or held on   | `office`       |
| the day, or its publisher has the office's name               |                |
| has the speaker's name as its publisher, its domain, its      | `speaker`      |
| account or its member's page                                  |                |
| anything else                                                 | `none`         |

The first row that applies counts. Names are compared by whole words and hosts by whole labels,
without letter case and accents. Other bodies of the same government, such as its statistics office,
are no relation. Doubt counts as a relation and is marked: an office on an unknown day, or held in a
term that was open when the table was read, on a later day.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Literal

from veracity.domain.base import Frozen
from veracity.rules.offices import Name, content, held_by, is_called, name_of, runs, table
from veracity.rules.sites import Place, lies_on, place
from veracity.rules.urls import domains, hosts
from veracity.rules.words import fold

SHORTEST_INITIALS = 3
"""Letters of an organization's initials that may name its domain."""

_SIGNS = re.compile(r"[\W_]+")


class Relation(Frozen):
    """What a source is to a claim's speaker and to the page that is checked."""

    kind: Literal["none", "speaker", "office", "checked_page"]
    why: str
    uncertain: bool = False
    """Whether the relation may have ended, or not yet begun, on the day."""


NO_RELATION = Relation(kind="none", why="Neither the speaker's own nor the checked page's.")


def relation(
    source_url: str,
    publisher: str | None,
    speaker: str | None,
    said_on: date | None,
    checked_url: str | None = None,
) -> Relation:
    """The relation of a source to the claim that `speaker` made on `said_on`.

    `checked_url` is where the checked text was published. Without a speaker only it can be related.
    """
    page = place(source_url)
    checked = place(checked_url) if checked_url else None
    if page is not None and checked is not None and _owner(page) == _owner(checked):
        return Relation(kind="checked_page", why=f"It lies on {_owner(page)}, as what is checked.")
    name = name_of(speaker or "")
    if not name:
        return NO_RELATION
    published_by = name_of(publisher or "")
    return (
        _of_office(page, published_by, name, said_on)
        or _own(page, published_by, name)
        or NO_RELATION
    )


def decides(found: Relation) -> bool:
    """Whether a source of this relation may decide the claim."""
    return found.kind == "none"


def _of_office(
    page: Place | None, publisher: Name, speaker: Name, said_on: date | None
) -> Relation | None:
    for held in sorted(held_by(speaker, said_on), key=lambda one: one.uncertain):
        on_site = page is not None and any(lies_on(page, site) for site in held.sites)
        if on_site or (publisher and is_called(held.office, publisher)):
            doubt = ", as far as is known" if held.uncertain else ""
            return Relation(
                kind="office",
                why=f"It speaks for the {held.office.title}, which is the speaker's office{doubt}.",
                uncertain=held.uncertain,
            )
    return None


def _own(page: Place | None, publisher: Name, speaker: Name) -> Relation | None:
    name = _bare(speaker)
    if publisher and _publishes(publisher, name):
        return Relation(kind="speaker", why="Its publisher has the speaker's name.")
    if page is None or not name:
        return None
    account = _account(page)
    if account is not None:
        same = _is_account(account, name)
        return Relation(kind="speaker", why="It is the speaker's account.") if same else None
    if any(_is_member_page(page, site, name) for site in table().member_sites):
        return Relation(kind="speaker", why="It is the speaker's page as a member.")
    if _label(page) in _labels(name):
        return Relation(kind="speaker", why=f"{page.domain} has the speaker's name.")
    return None


def _bare(name: Name) -> Name:
    """A name without honorifics before it and the legal form after it."""
    start, end = 0, len(name)
    while start < end - 1 and name[start] in table().honorific | {"the"}:
        start += 1
    while end > start + 1 and name[end - 1] in table().legal:
        end -= 1
    return name[start:end]


def _publishes(publisher: Name, name: Name) -> bool:
    """Whether a publisher is the speaker: the same name, or a whole one beside nobody else's."""
    if not name:
        return False
    if content(_bare(publisher)) == content(name):
        return True
    extra = table().beside | table().honorific
    return len(name) > 1 and any(
        set(publisher[:start] + publisher[end:]) <= extra for start, end in runs(name, publisher)
    )


def _account(page: Place) -> str | None:
    """The name of the account that a page belongs to, None where pages are of no accounts."""
    for site in table().account_sites:
        if not lies_on(page, site):
            continue
        below = [label for label in page.labels[len(site.labels) :] if label not in ("m", "mobile")]
        named = [*below, *(part for part in page.path if part not in table().before_account)]
        return _plain(named[0].removesuffix(".bsky.social")) if named else ""
    if page.host != page.domain or hosts.is_number(page.host) or not domains.let_by(page.host):
        return None
    return _plain(page.labels[-1])


def _is_account(account: str, name: Name) -> bool:
    joined = _plain("".join(name))
    around = ("", *table().account)
    return bool(joined) and any(account in (f"{one}{joined}", f"{joined}{one}") for one in around)


def _is_member_page(page: Place, site: Place, name: Name) -> bool:
    if not lies_on(page, site) or len(page.labels) == len(site.labels):
        return False
    return page.labels[len(site.labels)] in (name[-1], "".join(name)) and len(name) > 1


def _owner(page: Place) -> str:
    """Who answers for a page, as far as its address tells: a domain, or an account on one."""
    account = _account(page)
    return page.domain if account is None else f"{page.domain}/{account}"


def _label(page: Place) -> str:
    """The label under which a page's domain was registered."""
    return "" if hosts.is_number(page.host) else _plain(page.domain.partition(".")[0])


def _labels(name: Name) -> frozenset[str]:
    """The labels that are a speaker's name: its words joined, or an organization's initials."""
    joined = _plain("".join(name))
    telling = [word for word in name if word in content(name)]
    initials = "".join(word[0] for word in telling)
    known = len(initials) >= SHORTEST_INITIALS and table().organization & set(name)
    return frozenset({joined, initials} if known else {joined}) - {""}


def _plain(label: str) -> str:
    return _SIGNS.sub("", fold(label))
