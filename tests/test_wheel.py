"""The wheel, built and run by itself: in an empty environment, away from the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CLAIM = "The coastline of Sri Lanka is 1,340 kilometres long."
MOST_MEGABYTES = 40


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("veracity-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an environment that holds the locked dependencies and the wheel."""
    venv = tmp_path_factory.mktemp("empty") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    pip = [sys.executable, "-m", "pip", "--python", venv, "--disable-pip-version-check", "install"]
    lock = ROOT / "requirements" / "core.txt"
    locked = ["--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", lock]
    subprocess.run([*pip, *locked], check=True, cwd=venv)
    subprocess.run([*pip, "--quiet", "--no-deps", wheel], check=True, cwd=venv)
    return venv / "bin"


def run(program: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environ = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("VERACITY_", "PYTHON", "XDG_"))
    }
    environ |= {"HOME": str(cwd), "VERACITY_HOME": str(cwd / "home"), "VERACITY_MODEL": "none"}
    return subprocess.run(
        [program, *arguments], cwd=cwd, env=environ, capture_output=True, text=True, check=False
    )


def test_the_wheel_holds_the_package_its_data_and_its_licenses_and_nothing_else(
    wheel: Path,
) -> None:
    assert wheel.stat().st_size < MOST_MEGABYTES * 1_000_000
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"veracity"}
    listed = subprocess.run(
        ["git", "ls-files", "-z", "src/veracity"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    tracked = {name.removeprefix("src/") for name in listed.stdout.split("\0") if name}
    assert tracked <= names
    assert "veracity/py.typed" in names
    assert {"LICENSE", "NOTICE"} <= {Path(name).name for name in names if "licenses/" in name}


def test_the_main_job_runs_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    checked = run(installed / "veracity", "check", CLAIM, "--json", cwd=tmp_path)
    assert checked.returncode == 0, checked.stderr
    row = json.loads(checked.stdout)
    assert (row["claim"], row["label"], row["bucket"]) == (CLAIM, "True", "True")
    assert any("1,340 km" in evidence["quote"] for evidence in row["evidence"])

    replayed = run(installed / "veracity", "replay", row["case"], "--json", cwd=tmp_path)
    assert replayed.returncode == 0, replayed.stderr
    assert json.loads(replayed.stdout)["same"] is True


def test_the_package_is_imported_from_the_environment(installed: Path, tmp_path: Path) -> None:
    """Guards the test above against having run the checkout."""
    shown = run(
        installed / "python", "-c", "import veracity; print(veracity.__file__)", cwd=tmp_path
    )
    assert Path(shown.stdout.strip()).is_relative_to(installed.parent)
