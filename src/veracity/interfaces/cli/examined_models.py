"""The findings of `veracity doctor` about the models that play the roles, and their keys."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from veracity.domain.base import Frozen
from veracity.domain.exchange import Failure
from veracity.interfaces.cli.finding import Finding
from veracity.settings import LOCAL, Settings

if TYPE_CHECKING:
    from veracity.newsroom.providers import Providers

PROBE = "probe"


class Ready(Frozen):
    """The answer to the probe."""

    ready: Literal["yes"]


def examine_keys(settings: Settings) -> Iterator[Finding]:
    """Which providers of hosted models have a key, and where it was found. Never the key itself."""
    from veracity.models.hosted.table import hosts
    from veracity.newsroom.hosted import keyring

    ring = keyring(settings)
    found = {host.name: ring.find(host).where for host in hosts().values()}
    held = [f"{name} ({where})" for name, where in found.items() if where]
    said = ", ".join(held) or "none; needed only for models of other providers"
    yield Finding("keys", "ok" if held else "optional", said)


def examine_roles(settings: Settings, *, ask: bool) -> Iterator[Finding]:
    """Which models play the roles and stand in, each with its roles, and whether they can be asked.

    `ask` puts one small question to each of them.
    """
    from veracity.newsroom.providers import Providers

    providers = Providers(settings, lambda _: None)
    playing = providers.roles()
    by_model: dict[str, list[str]] = {}
    for role, played in playing.items():
        for model in (played,) if isinstance(played, str) else played or ():
            by_model.setdefault(model, []).append(role)
    for model, instead in providers.fallbacks().items():
        by_model.setdefault(instead, []).append(f"in place of {model}")
    try:
        for model, roles in by_model.items():
            problem = _set_up(settings, model)
            if ask and problem is None:
                problem = asyncio.run(_probe(providers, model))
            told = "answers" if ask else "can be asked" if not model.startswith(LOCAL) else "local"
            said = f"{told} ({', '.join(roles)}){_trained(model)}" if problem is None else problem
            yield Finding(f"model {model}", "ok" if problem is None else "missing", said)
    finally:
        providers.close()


def _trained(model: str) -> str:
    from veracity.models.cutoffs import cutoff_of

    cutoff = cutoff_of(model)
    return "" if cutoff is None else f", trained on texts until {cutoff.until}"


def _set_up(settings: Settings, model: str) -> str | None:
    """What is missing before `model` can be asked; None when nothing is, as far as can be seen."""
    from veracity.models.hosted.table import hosts
    from veracity.newsroom.hosted import keyring

    host = hosts().get(model.partition(":")[0])
    if host is None or host.keyless or keyring(settings).find(host).key:
        return None
    return f"there is no key: set {host.key} in the environment or in .env"


async def _probe(providers: Providers, model: str) -> str | None:
    """What went wrong with one small question to `model`; None when it answered."""
    from veracity.models.asking import question

    name = model.partition(":")[0]
    own = {provider.name: provider for provider in providers.all()}
    provider = own.get(name) or await providers.find(name)
    if provider is None:
        return f"there is no provider '{name}'"
    outcome = await provider.answer(question(model, PROBE, {}, Ready, settings={"max_tokens": 256}))
    return outcome.message if isinstance(outcome, Failure) else None
