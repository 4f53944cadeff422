"""A folder as a data set: sets of rows, and the archive that they are judged against.

    dataset.toml    sets = ["dev.jsonl", "held_out.jsonl"]
                    archive = "alerts.jsonl"

A line of the archive has `id`, `text`, `published` and `outlet`; `event` where it is the report of
an event, by which a row of that event is to find it. The archive is built in a folder of its own
under the home, named by its content, so that it never mixes with the user's.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from veracity.domain.canonical import digest_bytes
from veracity.domain.errors import BadInput
from veracity.domain.evidence import Document, Source, Tier
from veracity.retrieval.archive import Archive

NAME = "dataset.toml"
BUILT = "benchmarks"
"""Folder in the home in which archives of data sets are built."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Folder:
    """What a folder with a `dataset.toml` holds."""

    path: Path
    sets: tuple[Path, ...]
    archive: Path

    @property
    def digest(self) -> str:
        """Of the archive's file, in letters and figures alone."""
        return digest_bytes(self.archive.read_bytes()).partition(":")[2]


def is_folder(path: Path) -> bool:
    """Whether `path` is such a folder."""
    return (path / NAME).is_file()


def read_folder(path: Path) -> Folder:
    """What `dataset.toml` in `path` names. Raises `BadInput` for one that cannot be used."""
    place = path / NAME
    try:
        table = tomllib.loads(place.read_text(encoding="utf-8"))
        sets = tuple(path / name for name in table["sets"])
        found = Folder(path=path, sets=sets, archive=path / table["archive"])
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise BadInput(f"{place} cannot be used: {error}.", "Name `sets` and `archive`.") from None
    for file in (*found.sets, found.archive):
        if not file.is_file():
            raise BadInput(f"{file} is not there.", f"Mend {place}.")
    return found


def alerts(folder: Folder) -> tuple[tuple[Document, str | None], ...]:
    """The documents of the folder's archive, each with the event that it reports, if any.

    A person put them there, so they are curated. Raises `BadInput`.
    """
    try:
        lines = folder.archive.read_text(encoding="utf-8").splitlines()
        return tuple(_alert(json.loads(line)) for line in lines)
    except (ValueError, KeyError) as error:
        raise BadInput(f"{folder.archive} cannot be read: {error!r}.", "Mend it.") from None


def build(
    folder: Folder, home: Path, progress: Progress | None = None, *, starter: bool = True
) -> Path:
    """Build the folder's archive under `home`, unless it is there, and return where it lies.

    With `starter` it has the starter pack too, as the archive of a user has.
    """
    place = home / BUILT / f"{folder.digest[:16]}-{'whole' if starter else 'bare'}"
    archive = Archive.open(place, progress, starter=starter)
    try:
        archive.add([document for document, _ in alerts(folder)], progress)
    finally:
        archive.close()
    return place


def with_sets(
    paths: Sequence[Path], only: Collection[str] = ()
) -> tuple[list[Path], Folder | None]:
    """The files that `paths` name, a folder standing for its sets, and that folder.

    `only` keeps the sets of these names. Raises `BadInput` where that leaves none, and for a folder
    beside anything else, because its sets have an archive of their own.
    """
    folders = [path for path in paths if is_folder(path)]
    if folders and len(paths) > 1:
        raise BadInput("A folder has an archive of its own.", "Give it alone.")
    folder = read_folder(folders[0]) if folders else None
    files = list(paths) if folder is None else list(folder.sets)
    kept = [file for file in files if not only or file.stem in only]
    if not kept:
        raise BadInput(
            f"There is no set named {', '.join(only)}.",
            f"Known: {', '.join(file.stem for file in files)}.",
        )
    return kept, folder


def _alert(row: dict[str, Any]) -> tuple[Document, str | None]:
    source = Source(
        url=f"https://alerts.example/{row['id']}",
        title=str(row.get("title", "")),
        publisher=str(row["outlet"]),
        tier=Tier.ESTABLISHED,
        published=date.fromisoformat(row["published"]),
        curated=True,
    )
    return Document(text=str(row["text"]), source=source), row.get("event")
