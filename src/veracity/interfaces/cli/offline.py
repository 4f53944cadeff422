"""Proof that a replay reaches nothing: while it runs, no socket can be opened.

Python announces every new socket, connection and name look-up to its audit hooks (PEP 578), from C
code too, and a hook that raises prevents it. A hook cannot be taken away again, so it is put in
once and looks at a switch.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager

_EVENTS = frozenset(
    {
        "socket.__new__",
        "socket.connect",
        "socket.bind",
        "socket.getaddrinfo",
        "socket.gethostbyname",
        "socket.gethostbyaddr",
        "socket.sendto",
        "socket.sendmsg",
    }
)


class NetworkBlocked(OSError):
    """Something tried to reach the network while it was blocked."""


class _Switch:
    """Whether the network is blocked, and whether the hook is in."""

    on = False
    installed = False


@contextmanager
def network_blocked() -> Generator[None]:
    """No socket can be opened inside this block; trying raises `NetworkBlocked`.

    An event loop opens a pair of sockets to wake itself, so it has to exist before.
    """
    if not _Switch.installed:
        sys.addaudithook(_refuse)
        _Switch.installed = True
    _Switch.on = True
    try:
        yield
    finally:
        _Switch.on = False


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    del arguments
    if _Switch.on and event in _EVENTS:
        raise NetworkBlocked(f"{event} while the network is blocked")
