from __future__ import annotations

from pathlib import Path

import pytest

from veracity.models.hosted.keyring import Keyring, read_env
from veracity.models.hosted.keys import HIDDEN, Key, hide
from veracity.models.hosted.table import hosts

OPENAI = hosts()["openai"]


def test_the_settings_come_before_the_environment_and_that_before_files(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("OPENAI_API_KEY=from-file\n")
    environ = {"OPENAI_API_KEY": "from-environment"}
    folders = (tmp_path / "none", tmp_path)
    found = Keyring({"openai": "from-settings"}, environ, folders).find(OPENAI)
    assert (found.key.reveal(), found.where) == ("from-settings", "settings.toml")
    found = Keyring({}, environ, folders).find(OPENAI)
    assert found.key.reveal() == "from-environment"
    found = Keyring({}, {}, folders).find(OPENAI)
    assert found.key.reveal() == "from-file"
    assert "from-file" not in found.where + repr(found)
    assert not Keyring({}, {}, ()).find(OPENAI).key


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A=b", "b"),
        ("export A=b", "b"),
        ("A = b ", "b"),
        ('A="b # c"', "b # c"),
        ("A='b'", "b"),
        ("A=b # a note", "b"),
        ("A=b=c", "b=c"),
        ("A=$HOME", "$HOME"),
        ("# A=b", None),
        ("A", None),
    ],
)
def test_a_line_of_an_env_file(tmp_path: Path, line: str, value: str | None) -> None:
    (tmp_path / ".env").write_text(f"\n{line}\n")
    assert read_env(tmp_path / ".env").get("A") == value


def test_an_env_file_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    assert read_env(tmp_path) == {}
    (tmp_path / ".env").write_bytes(b"A=\xff\n")
    assert read_env(tmp_path / ".env") == {}


def test_what_is_hidden_is_hidden_however_it_is_spelled() -> None:
    key = Key("a/b+c==secret")
    shown = hide("url?key=a%2Fb%2Bc%3D%3Dsecret and a/b+c==secret", [key])
    assert "secret" not in shown
    assert HIDDEN in shown


def test_words_that_are_no_keys_stay() -> None:
    text = "The key question is whether tokens are counted."
    assert hide(text, [Key("abc")]) == text
