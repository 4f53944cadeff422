"""The provider of pages among those of a run."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.retrieval.web.hostile import TEXT
from tests.retrieval.web.loopback import Page, Web, article
from tests.retrieval.web.test_children import running
from veracity.domain.errors import BadInput
from veracity.domain.exchange import Failure, FailureKind, Reply
from veracity.domain.page import Fetched
from veracity.newsroom.providers import Providers
from veracity.retrieval.web import PAGES, page_request
from veracity.retrieval.web.provider import PagesProvider, user_agent
from veracity.settings import Settings, read_settings


def providers(settings: Settings) -> Providers:
    return Providers(settings, lambda news: None)


async def ask(run: Providers, url: str) -> Reply | Failure:
    (pages,) = (one for one in run.all() if one.name == PAGES)
    return await pages.answer(page_request(url))


def test_a_run_fetches_from_a_place_that_a_person_allowed(tmp_path: Path) -> None:
    async def fetch() -> tuple[Reply | Failure, Web]:
        async with Web({"127.0.0.1/a": Page(article(TEXT))}) as web:
            place = f"127.0.0.1:{web.port}"
            run = providers(
                Settings(home=tmp_path, fetch_allow=(place,), contact="desk@example.org")
            )
            try:
                return await ask(run, f"http://{place}/a"), web
            finally:
                run.close()

    before = set(running()) if sys.platform == "linux" else set()
    reply, web = asyncio.run(fetch())
    assert isinstance(reply, Reply), reply
    assert "412,000 tonnes" in Fetched.model_validate(reply.value).page.text
    assert all("(+desk@example.org)" in one.head for one in web.asked)
    if sys.platform == "linux":
        assert set(running()) == before


def test_a_mirror_stands_for_a_public_site(tmp_path: Path) -> None:
    async def fetch() -> Reply | Failure:
        async with Web({"records.example.net/a": Page(article(TEXT))}) as web:
            mirrored = (f"records.example.net:80=127.0.0.1:{web.port}",)
            run = providers(Settings(home=tmp_path, fetch_allow=mirrored))
            try:
                return await ask(run, "http://records.example.net/a")
            finally:
                run.close()

    reply = asyncio.run(fetch())
    assert isinstance(reply, Reply), reply
    assert Fetched.model_validate(reply.value).final_url == "http://records.example.net/a"


def test_a_run_fetches_nothing_from_this_machine_by_itself(tmp_path: Path) -> None:
    async def fetch() -> tuple[Reply | Failure, Web]:
        async with Web() as web:
            run = providers(Settings(home=tmp_path))
            try:
                return await ask(run, f"http://127.0.0.1:{web.port}/a"), web
            finally:
                run.close()

    failed, web = asyncio.run(fetch())
    assert isinstance(failed, Failure)
    assert failed.kind is FailureKind.REFUSED
    assert web.asked == []


def test_how_a_fetch_names_itself(tmp_path: Path) -> None:
    home = tmp_path
    assert user_agent(Settings(home=home)).startswith("Veracity/")
    named = Settings(home=home, user_agent="Desk/2", contact="https://newsroom.example.org/bot")
    assert user_agent(named) == "Desk/2 (+https://newsroom.example.org/bot)"


def test_an_exception_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="not a host and a port"):
        PagesProvider.of(Settings(home=tmp_path, fetch_allow=("a b:80",)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ROBOTS", "perhaps"),
        ("FETCH_ALLOW", "127.0.0.1"),
        ("FETCH_ALLOW", "a.example.net:80=b"),
        ("FETCH_DELAY", "-1"),
        ("FETCH_MEGABYTES", "0"),
        ("FETCH_PDF_PAGES", "none"),
        ("USER_AGENT", "a\nb"),
        ("CONTACT", "caf\u00e9"),
    ],
)
def test_a_setting_that_does_not_fit_is_named(name: str, value: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=f"VERACITY_{name}"):
        read_settings({"home": tmp_path}, {f"VERACITY_{name}": value})


def test_places_are_parted_by_commas(tmp_path: Path) -> None:
    given = "127.0.0.1:8080, a.example.net:80=127.0.0.1:8081"
    settings = read_settings({"home": tmp_path}, {"VERACITY_FETCH_ALLOW": given})
    assert settings.fetch_allow == ("127.0.0.1:8080", "a.example.net:80=127.0.0.1:8081")
