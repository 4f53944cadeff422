"""Read a web address into its parts, or say why it is refused.

Programs disagree about addresses outside the common form. Some of them read the host of
`https://a.example\\@b.example` as `a.example`, others as `b.example`. What is read differently is
refused; nothing is completed, repaired or decoded to find a host.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from veracity.rules.urls.hosts import Refusal, canonical_host

DEFAULT_PORTS = {"http": 80, "https": 443}
MOST_PORT = 65_535

_AUTHORITY = re.compile(r"[^/?#]*")
_HOST_AND_PORT = re.compile(r"(?P<host>\[[0-9a-fA-F:.]*\]|[^:\[\]]*)(?::(?P<port>[0-9]{0,9}))?")
_USERINFO = re.compile(r"(?i)(//|^https?:[/\\]*)[^/?#]*@")
"""In an address that is written wrongly, too: it is shown in the message that says so."""


@dataclass(frozen=True, slots=True)
class Address:
    """The parts of a web address. Only scheme, host and port are in their one spelling."""

    scheme: str
    """http or https."""
    host: str
    """See `hosts.canonical_host`."""
    port: int
    """The scheme's own where none is written."""
    path: str
    """As written; empty or with a slash at its start."""
    query: str
    fragment: str


@dataclass(frozen=True, slots=True)
class Refused:
    """An address that is not read."""

    why: str


def parse(url: str) -> Address | Refused:
    """The parts of `url`, or why it is refused. White space around it is no part of it."""
    try:
        return _parse(url.strip(" \t\r\n\f"))
    except Refusal as refusal:
        return Refused(str(refusal))


def without_userinfo(url: str) -> str:
    """`url` fit to be shown and kept: what stands before an @ may be a password.

    Lone surrogates, which no text file can hold, become question marks.
    """
    return _USERINFO.sub(r"\1…@", url).encode("utf-8", "replace").decode("utf-8")


def _parse(url: str) -> Address:
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in url):
        raise Refusal("a control character")
    scheme, separator, rest = url.partition("://")
    if url.startswith("//"):
        raise Refusal("no scheme: it would be completed by whoever reads it")
    if not separator or scheme.lower() not in DEFAULT_PORTS:
        raise Refusal("neither http:// nor https://")
    scheme = scheme.lower()
    match = _AUTHORITY.match(rest)
    authority = match.group() if match else ""
    before, _, fragment = rest[len(authority) :].partition("#")
    path, _, query = before.partition("?")
    if "\\" in authority + path:
        raise Refusal("a backslash: some programs read it as a slash")
    host, port = _host_and_port(authority, DEFAULT_PORTS[scheme])
    return Address(scheme, host, port, path, query, fragment)


def _host_and_port(authority: str, default: int) -> tuple[str, int]:
    if "@" in authority:
        raise Refusal("a user's name before the host")
    if "%" in authority:
        raise Refusal("a percent escape in the host")
    match = _HOST_AND_PORT.fullmatch(authority)
    if match is None:
        raise Refusal("a host and port that cannot be told apart")
    if not match["host"]:
        raise Refusal("no host")
    port = int(match["port"]) if match["port"] else default
    if not 0 < port <= MOST_PORT:
        raise Refusal("a port that does not exist")
    return canonical_host(match["host"]), port
