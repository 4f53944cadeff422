"""Search backends, made from the settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from veracity.domain.errors import NotInstalled
from veracity.newsroom.hosted import keyring
from veracity.retrieval.search import DDGS
from veracity.settings import Settings

if TYPE_CHECKING:
    from veracity.desk.base import Provider


def searcher(name: str, settings: Settings) -> Provider | None:
    """The search backend that is called `name`, None when there is none.

    Raises `NotInstalled` for one whose extra is missing. Imports what it needs, which takes a
    moment: call it in a thread.
    """
    from veracity.retrieval.search.backends import BACKENDS

    if name == DDGS:
        from veracity.retrieval.search.ddgs_library import DdgsProvider

        return DdgsProvider()
    backend = BACKENDS.get(name)
    if backend is None:
        return None
    from veracity.retrieval.search.provider import SearchProvider
    from veracity.retrieval.web.provider import user_agent

    return SearchProvider(
        backend,
        key=keyring(settings).find(backend).key.reveal() if backend.key else "",
        url=settings.urls.get(name, ""),
        user_agent=user_agent(settings),
    )


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether a search backend could be asked, without asking it."""

    name: str
    wanted: bool
    """Whether the settings have the web searched by it."""
    lacks: str = ""
    """What it still needs; nothing when it is ready."""
    has: str = ""
    """Where its key was found. Never the key."""


def readiness(settings: Settings) -> Iterator[Readiness]:
    """How it stands with every backend that Veracity knows, in the order in which to prefer them.
    Reaches no network."""
    from veracity.retrieval.search.backends import BACKENDS

    ring = keyring(settings)
    for name, backend in BACKENDS.items():
        found = ring.find(backend) if backend.key else None
        lacks = ""
        if not (backend.url or settings.urls.get(name)):
            lacks = f"no server is named as {name} under [urls] in settings.toml"
        elif found is not None and not found.key:
            lacks = f"{backend.key} is not set"
        has = "needs no key" if found is None else f"key from {found.where}" if found.key else ""
        yield Readiness(name, name in settings.search, lacks, has)
    yield Readiness(DDGS, DDGS in settings.search, _lacks_ddgs(settings), "needs no key")


def _lacks_ddgs(settings: Settings) -> str:
    try:
        searcher(DDGS, settings)
    except NotInstalled as missing:
        return missing.fix
    return ""
