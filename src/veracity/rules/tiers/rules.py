"""Which tier an address has: refused, another's page on the host, a government's, an outlet's.

The order in which it is decided:

1. Where our own fetch ended decides. An address that is refused anywhere on the way, a host that is
   no public name, or a port that no fetch of ours uses: no tier.
2. The longest name of the tables that fits; a government's domain where that is longer still.
3. Copies, redirects, what anyone can post, what others wrote or filed: never official, whatever the
   host. A host says who serves a page, and these lines know that another wrote it.
4. A government's domain: official. Its function is the line's; its press office's pages are press.
5. Outlets, universities and journals by their lists. Opinion and what was paid for are "other".
6. Everything else is "other".
"""

from __future__ import annotations

import re
from typing import cast

from veracity.domain.evidence import Tier
from veracity.rules.citations import Redirects, followed
from veracity.rules.tiers.rating import PRIMARY, Function, Rating
from veracity.rules.tiers.table import Kind, Line, tables
from veracity.rules.urls import Address, Refused, parse
from veracity.rules.urls.address import without_userinfo
from veracity.rules.urls.domains import let_by
from veracity.rules.urls.escapes import normal, without_dots
from veracity.rules.urls.hosts import is_number

PORTS = (80, 443)
"""The ones that pages are fetched from."""
_NOT_PUBLIC = frozenset({"arpa", "internal", "invalid", "local", "localhost", "test"})
"""Last labels that name nothing on the public network (RFC 6761, RFC 6762, RFC 8375)."""

_NOT_THE_HOSTS_OWN: dict[Kind, tuple[Tier, str]] = {
    "copy": (Tier.OTHER, "a copy by somebody else, whose words may be others"),
    "redirect": (Tier.OTHER, "an address that stands for another, which no fetch has shown"),
    "posted": (Tier.OTHER, "anyone can write there"),
    "preprint": (Tier.OTHER, "papers that nobody has reviewed"),
    "research": (Tier.ACADEMIC, "papers of others, which the host keeps"),
    "filing": (Tier.OTHER, "papers that others filed there"),
}


def rate(url: str, redirects: Redirects | None = None) -> Rating:
    """The rating of the page that `url` leads to. Never raises.

    `redirects` is what our own fetch saw: the hops of `url`, or a mapping as for `same_page`.
    """
    passed = followed(url, redirects)
    for hop in passed[:-1]:
        if isinstance(address := _fetchable(hop), Refused):
            return _refused(hop, address)
    address = _fetchable(passed[-1])
    if isinstance(address, Refused):
        return _refused(passed[-1], address)
    return _rated(passed[-1], address)


def _fetchable(url: str) -> Address | Refused:
    """The parts of an address that a fetch of ours may go to."""
    address = parse(url)
    if isinstance(address, Refused):
        return address
    if is_number(address.host):
        return Refused("an IP address, which names no publisher")
    if "." not in address.host or address.host.rpartition(".")[2] in _NOT_PUBLIC:
        return Refused("a host that has no name on the public network")
    if address.port not in PORTS:
        return Refused(f"port {address.port}, which no page is fetched from")
    return address


def _refused(url: str, refused: Refused) -> Rating:
    return Rating(url=without_userinfo(url), refused=refused.why, why=f"refused: {refused.why}")


def _rated(url: str, address: Address) -> Rating:
    host = address.host.removeprefix("www.")
    path = _plain(address.path)
    page, domain = tables().page(host, path), tables().domain(host)
    if domain and (page is None or len(domain[0]) > len(page[0])):
        page = domain
    if page is None:
        return _unlisted(url, address.host)
    name, line = page
    if line.kind in _NOT_THE_HOSTS_OWN:
        tier, why = _NOT_THE_HOSTS_OWN[line.kind]
        return Rating(url=url, host=address.host, tier=tier, why=_why(line, why))
    if line.kind in ("domain", "function") and domain:
        if _disguised(host, name):
            why = "letters beyond a to z under a government's plain domain"
            return Rating(
                url=url, host=address.host, tier=Tier.OTHER, own=True, why=_why(line, why)
            )
        return _official(url, address.host, path, line, domain[1])
    return _published(url, address.host, path, line)


def _official(url: str, host: str, path: str, line: Line, domain: Line) -> Rating:
    function = "unknown" if line.kind == "domain" else cast(Function, line.value)
    section = _section(path.removeprefix(line.path), "press")
    why = f"{function} of {domain.value}"
    if function == "unknown":
        why = f"of the government of {domain.value}; what the office is for is not listed"
    if section:
        function, why = "press", f"of the government of {domain.value}; '{section}' is its press"
    return Rating(
        url=url,
        host=host,
        tier=Tier.GOVERNMENT,
        own=True,
        official=True,
        jurisdiction=domain.value,
        function=function,
        primary=function in PRIMARY,
        why=_why(line, why),
    )


def _published(url: str, host: str, path: str, line: Line) -> Rating:
    """An outlet, a journal or a university."""
    tier = Tier.ACADEMIC if line.kind == "academic" else Tier(line.value)
    why = tier.value.replace("_", "-")
    if tier in (Tier.WIRE, Tier.ESTABLISHED):
        for kind, said in (("opinion", "opinion"), ("paid", "paid for or handed in")):
            if section := _section(path.removeprefix(line.path), kind):
                tier, why = Tier.OTHER, f"{why}, but '{section}' is {said}"
                break
    return Rating(url=url, host=host, tier=tier, own=True, why=_why(line, why))


def _unlisted(url: str, host: str) -> Rating:
    landlord = let_by(host)
    why = f"under {landlord} anyone can have a name" if landlord else "in no table"
    return Rating(url=url, host=host, tier=Tier.OTHER, own=landlord is None, why=why)


def _plain(path: str) -> str:
    """A path as servers are likely to read it, so that no spelling avoids a line."""
    plain = without_dots(normal(path or "/"))
    return re.sub(r"/{2,}", "/", re.sub(r";[^/]*", "", plain)).lower()


def _section(path: str, kind: str) -> str | None:
    names = tables().sections[kind]
    return next((segment for segment in path.split("/") if segment in names), None)


def _disguised(host: str, domain: str) -> bool:
    """Whether a name under a plain domain is written with other letters, as lookalikes are."""
    return "xn--" in host.removesuffix(domain) and "xn--" not in domain


def _why(line: Line, what: str) -> str:
    return f"{line.name} in {line.file}: {what}"
