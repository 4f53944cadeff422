"""What other packages offer, found through their entry points: methods and providers.

Looking reads the metadata of everything that is installed. So it is done only when a name is asked
for that Veracity itself does not have, or when what there is is listed, and once a process.
"""

from __future__ import annotations

from collections.abc import Iterable
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

_KINDS: Final = {METHODS: "method", PROVIDERS: "provider"}


@dataclass(frozen=True, slots=True)
class Extension:
    """Something that an installed package offers under a name. Nothing of it is imported yet."""

    group: str
    name: str
    package: str
    version: str
    entry: EntryPoint

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
        try:
            return self.entry.load()
        except (Exception, SystemExit) as fault:  # Code of others may do anything when imported.
            why = f"importing {self.entry.value} raised {type(fault).__name__}: {fault}"
            raise self.unusable(why) from fault

    def unusable(self, why: str, fix: str = "") -> BadInput:
        """The error that this extension is broken, on one line that names its package."""
        said = " ".join(why.split()).rstrip(".")
        return BadInput(
            f"The {self.kind} '{self.name}' of the package {self.origin} cannot be used: {said}.",
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
    first: dict[str, list[Extension]] = {}
    for distribution in installed:
        if f"[{group}]" not in (distribution.read_text("entry_points.txt") or ""):
            continue  # Parsing the lists of all packages would take ten times as long.
        entries = distribution.entry_points.select(group=group)
        package, version = distribution.name, distribution.version
        offers = [Extension(group, entry.name, package, version, entry) for entry in entries]
        first.setdefault(package, offers)
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
