from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.retrieval.web.hostile import TEXT, endless
from tests.retrieval.web.loopback import Page, Reading, Web, article, redirect
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.page import Fetched
from veracity.retrieval.web.children import Children
from veracity.retrieval.web.limits import Limits

HOST = "records.example.net"


def robots(text: str, status: int = 200) -> Page:
    return Page(text.encode(), "text/plain", status=status)


def fetch(
    answer: Page | None,
    folder: Path,
    children: Children,
    path: str = "/private/a",
    *,
    obey: bool = True,
    limits: Limits | None = None,
    more: dict[str, Page] | None = None,
) -> tuple[Fetched | Failure, Web]:
    pages = {f"{HOST}{path}": Page(article(TEXT)), **(more or {})}
    if answer is not None:
        pages[f"{HOST}/robots.txt"] = answer

    async def ask() -> tuple[Fetched | Failure, Web]:
        async with (
            Web(pages) as web,
            Reading(web, folder, limits, obey_robots=obey, children=children) as reading,
        ):
            return await reading.fetch(f"https://{HOST}{path}"), web

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("User-agent: *\nDisallow: /private", "/private/a", False),
        ("User-agent: *\nDisallow: /private", "/public/a", True),
        ("User-agent: *\nDisallow: /", "/private/a", False),
        ("User-agent: *\nDisallow:", "/private/a", True),
        ("User-agent: *\nDisallow: /private\nAllow: /private/a", "/private/a", True),  # longest
        ("User-agent: *\nDisallow: /*.pdf$", "/a.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/a.pdf.html", True),
        ("User-agent: veracity\nDisallow: /\nUser-agent: *\nDisallow:", "/private/a", False),
        ("User-agent: *\nDisallow: /\nUser-agent: Veracity\nDisallow:", "/private/a", True),
        ("User-agent: otherbot\nDisallow: /", "/private/a", True),
        ("\ufeffUser-agent: *\nDisallow: /private", "/private/a", False),
        ("<html><body>Not found</body></html>", "/private/a", True),
        ("\x00\x01\x02", "/private/a", True),
    ],
)
def test_what_a_site_asks_is_done(
    text: str, path: str, allowed: bool, tmp_path: Path, children: Children
) -> None:
    fetched, web = fetch(robots(text), tmp_path, children, path)
    assert isinstance(fetched, Fetched) == allowed
    assert web.targets == ([f"{HOST}{path}"] if allowed else [])
    if isinstance(fetched, Failure):
        assert fetched.kind is FailureKind.REFUSED
        assert "robots.txt" in fetched.message


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_without_a_robots_txt_nothing_is_asked(
    status: int, tmp_path: Path, children: Children
) -> None:
    fetched, _ = fetch(robots("User-agent: *\nDisallow: /", status), tmp_path, children)
    assert isinstance(fetched, Fetched)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_robots_txt_that_cannot_be_had_closes_the_site(
    status: int, tmp_path: Path, children: Children
) -> None:
    fetched, web = fetch(robots("", status), tmp_path, children)
    assert isinstance(fetched, Failure)
    assert fetched.kind is FailureKind.UNREACHABLE
    assert web.targets == []


def test_a_robots_txt_without_end_closes_the_site(tmp_path: Path, children: Children) -> None:
    limits = Limits(decoded_bytes=200_000)
    fetched, web = fetch(Page(send=endless), tmp_path, children, limits=limits)
    assert isinstance(fetched, Failure)
    assert web.targets == []


def test_a_robots_txt_may_be_elsewhere(tmp_path: Path, children: Children) -> None:
    rules = {"www.example.net/robots.txt": robots("User-agent: *\nDisallow: /private")}
    there = redirect("https://www.example.net/robots.txt")
    fetched, _ = fetch(there, tmp_path, children, more=rules)
    assert isinstance(fetched, Failure)
    assert "robots.txt" in fetched.message


def test_a_robots_txt_leads_nowhere_that_a_page_could_not(
    tmp_path: Path, children: Children
) -> None:
    fetched, web = fetch(redirect("http://10.0.0.1/robots.txt"), tmp_path, children)
    assert isinstance(fetched, Fetched)  # It has no robots.txt, as far as anyone can see.
    assert {address for address, _ in web.connected} == {"93.184.215.14"}


def test_the_site_that_a_redirect_leads_to_is_asked_too(tmp_path: Path, children: Children) -> None:
    more = {
        f"{HOST}/private/a": redirect("https://www.example.net/b"),
        "www.example.net/robots.txt": robots("User-agent: *\nDisallow: /b"),
        "www.example.net/b": Page(article(TEXT)),
    }
    fetched, web = fetch(None, tmp_path, children, more=more)
    assert isinstance(fetched, Failure)
    assert web.targets == [f"{HOST}/private/a"]


def test_ignoring_what_a_site_asks_is_on_record(tmp_path: Path, children: Children) -> None:
    rules = robots("User-agent: *\nDisallow: /private")
    fetched, _ = fetch(rules, tmp_path, children, obey=False)
    assert isinstance(fetched, Fetched)
    assert fetched.robots_overridden

    fetched, _ = fetch(rules, tmp_path, children, "/public", obey=False)
    assert isinstance(fetched, Fetched)
    assert not fetched.robots_overridden

    fetched, _ = fetch(robots("", 503), tmp_path, children, obey=False)
    assert isinstance(fetched, Fetched)
    assert fetched.robots_overridden


def test_a_site_is_asked_once_for_many_pages(tmp_path: Path, children: Children) -> None:
    pages = {f"{HOST}/{number}": Page(article(TEXT)) for number in range(5)}

    async def ask() -> Web:
        async with Web(pages) as web, Reading(web, tmp_path, children=children) as reading:
            await asyncio.gather(*(reading.fetch(f"https://{at}") for at in pages))
            return web

    web = asyncio.run(ask())
    assert len(web.targets) == 5
    assert [one.target for one in web.asked].count("/robots.txt") == 1


def test_the_pause_that_a_site_asks_for_is_kept(tmp_path: Path, children: Children) -> None:
    pages = {f"{HOST}/{number}": Page(article(TEXT)) for number in range(3)}
    pages[f"{HOST}/robots.txt"] = robots("User-agent: *\nCrawl-delay: 0.3")

    async def ask() -> float:
        loop = asyncio.get_running_loop()
        async with Web(pages) as web, Reading(web, tmp_path, children=children) as reading:
            await reading.fetch(f"https://{HOST}/0")
            began = loop.time()
            await reading.fetch(f"https://{HOST}/1")
            await reading.fetch(f"https://{HOST}/2")
            return loop.time() - began

    assert asyncio.run(ask()) >= 0.3  # Two starts lie at least one pause apart.
