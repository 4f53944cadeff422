from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest

from veracity.domain.canonical import digest_bytes
from veracity.domain.page import Extracted, Fetched
from veracity.publish.warc import warc

CONTENT = b"<p>Grain: 412,000 tonnes\r\n\r\nWARC/1.1\r\n</p>\x00\xff"
AT = datetime(2026, 6, 1, 14, 30, 5, 250_000, tzinfo=timezone(timedelta(hours=2)))
FETCHED = Fetched(
    url="https://records.example.net/a",
    final_url="https://records.example.net/b",
    redirects=("https://records.example.net/b",),
    status=200,
    media_type="text/html",
    headers={"content-type": "text/html"},
    digest=digest_bytes(CONTENT),
    size=len(CONTENT),
    page=Extracted(text="Grain: 412,000 tonnes, \u0db6\u0dad\u0dca", title="Harbor"),
)


def records(content: bytes) -> list[tuple[dict[str, str], bytes]]:
    """The header and block of every record, read by the standard: lengths alone tell where."""
    found: list[tuple[dict[str, str], bytes]] = []
    while content:
        head, _, rest = content.partition(b"\r\n\r\n")
        version, *lines = head.decode().split("\r\n")
        assert version == "WARC/1.1"
        fields = dict(line.split(": ", 1) for line in lines)
        length = int(fields["Content-Length"])
        found.append((fields, rest[:length]))
        assert rest[length : length + 4] == b"\r\n\r\n"
        content = rest[length + 4 :]
    return found


def made(fetched: Fetched = FETCHED) -> list[tuple[dict[str, str], bytes]]:
    return records(warc(fetched, CONTENT, AT, "Veracity/0"))


def test_a_page_is_four_records() -> None:
    info, resource, metadata, conversion = made()
    assert [fields["WARC-Type"] for fields, _ in made()] == [
        "warcinfo",
        "resource",
        "metadata",
        "conversion",
    ]
    assert info[1] == b"software: Veracity/0\r\n"
    assert resource[1] == CONTENT
    assert conversion[1].decode() == FETCHED.page.text
    about = json.loads(metadata[1])
    assert about["redirects"] == ["https://records.example.net/b"]
    assert about["page"]["title"] == "Harbor"
    assert "text" not in about["page"]


def test_what_every_record_says() -> None:
    for fields, block in made():
        assert fields["WARC-Date"] == "2026-06-01T12:30:05Z"
        assert fields["WARC-Block-Digest"] == digest_bytes(block)
    (info, _), (resource, _), *derived = made()
    assert resource["WARC-Target-URI"] == FETCHED.final_url
    assert resource["WARC-Payload-Digest"] == FETCHED.digest
    assert resource["Content-Type"] == "text/html"
    assert resource["WARC-Warcinfo-ID"] == info["WARC-Record-ID"]
    for fields, _ in derived:
        assert fields["WARC-Refers-To"] == resource["WARC-Record-ID"]


def test_records_have_names_of_their_own_that_stay() -> None:
    names = [fields["WARC-Record-ID"] for fields, _ in made()]
    assert len(set(names)) == 4
    assert names == [fields["WARC-Record-ID"] for fields, _ in made()]
    later = records(warc(FETCHED, CONTENT, AT.astimezone(UTC) + timedelta(days=1), "Veracity/0"))
    assert not set(names) & {fields["WARC-Record-ID"] for fields, _ in later}


def test_a_header_of_the_page_makes_no_header_of_the_record() -> None:
    evil = FETCHED.model_copy(update={"media_type": "text/html\r\nWARC-Type: warcinfo"})
    assert made(evil)[1][0]["WARC-Type"] == "resource"


def test_other_bytes_are_refused() -> None:
    with pytest.raises(ValueError, match="is another"):
        warc(FETCHED, CONTENT + b"\n", AT, "Veracity/0")
