"""The example package, built, installed and run; and packages beside it that are broken.

Whatever is installed here lies in a folder of the test, which a process of its own sees.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.test_extensions import install
from veracity import __version__
from veracity.methods import NAMES

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "veracity-majority"
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
CLAIM = "The village of Brakka has 125 inhabitants."
SAMPLE = ("--evidence", EXAMPLE / "sample")
RULES = ("--model", "rules:figures")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the example was built for and installed into, without a network."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--target", folder]
    ran = subprocess.run([*pip, *offline, EXAMPLE], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return folder


class Reader:
    """Somebody with Veracity and the packages of some folders, who has no other settings."""

    def __init__(self, cwd: Path, *packages: Path) -> None:
        self.cwd = cwd
        self.home = cwd / "home"
        self._packages = packages

    def python(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.cwd),
            "VERACITY_HOME": str(self.home),
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "src", *self._packages))),
        }
        return subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=self.cwd,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )

    def veracity(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return self.python("-m", "veracity", *arguments)


@pytest.fixture
def reader(tmp_path: Path, installed: Path) -> Reader:
    return Reader(tmp_path, installed)


CHECK = ("check", CLAIM, "--method", "quorum", *RULES, *SAMPLE, "--json")


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory, installed: Path) -> Reader:
    """Somebody who has judged the claim once."""
    return Reader(tmp_path_factory.mktemp("before"), installed)


@pytest.fixture(scope="module")
def row(before: Reader) -> dict[str, Any]:
    """The verdict of that first check."""
    ran = before.veracity(*CHECK)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


# The example ---------------------------------------------------------------------------------


def test_it_is_listed_with_its_package_after_the_own_methods(reader: Reader) -> None:
    ran = reader.veracity("methods")
    heads = [line for line in ran.stdout.splitlines() if not line.startswith(" ")]
    assert [head.split()[0] for head in heads] == [*NAMES, "quorum"]
    assert heads[-1] == "quorum (version 1, from veracity-majority 1.0.0)"
    assert "  quorum = 2  [any case]" in ran.stdout
    assert "  reader = none  [live only]" in ran.stdout


def test_the_doctor_finds_all_three_well(reader: Reader) -> None:
    said = reader.veracity("doctor").stdout
    for name in ("method quorum", "provider folder", "provider rules"):
        assert f"ok        {name}: from veracity-majority 1.0.0" in said


def test_the_verdict_counts_publishers(row: dict[str, Any]) -> None:
    # Two files give 125 and one gives 119: (2 + 1) / (3 + 2) = 0.6.
    assert (row["method"], row["label"], row["bucket"]) == ("quorum", "Agreed", "Truthy")
    assert row["confidence"] == 0.6
    stances = sorted(evidence["stance"] for evidence in row["evidence"])
    assert stances == ["refutes", "supports", "supports"]
    assert row["calls"] == 4, "one search and three readings"


def test_the_case_names_the_package_and_its_prompt(row: dict[str, Any]) -> None:
    case = json.loads(Path(row["case"]).read_bytes())
    assert case["made_by"] == f"veracity {__version__}, veracity-majority 1.0.0"
    assert [prompt["id"] for prompt in case["prompts"]] == ["veracity_majority:reading"]


def test_the_second_check_asks_nobody(before: Reader, row: dict[str, Any]) -> None:
    again = json.loads(before.veracity(*CHECK).stdout)
    assert (again["calls"], again["label"]) == (0, row["label"])


def test_a_dial_that_asks_cannot_be_turned_on_the_case(before: Reader, row: dict[str, Any]) -> None:
    ran = before.veracity("replay", row["case"], "--set", "reader=rules:other")
    assert (ran.returncode, "changes what is asked" in ran.stderr) == (2, True)


def test_without_the_package_a_replay_says_what_is_missing(row: dict[str, Any]) -> None:
    ran = Reader(Path(row["case"]).parent).veracity("replay", row["case"])
    assert ran.returncode == 2
    assert ran.stderr.startswith("veracity: There is no method 'quorum'.")


SEARCH = """
import asyncio, sys
from veracity.desk.base import Provider
from veracity.domain.evidence import Found
from veracity.domain.exchange import Request
from veracity.newsroom.providers import Providers
from veracity.settings import read_settings

async def main():
    providers = Providers(read_settings(), print)
    folder = await providers.find("folder")
    assert folder is await providers.find("folder")
    asked = {"query": sys.argv[1], "top_k": 2, "as_of": "2026-01-01"}
    reply = await folder.answer(Request(kind="search", provider="folder", inputs=asked))
    found = Found.model_validate(reply.value)
    print(found.searched, *((p.source.publisher, p.source.url) for p in found.passages), sep="\\n")

asyncio.run(main())
"""


def test_its_search_finds_the_nearest_passages_of_a_folder(reader: Reader) -> None:
    for publisher, text in {
        "Gazette": "The village of Brakka has 125 inhabitants.",
        "Herald": "Brakka is a village.",
        "Mail": "Nothing is here.",
    }.items():
        (reader.home / "folder" / publisher).mkdir(parents=True)
        (reader.home / "folder" / publisher / "a.txt").write_text(text, encoding="utf-8")
    ran = reader.python("-c", SEARCH, CLAIM)
    assert ran.stdout.splitlines() == [
        "3",
        "('Gazette', 'Gazette/a.txt')",
        "('Herald', 'Herald/a.txt')",
    ]


@pytest.mark.slow
def test_its_search_stands_beside_the_archive(reader: Reader) -> None:
    wanted = ("check", CLAIM, "--method", "quorum", *RULES, "--set", "web=folder", "--json")
    before = json.loads(reader.veracity(*wanted).stdout)
    assert before["label"] == "No quorum"
    (abstention,) = before["abstentions"]
    assert (abstention["who"], abstention["failure"]) == ("folder", "unavailable")
    assert "veracity-majority 1.0.0 cannot be used: There is no folder" in abstention["why"]
    for publisher in ("Gazette", "Register"):
        (reader.home / "folder" / publisher).mkdir(parents=True)
        text = f"{CLAIM} So says the {publisher}."
        (reader.home / "folder" / publisher / "a.txt").write_text(text, encoding="utf-8")
    after = json.loads(reader.veracity(*wanted).stdout)
    # Two publishers of two with a side: (2 + 1) / (2 + 2) = 0.75.
    assert (after["label"], after["confidence"]) == ("Agreed", 0.75)


# The page ------------------------------------------------------------------------------------


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_the_page_shows_the_entry_points_of_the_example() -> None:
    (shown,) = blocks("toml")
    declared = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))
    assert tomllib.loads(shown)["project"]["entry-points"] == declared["project"]["entry-points"]


def test_the_commands_of_the_page_do_what_it_says(reader: Reader) -> None:
    (reader.cwd / "examples").symlink_to(ROOT / "examples")
    (block,) = blocks("sh")
    said = {}
    for line in block.replace("\\\n", " ").splitlines():
        program, command, *arguments = shlex.split(line, comments=True)
        assert program == "./veracity"
        ran = reader.veracity(command, *arguments)
        assert ran.returncode == 0, f"{line}: {ran.stderr}"
        said.setdefault(command, []).append(ran.stdout)
    _, _, after = PAGE.partition("<!-- verdict of the example -->\n```\n")
    pasted, _, _ = after.partition("```")
    (card,) = said["check"]
    assert card.partition("\ncase: ")[0].strip() == pasted.strip()
    again, turned = said["replay"]
    assert again.startswith("same verdict")
    assert "derived:  No quorum" in turned
    made_by = json.loads((reader.cwd / "CASE.json").read_bytes())["made_by"]
    assert made_by in " ".join(PAGE.split())


# Broken packages -----------------------------------------------------------------------------

BROKEN = {
    "gone": ("gone-ways", "nowhere_to_be_found:METHOD", "ModuleNotFoundError"),
    "plain": ("plain-ways", "json:dumps", "it is no Method but a function"),
    "renamed": ("renamed-ways", "veracity_majority.quorum:METHOD", "it calls itself 'quorum'"),
}
"""Name: package, what its entry point names, and what is wrong with it."""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with packages that are broken in all ways, or in each other's way."""
    folder = tmp_path_factory.mktemp("broken")
    for name, (package, value, _) in BROKEN.items():
        install(folder, package, f"[veracity.methods]\n{name} = {value}\n")
    install(folder, "taken-ways", "[veracity.methods]\nrouted = json:dumps\n")
    for package in ("one-way", "other-way"):
        install(folder, package, "[veracity.methods]\ntwice = json:dumps\n")
    install(folder, "mute-models", "[veracity.providers]\nmute = json:dumps\n")
    install(folder, "own-models", "[veracity.providers]\nlocal = json:dumps\n")
    return folder


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_method_is_one_line_that_names_its_package(
    name: str, tmp_path: Path, installed: Path, broken: Path
) -> None:
    package, _, why = BROKEN[name]
    ran = Reader(tmp_path, installed, broken).veracity("check", CLAIM, "--method", name, *SAMPLE)
    assert ran.returncode == 2
    (line,) = ran.stderr.splitlines()
    assert line.startswith(
        f"veracity: The method '{name}' of the package {package} 1.0 cannot be used: "
    )
    assert why in line


def test_a_name_that_two_packages_offer_is_neithers(tmp_path: Path, broken: Path) -> None:
    ran = Reader(tmp_path, broken).veracity("check", CLAIM, "--method", "twice", *SAMPLE)
    assert (ran.returncode, ran.stderr) == (
        2,
        "veracity: The method 'twice' is offered by one-way 1.0 and other-way 1.0. "
        "Remove all but one of them.\n",
    )


def test_the_list_names_what_is_broken_and_shows_the_rest(
    tmp_path: Path, installed: Path, broken: Path
) -> None:
    ran = Reader(tmp_path, installed, broken).veracity("methods")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert "quorum (version 1, from veracity-majority 1.0.0)" in lines
    assert "routed (from taken-ways 1.0): not used: Veracity has one of that name" in lines
    for name, (package, _, why) in BROKEN.items():
        (line,) = (line for line in lines if line.startswith(f"{name} (from {package} 1.0): "))
        assert why in line
    assert sum("is offered by one-way 1.0 and other-way 1.0" in line for line in lines) == 2


def test_the_doctor_says_what_to_do_about_it(tmp_path: Path, broken: Path) -> None:
    ran = Reader(tmp_path, broken).veracity("doctor")
    assert ran.returncode == 5
    assert "broken    method gone: The method 'gone' of the package gone-ways 1.0" in ran.stdout
    assert "fix: Update gone-ways, or remove it with pip." in ran.stdout
    assert "optional  method routed: from taken-ways 1.0: not used" in ran.stdout
    assert "optional  provider local: from own-models 1.0: not used" in ran.stdout


def test_a_broken_model_abstains_and_a_broken_package_harms_no_other(
    tmp_path: Path, installed: Path, broken: Path
) -> None:
    reader = Reader(tmp_path, installed, broken)
    assert json.loads(reader.veracity(*CHECK).stdout)["label"] == "Agreed"
    mute = json.loads(reader.veracity(*CHECK, "--model", "mute:any").stdout)
    assert mute["label"] == "No quorum"
    assert {one["failure"] for one in mute["abstentions"]} == {"unavailable"}
    assert all(
        "package mute-models 1.0 cannot be used" in one["why"] for one in mute["abstentions"]
    )


CLOSERS = """
class Neat:
    name, concurrency = "neat", 1
    def __init__(self, settings): pass
    async def answer(self, request): pass
    def close(self): print("neat is closed")

class Messy(Neat):
    name = "messy"
    def close(self): raise RuntimeError("stuck")
"""
CLOSING = """
import asyncio
from veracity.newsroom.providers import Providers
from veracity.settings import read_settings

providers = Providers(read_settings(), lambda news: print(news.text))
for name in ("neat", "messy"):
    asyncio.run(providers.find(name))
providers.close()
"""


def test_what_was_opened_is_closed_though_another_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "closers.py").write_text(CLOSERS, encoding="utf-8")
    entries = "[veracity.providers]\nneat = closers:Neat\nmessy = closers:Messy\n"
    ran = Reader(tmp_path, install(tmp_path, "closers", entries)).python("-c", CLOSING)
    assert ran.stdout.splitlines() == [
        "The provider 'messy' of closers 1.0 could not be closed: RuntimeError: stuck",
        "neat is closed",
    ], ran.stderr
