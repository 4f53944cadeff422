"""What a fetch must not do, row by row.

The rows of `hostile.json` are our own. A folder that `VERACITY_FIXTURES` names adds the rows of its
`ssrf_urls.json`, of the same kinds.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.retrieval.web.hostile import at, limits_of, web_of
from tests.retrieval.web.loopback import Reading, Web
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.page import Fetched
from veracity.retrieval.web.addresses import not_public
from veracity.retrieval.web.children import Children
from veracity.retrieval.web.limits import MIB

NO_PAGE = {
    "block": {"block", "abort"},
    "abort": {"abort", "reject_type"},
}
"""What else keeps a page out: redirects without end are cut off, and an encoding that nobody asked
for is not even begun."""
OUTCOMES = {
    FailureKind.REFUSED: "block",
    FailureKind.TRUNCATED: "abort",
    FailureKind.TIMEOUT: "abort",
    FailureKind.MALFORMED: "reject_type",
    FailureKind.UNREACHABLE: "unreachable",
}
STATM = Path("/proc/self/statm")


def rows() -> list[dict[str, Any]]:
    found = json.loads(Path(__file__).with_name("hostile.json").read_text("utf-8"))
    folder = os.environ.get("VERACITY_FIXTURES")
    if folder:
        found += json.loads(Path(folder, "ssrf_urls.json").read_text("utf-8"))
    return found


ROWS = rows()


def test_there_are_rows_of_every_kind() -> None:
    assert {row["expected"] for row in ROWS} >= {
        "allow",
        "allow_pinned",
        "block",
        "abort",
        "reject_type",
    }


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_a_row(row: dict[str, Any], tmp_path: Path, children: Children) -> None:
    limits = limits_of(row)
    reading = Children(limits, 1) if "child_rss_mib" in row.get("limit", {}) else children

    async def fetch() -> tuple[Fetched | Failure, Web]:
        async with web_of(row) as web, Reading(web, tmp_path, limits, children=reading) as pages:
            return await pages.fetch(row["url"]), web

    began = time.monotonic()
    with peak_growth() as growth, peak_of_children() as most:
        fetched, web = asyncio.run(fetch())
    if reading is not children:
        reading.close()
    outcome = "allow" if isinstance(fetched, Fetched) else OUTCOMES[fetched.kind]
    acceptable = row.get("acceptable", NO_PAGE.get(row["expected"], {row["expected"]}))
    if "refresh" in row.get("server", {}).get("body", ""):
        acceptable = {"allow"}  # The page may come. Where it sends a browser nobody may go.
        assert web.targets == [at(row["url"])]

    if row["expected"] == "allow_pinned":
        first = {address for answers in row["resolve"].values() for address in answers}
        assert {address for address, _ in web.connected} <= first
    else:
        assert outcome in acceptable, fetched
    assert [address for address, _ in web.connected if not_public(address)] == []
    if outcome == "block":
        assert len(web.targets) <= len(row.get("redirects", []))
    limit = row.get("limit", {})
    if "max_rss_growth_mib" in limit:
        assert growth[0] <= limit["max_rss_growth_mib"] * MIB
    if "child_rss_mib" in limit and STATM.exists():
        assert 0 < most[0] <= limit["child_rss_mib"] * MIB
    if "total_deadline_s" in limit:
        assert time.monotonic() - began < limit["total_deadline_s"]


SENT = [row for row in ROWS if row["expected"] in ("allow", "block")]


@pytest.mark.parametrize("row", SENT, ids=[row["id"] for row in SENT])
def test_what_an_address_holds_makes_no_header(
    row: dict[str, Any], tmp_path: Path, children: Children
) -> None:
    """Whatever an address holds, a request has its own four header lines and no more."""

    async def fetch() -> Web:
        async with web_of(row) as web, Reading(web, tmp_path, children=children) as pages:
            await pages.fetch(row["url"])
            return web

    for asked in asyncio.run(fetch()).asked:
        first, *lines = asked.head.strip().split("\r\n")
        assert first.count(" ") == 2
        assert [line.partition(":")[0] for line in lines] == [
            "Host",
            "User-Agent",
            "Accept",
            "Accept-Encoding",
        ]


@contextmanager
def peak_growth() -> Generator[list[int]]:
    """By how many bytes the memory of this process grew at most, by looks every few ms."""
    growth, over = [0], threading.Event()
    if not STATM.exists():
        yield growth
        return
    start = resident()

    def watch() -> None:
        while not over.wait(0.002):
            growth[0] = max(growth[0], resident() - start)

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield growth
    finally:
        over.set()
        watching.join()


@contextmanager
def peak_of_children() -> Generator[list[int]]:
    """The most bytes that one process took which this one started meanwhile."""
    most, over, before = [0], threading.Event(), children_now()

    def watch() -> None:
        while not over.wait(0.02):
            for child in children_now() - before:
                with contextlib.suppress(OSError):  # It has just ended.
                    most[0] = max(most[0], high_water(child))

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield most
    finally:
        over.set()
        watching.join()


def children_now() -> set[str]:
    tasks = Path("/proc/self/task").glob("*/children")
    return {child for task in tasks for child in task.read_text().split()}


def high_water(process: str) -> int:
    """The most memory that a process ever had, in bytes."""
    for line in Path("/proc", process, "status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def resident() -> int:
    return int(STATM.read_text().split()[1]) * resource.getpagesize()
