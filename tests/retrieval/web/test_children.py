from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.retrieval.web.hostile import pdf_of
from tests.retrieval.web.loopback import article
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.page import Extracted
from veracity.retrieval.web.children import Children
from veracity.retrieval.web.limits import MIB, Limits

URL = "https://records.example.net/a"
PAGE = article("The harbor of Lowmere handled 412,000 tonnes of grain.\n" * 5)
linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.fixture
def fresh() -> Iterator[Children]:
    reading = Children(Limits(read_seconds=30), 1)
    yield reading
    reading.close()


async def read(children: Children, content: bytes, media_type: str) -> Extracted | Failure:
    return await children.read(content, url=URL, media_type=media_type, charset=None)


def running() -> list[int]:
    """The processes that this one started to read pages."""
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            command = (entry / "cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if parent == os.getpid() and b"veracity.retrieval.web.child" in command:
            found.append(int(entry.name))
    return found


def outcome(reading: Extracted | Failure) -> FailureKind | None:
    return reading.kind if isinstance(reading, Failure) else None


def test_a_process_is_used_for_many_pages(fresh: Children) -> None:
    async def ask() -> tuple[float, float]:
        times: list[float] = []
        for _ in range(2):
            began = time.monotonic()
            assert outcome(await read(fresh, PAGE, "text/html")) is None
            times.append(time.monotonic() - began)
        return times[0], times[1]

    first, second = asyncio.run(ask())
    assert second < first / 2  # It was started, and its libraries imported, for the first alone.


@linux
def test_a_process_knows_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEEDED_API_KEY", "sk-test-0f9d8c7b6a5e4d3c")
    before = set(running())
    reading = Children(Limits(), 1)
    try:
        asyncio.run(read(reading, PAGE, "text/html"))
        (child,) = set(running()) - before
        environment = Path(f"/proc/{child}/environ").read_bytes()
    finally:
        reading.close()
    assert b"PATH=" in environment
    assert b"SEEDED" not in environment


def test_a_process_imports_nothing_from_the_folder_it_is_started_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lxml.py").write_text("raise SystemExit('taken over')")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.chdir(tmp_path)
    reading = Children(Limits(), 1)
    try:
        assert outcome(asyncio.run(read(reading, PAGE, "text/html"))) is None
    finally:
        reading.close()


@linux
def test_what_takes_too_long_is_killed() -> None:
    before = set(running())
    reading = Children(Limits(read_seconds=0.4, pdf_pages=10**6), 1)
    began = time.monotonic()
    failed = asyncio.run(read(reading, pdf_of(50_000), "application/pdf"))
    assert outcome(failed) is FailureKind.TRUNCATED
    assert time.monotonic() - began < 5
    assert set(running()) == before


@linux
def test_what_is_no_longer_waited_for_is_killed() -> None:
    before = set(running())
    reading = Children(Limits(pdf_pages=10**6), 1)

    async def ask() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.4):
                await read(reading, pdf_of(50_000), "application/pdf")

    asyncio.run(ask())
    assert set(running()) == before


def test_too_much_memory_ends_the_reading_and_the_next_page_is_read() -> None:
    reading = Children(Limits(pdf_memory=40 * MIB), 1)  # Too little for Python and pypdf to start.
    try:
        failed = asyncio.run(read(reading, pdf_of(1), "application/pdf"))
        assert outcome(failed) is FailureKind.TRUNCATED
        assert outcome(asyncio.run(read(reading, PAGE, "text/html"))) is None
    finally:
        reading.close()


def test_processor_time_is_limited() -> None:
    reading = Children(Limits(pdf_cpu_seconds=1, pdf_pages=10**6), 1)
    failed = asyncio.run(read(reading, pdf_of(100_000), "application/pdf"))
    assert outcome(failed) is FailureKind.TRUNCATED


@pytest.mark.parametrize(
    ("limits", "content", "media_type", "why"),
    [
        (Limits(pdf_pages=2), pdf_of(3), "application/pdf", "it has 3 pages, and the most is 2"),
        (Limits(characters=20), pdf_of(3), "application/pdf", "more than 20 characters"),
        (Limits(characters=20), PAGE, "text/html", "more than 20 characters"),
    ],
)
def test_a_limit_is_named(limits: Limits, content: bytes, media_type: str, why: str) -> None:
    reading = Children(limits, 1)
    try:
        failed = asyncio.run(read(reading, content, media_type))
    finally:
        reading.close()
    assert isinstance(failed, Failure)
    assert failed.kind is FailureKind.TRUNCATED
    assert why in failed.message


def test_pages_that_lie_about_their_count_are_counted() -> None:
    lying = pdf_of(30).replace(b"/Count 30", b"/Count 02")
    reading = Children(Limits(pdf_pages=10), 1)
    failed = asyncio.run(read(reading, lying, "application/pdf"))
    assert isinstance(failed, Failure)
    assert "it has 30 pages" in failed.message


@linux
def test_a_process_that_died_between_pages_is_replaced(fresh: Children) -> None:
    async def ask() -> list[Extracted | Failure]:
        before = set(running())
        first = await read(fresh, PAGE, "text/html")
        (child,) = set(running()) - before
        os.kill(child, signal.SIGKILL)
        await asyncio.sleep(0.1)
        return [first, await read(fresh, PAGE, "text/html")]

    assert [outcome(one) for one in asyncio.run(ask())] == [None, None]


@linux
def test_closing_ends_every_process() -> None:
    before = set(running())
    reading = Children(Limits(), 2)

    async def ask() -> None:
        await asyncio.gather(*(read(reading, PAGE, "text/html") for _ in range(2)))

    asyncio.run(ask())
    assert len(set(running()) - before) == 2
    reading.close()
    assert set(running()) == before
