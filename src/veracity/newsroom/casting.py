"""Who plays which role, and who stands in for whom."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TypeAlias, cast

from veracity.domain.errors import BadInput
from veracity.settings import LOCAL, NO_MODEL, Settings

MODEL = "model"
"""In a role: the model that the setting `model` names."""

PANEL = "panel"

Cast: TypeAlias = Mapping[str, "str | tuple[str, ...] | None"]
"""The model of each role, as `provider:model`; None is nobody. The panel is a tuple."""


@cache
def default_roles() -> Mapping[str, str | tuple[str, ...]]:
    """The roles that there are, and who plays them when no setting says."""
    text = files("veracity.models").joinpath("roles.toml").read_text(encoding="utf-8")
    table = cast("dict[str, str | list[str]]", tomllib.loads(text))
    return {
        role: played if isinstance(played, str) else tuple(played) for role, played in table.items()
    }


def cast_of(settings: Settings, own: str | None) -> Cast:
    """Who plays each role. `own` is the local model that the settings name, as `local:id`.

    Raises `BadInput` for a role that does not exist, and for several models in a role for one.
    """
    known = default_roles()
    unknown = sorted(set(settings.roles) - set(known))
    if unknown:
        raise BadInput(
            f"There is no role '{unknown[0]}'.", f"Under [roles] may stand: {', '.join(known)}."
        )
    return {
        role: _play(role, settings.roles.get(role, named), own, own or settings.elsewhere)
        for role, named in known.items()
    }


def _play(
    role: str, named: str | tuple[str, ...], own: str | None, model: str | None
) -> str | tuple[str, ...] | None:
    listed = (named,) if isinstance(named, str) else named
    if LOCAL in listed and own is None:
        raise BadInput(
            f"The role '{role}' is for the local model, and there is none.",
            "Let the setting `model` be local, or name another model for the role.",
        )
    meant = {MODEL: model, LOCAL: own, NO_MODEL: None}
    played = tuple(one for one in (meant.get(name, name) for name in listed) if one is not None)
    if role == PANEL:
        return tuple(dict.fromkeys(played))
    if len(listed) > 1:
        raise BadInput(f"The role '{role}' is for one model.", "Only the panel has several.")
    return played[0] if played else None


def fallbacks_of(settings: Settings, playing: Cast) -> Mapping[str, str]:
    """Who is asked in place of a model that cannot answer.

    Raises `BadInput` where a model could so get two votes in the panel.
    """
    panel = playing.get(PANEL) or ()
    votes = Counter(
        [*panel, *(settings.fallbacks[one] for one in panel if one in settings.fallbacks)]
    )
    twice = [model for model, count in votes.items() if count > 1]
    if twice:
        raise BadInput(
            f"As a fallback, {twice[0]} could vote twice in the panel.",
            "Give each member a fallback that is nobody else's and is no member.",
        )
    return settings.fallbacks
