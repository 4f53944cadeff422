from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from veracity.domain.errors import BadInput
from veracity.settings import Settings, read_settings


def read(home: Path, given: dict[str, object] | None = None, **environ: str) -> Settings:
    return read_settings({"home": home, **(given or {})}, environ)


def test_without_anything_set_the_defaults_hold(tmp_path: Path) -> None:
    settings = read(tmp_path)
    assert settings == Settings(home=tmp_path)
    assert settings.journal_file == tmp_path / "journal.sqlite3"
    assert settings.archive_folder == tmp_path / "archive"
    assert settings.uses_local


def test_the_command_line_beats_the_environment_which_beats_the_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("concurrency = 2\nthreads = 3\nnamespace = 'a'\n")
    settings = read(tmp_path, {"concurrency": 8}, VERACITY_CONCURRENCY="5", VERACITY_THREADS="6")
    assert (settings.concurrency, settings.threads, settings.namespace) == (8, 6, "a")


def test_an_option_that_was_not_given_does_not_hide_the_environment(tmp_path: Path) -> None:
    assert read(tmp_path, {"model": None}, VERACITY_MODEL="none").model == "none"


def test_the_home_comes_from_the_environment_when_no_option_names_it(tmp_path: Path) -> None:
    assert read_settings(environ={"VERACITY_HOME": str(tmp_path)}).home == tmp_path


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(b"\xef\xbb\xbfconcurrency = 2\n")
    assert read(tmp_path).concurrency == 2


def test_an_unknown_key_in_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("modle = 'none'\n")
    with pytest.raises(BadInput, match="'modle'"):
        read(tmp_path)


def test_a_file_that_is_not_toml_is_an_error_with_its_path(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("model =\n")
    with pytest.raises(BadInput, match=r"settings\.toml is not TOML"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CONCURRENCY", "0"),
        ("CONCURRENCY", "two"),
        ("THREADS", "-1"),
        ("DEADLINE_ASK", "0"),
        ("DEADLINE_ASK", "nan"),
        ("DEADLINE_ASK", "inf"),
        ("BUDGET_USD", "-1"),
        ("BUDGET_USD", "much"),
        ("BUDGET_CALLS", "1.5"),
        ("NAMESPACE", "  "),
    ],
)
def test_a_value_that_does_not_fit_names_its_variable(
    tmp_path: Path, name: str, value: str
) -> None:
    with pytest.raises(BadInput, match=f"VERACITY_{name}"):
        read(tmp_path, None, **{f"VERACITY_{name}": value})


@pytest.mark.parametrize("line", ["concurrency = true", "concurrency = 1.5", "model = 3"])
def test_a_value_of_the_wrong_type_in_the_file_is_an_error(tmp_path: Path, line: str) -> None:
    (tmp_path / "settings.toml").write_text(line)
    with pytest.raises(BadInput, match=line.split()[0]):
        read(tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        "concurrency = inf",
        "model = 'openai:'",
        "model = ':some-model'",
        f"deadline_ask = {'9' * 400}",
        "archive = '~nobody-of-this-name/x'",
        'archive = "a\\u0000b"',
        "fallbacks = {'a:b' = 'local'}",
        "fallbacks = {'a:b' = 'none'}",
        "prices = {'a:b' = '12'}",
        "urls = {brave = 'search.example'}",
    ],
)
def test_what_would_break_or_be_misread_later_does_not_fit(tmp_path: Path, line: str) -> None:
    (tmp_path / "settings.toml").write_text(line)
    with pytest.raises(BadInput, match="cannot be"):
        read(tmp_path)


def test_a_home_that_nobody_has_is_an_error() -> None:
    with pytest.raises(BadInput, match="The home folder cannot be"):
        read_settings({"home": "~nobody-of-this-name/x"}, {})


@pytest.mark.parametrize("table", ["keys", "urls"])
def test_an_error_does_not_repeat_a_secret(tmp_path: Path, table: str) -> None:
    line = f"{table} = {{openai = 5, brave = 'https://someone:word-4711@search.example/'}}"
    (tmp_path / "settings.toml").write_text(line)
    with pytest.raises(BadInput) as error:
        read(tmp_path)
    assert "4711" not in str(error.value) + repr(error.value)


def test_money_keeps_its_cents(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("budget_usd = 0.10\n")
    assert read(tmp_path).budget_usd == Decimal("0.1")


def test_reading_settings_imports_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys; from veracity.settings import read_settings; "
        f"read_settings({{'home': {str(tmp_path)!r}}}, {{}}); "
        "print({'pydantic', 'numpy', 'rich', 'asyncio', 'platformdirs'} & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"
