"""Servers that mean no good, as rows of a table describe them."""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import urljoin, urlsplit

from tests.retrieval.web.loopback import Page, Web, article, redirect
from veracity.retrieval.web.limits import MIB, Limits

TEXT = "The harbor of Lowmere handled 412,000 tonnes of grain.\n" * 8
PATIENCE = 2.0
"""Seconds that a test waits for what would never end, where the row has a longer deadline."""


def web_of(row: Mapping[str, Any]) -> Web:
    """The hosts of a row: its addresses, its redirects, and what lies at their end."""
    hops, written = [row["url"]], row.get("redirects", [])
    for to in written:
        hops.append(joined(hops[-1], to))
    pages = {at(hop): redirect(to) for hop, to in zip(hops, written, strict=False)}
    pages.setdefault(at(hops[-1]), page_of(row.get("server", {})))
    return Web(pages, row.get("resolve"), row.get("second_resolve"))


def joined(base: str, to: str) -> str:
    try:
        return urljoin(base, to)
    except ValueError:
        return to


def at(url: str) -> str:
    """Host and path, as a server sees them."""
    try:
        parts = urlsplit(url)
    except ValueError:  # An address that no server ever sees.
        return url
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.netloc.rpartition('@')[2].partition(':')[0]}{parts.path or '/'}{query}"


def page_of(server: Mapping[str, Any]) -> Page:
    """What a server answers that behaves so."""
    content_type = server.get("content_type", "text/html")
    status, headers = server.get("status", 200), dict(server.get("headers", {}))
    if "body" in server:
        return Page(server["body"].encode(), content_type, status, headers)
    if "decoded_bytes" in server:
        encoding = server.get("content_encoding", "gzip")
        wbits = zlib.MAX_WBITS if encoding == "deflate" else 16 + zlib.MAX_WBITS
        headers["Content-Encoding"] = encoding
        return Page(zeros(server["decoded_bytes"], wbits), content_type, status, headers)
    if server.get("chunked_forever"):
        return Page(send=endless)
    if "bytes_per_write" in server:
        return Page(send=dripping(server))
    if "body_magic" in server:
        magic = server["body_magic"].encode("latin-1")
        return Page(magic + b" and what follows it in the file\n" * 20, content_type)
    if "pdf_pages" in server:
        pdf = pdf_of(server["pdf_pages"], server.get("flate_expanded_bytes", 0))
        return Page(pdf, content_type)
    if "pixels" in server:
        return Page(png_of(*server["pixels"]), content_type)
    return Page(article(TEXT), content_type, status, headers)


def limits_of(row: Mapping[str, Any]) -> Limits:
    limit = row.get("limit", {})
    given: dict[str, Any] = {}
    for name, field in {
        "max_decoded_bytes": "decoded_bytes",
        "max_wire_bytes": "wire_bytes",
        "max_redirects": "redirects",
        "max_pixels": "pixels",
        "max_pages": "pdf_pages",
        "child_cpu_s": "pdf_cpu_seconds",
    }.items():
        if name in limit:
            given[field] = limit[name]
    if "child_rss_mib" in limit:
        given["pdf_memory"] = limit["child_rss_mib"] * MIB
    if "total_deadline_s" in limit:
        given["seconds"] = min(limit["total_deadline_s"], PATIENCE)
    return Limits(**given)


def zeros(size: int, wbits: int) -> bytes:
    """A compressed stream of `size` zeros, made without compressing them all.

    A block that ends in a full flush depends on nothing before it, so one can stand many times. The
    check sum at the end is left out: nobody who keeps within limits gets there.
    """
    compressor = zlib.compressobj(9, wbits=wbits)
    first = compressor.compress(bytes(MIB)) + compressor.flush(zlib.Z_FULL_FLUSH)
    block = compressor.compress(bytes(MIB)) + compressor.flush(zlib.Z_FULL_FLUSH)
    return first + block * (size // MIB - 1)


async def endless(writer: asyncio.StreamWriter) -> None:
    """A body in chunks that never ends."""
    writer.write(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    line = b"<p>" + b"and so on " * 6000
    chunk = f"{len(line):x}\r\n".encode() + line + b"\r\n"
    while True:
        writer.write(chunk)
        await writer.drain()


def dripping(server: Mapping[str, Any]) -> Any:
    """A body of a known length that comes in drops."""

    async def send(writer: asyncio.StreamWriter) -> None:
        length = server["content_length"]
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n"
        writer.write(head.encode())
        for _ in range(length // server["bytes_per_write"]):
            writer.write(b"a" * server["bytes_per_write"])
            await writer.drain()
            await asyncio.sleep(server["interval_s"])

    return send


def png_of(width: int, height: int) -> bytes:
    """A PNG whose header says so, with a short stream of nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(50_000)))
        + chunk(b"IEND", b"")
    )


def pdf_of(pages: int, expanded: int = 0, text: str = "Grain at Lowmere") -> bytes:
    """A PDF of so many pages that share one content: `text`, or a stream that expands to zeros."""
    content = zlib.compress(f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode())
    if expanded:
        content = zeros(expanded, zlib.MAX_WBITS)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] >>"
        % (pages, b" ".join(b"%d 0 R" % (5 + page) for page in range(pages))),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R "
        b"/Resources << /Font << /F1 4 0 R >> >> >>"
    )
    objects += [page] * pages
    out = bytearray(b"%PDF-1.4\n")
    offsets: list[int] = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        start,
    )
    return bytes(out)
