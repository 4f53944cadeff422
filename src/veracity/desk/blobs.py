"""Content that is named by its digest and kept once: large replies and the raw bytes of pages."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

from veracity.domain.canonical import ALGORITHM, digest_bytes
from veracity.domain.errors import StorageError

_TEMPORARY = ".partial"


class BlobDamaged(StorageError):
    """A blob whose content is not what its name says, or that is gone."""


class Blobs:
    """A folder of files `ab/cdef…`, where `abcdef…` is the SHA-256 of the content.

    A blob appears whole or not at all: it is written beside its place, flushed to the disk and then
    renamed. Two processes may write the same blob at once; both end with the same file.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, digest: str) -> Path:
        """Where the blob lies, whether it exists or not."""
        algorithm, _, name = digest.partition(":")
        if algorithm != ALGORITHM or len(name) != 64 or not set(name) <= set("0123456789abcdef"):
            raise ValueError(f"{digest!r} does not name a blob")
        return self.folder / name[:2] / name[2:]

    def put(self, content: bytes) -> str:
        """Keep `content` and return its digest. Raises `StorageError` when it cannot be written."""
        digest = digest_bytes(content)
        place = self.path(digest)
        try:
            if place.exists() and place.read_bytes() == content:
                os.utime(place)  # Young again, so that no prune takes it away before it is used.
                return digest
            place.parent.mkdir(parents=True, exist_ok=True)
            _write_whole(place, content)
        except OSError as error:
            raise StorageError(
                f"A blob cannot be written to {self.folder}: {error.strerror}.",
                "Free some space or make the folder writable, or set VERACITY_HOME to another.",
            ) from error
        return digest

    def get(self, digest: str) -> bytes:
        """The content, checked against its name. Raises `BlobDamaged` when it is not whole."""
        try:
            content = self.path(digest).read_bytes()
        except FileNotFoundError:
            raise BlobDamaged(
                f"The blob {digest} is missing.", "Ask again with `--fresh`."
            ) from None
        except OSError as error:
            raise StorageError(
                f"The blob {digest} cannot be read: {error.strerror}.",
                f"Make {self.folder} readable.",
            ) from error
        if digest_bytes(content) != digest:
            raise BlobDamaged(f"The blob {digest} is damaged.", "Ask again with `--fresh`.")
        return content

    def __contains__(self, digest: str) -> bool:
        return self.path(digest).exists()

    def discard(self, digest: str) -> None:
        """Remove the blob if it is there."""
        self.path(digest).unlink(missing_ok=True)

    def digests(self) -> Iterator[str]:
        """Every blob, in no stated order."""
        for place in self.folder.glob("??/*"):
            if not place.name.endswith(_TEMPORARY):
                yield f"{ALGORITHM}:{place.parent.name}{place.name}"

    def size(self) -> int:
        """Bytes that all blobs take together."""
        return sum(self.path(digest).stat().st_size for digest in self.digests())

    def sweep(self, keep: set[str], idle_seconds: float) -> int:
        """Remove blobs outside `keep` and torn files that nobody touched for `idle_seconds`.

        Returns how many blobs went.
        """
        before = time.time() - idle_seconds
        for torn in self.folder.glob(f"??/*{_TEMPORARY}"):
            _remove_if_older(torn, before)
        unused = [digest for digest in self.digests() if digest not in keep]
        return sum(_remove_if_older(self.path(digest), before) for digest in unused)


def _write_whole(place: Path, content: bytes) -> None:
    temporary = place.with_name(f"{place.name}.{secrets.token_hex(8)}{_TEMPORARY}")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(place)
    finally:
        temporary.unlink(missing_ok=True)
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # The name is on the disk only when the folder is.
    finally:
        os.close(folder)


def _remove_if_older(place: Path, before: float) -> bool:
    try:
        if place.stat().st_mtime > before:
            return False
        place.unlink()
    except FileNotFoundError:
        return False
    return True
