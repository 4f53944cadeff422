from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncGenerator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.retrieval.web.body import TooMuch, Undecodable, read_body

CONTENTS = st.one_of(
    st.binary(max_size=2000),
    # Long runs: more comes out of one step of the decompressor than it may give.
    st.builds(lambda part, times: part * times, st.binary(max_size=20), st.integers(0, 20_000)),
)


def raw_deflate(content: bytes) -> bytes:
    compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return compressor.compress(content) + compressor.flush()


def two_members(content: bytes) -> bytes:
    half = len(content) // 2
    return gzip.compress(content[:half]) + gzip.compress(content[half:])


ENCODED = {
    "plain": ("", bytes),
    "identity": ("identity", bytes),
    "gzip": ("gzip", gzip.compress),
    "gzip of two members": ("x-gzip", two_members),
    "gzip with bytes after it": ("gzip", lambda content: gzip.compress(content) + b"\0" * 9),
    "deflate": ("deflate", zlib.compress),
    "deflate without a header": ("Deflate", raw_deflate),
}


def read(
    body: bytes, encoding: str, size: int = 4096, *, wire: int = 10**7, decoded: int = 10**7
) -> bytes:
    async def chunks() -> AsyncGenerator[bytes]:
        for start in range(0, len(body), size):
            yield body[start : start + size]

    return asyncio.run(read_body(chunks(), encoding, wire=wire, decoded=decoded))


@pytest.mark.parametrize("way", list(ENCODED))
@given(content=CONTENTS, size=st.integers(1, 5000))
def test_a_body_comes_out_as_it_was(way: str, content: bytes, size: int) -> None:
    encoding, encode = ENCODED[way]
    body = encode(content)
    assert read(body, encoding, max(size, len(body) // 200)) == content


@pytest.mark.parametrize("way", list(ENCODED))
def test_the_limit_is_the_last_byte_that_is_read(way: str) -> None:
    encoding, encode = ENCODED[way]
    content = bytes(range(256)) * 1000
    assert read(encode(content), encoding, decoded=256_000) == content
    with pytest.raises(TooMuch, match="more than 255,999 bytes"):
        read(encode(content), encoding, decoded=255_999)


def test_bytes_on_the_wire_have_a_limit_of_their_own() -> None:
    with pytest.raises(TooMuch, match="sends more than 99 bytes"):
        read(gzip.compress(b"") * 50, "gzip", wire=99)


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "compress", "aes128gcm"])
def test_an_encoding_that_was_not_asked_for(encoding: str) -> None:
    with pytest.raises(Undecodable, match="not asked for"):
        read(b"anything", encoding)


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
@pytest.mark.parametrize("body", [b"plain text", b"\x1f", b"\xff" * 50])
def test_what_is_not_encoded_as_it_says(encoding: str, body: bytes) -> None:
    with pytest.raises(Undecodable):
        read(body, encoding)


def test_a_compressed_body_that_breaks_off() -> None:
    body = gzip.compress(bytes(range(256)) * 50)
    with pytest.raises(Undecodable, match="breaks off"):
        read(body[:-10], "gzip")
