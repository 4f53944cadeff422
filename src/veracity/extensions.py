"""What other packages offer, found through their entry points: methods and providers.

Looking reads the metadata of everything that is installed. So it is done only when a name is asked
for that Veracity itself does not have, or when what there is is listed, and once a process.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from veracity.domain.errors import BadInput

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

METHODS: Final = "veracity.methods"
"""The group of entry points that name a `Method`."""
PROVIDERS: Final = "veracity.providers"
"""The group of entry points that name a function from `Settings` to a `Provider`."""

UNREADABLE: Final = "?"
"""The name of what a package offers whose list of entry points cannot be read."""

_KINDS: Final = {METHODS: "method", PROVIDERS: "provider"}


@dataclass(frozen=True, slots=True)
class Extension:
    """Something that an installed package offers under a name. Nothing of it is imported yet."""

    group: str
    name: str
    package: str
    version: str
    entry: EntryPoint | None = None
    """None when the package's list of entry points cannot be read."""

    @property
    def kind(self) -> str:
        """`method` or `provider`."""
        return _KINDS[self.group]

    @property
    def origin(self) -> str:
        """The package and its version."""
        return f"{self.package} {self.version}"

    def load(self) -> object:
        """Import what the entry point names. Raises `BadInput` for whatever prevents that."""
        if self.entry is None:
            raise self.unusable("its entry_points.txt is not laid out as one")
        try:
            return self.entry.load()
        except (Exception, SystemExit) as fault:  # Code of others may do anything when imported.
            why = f"importing {self.entry.value} raised {type(fault).__name__}: {fault}"
            raise self.unusable(why) from fault

    def unusable(self, why: str, fix: str = "") -> BadInput:
        """The error that this extension is broken, in words that name its package."""
        return BadInput(
            f"The {self.kind} '{self.name}' of the package {self.origin} cannot be used: "
            f"{why.rstrip('.')}.",
            fix or f"Update {self.package}, or remove it with pip.",
        )


@cache
def offered(group: str) -> tuple[Extension, ...]:
    """What installed packages offer in a group, by name and package."""
    from importlib.metadata import distributions

    return read(distributions(), group)


def read(installed: Iterable[Distribution], group: str) -> tuple[Extension, ...]:
    """What these distributions offer in a group. Of one that is there twice the first counts, as it
    does for an import."""
    first: dict[str, tuple[Extension, ...]] = {}
    for distribution in installed:
        # Only a list that names the group is parsed, so no other package's faults matter here.
        if f"[{group}]" in (distribution.read_text("entry_points.txt") or ""):
            package = str(distribution.name or "without a name")
            first.setdefault(package, tuple(_entries(distribution, package, group)))
    found = (extension for extensions in first.values() for extension in extensions)
    return tuple(sorted(found, key=lambda extension: (extension.name, extension.package)))


def find(group: str, name: str) -> Extension | None:
    """What is offered in a group under a name, None for nothing.

    Raises `BadInput` when several packages offer that name: neither is preferred.
    """
    found = [extension for extension in offered(group) if extension.name == name]
    if len(found) > 1:
        packages = " and ".join(extension.origin for extension in found)
        raise BadInput(
            f"The {_KINDS[group]} '{name}' is offered by {packages}.", "Remove all but one of them."
        )
    return found[0] if found else None


def _entries(distribution: Distribution, package: str, group: str) -> Iterator[Extension]:
    version = str(distribution.version or "without a version")
    try:
        entries = distribution.entry_points.select(group=group)
    except Exception:  # Which one depends on the version of Python; `load` tells the person.
        yield Extension(group, UNREADABLE, package, version)
        return
    for entry in entries:
        yield Extension(group, entry.name, package, version, entry)
