from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.retrieval.web.hostile import TEXT, pdf_of
from tests.retrieval.web.loopback import Page, Reading, Web, article, redirect
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.page import Fetched
from veracity.retrieval.web.children import Children
from veracity.retrieval.web.landing import is_file, landing_pages
from veracity.rules.urls import Address, parse

HOST = "journal.example.net"
LOGIN = b"<!doctype html><html><head><title>Sign in</title></head><body></body></html>"


def read(url: str) -> Address:
    address = parse(url)
    assert isinstance(address, Address)
    return address


@pytest.mark.parametrize(
    ("path", "landing"),
    [
        ("/pdf/2301.00001", "/abs/2301.00001"),
        ("/pdf/2301.00001v2.pdf", "/abs/2301.00001v2"),
        ("/doi/pdf/10.1000/182", "/doi/10.1000/182"),
        ("/doi/epdf/10.1000/182", "/doi/10.1000/182"),
        ("/doi/pdfdirect/10.1000/182", "/doi/10.1000/182"),
        ("/content/pdf/10.1000/s1-2-3.pdf", "/article/10.1000/s1-2-3"),
        ("/articles/12345/pdf", "/articles/12345"),
        ("/content/8/2/115.full.pdf", "/content/8/2/115"),
        ("/files/annual-report.pdf", None),
        ("/pdf/guide", None),
    ],
)
def test_where_a_landing_page_may_be(path: str, landing: str | None) -> None:
    expected = () if landing is None else (landing,)
    assert landing_pages(read(f"https://{HOST}{path}"), {}) == expected


def test_what_the_answer_says_comes_first() -> None:
    link = (
        '<https://doi.org/10.1000/182>; rel="cite-as", </style.css>; rel=preload, '
        "</182>; rel=describedby"
    )
    pages = landing_pages(read(f"https://{HOST}/doi/pdf/10.1000/182"), {"link": link})
    assert pages == ("https://doi.org/10.1000/182", "/182")


def test_a_file_is_not_its_own_landing_page() -> None:
    link = {"link": '</a.pdf?d=1>; rel="canonical"'}
    assert landing_pages(read(f"https://{HOST}/a.pdf?d=1"), link) == ()


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        ("/a.pdf", True),
        ("/A.PDF", True),
        ("/doi/pdf/10.1/2", True),
        ("/pdfs/a", False),
        ("/a", False),
    ],
)
def test_which_addresses_are_files(path: str, is_one: bool) -> None:
    assert is_file(read(f"https://{HOST}{path}")) == is_one


def fetch(pages: dict[str, Page], path: str, folder: Path, children: Children) -> Fetched | Failure:
    async def ask() -> Fetched | Failure:
        served = {f"{HOST}{at}": page for at, page in pages.items()}
        async with Web(served) as web, Reading(web, folder, children=children) as reading:
            return await reading.fetch(f"https://{HOST}{path}")

    return asyncio.run(ask())


@pytest.mark.parametrize(
    "wall",
    [Page(status=403), Page(status=401), Page(status=402), Page(LOGIN), redirect("/login")],
    ids=["403", "401", "402", "a page in its place", "sent to a page"],
)
def test_the_landing_page_stands_in_for_a_pdf_behind_a_wall(
    wall: Page, tmp_path: Path, children: Children
) -> None:
    pages = {"/pdf/2301.00001": wall, "/abs/2301.00001": Page(article(TEXT)), "/login": Page(LOGIN)}
    fetched = fetch(pages, "/pdf/2301.00001", tmp_path, children)
    assert isinstance(fetched, Fetched)
    assert fetched.url == fetched.stands_in_for == f"https://{HOST}/pdf/2301.00001"
    assert fetched.final_url == fetched.redirects[-1] == f"https://{HOST}/abs/2301.00001"
    assert "412,000 tonnes" in fetched.page.text


def test_an_open_page_in_the_place_of_a_pdf_stands_in_for_it(
    tmp_path: Path, children: Children
) -> None:
    pages = {"/a.pdf": redirect("/about"), "/about": Page(article(TEXT))}
    fetched = fetch(pages, "/a.pdf", tmp_path, children)
    assert isinstance(fetched, Fetched)
    assert fetched.stands_in_for == f"https://{HOST}/a.pdf"
    assert fetched.final_url == f"https://{HOST}/about"


def test_a_pdf_that_is_open_needs_no_landing_page(tmp_path: Path, children: Children) -> None:
    pages = {"/pdf/2301.00001": Page(pdf_of(1), "application/pdf")}
    fetched = fetch(pages, "/pdf/2301.00001", tmp_path, children)
    assert isinstance(fetched, Fetched)
    assert fetched.stands_in_for is None
    assert fetched.final_url == f"https://{HOST}/pdf/2301.00001"


def test_without_an_open_landing_page_the_wall_is_the_outcome(
    tmp_path: Path, children: Children
) -> None:
    pages = {"/pdf/2301.00001": Page(status=403), "/abs/2301.00001": Page(LOGIN)}
    failed = fetch(pages, "/pdf/2301.00001", tmp_path, children)
    assert isinstance(failed, Failure)
    assert failed.kind is FailureKind.REFUSED
    assert "status 403" in failed.message


def test_a_page_in_the_place_of_a_pdf_is_shown_with_its_obstacle(
    tmp_path: Path, children: Children
) -> None:
    fetched = fetch({"/a.pdf": Page(LOGIN)}, "/a.pdf", tmp_path, children)
    assert isinstance(fetched, Fetched)
    assert fetched.page.obstacle is not None
    assert fetched.stands_in_for is None


def test_a_landing_page_is_subject_to_the_policy(tmp_path: Path, children: Children) -> None:
    link = {"Link": '<http://10.0.0.1/182>; rel="describedby"'}
    failed = fetch({"/a.pdf": Page(status=403, headers=link)}, "/a.pdf", tmp_path, children)
    assert isinstance(failed, Failure)
    assert "status 403" in failed.message


def test_a_file_that_is_missing_has_no_stand_in(tmp_path: Path, children: Children) -> None:
    pages = {"/abs/2301.00001": Page(article(TEXT))}
    failed = fetch(pages, "/pdf/2301.00001", tmp_path, children)
    assert isinstance(failed, Failure)
    assert "status 404" in failed.message


def test_a_landing_page_at_no_address_leaves_the_wall(tmp_path: Path, children: Children) -> None:
    link = {"Link": '<//[1>; rel="describedby"'}
    failed = fetch({"/a.pdf": Page(status=403, headers=link)}, "/a.pdf", tmp_path, children)
    assert isinstance(failed, Failure)
    assert "status 403" in failed.message
