"""Which web addresses are fetched, and how an address is shown.

Reading an address is left to `rules.urls.parse`, which refuses whatever two programs could read as
two hosts. What is added here is where a public page can be: on the web's own ports, under a name
that a public server can have, at an address that is public.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TypeAlias
from urllib.parse import quote, unquote_plus, urljoin

from veracity.domain.errors import BadInput
from veracity.retrieval.web.addresses import not_public
from veracity.rules.urls import Address, Refused, parse
from veracity.rules.urls.address import DEFAULT_PORTS, without_userinfo
from veracity.rules.urls.hosts import is_number

Place: TypeAlias = tuple[str, int]
"""A host, as an address writes it, and a port."""

PORTS = frozenset({80, 443})
MOST_CHARACTERS = 4096
"""Of an address. What is longer carries data, and servers refuse it (RFC 9110 asks for 8000)."""

_AS_WRITTEN = "/%:@!$&'()*+,;=~?[]"
"""What stays as it is in a path and a query; letters, digits and `-._` always do."""
_PARAMETER = re.compile(r"(?<=[?&;#])(?P<name>[^?&;#=]*)=(?P<value>[^&;#]*)")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_HIDDEN = "…"


@dataclass(frozen=True, slots=True)
class Allowed:
    """Hosts and ports that are fetched although they are not public, such as a search of one's own.

    Only what a person has set is in it. It is matched by the host as the address writes it, so a
    public name that leads to the same machine stays refused.
    """

    places: Mapping[Place, Place] = field(default_factory=dict[Place, Place])
    """Each with where it is connected to, which is itself unless a mirror answers for it."""

    def __contains__(self, place: Place) -> bool:
        return place in self.places

    def server(self, place: Place) -> Place:
        """Where to connect for a host and port."""
        return self.places.get(place, place)

    @classmethod
    def read(cls, places: Iterable[str]) -> Allowed:
        """From texts `host:port` and `host:port=host:port`, whose second half is the mirror's.

        Raises `BadInput` for a text that is neither.
        """
        halves = [place.partition("=") for place in places]
        return cls({_place(named): _place(mirror or named) for named, _, mirror in halves})


NOBODY = Allowed()


def check(url: str, allowed: Allowed = NOBODY) -> Address | Refused:
    """The parts of an address that may be fetched, or why it may not.

    Its host is not looked up: what a name leads to is checked when it is connected to.
    """
    if len(url) > MOST_CHARACTERS:
        return Refused(f"an address of more than {MOST_CHARACTERS} characters")
    address = parse(url)
    if isinstance(address, Refused) or (address.host, address.port) in allowed:
        return address
    if address.port not in PORTS:
        return Refused(f"port {address.port}: pages are fetched from ports 80 and 443")
    if is_number(address.host):
        what = not_public(address.host.strip("[]"))
        return address if what is None else Refused(f"an IP address that is not public: {what}")
    if "." not in address.host:
        return Refused("a name of one label, which no public server has")
    ending = next((name for name in _special() if _ends(address.host, name)), None)
    if ending is not None:
        return Refused(f"a name under .{ending}, which no public server has")
    return address


def check_hop(source: Address, location: str, allowed: Allowed = NOBODY) -> Address | Refused:
    """Where a redirect from `source` may lead. From https to http it may not: whoever sits on the
    line could put any page in the place of the one that was asked for."""
    if any(character in location for character in "\r\n\\"):
        return Refused("a control character or a backslash")
    following = joined(source, location)
    if following is None:
        return Refused("an address that cannot be read")
    address = check(following, allowed)
    if isinstance(address, Address) and (source.scheme, address.scheme) == ("https", "http"):
        return Refused("plain http, which others on the line can rewrite, from https")
    return address


def joined(source: Address, place: str) -> str | None:
    """The address that `place` means on the page at `source`; None for one that cannot be read,
    such as one with a bracket that nothing closes."""
    try:
        return urljoin(spelled(source), place)
    except ValueError:
        return None


def target(address: Address) -> str:
    """The path and query as the request line has them, in ASCII."""
    path = quote(address.path or "/", safe=_AS_WRITTEN)
    return f"{path}?{quote(address.query, safe=_AS_WRITTEN)}" if address.query else path


def origin(address: Address) -> str:
    """Scheme, host and port, without the scheme's own port."""
    port = "" if address.port == DEFAULT_PORTS[address.scheme] else f":{address.port}"
    return f"{address.scheme}://{address.host}{port}"


def spelled(address: Address) -> str:
    """The address as it is fetched, without its fragment, which no server sees."""
    return origin(address) + target(address)


def shown(url: str) -> str:
    """`url` fit for a message: without a user's name, and without the values of parameters that are
    keys by their name."""

    def parameter(match: re.Match[str]) -> str:
        return f"{match['name']}={_HIDDEN}" if _is_secret(match["name"]) else match.group()

    return _PARAMETER.sub(parameter, without_userinfo(url[:MOST_CHARACTERS]))


def _is_secret(name: str) -> bool:
    words, names = _secrets()
    plain = unquote_plus(name)
    split = [word.lower() for word in _WORD.findall(plain)]
    joined = "".join(split)
    return bool(split) and (split[-1] in words or joined in names)


def _ends(host: str, name: str) -> bool:
    return host == name or host.endswith(f".{name}")


def _place(place: str) -> Place:
    address = parse(f"http://{place}/")
    if isinstance(address, Refused) or not re.search(r"^[^/]+:[0-9]+$", place):
        raise BadInput(f"'{place}' is not a host and a port.", "Write it as `127.0.0.1:8080`.")
    return address.host, address.port


@cache
def _table() -> dict[str, dict[str, list[str]]]:
    text = files("veracity.sources").joinpath("networks.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _special() -> list[str]:
    return _table()["names"]["special"]


@cache
def _secrets() -> tuple[frozenset[str], frozenset[str]]:
    table = _table()["secrets"]
    return frozenset(table["words"]), frozenset(table["names"])
