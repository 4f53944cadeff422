"""What installed packages say that they offer, read from metadata that is written to a folder."""

from __future__ import annotations

from importlib.metadata import distributions
from pathlib import Path

import pytest

from veracity.domain.errors import BadInput
from veracity.extensions import METHODS, PROVIDERS, Extension, read


def install(folder: Path, package: str, entries: str, *, version: str = "1.0") -> Path:
    """Write the metadata of a package into `folder`, as pip would."""
    place = folder / f"{package.replace('-', '_')}-{version}.dist-info"
    place.mkdir(parents=True)
    about = f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n"
    (place / "METADATA").write_text(about, encoding="utf-8")
    (place / "entry_points.txt").write_text(entries, encoding="utf-8")
    return folder


def read_from(*folders: Path, group: str = METHODS) -> tuple[Extension, ...]:
    return read(distributions(path=[str(folder) for folder in folders]), group)


def test_what_is_offered_is_named_with_its_package(tmp_path: Path) -> None:
    install(tmp_path, "some-ways", "[veracity.methods]\nb = m:B\na = m:A\n", version="2.1")
    install(tmp_path, "a-source", "[veracity.providers]\nsource = s:open_it\n")
    install(tmp_path, "a-tool", "[console_scripts]\ntool = t:main\n")
    assert [(found.name, found.origin) for found in read_from(tmp_path)] == [
        ("a", "some-ways 2.1"),
        ("b", "some-ways 2.1"),
    ]
    assert [found.name for found in read_from(tmp_path, group=PROVIDERS)] == ["source"]


def test_of_a_package_that_is_there_twice_the_first_counts(tmp_path: Path) -> None:
    first = install(tmp_path / "1", "ways", "[veracity.methods]\nnew = m:N\n", version="2")
    second = install(tmp_path / "2", "ways", "[veracity.methods]\nold = m:O\n", version="1")
    assert [found.name for found in read_from(first, second)] == ["new"]
    assert [found.name for found in read_from(second, first)] == ["old"]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("nowhere_to_be_found:METHOD", "ModuleNotFoundError"),
        ("json:nothing", "AttributeError"),
        ("not a reference", ""),
        ("leaving:METHOD", "SystemExit"),
        ("misspelled:METHOD", "SyntaxError"),
        ("wordy:METHOD", "ValueError: on two lines."),
    ],
)
def test_what_cannot_be_imported_is_bad_input_that_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, why: str
) -> None:
    (tmp_path / "leaving.py").write_text("raise SystemExit(3)")
    (tmp_path / "wordy.py").write_text("raise ValueError('on two\\nlines.')")
    (tmp_path / "misspelled.py").write_text("def")
    monkeypatch.syspath_prepend(str(tmp_path))
    install(tmp_path, "ways", f"[veracity.methods]\nbroken = {value}\n")
    (found,) = read_from(tmp_path)
    with pytest.raises(BadInput) as raised:
        found.load()
    assert str(raised.value).startswith(
        "The method 'broken' of the package ways 1.0 cannot be used: importing "
    )
    assert why in raised.value.message
    assert raised.value.fix == "Update ways, or remove it with pip."
