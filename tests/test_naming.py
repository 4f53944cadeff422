"""Names in the settings that are nobody's are refused before anything is asked."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from veracity.domain.errors import BadInput
from veracity.newsroom import Newsroom
from veracity.newsroom.naming import check_names
from veracity.settings import Settings

PRICE = (Decimal(1), Decimal(2))


def settings(tmp_path: Path, **given: Any) -> Settings:
    return Settings(home=tmp_path, model="none", **given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"search": ("wikipedai",)}, "no search backend 'wikipedai'"),
        ({"keys": {"antropic": "k"}}, r"under \[keys\] 'antropic'"),
        ({"urls": {"searxgn": "http://127.0.0.1:1"}}, r"under \[urls\] 'searxgn'"),
        ({"prices": {"nosuch:m": PRICE}}, "no provider of models 'nosuch'"),
        ({"fallbacks": {"nosuch:m": "openai:m"}}, "no provider of models 'nosuch'"),
        ({"fallbacks": {"openai:m": "nosuch:m"}}, "no provider of models 'nosuch'"),
    ],
)
def test_a_name_that_is_nobodys_is_refused(
    tmp_path: Path, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadInput, match=said) as refused:
        check_names(settings(tmp_path, **given), {})
    assert "There is: " in refused.value.fix


@pytest.mark.parametrize("played", ["nosuch:m", ("local:m", "nosuch:m")])
def test_a_role_of_a_provider_that_there_is_not_is_refused(tmp_path: Path, played: Any) -> None:
    with pytest.raises(BadInput, match="no provider of models 'nosuch'"):
        check_names(settings(tmp_path), {"strong": played, "fast": None})


def test_names_of_somebody_pass(tmp_path: Path) -> None:
    given = settings(
        tmp_path,
        search=("wikipedia",),
        keys={"anthropic": "k", "brave": "k"},
        urls={"openai": "http://127.0.0.1:1", "searxng": "http://127.0.0.1:2"},
        prices={"openai:m": PRICE},
        fallbacks={"openai:m": "anthropic:m"},
    )
    check_names(given, {"strong": "local:m", "panel": ("openai:m", "google:m"), "fast": None})


def test_a_check_with_a_model_of_nobody_asks_nothing(tmp_path: Path) -> None:
    async def check() -> None:
        async with Newsroom(Settings(home=tmp_path, model="nosuch:m")) as newsroom:
            await newsroom.check("Marn has 3 harbors.", evidence=[])

    with pytest.raises(BadInput, match="no provider of models 'nosuch'"):
        asyncio.run(check())
    assert not (tmp_path / "cases").exists()
