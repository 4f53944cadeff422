"""A fetched page as a WARC file, the format in which web archives keep pages (ISO 28500, WARC 1.1).

The bytes are written as a `resource`: what was fetched, decompressed, without the whole exchange
that brought it. What the answer said of itself follows as `metadata`, and the text that was read
out of it as a `conversion`.
"""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

from veracity.domain.canonical import canonical, digest_bytes
from veracity.domain.page import Fetched

_NAMES = uuid.UUID("5bd9a2b0-8c63-5f0a-9c1e-6d3f0a6f4e55")
"""Makes record identifiers of one kind of record, one page and one time always the same."""


def warc(fetched: Fetched, content: bytes, at: datetime, software: str) -> bytes:
    """The records of one page: `content` are its bytes, `at` is when it was fetched.

    Raises `ValueError` when the bytes are not those that were fetched.
    """
    if digest_bytes(content) != fetched.digest:
        raise ValueError(f"the content of {fetched.digest} is another")
    date = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def identifier(kind: str) -> str:
        named = uuid.uuid5(_NAMES, f"{kind} {fetched.digest} {fetched.final_url} {date}")
        return f"<urn:uuid:{named}>"

    def record(kind: str, block: bytes, content_type: str, *more: tuple[str, str]) -> bytes:
        fields = [
            ("WARC-Type", kind),
            ("WARC-Record-ID", identifier(kind)),
            ("WARC-Date", date),
            ("Content-Type", content_type),
            ("Content-Length", str(len(block))),
            ("WARC-Block-Digest", digest_bytes(block)),
            *more,
        ]
        head = "".join(f"{name}: {_line(value)}\r\n" for name, value in fields)
        return b"WARC/1.1\r\n" + head.encode("utf-8") + b"\r\n" + block + b"\r\n\r\n"

    target = ("WARC-Target-URI", fetched.final_url)
    refers = ("WARC-Refers-To", identifier("resource"))
    return b"".join(
        (
            record("warcinfo", _fields({"software": software}), "application/warc-fields"),
            record(
                "resource",
                content,
                fetched.media_type,
                target,
                ("WARC-Payload-Digest", fetched.digest),
                ("WARC-Warcinfo-ID", identifier("warcinfo")),
            ),
            record("metadata", canonical(_about(fetched)), "application/json", target, refers),
            record(
                "conversion",
                fetched.page.text.encode("utf-8"),
                "text/plain;charset=utf-8",
                target,
                refers,
            ),
        )
    )


def _about(fetched: Fetched) -> dict[str, object]:
    """Everything that is known of the page beside its bytes and its text."""
    about = fetched.model_dump(mode="json")
    about["page"].pop("text")
    return about


def _fields(values: dict[str, str]) -> bytes:
    return "".join(f"{name}: {_line(value)}\r\n" for name, value in values.items()).encode("utf-8")


def _line(value: str) -> str:
    """A header's value on one line."""
    return " ".join(value.split())
