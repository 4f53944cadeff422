"""What it takes to fetch pages and read their text: pages per second, and memory.

    python benchmarks/fetching.py [FOLDER]

Fifty pages on twenty-five hosts of a loopback server that takes 100 ms over each answer, robots.txt
among them: the HTML files of FOLDER, or a page of 60 kB that is made here. Everything a check does
is done: robots.txt, two requests at once and a pause for each host, the bytes flushed to the disk,
the text read in processes of their own. The first round starts those processes. Memory is the peak
of this process and of those together. Processor time is what a loaded machine leaves comparable.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

import httpcore2

from veracity.domain.exchange import Failure
from veracity.domain.page import Fetched
from veracity.retrieval.web.guard import Guard, sockets
from veracity.retrieval.web.provider import PagesProvider
from veracity.settings import Settings

PAGES = 50
HOSTS = 25
ANSWER_SECONDS = 0.1
ROUNDS = 3
ADDRESS = "93.184.215.14"
"""Public, so that the guard lets it through. `Wires` leads it to the loopback server."""


def page(number: int) -> bytes:
    """A page of 60 kB: navigation, an article of 40 paragraphs, and links around it."""
    links = "".join(f'<li><a href="/section/{one}">Section {one}</a></li>' for one in range(300))
    paragraphs = "".join(
        f"<p>In {1980 + one} the harbor of Lowmere handled {one * 7919 % 997},000 tonnes of grain, "
        f"{one} more ships than in the year before called there, and its quay number {number} was "
        "made longer by the length of one ship. Whoever kept the books wrote that down.</p>"
        for one in range(40)
    )
    return (
        f"<!doctype html><html lang=en><head><title>Harbor report {number}</title>"
        f'<meta name="date" content="2026-05-01"></head><body><nav><ul>{links}</ul></nav>'
        f"<article><h1>Harbor report {number}</h1>{paragraphs}</article>"
        f"<footer><ul>{links}</ul></footer></body></html>"
    ).encode()


def serve(pages: Sequence[bytes], port: Connection) -> None:
    """Answer every request after `ANSWER_SECONDS`, in a process of its own."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                name = head.split(" ")[1].strip("/")
                await asyncio.sleep(ANSWER_SECONDS)
                body = pages[int(name) % len(pages)] if name.isdecimal() else b""
                status = "200 OK" if body else "404 Not Found"
                writer.write(
                    f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n".encode()
                    + body
                )
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def run() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


class Wires(httpcore2.AsyncNetworkBackend):
    """Leads every address to one port of this machine."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._real = sockets()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the network's own interface
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        return await self._real.connect_tcp("127.0.0.1", self._port, timeout)


async def resolve(host: str, port: int) -> Sequence[str]:
    return (ADDRESS,)


async def fetch_all(pages: PagesProvider, first: int) -> float:
    """Seconds that it takes to fetch and read fifty pages."""
    urls = [f"http://h{one % HOSTS}.example.net/{one}" for one in range(first, first + PAGES)]
    gate = asyncio.Semaphore(pages.concurrency)  # As the desk has it.

    async def fetch(url: str) -> Fetched | Failure:
        async with gate:
            return await pages.fetch(url)

    began = time.perf_counter()
    fetched = await asyncio.gather(*(fetch(url) for url in urls))
    seconds = time.perf_counter() - began
    lost = [one for one in fetched if not isinstance(one, Fetched)]
    if lost:
        raise SystemExit(f"{len(lost)} pages were not fetched: {lost[0]}")
    return seconds


def peak(pid: int) -> int:
    """The most memory that a process had in this run, in bytes (Linux)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) * 1024
    return 0


def used(pid: int) -> float:
    """Seconds of processor time that a process has used (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def readers() -> list[int]:
    """The processes that read pages."""
    here = Path(f"/proc/{os.getpid()}/task")
    children = {
        int(pid) for task in here.iterdir() for pid in (task / "children").read_text().split()
    }
    return [pid for pid in children if b"web.child" in Path(f"/proc/{pid}/cmdline").read_bytes()]


async def measure(port: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder))
        pages = PagesProvider.of(settings, Guard(resolve, network=Wires(port)))
        try:
            for number in range(ROUNDS):
                before = sum(used(pid) for pid in (os.getpid(), *readers()))
                seconds = await fetch_all(pages, number * PAGES)
                name = "cold" if number == 0 else "warm"
                work = sum(used(pid) for pid in (os.getpid(), *readers())) - before
                print(
                    f"{name}: {PAGES} pages in {seconds:.2f} s, {PAGES / seconds:.1f} a second; "
                    f"processor: {work / PAGES * 1000:.0f} ms a page"
                )
            own, others = peak(os.getpid()), [peak(pid) for pid in readers()]
            total = (own + sum(others)) / 1024**2
            print(
                f"memory: {total:.0f} MiB, of that {own / 1024**2:.0f} here, {len(others)} readers"
            )
        finally:
            await pages.aclose()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    files = sorted(folder.glob("*.htm*")) if folder else []
    contents = [file.read_bytes() for file in files] or [page(number) for number in range(PAGES)]
    receiving, sending = multiprocessing.Pipe(duplex=False)
    server = multiprocessing.Process(target=serve, args=(contents, sending), daemon=True)
    server.start()
    try:
        asyncio.run(measure(receiving.recv()))
    finally:
        server.kill()


if __name__ == "__main__":
    main()
