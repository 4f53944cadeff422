"""By which method, under which dials: what is to be done before anything is asked."""

from __future__ import annotations

from typing import Any

from veracity.methods import method as find_method
from veracity.methods.base import Method, roles
from veracity.newsroom.naming import check_names
from veracity.newsroom.orders import How
from veracity.newsroom.providers import Providers
from veracity.settings import Settings

FALLBACKS = "fallbacks"
"""The dial of a method that asks another model by itself where one cannot answer."""


def planned(how: How, providers: Providers, settings: Settings) -> tuple[Method[Any, Any], Any]:
    """The method, and its dials as settings, evidence and the caller turn them.

    Raises `BadInput` for a method that there is not and for settings that do not fit, `DialRefused`
    for a dial that the method does not have.
    """
    method = find_method(how.method)
    known = method.dials.model_fields
    turned: dict[str, Any] = {"model": providers.model_id, "as_of": how.as_of}
    playing = providers.roles()
    turned[FALLBACKS] = tuple(sorted(providers.fallbacks().items()))
    turned |= {dial: playing[role] for dial, role in roles(method.dials).items()}
    check_names(settings, playing)
    turned |= {"web": settings.search, "pack": settings.pack}
    if how.evidence is not None:
        turned["given"] = providers.hand_over(how.evidence)
    turned = {name: value for name, value in turned.items() if name in known}
    return method, method.with_dials(method.dials(), {**turned, **how.dials}, live=True)
