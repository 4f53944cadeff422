"""Everything outside that a run may ask, opened at its first request and not before."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from veracity import extensions
from veracity.desk.base import Provider
from veracity.domain.errors import NotInstalled, StorageError
from veracity.domain.evidence import Document, Found
from veracity.domain.exchange import Failure, Reply, Request
from veracity.extensions import PROVIDERS
from veracity.newsroom.casting import Cast, cast_of, fallbacks_of
from veracity.newsroom.keeping import MOST
from veracity.newsroom.news import Fetching, Loading, Notice, Watcher
from veracity.retrieval.given import GivenEvidence
from veracity.retrieval.pool import SharedPools
from veracity.retrieval.rerank import CrossEncoder, RerankProvider
from veracity.retrieval.web import PAGES
from veracity.settings import LOCAL, Settings

if TYPE_CHECKING:
    from veracity.extensions import Extension
    from veracity.models.catalogue import LocalModel
    from veracity.models.weights import WeightStore
    from veracity.retrieval.archive import Archive

UNREACHED = "unreached"
"""File in the models' folder whose age says when the model could last not be fetched."""
RETRY_SECONDS = 3600.0
"""How long after that a run goes on without trying again."""
WITHOUT_MODEL = (
    "Going on without the local model: what code cannot decide stays Unverified. "
    "Run `veracity models install` where the network allows, or use --model none."
)


class Providers:
    """Everything outside that this run may ask, each opened at its first request."""

    def __init__(self, settings: Settings, tell: Watcher) -> None:
        self._settings = settings
        self._tell = tell
        self._given = GivenEvidence()
        self._pools = SharedPools()
        self._archive = _OnDemand("archive", 2, self._open_archive)
        self._local = _OnDemand(LOCAL, 1, self._open_local)
        self._reranker = RerankProvider(CrossEncoder(settings.models_folder))
        self._pages = _OnDemand(PAGES, 16, self._open_pages)
        self._installed: dict[str, Provider | None] = {}
        self._finding = asyncio.Lock()
        self._fetching = asyncio.Lock()
        self._sought = False
        self._closing: list[Callable[[], None]] = []
        self._kept: Archive | None = None

    def all(self) -> tuple[Provider, ...]:
        """The providers, opened or not."""
        return (self._given, self._pools, self._archive, self._local, self._reranker, self._pages)

    async def find(self, name: str) -> Provider | None:
        """The provider of hosted models or the search backend of this name, else what another
        package offers under it, opened in a thread; None for none.

        Raises `BadInput`, which names the package, for one that cannot be used.
        """
        async with self._finding:
            if name not in self._installed:
                self._installed[name] = await asyncio.to_thread(self._open_named, name)
        return self._installed[name]

    def hand_over(self, documents: tuple[Document, ...]) -> str:
        """Make `documents` searchable. Returns the generation that names them."""
        return self._given.register(documents)

    def share(self, found: Found) -> str:
        """Make a pool searchable by several methods. Returns the generation that names it."""
        return self._pools.register(found)

    def roles(self) -> Cast:
        """Which model plays which role, as `provider:model`.

        Raises `BadInput` for roles that the settings do not name rightly.
        """
        own = f"{LOCAL}:{self.model_id}" if self.model_id is not None else None
        return cast_of(self._settings, own)

    def fallbacks(self) -> Mapping[str, str]:
        """Who is asked in place of a model that cannot answer.

        Raises `BadInput` where a model could so vote twice.
        """
        return fallbacks_of(self._settings, self.roles())

    @property
    def model_id(self) -> str | None:
        """The local model that the settings name, None for none.

        Raises `BadInput` when there is no such model.
        """
        return self._model().id if self._settings.uses_local else None

    async def prepare(self, *, archive: bool, model: bool) -> None:
        """Do what is done once, so that no claim's deadline has to bear it.

        The archive loads its starter pack; the local model is fetched. That it cannot be had is a
        notice, because what code decides needs none.
        """
        if archive:
            await self._archive.opened()
        if not model:
            return
        async with self._fetching:
            if not self._sought:
                await self._seek_model()
                self._sought = True

    async def _seek_model(self) -> None:
        store, model = self._store(), self._model()
        if store.path(model) is not None:
            return
        lately = store.folder / UNREACHED
        if seconds_since(lately) < RETRY_SECONDS:
            self._tell(Notice(WITHOUT_MODEL))
            return
        stop = threading.Event()

        def progress(done: int, total: int) -> None:
            if stop.is_set():
                raise _Stopped
            self._tell(Fetching(model.title, store.folder, done, total))

        try:
            await asyncio.to_thread(store.fetch, model, progress)
        except (NotInstalled, StorageError) as error:
            with suppress(OSError):  # Without the mark the next run just tries again.
                lately.touch()
            self._tell(Notice(f"{error.message} {WITHOUT_MODEL}"))
        finally:
            stop.set()

    def keep(self, pages: Collection[Document]) -> None:
        """Put found pages into the archive, if this run had it open. A fault is a notice: nothing
        that was judged depends on it."""
        if self._kept is None or not pages:
            return
        try:
            self._kept.keep(pages, MOST)
        except StorageError as fault:
            self._tell(Notice(f"The pages that were found could not be kept: {fault.message}"))

    def close(self) -> None:
        """Close what was opened."""
        for closing in reversed(self._closing):
            closing()

    def _open_named(self, name: str) -> Provider | None:
        from veracity.newsroom.hosted import hosted
        from veracity.newsroom.searching import searcher

        own = hosted(name, self._settings) or searcher(name, self._settings)
        return own or self._open_installed(name)

    def _open_installed(self, name: str) -> Provider | None:
        from veracity.newsroom.installed import Closing, opened

        extension = extensions.find(PROVIDERS, name)
        if extension is None:
            return None
        provider = opened(extension, self._settings)
        if isinstance(provider, Closing):
            self._closing.append(partial(self._close_installed, extension, provider.close))
        return provider

    def _close_installed(self, extension: Extension, close: Callable[[], None]) -> None:
        """Close another package's provider. Its fault keeps nothing else from being closed."""
        try:
            close()
        except Exception as fault:
            what = f"The {extension.kind} '{extension.name}' of {extension.origin}"
            self._tell(Notice(f"{what} could not be closed: {type(fault).__name__}: {fault}"))

    def _open_archive(self) -> Provider:
        from veracity.retrieval.archive import Archive, ArchiveProvider

        archive = Archive.open(
            self._settings.archive_folder,
            progress=lambda what, done, total: self._tell(Loading(what, done, total)),
            wait_seconds=self._settings.lock_wait,
        )
        self._closing.append(archive.close)
        self._kept = archive
        return ArchiveProvider(archive)

    def _open_local(self) -> Provider:
        from veracity.models.local import LocalProvider

        local = LocalProvider(self._store(), self._model(), threads=self._settings.threads or None)
        self._closing.append(local.close)
        return local

    def _open_pages(self) -> Provider:
        from veracity.retrieval.web.provider import PagesProvider

        pages = PagesProvider.of(self._settings)
        self._closing.append(pages.close)
        return pages

    def _store(self) -> WeightStore:
        from veracity.models.weights import WeightStore

        return WeightStore(self._settings.models_folder, self._settings.model_file)

    def _model(self) -> LocalModel:
        from veracity.models.catalogue import catalogue

        known, wanted = catalogue(), self._settings.model.removeprefix(f"{LOCAL}:")
        return known.find(known.default if wanted == LOCAL else wanted)


class _Stopped(Exception):
    """The run ended while the model was being fetched."""


class _OnDemand:
    """A provider that is opened, in a thread, when it is first asked something."""

    def __init__(self, name: str, concurrency: int, open_it: Callable[[], Provider]) -> None:
        self.name = name
        self.concurrency = concurrency
        self._open = open_it
        self._opening = asyncio.Lock()
        self._provider: Provider | None = None

    async def answer(self, request: Request) -> Reply | Failure:
        """Open the provider if it is not, and pass the request on."""
        return await (await self.opened()).answer(request)

    async def opened(self) -> Provider:
        """The provider itself, opened at the latest now."""
        async with self._opening:
            if self._provider is None:
                self._provider = await asyncio.to_thread(self._open)
        return self._provider


def seconds_since(place: Path) -> float:
    """Seconds since `place` was touched, without end when it does not exist."""
    try:
        return time.time() - place.stat().st_mtime
    except OSError:
        return float("inf")
