from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from command import veracity

KEY = "sk-test-0f9d8c7b6a5e4d3c"
LINE = "<p>The harbor of Lowmere handled 412,000 tonnes of grain in 2023.</p>"
PAGE = (
    "<!doctype html><html lang='en'><head><title>Harbor \x1b[2Jreport</title></head>"
    f"<body><article><h1>Harbor report</h1>{LINE}"
    "<p>Nobody counted the ships that waited outside, and so no number of them is given here.</p>"
    "</article></body></html>"
)


class Site(BaseHTTPRequestHandler):
    """One page, one wall, and a robots.txt."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        answers = {
            "/a": (200, "text/html; charset=utf-8", PAGE),
            "/robots.txt": (200, "text/plain", "User-agent: *\nDisallow: /private"),
            "/private": (200, "text/html", PAGE),
        }
        status, media_type, body = answers.get(path, (404, "text/html", "none"))
        assert isinstance(self.server, Server)
        self.server.asked.append(self.path)
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as its parent has it
        """Nobody reads it."""


class Server(ThreadingHTTPServer):
    """Keeps what it was asked for."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Site)
        self.asked: list[str] = []

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.server_port}"


@pytest.fixture
def site() -> Iterator[Server]:
    server = Server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def fetch(site: Server, path: str, *options: str | Path, home: Path, **extra: str) -> Any:
    allow = {"VERACITY_FETCH_ALLOW": site.place, **extra}
    return veracity("fetch", f"http://{site.place}{path}", *options, home=home, **allow)


def test_a_page_is_shown_with_what_was_read(site: Server, tmp_path: Path) -> None:
    ran = fetch(site, "/a", home=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[0] == f"http://{site.place}/a"
    assert lines[1].startswith("tier: refused: an IP address")
    said = dict(line.split(": ", 1) for line in lines[1:])
    assert "characters" in said["text"]
    assert f"{len(PAGE.encode()):,} of text/html, sha256:" in said["bytes"]
    assert "\x1b" not in ran.stdout


def test_a_page_is_fetched_once_and_again_when_it_must_be_fresh(
    site: Server, tmp_path: Path
) -> None:
    for options, times in (((), 1), ((), 1), (("--fresh",), 2)):
        assert fetch(site, "/a", *options, home=tmp_path).returncode == 0
        assert site.asked.count("/a") == times


def test_json_and_warc(site: Server, tmp_path: Path) -> None:
    ran = fetch(site, "/a", "--json", "--warc", tmp_path / "a.warc", home=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    fetched = json.loads(ran.stdout)
    assert "412,000 tonnes" in fetched["page"]["text"]
    kept = (tmp_path / "a.warc").read_bytes()
    assert kept.startswith(b"WARC/1.1\r\n")
    assert PAGE.encode() in kept
    assert f"WARC-Payload-Digest: {fetched['digest']}".encode() in kept


def test_a_warc_that_cannot_be_written(site: Server, tmp_path: Path) -> None:
    ran = fetch(site, "/a", "--warc", tmp_path / "none" / "a.warc", home=tmp_path)
    assert ran.returncode == 6
    assert "cannot be written" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def test_no_page_is_one_line_and_a_code(site: Server, tmp_path: Path) -> None:
    ran = fetch(site, "/none", home=tmp_path)
    assert (ran.returncode, ran.stdout) == (4, "")
    assert ran.stderr == (
        f"veracity: http://{site.place}/none answered with status 404. "
        "There is no such page; look for another copy of it.\n"
    )


def test_this_machine_is_not_fetched_unless_it_is_allowed(site: Server, tmp_path: Path) -> None:
    ran = veracity("fetch", f"http://{site.place}/a", home=tmp_path)
    assert ran.returncode == 4
    assert "is not fetched" in ran.stderr
    assert site.asked == []


def test_what_a_site_asks_is_overridden_by_a_setting_and_shown(
    site: Server, tmp_path: Path
) -> None:
    ran = fetch(site, "/private", home=tmp_path)
    assert (ran.returncode, ran.stdout) == (4, "")
    assert "robots.txt asks programs to stay away" in ran.stderr
    ran = fetch(site, "/private", home=tmp_path, VERACITY_ROBOTS="ignore")
    assert ran.returncode == 0
    assert "robots.txt: overridden" in ran.stdout


@pytest.mark.parametrize(
    "url", ["https://someone:{key}@{place}/a", "http://{place}/none?token={key}"]
)
def test_a_key_in_an_address_is_not_printed(url: str, site: Server, tmp_path: Path) -> None:
    allow = {"VERACITY_FETCH_ALLOW": site.place}
    ran = veracity("fetch", url.format(key=KEY, place=site.place), "--json", home=tmp_path, **allow)
    assert (ran.returncode, json.loads(ran.stdout).keys()) == (4, {"failure"})
    assert ran.stderr.startswith("veracity: http")
    assert KEY not in ran.stdout + ran.stderr


def test_a_password_in_an_address_is_kept_nowhere(site: Server, tmp_path: Path) -> None:
    url = f"http://someone:{KEY}@{site.place}/a"
    ran = veracity("fetch", url, home=tmp_path, VERACITY_FETCH_ALLOW=site.place)
    assert ran.returncode == 4
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert files
    assert [file for file in files if KEY.encode() in file.read_bytes()] == []
