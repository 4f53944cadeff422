"""Reads a set of claims whose answer is known: JSON Lines, one row a claim, or a JSON list.

    {"id": "r1", "claim": "…", "label": "SUPPORTED", "kind": "number", "group": "g1",
     "speaker": "…", "said_on": "2026-01-31", "as_of": "2026-01-31",
     "evidence": [{"text": "…", "title": "…", "url": "…", "published": "2026-01-31"}]}

`claim` and `label` are needed. Other keys of a row are ignored, and of a piece of evidence too, so
that what annotators wrote beside it never reaches the judge. Sets that others published are read
as they are distributed (`layouts`). A row is never dropped: one that
cannot be read ends the run with its line. A piece of evidence without text holds nothing and is
left out, and counted. A row whose evidence list is empty is judged against nothing, so a sound
method answers that there is not enough; it is counted too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, cast

from veracity.domain.canonical import canonical, digest_bytes
from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput
from veracity.domain.evidence import Document
from veracity.evaluation.answers import Answer, gold
from veracity.evaluation.evidence import documents
from veracity.evaluation.layouts import own_rows
from veracity.intake.reading import placed, submission

MAX_FILE = 256 * 1024 * 1024
"""Bytes of one set."""


@dataclass(frozen=True, slots=True)
class Row:
    """One claim whose answer is known."""

    id: str
    submission: Submission
    label: str
    """As the file has it."""
    gold: Answer
    kind: str | None
    group: str
    """Rows of one group are not independent and are resampled together. A row without a group of
    its own is alone in it."""
    evidence: tuple[Document, ...] | None
    """All that the claim may be judged against; None for the archive."""
    digest: str
    """Of the row's whole content, which names it whatever its place in the file."""
    as_of: date | None = None
    """The day on which it is judged; None is that of the run."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """A set of rows, or a seeded sample of one."""

    name: str
    """The file's name without its ending."""
    digest: str
    """Of the file's bytes."""
    rows: tuple[Row, ...]
    size: int
    """Rows in the file."""
    limit: int | None = None
    seed: int = 0
    blank: int = 0
    """Pieces of evidence without text, in the whole file."""


def read_dataset(
    path: Path, *, closed: bool = False, limit: int | None = None, seed: int = 0
) -> Dataset:
    """Read the set at `path`; with `closed`, every row's own evidence too.

    `limit` takes a sample of at most that many rows: the first by SHA-256 over `seed` and the row's
    content, so the order of the file does not matter and a smaller sample is the head of a larger.
    Raises `BadInput` with the file and the line.
    """
    content = _content(path)
    rows: list[Row] = []
    blank = 0
    for place, written in _objects(content):
        try:
            for fields in own_rows(_object(written), path.parent):
                row, without_text = _row(fields, path.name, closed=closed)
                rows.append(row)
                blank += without_text
        except BadInput as error:
            raise BadInput(f"{path.name}, {place}: {error.message}", error.fix) from None
    if not rows:
        raise BadInput(f"{path.name} has no rows.", 'Give lines of {"claim": …, "label": …}.')
    whole = Dataset(
        name=path.stem, digest=digest_bytes(content), rows=tuple(rows), size=len(rows), blank=blank
    )
    return whole if limit is None else sample(whole, limit, seed)


def sample(whole: Dataset, limit: int, seed: int) -> Dataset:
    """At most `limit` rows, drawn by `seed` and each row's content alone."""
    if limit < 1:
        raise BadInput(f"A sample of {limit} rows holds nothing.", "Give at least 1.")
    drawn = sorted(whole.rows, key=lambda row: _rank(seed, row))
    return replace(whole, rows=tuple(drawn[:limit]), limit=limit, seed=seed)


def _rank(seed: int, row: Row) -> str:
    return hashlib.sha256(f"{seed}\n{row.digest}".encode()).hexdigest()


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_FILE:
            raise BadInput(f"{path} is larger than {MAX_FILE // 1024**2} MiB.", "Split it.")
        return path.read_bytes()
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}.", "Give a file of JSON Lines."
        ) from None


def _objects(content: bytes) -> Iterator[tuple[str, Any]]:
    """What the file lists, each with its place: the items of a JSON list, or its lines."""
    content = content.removeprefix(b"\xef\xbb\xbf")
    if content.lstrip()[:1] == b"[":
        for number, item in enumerate(_json(content), start=1):
            yield f"item {number}", item
        return
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.strip():
            yield f"line {number}", line


def _row(fields: Mapping[str, Any], origin: str, *, closed: bool) -> tuple[Row, int]:
    """The row, and how many of its pieces of evidence have no text."""
    claim, label = fields.get("claim"), fields.get("label")
    if not isinstance(claim, str):
        raise BadInput("there is no text under `claim`.", 'Write {"claim": "…", "label": "…"}.')
    if isinstance(label, bool):
        label = str(label)
    if not isinstance(label, str) or not label.strip():
        raise BadInput("there is no word under `label`.", "Write SUPPORTED, REFUTED or another.")
    named = digest_bytes(_canonical(fields))
    evidence, blank = documents(fields.get("evidence")) if closed else (None, 0)
    row = Row(
        id=_name(fields, "id") or named.partition(":")[2][:12],
        submission=placed(
            submission(claim, origin=origin),
            speaker=_name(fields, "speaker"),
            said_on=_day(fields, "said_on"),
        ),
        label=label.strip(),
        gold=gold(label),
        kind=_name(fields, "kind"),
        group=_name(fields, "group") or named,
        evidence=evidence,
        digest=named,
        as_of=_day(fields, "as_of"),
    )
    return row, blank


def _object(written: Any) -> dict[str, Any]:
    fields = _json(written) if isinstance(written, bytes) else written
    if not isinstance(fields, dict):
        raise BadInput("it is not an object.", 'Write {"claim": "…", "label": "…"}.')
    return cast("dict[str, Any]", fields)


def _json(content: bytes) -> Any:
    try:
        return json.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadInput(
            f"it is not UTF-8 at byte {error.start}.", "Save the file as UTF-8."
        ) from None
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadInput(f"it is not JSON: {error}.", "Give one object a line.") from None


def _day(fields: Mapping[str, Any], key: str) -> date | None:
    given = fields.get(key)
    if given is None:
        return None
    try:
        return date.fromisoformat(str(given))
    except ValueError:
        raise BadInput(f"`{key}` is no day: '{given}'.", "Write it as 2026-01-31.") from None


def _canonical(fields: Mapping[str, Any]) -> bytes:
    try:
        return canonical(fields)
    except ValueError as error:  # NaN, or half of a character.
        raise BadInput(f"it has no canonical spelling: {error}.", "Mend the value.") from None


def _name(fields: Mapping[str, Any], key: str) -> str | None:
    value = fields.get(key)
    if value is None or value == "":
        return None
    if isinstance(value, str | int) and not isinstance(value, bool):
        return str(value)
    raise BadInput(f"`{key}` is neither a word nor a whole number.", "Write a word.")
