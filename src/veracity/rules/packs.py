"""Source packs: the sites that a search of the web trusts, by country.

A pack names hosts in two lists that match alike, by the host itself and everything below it:
`domains` are publishers' own (`example.lk` and `news.example.lk`), `zones` are parts of the name
space that only a kind of body can register in (`gov.lk`). `sources/packs/*.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from pydantic import Field

from veracity.domain.base import Frozen
from veracity.domain.errors import BadInput
from veracity.rules.urls import address

_FOLDER = files("veracity.sources").joinpath("packs")
_NAME = re.compile(r"[a-z]{2,8}")


class Pack(Frozen):
    """The trusted sites of a country, or of the world."""

    name: str
    """As the dial `pack` names it."""
    title: str
    domains: tuple[str, ...] = Field(min_length=1)
    zones: tuple[str, ...] = ()

    @property
    def sites(self) -> tuple[str, ...]:
        """All of them, as a search is restricted to them."""
        return (*self.domains, *self.zones)


def names() -> tuple[str, ...]:
    """The packs that there are, by name."""
    return tuple(
        sorted(
            entry.name.removesuffix(".toml")
            for entry in _FOLDER.iterdir()
            if entry.name.endswith(".toml")
        )
    )


@cache
def pack(name: str) -> Pack:
    """The pack of this name. Raises `BadInput` for one that Veracity does not have."""
    file = _FOLDER.joinpath(f"{name}.toml")
    if not _NAME.fullmatch(name) or not file.is_file():
        raise BadInput(f"There is no source pack '{name}'.", f"There are: {', '.join(names())}.")
    return Pack.model_validate({"name": name, **tomllib.loads(file.read_text(encoding="utf-8"))})


def on_pack(url: str, of: Pack) -> bool:
    """Whether a page is on a site of the pack."""
    return on_sites(url, of.sites)


def on_sites(url: str, sites: Iterable[str]) -> bool:
    """Whether the host of `url` is one of `sites` or below one.

    An address that programs may read as another host's (`rules/urls/address`) is on none.
    """
    page = address.parse(url)
    if isinstance(page, address.Refused):
        return False
    return any(page.host == site or page.host.endswith(f".{site}") for site in sites)
