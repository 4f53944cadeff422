"""Which IP addresses a fetch may connect to: public unicast ones, and no others.

`ipaddress.is_global` does not decide this. It is True for multicast, 6to4, NAT64, IPv4-compatible
and site-local addresses, and for a cloud's host agent. What may be connected to is therefore stated
by a table: `sources/networks.toml`.
"""

from __future__ import annotations

import ipaddress
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

_ISATAP = 0x5EFE
"""Upper half of an interface identifier that holds an IPv4 address (RFC 5214, section 6.1)."""
_UNIVERSAL_BIT = 0x0200_0000


@dataclass(frozen=True, slots=True)
class Networks:
    """The table, as read."""

    unicast: ipaddress.IPv6Network
    """All that IPv6 hands out as global unicast."""
    closed: tuple[tuple[Network, str], ...]
    """Networks that are not to be connected to, with what each is."""


@cache
def networks() -> Networks:
    """The networks of `sources/networks.toml`."""
    text = files("veracity.sources").joinpath("networks.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    return Networks(
        unicast=ipaddress.IPv6Network(table["ipv6"]["unicast"]),
        closed=tuple(
            (ipaddress.ip_network(network), what) for network, what in table["networks"].items()
        ),
    )


def not_public(address: str) -> str | None:
    """What `address` is instead of public unicast, for a person; None when it is that.

    Text that is no IP address is not public either.
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "no IP address"
    table = networks()
    for network, what in table.closed:
        if ip.version == network.version and ip in network:
            return what
    if isinstance(ip, ipaddress.IPv4Address):
        return None
    if ip.scope_id is not None:
        return "bound to one interface"
    if ip not in table.unicast:
        return _outside(ip)
    if (int(ip) >> 32) & 0xFFFF_FFFF & ~_UNIVERSAL_BIT == _ISATAP:
        return "ISATAP, which holds an IPv4 address"
    return None


def _outside(ip: ipaddress.IPv6Address) -> str:
    """What an IPv6 address outside global unicast is."""
    if ip.is_loopback:
        return "this machine"
    if ip.ipv4_mapped is not None:
        return "an IPv4 address in IPv6 form"
    if ip.is_multicast:
        return "multicast"
    if ip.is_link_local or ip.is_site_local or ip.is_private:
        return "a private network"
    return "outside what IPv6 hands out"
