"""What was given to check: claims one a line, a text with claims in it, a page, or found claims.

| given                                                 | taken as                               |
|-------------------------------------------------------|----------------------------------------|
| a sentence                                            | one claim                              |
| several sentences, up to `POST_WORDS` words; an image | a post, which makes one main claim     |
| more text; any document, subtitles, a recording       | a text, of which every claim is found  |
| the address of a page                                 | such a text, once it was fetched       |
| `.jsonl`, or text whose every line is one sentence    | claims, one a line                     |
| what `veracity claims --json` wrote                   | the claims that it lists               |

Whoever asks may say otherwise: `whole`, `main`, `all` or `lines`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Literal, TypeAlias

from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput
from veracity.intake import reading
from veracity.intake.claims.by_model import Mode
from veracity.intake.claims.placed import Listed
from veracity.intake.reading import Entry
from veracity.rules.sentences import sentences
from veracity.rules.turns import turns

Wish: TypeAlias = Literal["whole", "main", "all", "lines"]

POST_WORDS = 100
"""A longer text is no post. A choice: posts of the benchmark have up to about 60 words."""

_PLAIN = frozenset({"", ".txt", ".text", ".csv"})
"""File name endings of plain text, which may hold one claim a line."""
_LISTS = frozenset({".json", ".jsonl"})
_SCHEMES = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class Lines:
    """Claims, one a line."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A text, and how many claims to look for in it."""

    submission: Submission
    mode: Mode


@dataclass(frozen=True, slots=True)
class Page:
    """The address of a page that has to be fetched."""

    url: str
    mode: Mode


Given: TypeAlias = Lines | Text | Page | Listed


def given(
    argument: str,
    wish: Wish | None = None,
    *,
    stdin: BinaryIO | None = None,
    speech_model: Path | None = None,
) -> Given:
    """What `argument` is: text, `-`, an address or the path of a file; `wish` says how to take it.

    `speech_model` is the folder of the weights for recordings. Raises `BadInput` for what cannot be
    read.
    """
    if argument == reading.STDIN:
        stream = sys.stdin.buffer if stdin is None else stdin
        return _plain(stream.read(reading.MAX_FILE + 1), argument, wish)
    if argument.startswith(_SCHEMES) and not any(map(str.isspace, argument)):
        if why := reading.no_page(argument):
            raise BadInput(f"This is no address of a page: {why}.", "Write it as a browser does.")
        if wish == "lines":
            raise BadInput("A page has no claims one a line.", "Leave --claims out.")
        return Page(url=argument, mode=wish or "all")
    path = _file(argument)
    if path is None:
        return _typed(argument, wish)
    ending = path.suffix.lower()
    if ending in _LISTS and wish in (None, "lines"):
        from veracity.intake.claims.lines import listed

        found = listed(path)
        return found if found is not None else Lines(reading.read(argument))
    if ending in _PLAIN:
        return _plain(_content(path), argument, wish)
    return _document(path, wish, speech_model)


def mode_of(submission: Submission) -> Mode:
    """How many claims to look for in a text that nobody said it of."""
    if _is_image(submission):
        return "main"
    if submission.turns:
        return "all"
    if len(sentences(submission.text)) <= 1:
        return "whole"
    return "main" if len(submission.text.split()) <= POST_WORDS else "all"


def _typed(argument: str, wish: Wish | None) -> Given:
    ending = "" if any(map(str.isspace, argument)) else Path(argument).suffix.lower()
    if ending and ending in reading.KINDS:
        raise BadInput(f"There is no file {argument}.", "Check the path, or quote the claim.")
    (entry,) = reading.read(argument)
    if wish == "lines" or isinstance(entry.given, BadInput):
        return Lines((entry,))
    mode = wish or mode_of(entry.given)
    return Lines((entry,)) if mode == "whole" else Text(entry.given, mode)


def _plain(content: bytes, argument: str, wish: Wish | None) -> Given:
    """Text without any layout: of a file, or of standard input."""
    other = argument != reading.STDIN and b"\x00" in content  # UTF-16, or no text at all
    if wish == "lines" or (wish is None and not other and _one_a_line(content)):
        return Lines(reading.read(argument, stdin=BytesIO(content)))
    if argument == reading.STDIN:
        submission = Submission(text=_decoded(content), origin="stdin")
    else:
        submission = reading.read_submission(Path(argument))
    return Text(submission, wish or mode_of(submission))


def _document(path: Path, wish: Wish | None, speech_model: Path | None) -> Given:
    """A file of a kind that has a layout, sound or pixels."""
    submission = reading.read_submission(path, speech_model=speech_model)
    if wish == "lines":
        raise BadInput(f"{path} has no claims one a line.", "Leave --claims out.")
    return Text(submission, wish or ("main" if _is_image(submission) else "all"))


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(reading.MAX_FILE + 1)
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}.", "Check its permissions."
        ) from None


def _one_a_line(content: bytes) -> bool:
    """Whether no line has more than one sentence, and none is a speaker's. What cannot be read is
    told of its line."""
    if len(content) > reading.MAX_FILE:
        return True
    lines = [line.decode("utf-8", "replace") for line in content.splitlines() if line.strip()]
    return all(len(sentences(line)) <= 1 for line in lines) and not turns("\n".join(lines))


def _decoded(content: bytes) -> str:
    try:
        text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"The text is not valid UTF-8 at byte {error.start}.", "Save it as UTF-8."
        ) from None
    if not any(map(str.isalnum, text)):
        raise BadInput("There are no words to check.", "Give a statement, such as a sentence.")
    return text


def _is_image(submission: Submission) -> bool:
    return (submission.media_type or "").startswith("image/")


def _file(argument: str) -> Path | None:
    """`argument` as a file that is there, None for anything else."""
    try:
        path = Path(argument)
        return path if argument.strip() and path.is_file() else None
    except (OSError, ValueError):
        return None
