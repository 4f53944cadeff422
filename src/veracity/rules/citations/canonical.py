"""The identity of a page: the one spelling of its address."""

from __future__ import annotations

from functools import lru_cache

from veracity.rules.citations.table import Page, domains_of, table
from veracity.rules.urls import Address, Refused, parse
from veracity.rules.urls.address import DEFAULT_PORTS
from veracity.rules.urls.domains import registrable
from veracity.rules.urls.escapes import normal, without_dots

_WWW = "www."
_PUNCTUATION = "!$'()*,:;@"
"""Reserved characters that the sites with a `fold` take for the same, escaped or not."""
_ROUTES = ("!", "/")
_TEXT_DIRECTIVE = ":~:"


@lru_cache(maxsize=4096)
def canonical_url(url: str) -> str | None:
    """The identity of the page that `url` names, None when the address is refused.

    An identity is an address itself, and its own identity. It is for comparing: show and fetch the
    address as it was given. See the package for what is taken to be the same.
    """
    address = parse(url)
    if isinstance(address, Refused):
        return None
    host = without_www(address.host)
    domains = frozenset(domains_of(host))
    page = _path(address.path) + _query(address.query, domains)
    if address.port != DEFAULT_PORTS[address.scheme]:
        return f"{address.scheme}://{host}:{address.port}{page}{_route(address)}"
    return _known(host, page, domains) or f"https://{host}{page}{_route(address)}"


def without_www(host: str) -> str:
    """A canonical host without one `www.`, where what remains is in a domain that is somebody's."""
    rest = host.removeprefix(_WWW)
    if rest == host or rest.startswith(_WWW) or registrable(rest) is None:
        return host
    return rest


def _path(path: str) -> str:
    """A path without sessions, dots and one slash at its end."""
    known = table()
    bare = known.session_parameter.sub("", normal(path or "/"))
    segments = [part for part in bare.split("/") if not known.session_segment.fullmatch(part)]
    plain = without_dots("/".join(segments) or "/")
    if plain.endswith("/") and not plain.endswith("//"):
        return plain[:-1] or "/"
    return plain


def _query(query: str, domains: frozenset[str]) -> str:
    """The parameters that tell pages apart, by name, each name's values in their order."""
    parts = [part for part in normal(query).split("&") if part]
    kept = [part for part in parts if not _tells_nothing(part, domains)]
    kept.sort(key=lambda part: part.partition("=")[0])
    return "?" + "&".join(kept) if kept else ""


def _tells_nothing(part: str, domains: frozenset[str]) -> bool:
    known = table()
    written, _, value = part.partition("=")
    name = written.lower()
    sites = [site for site in known.sites if site.domains & domains]
    if any(name in site.keep for site in sites):
        return False
    if name in known.words:
        return not any(character.isdigit() for character in value)
    return (
        name in known.tracking
        or name in known.sessions
        or name.startswith(known.prefixes)
        or any(name in site.drop for site in sites)
    )


def _route(address: Address) -> str:
    """The fragment where it is the page: the route of an application that runs in the browser."""
    route = normal(address.fragment.partition(_TEXT_DIRECTIVE)[0])
    return f"#{route}" if route.startswith(_ROUTES) and len(route) > 1 else ""


def _known(host: str, page: str, domains: frozenset[str]) -> str | None:
    for rule in table().pages:
        if not rule.domains & domains:
            continue
        if match := rule.pattern.fullmatch(host + page):
            return _folded(match.expand(rule.to), rule)
    return None


def _folded(url: str, rule: Page) -> str:
    if rule.fold == "doi":
        return normal(url.lower(), _PUNCTUATION)
    if rule.fold == "title":
        before, mark, title = url.partition("/wiki/")
        plain = normal(title, _PUNCTUATION).replace("%20", "_")
        return before + mark + plain[:1].upper() + plain[1:]
    return url
