"""Are all names in the settings names of something?

A slip of the pen is told before anything is asked, and not found on the card of a check that was
paid for: a model of a provider that there is not, a key for nobody, the address of a backend that
is spelled otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from veracity import extensions
from veracity.domain.errors import BadInput
from veracity.extensions import PROVIDERS
from veracity.newsroom.casting import Cast
from veracity.settings import LOCAL, Settings


def check_names(settings: Settings, playing: Cast) -> None:
    """Raise `BadInput` for the first name in the settings that is nobody's.

    `playing` says which model plays which role. Tables are read only where there is a name to look
    up: the local model with the archive alone needs none.
    """
    searched = set(settings.search)
    asked = {_provider(model) for model in (*_cast(playing), *_fallbacks(settings))}
    asked |= {_provider(model) for model in settings.prices}
    _known(searched, "search backend", _backends)
    _known(asked - {LOCAL}, "provider of models", _hosts)
    for table, names in (("keys", settings.keys), ("urls", settings.urls)):
        _known(set(names), f"provider or search backend under [{table}]", _everybody)


def _cast(playing: Cast) -> Iterator[str]:
    for played in playing.values():
        yield from (played,) if isinstance(played, str) else played or ()


def _fallbacks(settings: Settings) -> Iterator[str]:
    for model, instead in settings.fallbacks.items():
        yield from (model, instead)


def _provider(model: str) -> str:
    return model.partition(":")[0]


def _known(names: Collection[str], what: str, known: Callable[[], Iterable[str]]) -> None:
    if not names:
        return
    there = tuple(known())
    for name in sorted(names):
        if name not in there and extensions.find(PROVIDERS, name) is None:
            raise BadInput(f"There is no {what} '{name}'.", f"There is: {', '.join(there)}.")


def _backends() -> Iterable[str]:
    from veracity.retrieval.search import DDGS
    from veracity.retrieval.search.backends import BACKENDS

    return (*BACKENDS, DDGS)


def _hosts() -> Iterable[str]:
    from veracity.models.hosted.table import hosts

    return (LOCAL, *hosts())


def _everybody() -> Iterable[str]:
    return (*_hosts(), *_backends())
