from __future__ import annotations

import asyncio
import ssl
import subprocess
from collections.abc import Sequence
from pathlib import Path

import httpcore2
import pytest

from tests.retrieval.web.hostile import TEXT
from tests.retrieval.web.loopback import Page, Reading, Web, article
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.page import Fetched
from veracity.retrieval.web.children import Children
from veracity.retrieval.web.failures import Stopped
from veracity.retrieval.web.guard import Guard, look_up
from veracity.retrieval.web.policy import Allowed

HOST = "records.example.net"
LOCAL = Allowed.read(["127.0.0.1:8080", "search.example.net:8080"])


class Network(httpcore2.AsyncNetworkBackend):
    """A network on which some addresses answer."""

    def __init__(self, *answering: str) -> None:
        self.answering = answering
        self.tried: list[str] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109
        local_address: str | None = None,
        socket_options: object = None,
    ) -> httpcore2.AsyncNetworkStream:
        self.tried.append(host)
        if host not in self.answering:
            raise httpcore2.ConnectError("down")
        return httpcore2.AsyncMockStream([])


def connect(guard: Guard, host: str, port: int = 443) -> None:
    asyncio.run(guard.connect_tcp(host, port))


def resolving(*addresses: str) -> Guard:
    return Guard(answer(*addresses), LOCAL, Network(*addresses))


def answer(*addresses: str):
    async def resolve(host: str, port: int) -> Sequence[str]:
        return addresses

    return resolve


def test_the_next_address_is_tried_when_one_does_not_answer() -> None:
    network = Network("1.1.1.2")
    connect(Guard(answer("1.1.1.1", "1.1.1.2", "1.1.1.3"), network=network), HOST)
    assert network.tried == ["1.1.1.1", "1.1.1.2"]


def test_not_every_address_of_a_long_list_is_tried() -> None:
    network = Network()
    guard = Guard(answer(*(f"1.1.1.{last}" for last in range(100))), network=network)
    with pytest.raises(httpcore2.ConnectError):
        connect(guard, HOST)
    assert len(network.tried) == 4


def test_one_private_address_among_many_closes_the_host() -> None:
    network = Network("1.1.1.1")
    with pytest.raises(Stopped, match=r"10\.0\.0\.1, a private network"):
        connect(Guard(answer("1.1.1.1", "10.0.0.1"), network=network), HOST)
    assert network.tried == []


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "10.0.0.1"])
def test_an_address_in_place_of_a_name_is_held_to_the_same(host: str) -> None:
    with pytest.raises(Stopped):
        connect(resolving("1.1.1.1"), host)


def test_an_allowed_place_may_be_anywhere_and_only_there() -> None:
    connect(resolving("10.0.0.1"), "search.example.net", 8080)
    for host, port in (("search.example.net", 443), ("other.example.net", 8080)):
        with pytest.raises(Stopped):
            connect(resolving("10.0.0.1"), host, port)


def test_a_mirror_answers_for_the_place_that_it_mirrors_and_for_no_other() -> None:
    network = Network("127.0.0.1")
    mirrored = Allowed.read([f"{HOST}:80=127.0.0.1:8123"])
    connect(Guard(answer("1.1.1.1"), mirrored, network), HOST, 80)
    assert network.tried == ["127.0.0.1"]
    with pytest.raises(httpcore2.ConnectError):
        connect(Guard(answer("1.1.1.1"), mirrored, network), HOST, 443)
    with pytest.raises(Stopped):
        connect(Guard(answer("1.1.1.1"), mirrored, network), "127.0.0.1", 8123)


def test_a_host_without_addresses_is_not_reached() -> None:
    with pytest.raises(httpcore2.ConnectError):
        connect(resolving(), HOST)


def test_this_machine_s_resolver_gives_ip_addresses() -> None:
    assert set(asyncio.run(look_up("localhost", 80))) <= {"127.0.0.1", "::1"}


def certificate(folder: Path, host: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A server's context with a certificate for `host`, and a client's that believes it."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += [
        "-nodes",
        "-days",
        "2",
        "-subj",
        f"/CN={host}",
        "-addext",
        f"subjectAltName=DNS:{host}",
    ]
    command += ["-keyout", str(key), "-out", str(cert)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("openssl is not installed")
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(cert, key)
    return server, ssl.create_default_context(cafile=str(cert))


def over_tls(
    folder: Path, children: Children, *, certified: str, believed: bool = True
) -> Fetched | Failure:
    server, client = certificate(folder, certified)
    trusted = client if believed else ssl.create_default_context()

    async def ask() -> Fetched | Failure:
        async with (
            Web({f"{HOST}/a": Page(article(TEXT))}, tls=server) as web,
            Reading(web, folder, tls=trusted, children=children) as reading,
        ):
            return await reading.fetch(f"https://{HOST}/a")

    return asyncio.run(ask())


def test_a_site_proves_its_name_though_its_address_is_connected_to(
    tmp_path: Path, children: Children
) -> None:
    assert isinstance(over_tls(tmp_path, children, certified=HOST), Fetched)


@pytest.mark.parametrize(("certified", "believed"), [("other.example.net", True), (HOST, False)])
def test_a_site_that_does_not_prove_its_name(
    certified: str, believed: bool, tmp_path: Path, children: Children
) -> None:
    failed = over_tls(tmp_path, children, certified=certified, believed=believed)
    assert isinstance(failed, Failure)
    assert failed.kind is FailureKind.UNREACHABLE
    assert "certificate" in failed.message
