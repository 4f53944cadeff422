from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from veracity.domain.errors import BadInput
from veracity.newsroom.casting import cast_of, default_roles, fallbacks_of
from veracity.settings import Settings, read_settings

OWN = "local:tiny"


def settings(
    home: Path, toml: str, given: dict[str, Any] | None = None, **environ: str
) -> Settings:
    (home / "settings.toml").write_text(toml)
    return read_settings({"home": home, **(given or {})}, environ)


def test_without_roles_one_model_plays_all(tmp_path: Path) -> None:
    playing = cast_of(Settings(home=tmp_path), OWN)
    assert set(playing) == set(default_roles())
    assert playing["panel"] == (OWN,)
    assert {playing[role] for role in playing if role != "panel"} == {OWN}


def test_a_role_may_have_a_model_of_its_own(tmp_path: Path) -> None:
    toml = '[roles]\nstrong = "anthropic:big"\npanel = ["openai:a", "google:b", "local"]\n'
    playing = cast_of(settings(tmp_path, toml), OWN)
    assert playing["strong"] == "anthropic:big"
    assert playing["panel"] == ("openai:a", "google:b", OWN)
    assert playing["fast"] == OWN


@pytest.mark.parametrize(
    ("given", "environ"),
    [({"model": "xai:c"}, {}), ({}, {"VERACITY_MODEL": "xai:c"})],
    ids=["command line", "environment"],
)
def test_a_model_that_is_named_for_this_run_plays_every_role(
    tmp_path: Path, given: dict[str, Any], environ: dict[str, str]
) -> None:
    toml = 'model = "openai:a"\n[roles]\nstrong = "anthropic:big"\n'
    playing = cast_of(settings(tmp_path, toml, given, **environ), None)
    assert {playing["strong"], playing["fast"]} == {"xai:c"}
    assert playing["panel"] == ("xai:c",)


def test_without_a_model_nobody_plays(tmp_path: Path) -> None:
    playing = cast_of(Settings(home=tmp_path, model="none"), None)
    assert playing["panel"] == ()
    assert {playing[role] for role in playing if role != "panel"} == {None}


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('[roles]\nboss = "openai:a"\n', "boss"),
        ('[roles]\nstrong = ["openai:a", "openai:b"]\n', "for one model"),
        ('model = "none"\n[roles]\nstrong = "local"\n', "there is none"),
    ],
)
def test_roles_that_cannot_be_played_are_named(tmp_path: Path, toml: str, said: str) -> None:
    read = settings(tmp_path, toml)
    with pytest.raises(BadInput, match=said):
        cast_of(read, None)


def test_a_model_without_a_provider_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="provider:model"):
        settings(tmp_path, '[roles]\nstrong = "gpt"\n')


@pytest.mark.parametrize(
    "fallbacks",
    ['"openai:a" = "google:b"', '"openai:a" = "xai:c"\n"google:b" = "xai:c"'],
    ids=["a member", "shared"],
)
def test_no_fallback_gives_a_model_two_votes(tmp_path: Path, fallbacks: str) -> None:
    toml = f'[roles]\npanel = ["openai:a", "google:b"]\n[fallbacks]\n{fallbacks}\n'
    read = settings(tmp_path, toml)
    with pytest.raises(BadInput, match="vote twice"):
        fallbacks_of(read, cast_of(read, OWN))


def test_other_models_may_share_a_fallback(tmp_path: Path) -> None:
    read = settings(tmp_path, '[fallbacks]\n"openai:a" = "xai:c"\n"openai:b" = "xai:c"\n')
    assert len(fallbacks_of(read, cast_of(read, OWN))) == 2


def test_a_key_in_the_settings_shows_in_no_text_and_in_no_error(tmp_path: Path) -> None:
    read = settings(tmp_path, '[keys]\nopenai = "sk-seeded-0123456789"\n')
    assert read.keys == {"openai": "sk-seeded-0123456789"}
    assert "sk-seeded" not in repr(read)
    with pytest.raises(BadInput) as raised:
        settings(tmp_path, 'keys = ["sk-seeded-0123456789"]\n')
    assert "sk-seeded" not in str(raised.value)
