from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from veracity.desk.blobs import BlobDamaged, Blobs
from veracity.domain.canonical import digest_bytes


def test_what_was_put_is_got(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs")
    for content in (b"", b"a", bytes(range(256)) * 1000):
        assert blobs.get(blobs.put(content)) == content


def test_a_blob_is_named_by_its_content_and_kept_once(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs")
    names = {blobs.put(b"page"), blobs.put(b"page")}
    assert names == {digest_bytes(b"page")}
    assert list(blobs.digests()) == list(names)
    assert blobs.size() == 4
    (name,) = names
    hexadecimal = name.removeprefix("sha256:")
    assert (tmp_path / "blobs" / hexadecimal[:2] / hexadecimal[2:]).read_bytes() == b"page"


@pytest.mark.parametrize("damage", [b"pag", b"pagf", b""])
def test_a_changed_blob_is_found_and_can_be_written_again(tmp_path: Path, damage: bytes) -> None:
    blobs = Blobs(tmp_path / "blobs")
    name = blobs.put(b"page")
    blobs.path(name).write_bytes(damage)
    with pytest.raises(BlobDamaged, match="damaged"):
        blobs.get(name)
    blobs.put(b"page")
    assert blobs.get(name) == b"page"


def test_a_missing_blob_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(BlobDamaged, match="missing"):
        Blobs(tmp_path / "blobs").get(digest_bytes(b"page"))


@pytest.mark.parametrize(
    "name",
    ["", "sha256:", "sha256:ab", "md5:" + "a" * 64, "sha256:" + "A" * 64, "sha256:../" + "a" * 61],
)
def test_what_names_no_blob_reaches_no_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="does not name a blob"):
        Blobs(tmp_path / "blobs").get(name)


def test_many_writers_of_one_blob_end_with_one_file(tmp_path: Path) -> None:
    content = b"x" * 1_000_000
    with ThreadPoolExecutor(8) as pool:
        names = set(pool.map(lambda _: Blobs(tmp_path / "blobs").put(content), range(16)))
    assert len(names) == 1
    files = [place for place in (tmp_path / "blobs").rglob("*") if place.is_file()]
    assert [place.read_bytes() for place in files] == [content]


def test_a_sweep_takes_old_unused_blobs_and_torn_files(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs")
    used, old, young = blobs.put(b"used"), blobs.put(b"old"), blobs.put(b"young")
    torn = blobs.path(used).with_name("torn.partial")
    torn.touch()
    for place in (blobs.path(used), blobs.path(old), torn):
        os.utime(place, (1e9, 1e9))
    assert blobs.sweep({used}, idle_seconds=60) == 1
    assert set(blobs.digests()) == {used, young}
    assert not torn.exists()


def test_a_blob_that_is_put_again_is_young_again(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs")
    name = blobs.put(b"page")
    os.utime(blobs.path(name), (1e9, 1e9))
    blobs.put(b"page")
    assert blobs.sweep(set(), idle_seconds=60) == 0
    assert name in blobs
