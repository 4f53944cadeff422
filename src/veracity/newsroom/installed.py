"""Providers that other packages offer: made from the settings, and looked at before any request."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Protocol, cast, runtime_checkable

from veracity.desk.base import Provider
from veracity.domain.errors import VeracityError
from veracity.extensions import Extension
from veracity.settings import Settings


@runtime_checkable
class Closing(Protocol):
    """A provider that holds something and wants to be told when the run is over."""

    def close(self) -> None:
        """Let go of it."""
        ...


def factory(extension: Extension) -> Callable[[Settings], object]:
    """The function that makes the provider. Raises `BadInput` when there is none."""
    found = extension.load()
    if not callable(found):
        raise extension.unusable(f"it is no function of Settings but a {type(found).__name__}")
    return cast("Callable[[Settings], object]", found)


def opened(extension: Extension, settings: Settings) -> Provider:
    """The provider, made. Raises `BadInput`, which names the package, when it is none."""
    make = factory(extension)
    try:
        provider = make(settings)
    except VeracityError as error:  # The package tells the person what to put right.
        raise extension.unusable(error.message, error.fix) from error
    except (Exception, SystemExit) as fault:  # Code of others may raise anything.
        raise extension.unusable(f"making it raised {type(fault).__name__}: {fault}") from fault
    flaw = _flaw(provider, extension.name)
    if flaw is not None:
        raise extension.unusable(flaw)
    return cast("Provider", provider)


def _flaw(provider: object, name: str) -> str | None:
    """What keeps an object from being the provider `name`."""
    own = getattr(provider, "name", None)
    if own != name:
        return f"the provider calls itself {own!r}"
    concurrency = getattr(provider, "concurrency", None)
    if type(concurrency) is not int or concurrency < 1:
        return f"its concurrency is {concurrency!r} and not a whole number of at least 1"
    if not inspect.iscoroutinefunction(getattr(provider, "answer", None)):
        return "it has no `async def answer`"
    return None
