from __future__ import annotations

import asyncio
import socket

import pytest

from veracity.interfaces.cli.offline import NetworkBlocked, network_blocked


def test_no_socket_opens_inside_the_block_and_one_does_outside() -> None:
    with network_blocked(), pytest.raises(NetworkBlocked):
        socket.socket()
    socket.socket().close()


def test_a_socket_that_was_opened_before_cannot_connect() -> None:
    with socket.socket() as early, network_blocked(), pytest.raises(NetworkBlocked):
        early.connect(("127.0.0.1", 9))


def test_names_are_not_looked_up() -> None:
    with network_blocked(), pytest.raises(NetworkBlocked):
        socket.getaddrinfo("localhost", 80)


def test_a_loop_that_exists_already_runs_what_needs_no_network() -> None:
    async def arithmetic() -> int:
        await asyncio.sleep(0)
        return 2 + 2

    with asyncio.Runner() as runner:
        runner.get_loop()
        with network_blocked():
            assert runner.run(arithmetic()) == 4
