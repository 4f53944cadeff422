"""Whether a model can be relied on to read a language, so that nobody is asked who would guess.

What is known of models is the table `sources/readers.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from veracity.domain.claim import Claim
from veracity.rules.scripts import language_by_script

LOCAL = "local"
"""The provider of local models."""


def reads(model: str, language: str | None) -> bool:
    """Whether `model`, named `provider:model`, is relied on in `language`, a BCP 47 tag.

    A language that is not known is taken for one that every model reads.
    """
    if language is None:
        return True
    provider = model.partition(":")[0]
    return language.partition("-")[0] not in _unreliable().get(provider, frozenset())


def language_of(claim: Claim) -> str | None:
    """The language that a claim is written in, None where neither a tag nor its letters say it."""
    return claim.language or language_by_script(claim.text)


def language_read(claim: Claim) -> str | None:
    """The language in which a model is shown a claim: English where it was translated."""
    return "en" if claim.english is not None else language_of(claim)


@cache
def _unreliable() -> Mapping[str, frozenset[str]]:
    text = resources.files("veracity.sources").joinpath("readers.toml").read_text("utf-8")
    listed = tomllib.loads(text)["unreliable"]
    return {provider: frozenset(languages) for provider, languages in listed.items()}
