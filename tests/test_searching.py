"""Search backends made from the settings, and what the doctor says of them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.retrieval.search.engines import Engines
from veracity.domain.errors import BadInput
from veracity.domain.exchange import Reply
from veracity.interfaces.cli.examination import examine
from veracity.newsroom import Newsroom
from veracity.newsroom.providers import Providers
from veracity.newsroom.searching import readiness, searcher
from veracity.retrieval.search import search_request
from veracity.retrieval.search.backends import BACKENDS
from veracity.retrieval.search.provider import SearchProvider
from veracity.settings import Settings, read_settings

KEY = "seeded-key-that-opens-nothing-0815"


def settings(home: Path, **given: Any) -> Settings:
    return Settings(home=home, **given)


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for backend in BACKENDS.values():
        monkeypatch.delenv(backend.key or "NO_SUCH_KEY", raising=False)
    monkeypatch.chdir(tmp_path)


def test_nobody_searches_the_web_unless_asked(tmp_path: Path) -> None:
    assert settings(tmp_path).search == ()
    read = read_settings({"home": tmp_path, "search": "wikipedia, brave,wikipedia"}, {})
    assert read.search == ("wikipedia", "brave")
    assert read_settings({"home": tmp_path}, {"VERACITY_PACK": "none"}).pack is None


@pytest.mark.parametrize("name", sorted(BACKENDS))
def test_each_backend_is_opened_by_its_name(name: str, tmp_path: Path) -> None:
    provider = searcher(name, settings(tmp_path))
    assert isinstance(provider, SearchProvider)
    assert provider.name == name


def test_another_name_is_no_backend(tmp_path: Path) -> None:
    assert searcher("altavista", settings(tmp_path)) is None


def test_a_backend_is_asked_at_the_address_and_with_the_key_that_are_set(tmp_path: Path) -> None:
    async def run(engines: Engines) -> None:
        named = settings(tmp_path, urls={"exa": engines.url("exa")}, keys={"exa": KEY})
        providers = Providers(named, lambda _: None)
        found = await providers.find("exa")
        assert found is not None
        assert isinstance(await found.answer(search_request("exa", "a harbor", 3)), Reply)

    with Engines() as engines:
        asyncio.run(run(engines))
    assert engines.asked[0].headers["x-api-key"] == KEY
    assert engines.asked[0].headers["user-agent"].startswith("Veracity/")


def test_it_is_told_what_a_backend_lacks_and_where_a_key_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRAVE_API_KEY", KEY)
    (tmp_path / ".env").write_text(f"TAVILY_API_KEY={KEY}\n", encoding="utf-8")
    stand = {one.name: one for one in readiness(settings(tmp_path, search=("exa", "brave")))}
    assert list(stand) == [*BACKENDS, "ddgs"]
    assert (stand["exa"].wanted, stand["exa"].lacks) == (True, "EXA_API_KEY is not set")
    assert (stand["brave"].lacks, stand["brave"].has) == (
        "",
        "key from BRAVE_API_KEY in the environment",
    )
    assert stand["tavily"].has.startswith("key from TAVILY_API_KEY in ")
    assert "[urls]" in stand["searxng"].lacks
    assert (stand["wikipedia"].lacks, stand["wikipedia"].has) == ("", "needs no key")


def test_the_doctor_never_shows_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRAVE_API_KEY", KEY)
    named = settings(tmp_path, search=("brave", "exa"), keys={"serper": KEY})
    found = list(examine(named, deep=False, models=False))
    assert KEY not in str([found, named])
    states = {one.name: one.state for one in found}
    assert (states["search brave"], states["search exa"]) == ("ok", "missing")


def test_a_backend_that_there_is_not_is_told_before_anything_is_asked(tmp_path: Path) -> None:
    async def judge() -> None:
        misspelt = settings(tmp_path / "home", model="none", search=("wikipedia", "nosuch"))
        async with Newsroom(misspelt) as newsroom:
            with pytest.raises(BadInput, match="nosuch"):
                await newsroom.check("The village of Brakka has 125 inhabitants.")

    asyncio.run(judge())
