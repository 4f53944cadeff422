"""Prompts that lie in the package of an extension."""

from __future__ import annotations

from pathlib import Path

import pytest

from veracity.domain.errors import BadInput
from veracity.prompts import load

TEXT = """---
id: some_ways:greeting
version: 3
output: one word
---
## user
{name}?
"""


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package `some_ways` with one prompt that names itself and one that does not."""
    prompts = tmp_path / "some_ways" / "prompts"
    prompts.mkdir(parents=True)
    (tmp_path / "some_ways" / "__init__.py").touch()
    (prompts / "greeting.md").write_text(TEXT, encoding="utf-8")
    (prompts / "other.md").write_text(TEXT, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))


def test_it_is_named_by_its_package_and_its_file() -> None:
    prompt = load("some_ways:greeting")
    assert (prompt.id, prompt.version) == ("some_ways:greeting", 3)
    assert prompt.ref.digest == prompt.digest


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("some_ways:other", "calls itself 'some_ways:greeting'"),
        ("some_ways:nothing", "There is no prompt"),
        ("no_such_package_here:greeting", "There is no prompt"),
        ("some_ways:../greeting", "There is no prompt"),
        ("some_ways.prompts:greeting", "There is no prompt"),
        ("some_ways:", "There is no prompt"),
        (":greeting", "There is no prompt"),
        ("greeting", "There is no prompt"),
    ],
)
def test_what_is_not_there_is_refused(name: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        load(name)
