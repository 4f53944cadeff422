"""Reads claims: an argument, standard input, or a file with one claim a line.

A line that cannot be read is a value beside the others, so that one bad line does not cost the
rest of a file.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO, cast

from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput
from veracity.rules.urls.address import Refused, parse, without_userinfo

MAX_CLAIM = 4_000
"""Characters of one claim. More is an article, which holds many claims."""
MAX_FILE = 16 * 1024 * 1024
"""Bytes of one file of claims."""
STDIN = "-"
_PATH_ENDINGS = (".txt", ".md", ".jsonl", ".csv", ".text")


@dataclass(frozen=True, slots=True)
class Entry:
    """One claim to check, or why there is none at its place."""

    line: int
    """Counted from 1."""
    given: Submission | BadInput


def read(argument: str, *, stdin: BinaryIO | None = None) -> tuple[Entry, ...]:
    """The claims in `argument`: text, `-`, or the path of a file with one claim a line.

    An existing path is a file. What looks like a path and does not exist is an error, and so is
    an empty input. Raises `BadInput`; a single bad line of several is an `Entry` instead.
    """
    if argument == STDIN:
        stream = sys.stdin.buffer if stdin is None else stdin
        return _lines(stream.read(MAX_FILE + 1), "stdin", as_json=False)
    path = _as_path(argument)
    if path is not None:
        return _lines(_content(path), path.name, as_json=path.suffix == ".jsonl")
    return (Entry(line=1, given=submission(argument, origin="argument")),)


def submission(text: str, *, origin: str) -> Submission:
    """One claim as a submission. Raises `BadInput` for text that cannot be a claim."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadInput(
            f"The text is not valid UTF-8 at character {error.start}.", "Save it as UTF-8."
        ) from None
    if "\x00" in text:
        raise BadInput("The text is binary.", "Give plain text.")
    if not text.strip():
        raise BadInput("There is no text to check.", "Give a claim, a file, or - for stdin.")
    if len(text) > MAX_CLAIM:
        raise BadInput(
            f"One claim may have {MAX_CLAIM:,} characters; this has {len(text):,}.",
            "Put each claim on a line of its own in a file.",
        )
    if not any(character.isalnum() for character in text):
        raise BadInput("There are no words to check.", "Give a statement, such as a sentence.")
    return Submission(text=text, origin=origin)


def placed(
    given: Submission,
    *,
    speaker: str | None = None,
    said_on: date | None = None,
    origin: str | None = None,
) -> Submission:
    """`given` with who said it, when, and on which page; None leaves what it says itself.

    Raises `BadInput` for an origin that is no address of a web page, and for a speaker that is no
    text.
    """
    if speaker is not None and not _is_text(speaker):
        raise BadInput("The speaker's name is not valid UTF-8.", "Write it as UTF-8.")
    if origin is not None and (why := no_page(origin)):
        shown = without_userinfo(origin)
        raise BadInput(f"'{shown}' is no address of a page: {why}.", "Write it as a browser does.")
    known = {"speaker": speaker, "published": said_on, "origin": origin}
    return given.model_copy(
        update={name: value for name, value in known.items() if value is not None}
    )


def _is_text(given: str) -> bool:
    """Whether `given` has a spelling in UTF-8: bytes of a shell that are none do not."""
    return given.encode("utf-8", "replace").decode("utf-8") == given


def no_page(address: str) -> str:
    """Why nothing could be told to lie where `address` does; empty where it could. A claim's own
    page is no evidence for it, and one that cannot be placed would pass for somebody else's."""
    if any(character.isspace() for character in address):
        return "white space"
    parsed = parse(address)
    return parsed.why if isinstance(parsed, Refused) else ""


def _as_path(argument: str) -> Path | None:
    """`argument` as the path of a file, or None when it is a claim."""
    if "\x00" in argument or "\n" in argument or not argument.strip():
        return None
    try:
        path = Path(argument)
        if path.is_dir():
            raise BadInput(f"{argument} is a directory.", "Give a file with one claim a line.")
        if path.exists():
            return path
    except OSError:
        return None
    if any(character.isspace() for character in argument):
        return None
    if "://" in argument:
        raise BadInput("Addresses are not fetched by check.", "Give the text of the page.")
    if os.sep in argument or argument.lower().endswith(_PATH_ENDINGS):
        raise BadInput(f"There is no file {argument}.", "Check the path, or quote the claim.")
    return None


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE + 1)
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}.", "Check its permissions."
        ) from None


def _lines(content: bytes, origin: str, *, as_json: bool) -> tuple[Entry, ...]:
    """One entry for each line of `content` that is not blank."""
    if len(content) > MAX_FILE:
        raise BadInput(
            f"{origin} is larger than {MAX_FILE // 1024**2} MiB.", "Split it into several files."
        )
    if b"\x00" in content:
        raise BadInput(f"{origin} is a binary file.", "Give a text file with one claim a line.")
    content = content.removeprefix(b"\xef\xbb\xbf")
    entries = [
        Entry(line=number, given=_line(line, origin, as_json=as_json))
        for number, line in enumerate(content.splitlines(), start=1)
        if line.strip()
    ]
    if not entries:
        raise BadInput(f"{origin} has no text to check.", "Give at least one claim.")
    if len(entries) == 1 and isinstance(entries[0].given, BadInput):
        raise entries[0].given
    return tuple(entries)


def _line(line: bytes, origin: str, *, as_json: bool) -> Submission | BadInput:
    try:
        text = line.decode("utf-8").strip()
        return _row(text, origin) if as_json else submission(text, origin=origin)
    except UnicodeDecodeError as error:
        return BadInput(
            f"The text is not valid UTF-8 at byte {error.start}.", "Save the file as UTF-8."
        )
    except BadInput as error:
        return error


def _row(text: str, origin: str) -> Submission:
    """One line of a `.jsonl` file: `claim`, and where known `speaker`, `said_on` and `origin`."""
    try:
        row: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"The line is not JSON: {error}.", "Give one object a line.") from None
    given = cast("dict[str, Any]", row) if isinstance(row, dict) else {}
    claim = given.get("claim")
    if not isinstance(claim, str):
        raise BadInput("The line has no text under 'claim'.", 'Write {"claim": "..."}.')
    known = {name: given[name] for name in ("speaker", "said_on", "origin") if given.get(name)}
    for name, value in known.items():
        if not isinstance(value, str):
            raise BadInput(f"The line's '{name}' is not text.", f'Write "{name}": "...".')
    if "said_on" in known:
        known["said_on"] = _day(known["said_on"])
    return placed(submission(claim, origin=origin), **known)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"'{text}' is not a day.", "Write it as 2026-01-31.") from None
