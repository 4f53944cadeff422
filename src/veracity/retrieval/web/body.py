"""Reading a body within limits: on the wire, and after decompression.

A client that decompresses by itself hands out a chunk of any size, so a few bytes fill the memory
before a limit is looked at. Here the decompressor is told how much it may give.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterable
from typing import Protocol

ENCODINGS = "gzip, deflate"
"""What is asked for. What is not asked for is not decoded."""

_STEP = 64 * 1024
"""Bytes that are decompressed at once."""
_GZIP = 16 + zlib.MAX_WBITS
_MAGIC = b"\x1f\x8b"


class Inflating(Protocol):
    """What `zlib.decompressobj` makes; its class has no public name."""

    @property
    def unconsumed_tail(self) -> bytes:
        """What was fed and not decoded yet."""
        ...

    @property
    def unused_data(self) -> bytes:
        """What was fed after the end."""
        ...

    @property
    def eof(self) -> bool:
        """The end has come."""
        ...

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """Decode some of `data`."""
        ...


class TooMuch(Exception):
    """A body passed a limit. Its text says which."""


class Undecodable(Exception):
    """A body is not what its encoding says. Its text says why."""


async def read_body(
    chunks: AsyncIterable[bytes], encoding: str, *, wire: int, decoded: int
) -> bytes:
    """The body that `chunks` hold, decoded.

    Raises `TooMuch` as soon as more than `wire` bytes came or more than `decoded` were made of
    them, and `Undecodable` for an encoding that was not asked for or does not hold.
    """
    decoder, content, came = decoder_for(encoding), bytearray(), 0
    async for chunk in chunks:
        came += len(chunk)
        if came > wire:
            raise TooMuch(f"it sends more than {wire:,} bytes")
        decoder.feed(chunk, content, decoded)
    decoder.finish()
    return bytes(content)


def decoder_for(encoding: str) -> Plain | Inflated:
    """What decodes a `Content-Encoding`. Raises `Undecodable`."""
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return Plain()
    if name in ("gzip", "x-gzip", "deflate"):
        return Inflated(gzip=name != "deflate")
    raise Undecodable(f"it is encoded as {name[:40]!r}, which was not asked for")


class Plain:
    """A body without an encoding."""

    def feed(self, chunk: bytes, content: bytearray, most: int) -> None:
        """Add `chunk` to `content`. Raises `TooMuch`."""
        if len(content) + len(chunk) > most:
            raise TooMuch(f"it has more than {most:,} bytes")
        content += chunk

    def finish(self) -> None:
        """A body without an encoding ends anywhere."""


class Inflated:
    """A body in gzip, of one member or several, or in deflate."""

    def __init__(self, *, gzip: bool) -> None:
        self._gzip = gzip
        self._inflating: Inflating | None = None
        """None until the header of a member is there."""
        self._head = b""
        self._whole = False
        """A member has ended."""

    def feed(self, chunk: bytes, content: bytearray, most: int) -> None:
        """Add what `chunk` decodes to. Raises `TooMuch`, `Undecodable`."""
        data = chunk
        while True:
            if self._inflating is None:
                data = self._begin(data)
            if self._inflating is None:
                return
            made = _step(self._inflating, data)
            content += made
            if len(content) > most:
                raise TooMuch(f"it decompresses to more than {most:,} bytes")
            data = self._inflating.unconsumed_tail
            if self._inflating.eof:
                data, self._inflating, self._whole = self._inflating.unused_data, None, True
            elif not data and len(made) < _STEP:
                return  # All that was fed is out; a full step may leave more inside.

    def finish(self) -> None:
        """Raises `Undecodable` for a body that broke off."""
        if self._inflating is not None or (self._head and not self._whole):
            raise Undecodable("its compressed content breaks off")

    def _begin(self, data: bytes) -> bytes:
        """Begin a member once the two bytes are there that tell its kind, and return its bytes.

        "deflate" is sent with the header of zlib (RFC 1950) and without it. What follows a member
        and is none is passed over, as browsers do.
        """
        head = self._head + data
        if len(head) < 2:
            self._head = head
        elif not self._whole or (self._gzip and head.startswith(_MAGIC)):
            self._head = b""
            self._inflating = zlib.decompressobj(self._window(head))
        return head

    def _window(self, head: bytes) -> int:
        if self._gzip:
            return _GZIP
        with_header = head[0] & 0x0F == zlib.DEFLATED and int.from_bytes(head[:2]) % 31 == 0
        return zlib.MAX_WBITS if with_header else -zlib.MAX_WBITS


def _step(inflating: Inflating, data: bytes) -> bytes:
    try:
        return inflating.decompress(data, _STEP)
    except zlib.error as error:
        raise Undecodable("its compressed content is damaged") from error
