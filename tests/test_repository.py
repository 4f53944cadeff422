"""What holds for the repository as a whole: nothing of this machine in it, locks in step."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
MOST_LINES = 400

# Put together from pieces, so that this file does not hold what it looks for.
HOSTS = re.compile(
    "|".join(["py" + r"pi\.org", "python" + "hosted", r"registry\." + "npm", "//" + "py" + "pi"])
    + "|"
    + "|".join(["//" + r"deb\.", "deb" + r"ian\.org", "npm" + r"js\.(org|com)"]),
    re.IGNORECASE,
)
MACHINE = re.compile("|".join([r"/wor" + "k/", r"/tmp/" + r"\w/", r"/ro" + "ot/"]))


def tracked() -> list[Path]:
    git = shutil.which("git")
    assert git is not None
    listed = subprocess.run(
        [git, "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


FILES = tracked()
TEXTS = {
    file: file.read_text(encoding="utf-8", errors="replace")
    for file in FILES
    if b"\0" not in file.read_bytes()[:4096]
}


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for file, text in TEXTS.items()
        if pattern.search(text)
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_the_patterns_find_what_they_look_for() -> None:
    assert HOSTS.search("https://" + "py" + "pi.org/simple")
    assert MACHINE.search('open("/tmp/' + 'w/x")')


def test_no_file_names_the_host_of_a_package_registry() -> None:
    assert lines_with(HOSTS) == []


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    assert lines_with(MACHINE) == []


def test_no_python_file_is_too_long() -> None:
    counts = {
        str(file.relative_to(ROOT)): text.count("\n")
        for file, text in TEXTS.items()
        if file.suffix == ".py" and file.relative_to(ROOT).parts[0] != "tests"
    }
    assert len(counts) > 20
    assert {name: count for name, count in counts.items() if count > MOST_LINES} == {}


def test_the_licence_and_the_notice_are_there_and_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "Apache-2.0"
    assert project["license-files"] == ["LICENSE", "NOTICE"]
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert (ROOT / "NOTICE").read_text(encoding="utf-8").startswith("Veracity\n")


@pytest.mark.parametrize("name", ["veracity", "test", ".ci/run", "scripts/lock"])
def test_what_a_person_runs_can_be_run(name: str) -> None:
    assert (ROOT / name).stat().st_mode & 0o111 == 0o111


# Locks ---------------------------------------------------------------------------------------


def declared() -> dict[str, list[Requirement]]:
    """For each lock, the requirements that it is for."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    core = pyproject["project"]["dependencies"]
    extras = pyproject["project"]["optional-dependencies"]
    groups = {
        name: [line for line in lines if isinstance(line, str)]  # the rest include other groups
        for name, lines in pyproject["dependency-groups"].items()
    }
    alone = {"lock"}
    asked = {"core": core, **{name: core + more for name, more in extras.items()}}
    asked |= {name: ([] if name in alone else core) + more for name, more in groups.items()}
    return {name: [Requirement(text) for text in texts] for name, texts in asked.items()}


DECLARED = declared()


def pinned(name: str) -> Iterator[tuple[str, str]]:
    """Each package of a lock with its version; more than once when Pythons need different ones."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    for entry in re.finditer(r"^([A-Za-z0-9._\[\]-]+)==([^\s;\\]+)", text, re.MULTILINE):
        yield canonicalize_name(entry[1].partition("[")[0]), entry[2]


def test_each_extra_and_group_has_a_lock_and_no_lock_is_left_over() -> None:
    assert {path.stem for path in (ROOT / "requirements").glob("*.txt")} == set(DECLARED)


@pytest.mark.parametrize("name", DECLARED)
def test_a_lock_satisfies_what_is_declared(name: str) -> None:
    versions: dict[str, list[str]] = {}
    for package, version in pinned(name):
        versions.setdefault(package, []).append(version)
    unmet = [
        f"{requirement} against {versions.get(canonicalize_name(requirement.name))}"
        for requirement in DECLARED[name]
        if not (found := versions.get(canonicalize_name(requirement.name)))
        or not all(requirement.specifier.contains(version) for version in found)
    ]
    assert unmet == [], "run scripts/lock"


@pytest.mark.parametrize("name", DECLARED)
def test_every_pin_has_a_hash(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    entries = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]
    assert entries
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("name", [name for name in DECLARED if name not in {"core", "lock"}])
def test_the_locks_agree_with_the_core(name: str) -> None:
    """So that an extra can be added to an environment that has the core."""
    assert set(pinned("core")) <= set(pinned(name))
