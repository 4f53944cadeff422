"""Where the keys of providers lie: the settings, the environment, and `.env` files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from veracity.models.hosted.keys import Key

ENV_FILE = ".env"


class Keyed(Protocol):
    """Whoever may need a key: a provider of models, a search backend."""

    @property
    def name(self) -> str:
        """As the settings name it."""
        ...

    @property
    def key(self) -> str:
        """Environment variable of its key."""
        ...


@dataclass(frozen=True, slots=True)
class Found:
    """A key with where it was found; an empty one was found nowhere."""

    key: Key
    where: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Keyring:
    """The places in which keys are looked for, in this order."""

    settings: Mapping[str, str]
    """By provider."""
    environ: Mapping[str, str]
    folders: Sequence[Path]
    """Whose `.env` is read, if there is one."""

    def find(self, owner: Keyed) -> Found:
        """The key of `owner`."""
        if named := self.settings.get(owner.name):
            return Found(Key(named), "settings.toml")
        if named := self.environ.get(owner.key):
            return Found(Key(named), f"{owner.key} in the environment")
        for folder in self.folders:
            file = folder / ENV_FILE
            if named := read_env(file).get(owner.key):
                return Found(Key(named), f"{owner.key} in {file}")
        return Found(Key(""))


def read_env(file: Path) -> dict[str, str]:
    """The variables of a `.env` file: `NAME=value` on each line, `export` and quotes allowed.

    Empty when there is no such file or it cannot be read. Nothing in it is expanded.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    found: dict[str, str] = {}
    for line in lines:
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if equals and not name.startswith("#"):
            found[name.strip()] = _unquoted(value.strip())
    return found


def _unquoted(value: str) -> str:
    for quote in ("'", '"'):
        if len(value) >= 2 and value.startswith(quote):
            return value[1:].partition(quote)[0]
    return value.partition(" #")[0].strip()
