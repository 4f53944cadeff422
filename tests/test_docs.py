"""The documentation says what the program does: its commands, examples, tables and links."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema
import pytest

import veracity
from veracity.domain import errors
from veracity.domain.case import Case

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
CLI = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def commands(text: str) -> Iterator[list[str]]:
    """The calls of `./veracity` in a page's shell blocks, split into words."""
    for block in blocks(text, "sh"):
        for line in block.splitlines():
            if line.startswith("./veracity"):
                yield shlex.split(line, comments=True)[1:]


def run(home: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Python with nothing from the caller's environment but what a fresh user has."""
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "VERACITY_HOME": str(home / "home"),
        "VERACITY_MODEL": "none",
        "PYTHONPATH": str(ROOT / "src"),
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=home,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the README's first command has been run."""
    folder = tmp_path_factory.mktemp("reader")
    first = next(commands(README))
    ran = run(folder, "-m", "veracity", *first, "--json", "--out", "CASE.json")
    assert ran.returncode == 0, ran.stderr
    return folder


# What follows from the code ------------------------------------------------------------------


def reference() -> ModuleType:
    """`scripts/reference.py`, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("reference", ROOT / "scripts" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_commands_and_settings_are_those_of_the_program() -> None:
    assert reference().with_parts(CLI) == CLI, "run python scripts/reference.py"


def test_the_schema_is_that_of_the_case() -> None:
    published = (ROOT / "docs" / "case.schema.json").read_text(encoding="utf-8")
    assert published == reference().case_schema(), "run python scripts/reference.py"


def test_the_exit_codes_are_those_of_the_errors() -> None:
    documented = {int(code) for code in re.findall(r"^\| (\d+) \| ", CLI, re.MULTILINE)}
    raised = {
        kind.exit_code
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.VeracityError)
    }
    assert raised | {0, 130, 141} == documented


def test_each_part_of_a_case_is_described() -> None:
    page = (ROOT / "docs" / "case-format.md").read_text(encoding="utf-8")
    described = {
        name
        for row in re.findall(r"^\| (`.*?`) \|", page, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    assert set(Case.model_fields) == described


# The schema ----------------------------------------------------------------------------------


def test_a_case_satisfies_the_schema_and_a_changed_shape_does_not(home: Path) -> None:
    schema = json.loads((ROOT / "docs" / "case.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    case: dict[str, Any] = json.loads((home / "CASE.json").read_bytes())
    assert list(validator.iter_errors(case)) == []
    assert not validator.is_valid({**case, "extra": 1})
    assert not validator.is_valid({k: v for k, v in case.items() if k != "seal"})
    assert not validator.is_valid({**case, "verdict": {**case["verdict"], "confidence": 2}})


# What a reader types -------------------------------------------------------------------------


def test_the_readme_shows_both_commands() -> None:
    shown = [line for block in blocks(README, "sh") for line in block.splitlines()]
    assert any(line.startswith("./veracity check ") for line in shown)
    assert "./test" in shown


def card(text: str) -> list[str]:
    """The lines of a verdict, without the one that says where the case lies."""
    return [line.rstrip() for line in text.splitlines() if line and not line.startswith("case:")]


def test_the_readme_shows_the_verdict_that_its_first_command_prints(home: Path) -> None:
    _, _, after = README.partition("<!-- verdict: pasted from a run of the first command -->\n")
    pasted, _, _ = after.partition("<!-- end of verdict -->")
    ran = run(home, "-m", "veracity", *next(commands(README)))
    assert card(pasted.replace("```", "")) == card(ran.stdout)


@pytest.mark.parametrize(
    "page", ["README.md", "docs/case-format.md"], ids=lambda page: Path(page).name
)
def test_the_commands_of_a_page_work(page: str, home: Path) -> None:
    found = list(commands((ROOT / page).read_text(encoding="utf-8")))
    assert found
    for arguments in found:
        ran = run(home, "-m", "veracity", *arguments)
        assert ran.returncode == 0, f"{arguments}: {ran.stdout}{ran.stderr}"


EXAMPLES = [
    pytest.param(block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(blocks(page.read_text(encoding="utf-8"), "python"), 1)
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_in_python_run(example: str, home: Path) -> None:
    ran = run(home, "-c", example)
    assert ran.returncode == 0, ran.stderr


def test_the_api_page_names_all_that_is_offered() -> None:
    page = (ROOT / "docs" / "python-api.md").read_text(encoding="utf-8")
    offered = set(veracity.__all__) - {"__version__", "Submission"}
    assert {name for name in offered if f"veracity.{name}" not in page} == set()


# Links ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_inside_the_repository_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text)
    dead = [t for t in targets if "://" not in t and not (page.parent / t).exists()]
    assert dead == []
