"""The launcher, run for real on a small checkout whose locks are empty: nothing is fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOBODY = 65534

PROGRAM = """\
import os, sys
print(os.getcwd(), sys.argv[1:], sys.prefix)
sys.exit(7)
"""


def plant(folder: Path) -> Path:
    """A checkout with the real launcher, a program of its own and nothing to install."""
    (folder / "scripts").mkdir(parents=True)
    (folder / "requirements").mkdir()
    (folder / "src" / "veracity").mkdir(parents=True)
    shutil.copy(ROOT / "veracity", folder)
    for name in ("environment.py", "environment.sh", "probe.py"):
        shutil.copy(ROOT / "scripts" / name, folder / "scripts")
    for name in ("core", "extra"):
        (folder / "requirements" / f"{name}.txt").write_text("# nothing\n", encoding="utf-8")
    (folder / "src" / "veracity" / "__main__.py").write_text(PROGRAM, encoding="utf-8")
    return folder


def run(
    checkout: Path, *arguments: str, cwd: Path | None = None, user: int | None = None, **extra: str
) -> subprocess.CompletedProcess[str]:
    environ = {"PATH": os.environ["PATH"], "HOME": str(checkout.parent), **extra}
    environ.setdefault("VERACITY_PYTHON", sys.executable)
    return subprocess.run(
        [checkout / "veracity", *arguments],
        cwd=cwd or checkout.parent,
        env=environ,
        user=user,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout, in a folder with a space in its name, after its first run."""
    checkout = plant(tmp_path_factory.mktemp("with space") / "my checkout")
    first = run(checkout, "a b", "--json")
    assert first.returncode == 7, first.stderr
    assert "Setting up Veracity" in first.stderr
    assert first.stdout == f"{checkout.parent} ['a b', '--json'] {checkout / '.venv'}\n"
    return checkout


@pytest.fixture
def finished(made: Path) -> Iterator[Path]:
    """That checkout; whatever a test breaks in it, the next test finds it whole."""
    locks = {path: path.read_bytes() for path in (made / "requirements").iterdir()}
    yield made
    for path, content in locks.items():
        path.write_bytes(content)
    run(made)


def test_a_later_run_sets_nothing_up(made: Path) -> None:
    again = run(made)
    assert (again.returncode, again.stderr) == (7, "")


def test_it_is_reached_through_links(made: Path, tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to(made / "veracity")
    (tmp_path / "two").symlink_to("one")
    ran = subprocess.run(
        [tmp_path / "two"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (7, "")


def test_modules_in_the_callers_folder_do_not_stand_in_for_ours(made: Path, tmp_path: Path) -> None:
    (tmp_path / "veracity").mkdir()
    (tmp_path / "veracity" / "__main__.py").write_text("print('not ours')", encoding="utf-8")
    ran = run(made, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert "not ours" not in ran.stdout
    assert ran.returncode == 7


def test_an_extra_is_added_to_what_is_there(made: Path) -> None:
    ran = run(made, VERACITY_EXTRAS="extra")
    assert "extra: installed" in ran.stderr
    assert "Setting up" not in ran.stderr
    assert run(made, VERACITY_EXTRAS="extra").stderr == ""


@pytest.mark.slow
def test_a_changed_lock_is_followed_and_an_extra_stays(finished: Path) -> None:
    run(finished, VERACITY_EXTRAS="extra")
    (finished / "requirements" / "core.txt").write_text("# other\n", encoding="utf-8")
    ran = run(finished)
    assert "Setting up Veracity" in ran.stderr
    assert "extra: installed" in ran.stderr
    assert run(finished).stderr == ""


def test_an_unknown_extra_is_named_with_those_that_exist(made: Path) -> None:
    ran = run(made, VERACITY_EXTRAS="wings")
    assert ran.returncode == 1
    assert ran.stderr == "veracity: There is no extra 'wings'. There are: core, extra.\n"


@pytest.mark.slow
def test_when_pip_fails_its_words_are_shown_and_the_next_run_tries_again(finished: Path) -> None:
    lock = finished / "requirements" / "core.txt"
    lock.write_text(f"--no-index\nnowhere==1.0 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    ran = run(finished)
    assert ran.returncode == 1
    assert "No matching distribution found for nowhere==1.0" in ran.stderr
    assert ran.stderr.splitlines()[-1].startswith("veracity: pip could not install")
    lock.write_text("# nothing\n", encoding="utf-8")
    assert run(finished).returncode == 7


def test_two_that_find_it_unfinished_make_it_again_once(made: Path) -> None:
    (made / ".venv" / "ready").unlink()
    (made / ".venv" / "left-behind").touch()
    command = [made / "veracity"]
    runs = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = [process.communicate()[1] for process in runs]
    assert [process.returncode for process in runs] == [7, 7, 7]
    assert sum("Setting up Veracity" in text for text in said) == 1
    assert not (made / ".venv" / "left-behind").exists()


@pytest.mark.slow
def test_when_killed_half_way_the_next_run_starts_over(finished: Path) -> None:
    venv = finished / ".venv"
    (venv / "ready").unlink()
    process = subprocess.Popen([finished / "veracity"], stderr=subprocess.PIPE, process_group=0)
    assert process.stderr is not None
    assert b"Setting up" in process.stderr.readline()
    time.sleep(0.2)
    os.killpg(process.pid, 9)
    process.communicate()
    assert not (venv / "ready").exists()
    assert run(finished).returncode == 7


@pytest.mark.slow
@pytest.mark.skipif(os.getuid() != 0, reason="only root can make a checkout that is not its own")
def test_a_checkout_of_somebody_else_is_run_from_the_users_cache(tmp_path: Path) -> None:
    checkout = plant(tmp_path / "theirs")
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, NOBODY, NOBODY)
    for folder in (tmp_path, *tmp_path.parents):
        if tmp_path == folder or folder.name.startswith("pytest-"):  # closed to others
            folder.chmod(0o711)
    python = next(
        (path for path in ("/usr/bin/python3", "/usr/local/bin/python3") if has_venv(path)), None
    )
    if python is None:
        pytest.skip("no Python with venv that every user may run")
    ran = run(checkout, user=NOBODY, HOME=str(home), cwd=home, VERACITY_PYTHON=python)
    assert ran.returncode == 7, ran.stderr
    assert not (checkout / ".venv").exists()
    assert str(home / ".cache" / "veracity" / "environments") in ran.stdout


def has_venv(python: str) -> bool:
    probe = [python, "-I", ROOT / "scripts" / "probe.py"]
    return Path(python).exists() and subprocess.run(probe, capture_output=True).returncode == 0


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (11, "3.99.0 lacks its venv module. On Debian or Ubuntu: sudo apt install python3-venv"),
        (12, "Python 3.11 or newer is needed, this is 3.99.0."),
        (127, "Python 3.11 or newer is needed and none was found."),
    ],
)
def test_what_is_missing_is_said_in_one_line(tmp_path: Path, status: int, says: str) -> None:
    checkout = plant(tmp_path / "checkout")
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "cksum", "tr", "cmp"):
        tool = shutil.which(name)
        assert tool is not None
        (tools / name).symlink_to(tool)
    python = tools / "python3"
    python.write_text(f"#!/bin/sh\necho 3.99.0\nexit {status}\n", encoding="utf-8")
    python.chmod(0o755)
    ran = run(checkout, PATH=str(tools), VERACITY_PYTHON="")
    assert ran.returncode == 1
    assert says in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
