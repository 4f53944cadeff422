"""The one spelling of a host, or why it has none.

A host that two programs could read as two hosts is refused rather than repaired: a badge that was
given to one of them would be shown on a link to the other.
"""

from __future__ import annotations

import ipaddress
import re
import unicodedata

from veracity.rules.urls.scripts import mixed

MOST_CHARACTERS = 253
"""Of a host's name (RFC 1035, section 2.3.4)."""

_LABEL = re.compile(r"[a-z0-9_-]{1,63}")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""A last label like this makes the host an IPv4 address (WHATWG URL, "ends in a number")."""
_ENCODED = "xn--"


class Refusal(Exception):
    """Why a host or an address is refused, for a person. Turned into a value by `parse`."""


def canonical_host(host: str) -> str:
    """Lower case, A-labels for letters beyond ASCII, no root dot; IPv6 in brackets.

    Raises `Refusal` for empty labels, characters that no host has, invisible ones, letters that
    stand for ASCII ones, labels of mixed scripts, and addresses in an unusual notation.
    """
    if host.startswith("["):
        return _ipv6(host)
    if any(unicodedata.category(character)[0] in "CZ" for character in host):
        raise Refusal("an invisible character in the host")
    labels = host.removesuffix(".").split(".")
    if len(host) > MOST_CHARACTERS + 1:  # Encoded it can only be longer.
        raise Refusal("a host of more than 253 characters")
    named = ".".join(_label(label) for label in labels)
    if len(named) > MOST_CHARACTERS:
        raise Refusal("a host of more than 253 characters")
    if _NUMBER.fullmatch(named.rpartition(".")[2]):
        return _ipv4(named)
    return named


def is_number(host: str) -> bool:
    """Whether a canonical host is an IP address."""
    return host.startswith("[") or host.rpartition(".")[2].isdigit()


def _label(label: str) -> str:
    if not label:
        raise Refusal("an empty label in the host")
    if not label.isascii():
        return _encoded(label)
    plain = label.lower()
    if not _LABEL.fullmatch(plain):
        raise Refusal("a character that no host has")
    if plain.startswith(_ENCODED):
        _decoded(plain)
    return plain


def _encoded(label: str) -> str:
    """The A-label of a label with letters beyond ASCII (IDNA 2008, RFC 5891)."""
    import idna

    for character in label:
        if character.isascii():
            continue
        if any(stood_for.isascii() for stood_for in unicodedata.normalize("NFKC", character)):
            raise Refusal("a character in the host that stands for a plain one")
    letters = unicodedata.normalize("NFC", label.lower())
    _check_scripts(letters)
    try:
        return idna.alabel(letters).decode("ascii")
    except idna.IDNAError as error:
        raise Refusal("a host that is no valid internationalized name") from error


def _decoded(label: str) -> None:
    """Hold an A-label to what its letters would be held to."""
    import idna

    try:
        letters = idna.ulabel(label)
    except idna.IDNAError as error:
        raise Refusal("a host that is no valid internationalized name") from error
    if any(unicodedata.category(character) == "Cf" for character in letters):
        raise Refusal("an invisible character in the host")
    _check_scripts(letters)


def _check_scripts(letters: str) -> None:
    if mixed(letters):
        raise Refusal("a host whose letters are of several scripts")


def _ipv4(host: str) -> str:
    try:
        return str(ipaddress.IPv4Address(host))
    except ValueError as error:
        raise Refusal("an IP address in an unusual notation") from error


def _ipv6(host: str) -> str:
    try:
        return f"[{ipaddress.IPv6Address(host[1:-1]).compressed}]"
    except ValueError as error:
        raise Refusal("a host that is no IPv6 address") from error
