from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.retrieval.web.hostile import TEXT, pdf_of
from tests.retrieval.web.loopback import Page, Reading, Web, article, redirect
from veracity.desk.blobs import Blobs
from veracity.domain.canonical import digest_bytes
from veracity.domain.exchange import Failure, FailureKind, Reply
from veracity.domain.page import Fetched, Obstacle
from veracity.retrieval.web import page_request
from veracity.retrieval.web.children import Children
from veracity.retrieval.web.limits import Limits

HOST = "records.example.net"
URL = f"https://{HOST}/a"
KEY = "sk-test-0f9d8c7b6a5e4d3c"


def fetch(
    pages: dict[str, Page | list[Page]],
    folder: Path,
    children: Children,
    *urls: str,
    limits: Limits | None = None,
    resolve: dict[str, list[str]] | None = None,
) -> tuple[list[Fetched | Failure], Web]:
    """Fetch one address after the other. Paths in `pages` are on `HOST`."""

    async def ask() -> tuple[list[Fetched | Failure], Web]:
        served = {at if "/" in at[1:] else f"{HOST}{at}": page for at, page in pages.items()}
        async with (
            Web(served, resolve) as web,
            Reading(web, folder, limits, children=children) as reading,
        ):
            return [await reading.fetch(url) for url in urls or (URL,)], web

    return asyncio.run(ask())


def failure(pages: dict[str, Page | list[Page]], folder: Path, children: Children) -> Failure:
    (outcome,), _ = fetch(pages, folder, children)
    assert isinstance(outcome, Failure), outcome
    return outcome


def page(pages: dict[str, Page | list[Page]], folder: Path, children: Children) -> Fetched:
    (outcome,), _ = fetch(pages, folder, children)
    assert isinstance(outcome, Fetched), outcome
    return outcome


def test_a_page_with_what_is_known_of_it(tmp_path: Path, children: Children) -> None:
    body = article(TEXT)
    headers = {
        "ETag": '"1"',
        "Last-Modified": "Mon, 01 Jun 2026 12:00:00 GMT",
        "Set-Cookie": f"session={KEY}",
        "Server": "harbor/1",
    }
    there = Page(body, "Text/HTML; charset=utf-8", headers=headers)
    fetched = page({"/a": redirect("/b"), "/b": there}, tmp_path, children)

    assert (fetched.url, fetched.final_url) == (URL, f"https://{HOST}/b")
    assert fetched.redirects == (f"https://{HOST}/b",)
    assert (fetched.status, fetched.media_type) == (200, "text/html")
    assert fetched.headers == {
        "content-type": "Text/HTML; charset=utf-8",
        "etag": '"1"',
        "last-modified": "Mon, 01 Jun 2026 12:00:00 GMT",
    }
    assert (fetched.digest, fetched.size) == (digest_bytes(body), len(body))
    assert Blobs(tmp_path / "blobs").get(fetched.digest) == body
    assert "412,000 tonnes" in fetched.page.text
    assert fetched.page.obstacle is None


def test_the_reply_of_the_provider_is_what_was_fetched(tmp_path: Path, children: Children) -> None:
    async def ask() -> Reply | Failure:
        async with (
            Web({f"{HOST}/a": Page(article(TEXT))}) as web,
            Reading(web, tmp_path, children=children) as reading,
        ):
            return await reading.answer(page_request(URL))

    reply = asyncio.run(ask())
    assert isinstance(reply, Reply)
    assert Fetched.model_validate(reply.value).final_url == URL


def test_a_cookie_is_not_sent_back(tmp_path: Path, children: Children) -> None:
    cookie = {"Set-Cookie": "seen=1; Path=/"}
    pages: dict[str, Page | list[Page]] = {
        "/a": Page(status=302, headers={"Location": "/b", **cookie}),
        "/b": Page(article(TEXT), headers=cookie),
    }
    _, web = fetch(pages, tmp_path, children, URL, f"https://{HOST}/b")
    assert len(web.targets) == 3
    assert [one for one in web.asked if "cookie" in one.head.lower()] == []


def test_one_connection_serves_a_whole_visit(tmp_path: Path, children: Children) -> None:
    pages: dict[str, Page | list[Page]] = {"/a": redirect("/b"), "/b": Page(article(TEXT))}
    _, web = fetch(pages, tmp_path, children)
    assert [one.target for one in web.asked] == ["/robots.txt", "/a", "/b"]
    assert (len(web.connected), len(web.looked_up)) == (1, 1)


def test_a_fetch_says_who_asks(tmp_path: Path, children: Children) -> None:
    _, web = fetch({"/a": Page(article(TEXT))}, tmp_path, children)
    agent = "User-Agent: Veracity/0 (+https://newsroom.example.org/contact)"
    assert all(agent in one.head for one in web.asked)


@pytest.mark.parametrize(
    ("status", "kind", "advice"),
    [
        (400, FailureKind.UNREACHABLE, "Open the address in a browser"),
        (401, FailureKind.REFUSED, "does not give it to programs"),
        (403, FailureKind.REFUSED, "does not give it to programs"),
        (404, FailureKind.UNREACHABLE, "no such page"),
        (410, FailureKind.UNREACHABLE, "no such page"),
        (451, FailureKind.REFUSED, "does not give it to programs"),
        (500, FailureKind.UNREACHABLE, "Try it later"),
        (503, FailureKind.UNREACHABLE, "Try it later"),
    ],
)
def test_an_error_is_never_a_page(
    status: int, kind: FailureKind, advice: str, tmp_path: Path, children: Children
) -> None:
    failed = failure({"/a": Page(article(TEXT), status=status)}, tmp_path, children)
    assert failed.kind is kind
    assert f"status {status}" in failed.message
    assert advice in failed.message


@pytest.mark.parametrize("status", [429, 503])
def test_a_site_that_asks_for_a_moment_gets_it(
    status: int, tmp_path: Path, children: Children
) -> None:
    busy = Page(status=status, headers={"Retry-After": "1"})
    began = time.monotonic()
    fetched = page({"/a": [busy, Page(article(TEXT))]}, tmp_path, children)
    assert fetched.page.text
    assert time.monotonic() - began >= 1.0


def test_a_site_that_asks_for_longer_is_left_alone(tmp_path: Path, children: Children) -> None:
    pages: dict[str, Page | list[Page]] = {
        "/a": Page(status=429, headers={"Retry-After": "60"}),
        "/b": Page(article(TEXT)),
    }
    (first, second), web = fetch(pages, tmp_path, children, URL, f"https://{HOST}/b")
    for failed in (first, second):
        assert isinstance(failed, Failure)
        assert failed.kind is FailureKind.RATE_LIMITED
        assert failed.retry_after is not None
        assert 55 < failed.retry_after <= 60
    assert web.targets == [f"{HOST}/a"]


def test_a_crowd_at_a_closed_site_sends_few_requests(tmp_path: Path, children: Children) -> None:
    """Forty fetches by eight at a time: the two that had begun, and nobody after them."""

    async def ask() -> tuple[list[Fetched | Failure], Web]:
        gate = asyncio.Semaphore(8)
        busy = Page(status=429, headers={"Retry-After": "60"})
        pages = {f"{HOST}/{number}": busy for number in range(40)}
        async with Web(pages) as web, Reading(web, tmp_path, children=children) as reading:

            async def one(number: int) -> Fetched | Failure:
                async with gate:
                    return await reading.fetch(f"https://{HOST}/{number}")

            return await asyncio.gather(*(one(number) for number in range(40))), web

    outcomes, web = asyncio.run(ask())
    assert {one.kind for one in outcomes if isinstance(one, Failure)} == {FailureKind.RATE_LIMITED}
    assert len(outcomes) == 40
    assert len(web.targets) <= 2


@pytest.mark.parametrize(
    ("given", "kind", "why"),
    [
        (Page(b"{}", "application/json"), FailureKind.MALFORMED, "'application/json'"),
        (Page(b"MZ\x90\x00", "text/html"), FailureKind.MALFORMED, "bytes are something else"),
        (Page(status=302), FailureKind.UNREACHABLE, "status 302"),
        (Page(status=304), FailureKind.UNREACHABLE, "status 304"),
        (redirect("http://a.example.org/"), FailureKind.REFUSED, "plain http"),
        (redirect("https://10.0.0.1/"), FailureKind.REFUSED, "a private network"),
        (redirect("/a"), FailureKind.TRUNCATED, "redirected more than 8 times"),
        (
            Page(send=lambda writer: _send(writer, b"SSH-2.0-OpenSSH_9.9\r\n")),
            FailureKind.UNREACHABLE,
            "does not speak HTTP",
        ),
        (
            Page(
                send=lambda writer: _send(writer, b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab")
            ),
            FailureKind.UNREACHABLE,
            "broke off",
        ),
    ],
)
def test_what_is_no_page(
    given: Page, kind: FailureKind, why: str, tmp_path: Path, children: Children
) -> None:
    failed = failure({"/a": given}, tmp_path, children)
    assert failed.kind is kind
    assert why in failed.message


async def _send(writer: asyncio.StreamWriter, content: bytes) -> None:
    writer.write(content)
    await writer.drain()


def test_a_host_without_an_address(tmp_path: Path, children: Children) -> None:
    (failed,), _ = fetch({}, tmp_path, children, resolve={HOST: []})
    assert isinstance(failed, Failure)
    assert failed.kind is FailureKind.UNREACHABLE
    assert f"no address for {HOST}" in failed.message


def test_a_length_past_the_limit_is_not_waited_for(tmp_path: Path, children: Children) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99999999999\r\n\r\n"

    async def send(writer: asyncio.StreamWriter) -> None:
        await _send(writer, head)
        await asyncio.sleep(60)

    began = time.monotonic()
    failed = failure({"/a": Page(send=send)}, tmp_path, children)
    assert failed.kind is FailureKind.TRUNCATED
    assert "99,999,999,999 bytes" in failed.message
    assert time.monotonic() - began < 10


def test_the_whole_of_a_fetch_has_a_limit(tmp_path: Path, children: Children) -> None:
    """Each answer comes soon enough; together they take too long."""

    async def send(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.3)
        await _send(writer, b"HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n")

    limits = Limits(seconds=0.5)
    (failed,), _ = fetch({"/a": Page(send=send)}, tmp_path, children, limits=limits)
    assert isinstance(failed, Failure)
    assert failed.kind is FailureKind.TIMEOUT
    assert "0.5 seconds" in failed.message


@pytest.mark.parametrize(
    "url",
    [
        f"https://someone:{KEY}@{HOST}/a",
        f"https://{HOST}/none?api_key={KEY}",
        f"https://{HOST}/down?api_key={KEY}",
        f"https://{HOST}/json?token={KEY}",
        f"https://{HOST}/large?token={KEY}",
        f"https://{HOST}/loop?token={KEY}",
        f"https://{HOST}/away?q=1",
        f"https://{HOST}:22/?token={KEY}",
        f"https://inside.example.net/?token={KEY}",
        f"https://nowhere.example.net/?token={KEY}",
    ],
)
def test_no_failure_shows_a_key(url: str, tmp_path: Path, children: Children) -> None:
    pages: dict[str, Page | list[Page]] = {
        f"/down?api_key={KEY}": Page(status=503),
        f"/json?token={KEY}": Page(b"{}", "application/json"),
        f"/large?token={KEY}": Page(bytes(3000), "text/plain"),
        f"/loop?token={KEY}": redirect(f"/loop?token={KEY}"),
        "/away?q=1": redirect(f"https://someone:{KEY}@a.example.org/?key={KEY}"),
    }
    resolve = {"inside.example.net": ["10.0.0.1"], "nowhere.example.net": []}
    limits = Limits(decoded_bytes=2000)
    served = {f"{HOST}{at}": one for at, one in pages.items()}
    (failed,), _ = fetch(served, tmp_path, children, url, limits=limits, resolve=resolve)
    assert isinstance(failed, Failure)
    assert KEY not in failed.model_dump_json()


def test_a_pdf_is_read(tmp_path: Path, children: Children) -> None:
    fetched = page({"/a": Page(pdf_of(3), "application/octet-stream")}, tmp_path, children)
    assert fetched.media_type == "application/pdf"
    assert fetched.page.text == "\n\n".join(["Grain at Lowmere"] * 3)
    assert fetched.stands_in_for is None


@pytest.mark.parametrize("body", [b"%PDF-1.4\n", b"%PDF-1.7\n" + b"1 0 obj << /Type " * 50])
def test_a_damaged_pdf_is_no_page(body: bytes, tmp_path: Path, children: Children) -> None:
    failed = failure({"/a": Page(body, "application/pdf")}, tmp_path, children)
    assert failed.kind is FailureKind.MALFORMED


def test_an_image_is_kept_and_has_no_text(tmp_path: Path, children: Children) -> None:
    from tests.retrieval.web.hostile import png_of

    fetched = page({"/a": Page(png_of(20, 10), "image/png")}, tmp_path, children)
    assert (fetched.page.text, fetched.page.obstacle) == ("", Obstacle.EMPTY)
