from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.retrieval.web.addresses import networks, not_public


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1",
        "93.184.215.14",
        "172.15.255.255",
        "172.32.0.0",
        "100.128.0.0",
        "2606:4700:4700::1111",
    ],
)
def test_what_is_public(address: str) -> None:
    assert not_public(address) is None


@pytest.mark.parametrize(
    ("address", "what"),
    [
        ("127.255.255.254", "this machine"),
        ("169.254.169.254", "the local link, where clouds keep metadata"),
        ("168.63.129.16", "a cloud's host agent"),
        ("172.16.0.0", "a private network"),
        ("172.31.255.255", "a private network"),
        ("100.127.255.255", "a provider's own network"),
        ("239.255.255.250", "multicast"),
        ("255.255.255.255", "reserved, or broadcast"),
        ("::1", "this machine"),
        ("::ffff:1.1.1.1", "an IPv4 address in IPv6 form"),
        ("::1.1.1.1", "outside what IPv6 hands out"),
        ("64:ff9b::101:101", "outside what IPv6 hands out"),
        ("fec0::1", "a private network"),
        ("fd00:ec2::254", "a private network"),
        ("fe80::1%eth0", "bound to one interface"),
        ("ff0e::1", "multicast"),
        ("2001::1", "protocol assignments, Teredo among them"),
        ("2002:101:101::1", "6to4, which holds an IPv4 address"),
        ("2606:4700::5efe:7f00:1", "ISATAP, which holds an IPv4 address"),
        ("2606:4700::200:5efe:7f00:1", "ISATAP, which holds an IPv4 address"),
        ("localhost", "no IP address"),
        ("1.1", "no IP address"),
        ("", "no IP address"),
    ],
)
def test_what_is_not(address: str, what: str) -> None:
    assert not_public(address) == what


ADDRESSES = st.one_of(
    st.ip_addresses(v=4),
    st.ip_addresses(v=6),
    *(st.ip_addresses(network=network) for network, _ in networks().closed),
)


@given(ADDRESSES)
def test_nothing_is_let_through_that_the_standard_library_knows_as_closed(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> None:
    if not address.is_global or address.is_multicast:
        assert not_public(str(address)) is not None


@given(st.ip_addresses(v=4))
def test_no_form_of_ipv6_that_holds_an_ipv4_address_is_public(
    address: ipaddress.IPv4Address,
) -> None:
    number = int(address)
    for holding in (
        number,  # IPv4-compatible
        0xFFFF << 32 | number,  # mapped
        0x64FF9B << 96 | number,  # NAT64
        0x2002 << 112 | number << 80,  # 6to4
        0x2001 << 112 | number,  # Teredo
        0x26064700 << 96 | 0x5EFE << 32 | number,  # ISATAP
    ):
        assert not_public(str(ipaddress.IPv6Address(holding))) is not None


def test_what_is_listed_for_ipv6_lies_inside_what_is_handed_out() -> None:
    """What lies outside is refused anyway: listing it would only seem to matter."""
    table = networks()
    for network, _ in table.closed:
        assert network.version == 4 or network.subnet_of(table.unicast)
