"""The lock of the prompts: `python -m veracity.prompts.lock` adds versions that are new.

A version that is in the lock never changes. So whoever changes a prompt raises its version, and a
case that was made with the old one still names what it was made with.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from veracity.prompts import Prompt, load

LOCK = "prompts.lock"


def shipped() -> tuple[Prompt, ...]:
    """Every prompt of the package, by id."""
    names = sorted(
        file.name.removesuffix(".md")
        for file in files("veracity.prompts").iterdir()
        if file.name.endswith(".md")
    )
    return tuple(load(name) for name in names)


def read_lock(text: str) -> dict[tuple[str, int], str]:
    """The digest of each (id, version). A line is `id version digest`."""
    entries = (line.split() for line in text.splitlines() if line.strip())
    return {(name, int(version)): digest for name, version, digest in entries}


def write_lock(locked: dict[tuple[str, int], str]) -> str:
    """The text of a lock file, ordered by id and version."""
    return "".join(
        f"{name} {version} {locked[name, version]}\n" for name, version in sorted(locked)
    )


def problems(prompts: Iterable[Prompt], locked: dict[tuple[str, int], str]) -> list[str]:
    """What keeps `prompts` from being what the lock says: changed without a new version, or new."""
    found: list[str] = []
    for prompt in prompts:
        digest = locked.get((prompt.id, prompt.version))
        if digest is None:
            found.append(f"{prompt.id} version {prompt.version} is not locked.")
        elif digest != prompt.digest:
            found.append(f"{prompt.id} changed: give it version {prompt.version + 1}.")
        if any(name == prompt.id and version > prompt.version for name, version in locked):
            found.append(f"{prompt.id} went back to version {prompt.version}.")
    return found


def main() -> int:
    """Add new versions to the lock. Returns 1 when a locked version was changed."""
    place = Path(str(files("veracity.prompts").joinpath(LOCK)))
    locked = read_lock(place.read_text(encoding="utf-8")) if place.exists() else {}
    for prompt in shipped():
        locked.setdefault((prompt.id, prompt.version), prompt.digest)
    if found := problems(shipped(), locked):
        print("\n".join(found), file=sys.stderr)
        return 1
    place.write_text(write_lock(locked), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
