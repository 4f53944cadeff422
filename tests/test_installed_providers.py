"""Providers that another package offers: what is taken, and what is refused in which words."""

from __future__ import annotations

import asyncio
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest

from veracity.domain.errors import BadInput
from veracity.domain.exchange import Reply, Request
from veracity.extensions import PROVIDERS, Extension
from veracity.models.catalogue import catalogue
from veracity.newsroom.installed import Closing, opened
from veracity.newsroom.providers import Providers
from veracity.settings import Settings


class Oracle:
    name = "oracle"
    concurrency = 2

    def __init__(self, settings: Settings) -> None:
        self.home = settings.home

    async def answer(self, request: Request) -> Reply:
        return Reply(value=request.inputs)


class Held(Oracle):
    def close(self) -> None: ...


class Renamed(Oracle):
    name = "pythia"


class Idle(Oracle):
    concurrency = 0


class Sudden(Oracle):
    def answer(self, request: Request) -> Reply:  # type: ignore[override]
        return Reply(value=None)


def keyless(settings: Settings) -> Oracle:
    raise BadInput("ORACLE_KEY is not set.", "Set it.")


def failing(settings: Settings) -> Oracle:
    raise ValueError("no tripod")


MAKERS = (Oracle, Held, Renamed, Idle, Sudden, keyless, failing)
PACKAGE = SimpleNamespace(
    number=7, nothing=lambda settings: None, **{make.__name__: make for make in MAKERS}
)
"""What entry points can name: attributes."""


def offered(attribute: str) -> Extension:
    entry = EntryPoint("oracle", f"{__name__}:PACKAGE.{attribute}", group=PROVIDERS)
    return Extension(PROVIDERS, "oracle", "oracles", "1.2", entry)


def test_a_provider_is_made_from_the_settings(tmp_path: Path) -> None:
    made = opened(offered("Oracle"), Settings(home=tmp_path))
    assert isinstance(made, Oracle)
    assert made.home == tmp_path


@pytest.mark.parametrize(("attribute", "closes"), [("Oracle", False), ("Held", True)])
def test_one_that_can_be_closed_is_known(attribute: str, closes: bool, tmp_path: Path) -> None:
    made = opened(offered(attribute), Settings(home=tmp_path))
    assert isinstance(made, Closing) is closes


@pytest.mark.parametrize(
    ("attribute", "why"),
    [
        ("number", "it is no function of Settings but a int."),
        ("nothing", "the provider calls itself None."),
        ("Renamed", "the provider calls itself 'pythia'."),
        ("Idle", "its concurrency is 0 and not a whole number of at least 1."),
        ("Sudden", "it has no `async def answer`."),
        ("failing", "making it raised ValueError: no tripod."),
    ],
)
def test_what_could_not_answer_is_refused_in_words(
    attribute: str, why: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput) as raised:
        opened(offered(attribute), Settings(home=tmp_path))
    assert raised.value.message == (
        f"The provider 'oracle' of the package oracles 1.2 cannot be used: {why}"
    )
    assert raised.value.fix == "Update oracles, or remove it with pip."


def test_what_the_package_wants_put_right_is_passed_on(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"oracles 1\.2 .*: ORACLE_KEY is not set\. Set it\.$"):
        opened(offered("keyless"), Settings(home=tmp_path))


@pytest.mark.parametrize(
    ("model", "player"),
    [
        ("oracle:delphi", "oracle:delphi"),
        ("local", "local:{default}"),
        ("local:local", "local:{default}"),
        ("none", None),
    ],
)
def test_one_model_plays_every_role(model: str, player: str | None, tmp_path: Path) -> None:
    providers = Providers(Settings(home=tmp_path, model=model), lambda news: None)
    if player is not None:
        player = player.format(default=catalogue().default)
    roles = dict(providers.roles())
    assert roles.pop("panel") == (() if player is None else (player,))
    assert set(roles.values()) == {player}
    assert (providers.model_id is None) is not model.startswith("local")


def test_nobody_offers_what_is_not_installed(tmp_path: Path) -> None:
    providers = Providers(Settings(home=tmp_path), lambda news: None)
    assert asyncio.run(providers.find("oracle")) is None
