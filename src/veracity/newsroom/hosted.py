"""Providers of hosted models, made from the settings."""

from __future__ import annotations

import logging
import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from veracity.models.hosted.keyring import Keyring
from veracity.models.hosted.table import hosts
from veracity.settings import Settings

if TYPE_CHECKING:
    from veracity.models.hosted.provider import HostedProvider

NEEDED = ("httpx2", "genai_prices")
"""What the first question would have to wait for."""

HTTP_LOG = "httpcore2"


def keyring(settings: Settings) -> Keyring:
    """Where this run looks for keys: the settings, the environment, `.env` in the home folder and
    in the working folder.
    """
    return Keyring(settings.keys, os.environ, (settings.home, Path.cwd()))


def hosted(name: str, settings: Settings) -> HostedProvider | None:
    """The provider of hosted models that is called `name`, None when there is none.

    Imports what it needs, which takes a moment: call it in a thread.
    """
    host = hosts().get(name)
    if host is None:
        return None
    from veracity.models.hosted.provider import HostedProvider

    for needed in NEEDED:
        import_module(needed)
    # Below this level the library logs headers, and a provider may repeat a key in one.
    logging.getLogger(HTTP_LOG).setLevel(logging.INFO)
    return HostedProvider(
        host,
        keyring(settings).find(host).key,
        url=settings.urls.get(name),
        prices=settings.prices,
        deadline=settings.deadline_ask,
    )
