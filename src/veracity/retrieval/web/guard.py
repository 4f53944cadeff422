"""The network as a fetch sees it: nothing but public addresses can be connected to.

The check stands where the connection is made. So it holds for the first address, for every
redirect, and for a name that is looked up again later: what is connected to is the very address
that was checked, and no name is looked up twice for one connection.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import TypeAlias

import httpcore2

from veracity.retrieval.web import failures
from veracity.retrieval.web.addresses import not_public
from veracity.retrieval.web.policy import NOBODY, Allowed

Resolver: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""The IP addresses of a host, in the order in which to try them. Raises `OSError` for none."""

MOST_ADDRESSES = 4
"""How many addresses of one host are tried."""


async def look_up(host: str, port: int) -> Sequence[str]:
    """The addresses that this machine's resolver has for a host."""
    ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(_looking_up(), ask)
    return tuple(dict.fromkeys(str(address[0]) for *_, address in found))


@cache
def _looking_up() -> ThreadPoolExecutor:
    """Threads for nothing but look-ups. One that hangs cannot be ended, and must keep no other work
    waiting."""
    return ThreadPoolExecutor(8, "look-up")


class Guard(httpcore2.AsyncNetworkBackend):
    """A network that refuses a host if any of its addresses is not public unicast."""

    def __init__(
        self,
        resolve: Resolver = look_up,
        allowed: Allowed = NOBODY,
        network: httpcore2.AsyncNetworkBackend | None = None,
    ) -> None:
        """`network` makes the connections, by IP address. Tests give one that leads to servers of
        their own."""
        self._resolve = resolve
        self._allowed = allowed
        self._network = network if network is not None else sockets()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the network's own interface
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to the first address of `host` that answers, if all of them are public.

        Raises `Stopped` for a host that is refused, and `httpcore2.ConnectError` for one that has
        no address or does not answer.
        """
        fault: httpcore2.ConnectError | httpcore2.ConnectTimeout | None = None
        addresses, port = await self._addresses(host, port)
        for address in addresses[:MOST_ADDRESSES]:
            try:
                return await self._network.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                fault = error
        raise fault or httpcore2.ConnectError("no address")

    async def sleep(self, seconds: float) -> None:
        """Wait, as the connection pool asks to between attempts."""
        await self._network.sleep(seconds)

    async def _addresses(self, host: str, port: int) -> tuple[Sequence[str], int]:
        """The addresses of `host`, every one of them fit to connect to, and the port there."""
        if (host, port) in self._allowed:
            server, port = self._allowed.server((host, port))
            return await self._found(server, port), port
        found = await self._found(host, port)
        for address in found:
            if (what := not_public(address)) is not None:
                raise failures.Stopped(
                    failures.refused(f"http://{host}", f"it leads to {address}, {what}")
                )
        return found, port

    async def _found(self, host: str, port: int) -> Sequence[str]:
        literal = host.strip("[]")
        return (literal,) if _is_ip(literal) else await self._looked_up(host, port)

    async def _looked_up(self, host: str, port: int) -> Sequence[str]:
        try:
            return await self._resolve(host, port)
        except OSError as error:
            raise httpcore2.ConnectError(f"no address for {host}") from error


def sockets() -> httpcore2.AsyncNetworkBackend:
    """The network of this machine."""
    backend: object = httpcore2.AnyIOBackend()  # Typed as two classes, for lack of AnyIO.
    assert isinstance(backend, httpcore2.AsyncNetworkBackend)
    return backend


def _is_ip(host: str) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.inet_pton(family, host)
    except OSError:
        return False
    return True
