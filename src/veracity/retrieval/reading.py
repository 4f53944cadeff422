"""Reading files into documents: text, Markdown, HTML and PDF.

A file says what it is by its ending; its content is checked before it is believed. What a file's
words came from is the caller's to say: an address that was typed in proves nothing, so the tier is
`other` unless the person who adds it names another.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from veracity.domain.errors import BadInput
from veracity.domain.evidence import Document, Source, Tier
from veracity.domain.page import Obstacle
from veracity.retrieval.pages import extract_markup
from veracity.rules.quotes.markup import without_hidden

MAX_BYTES = 32 * 1024 * 1024
MAX_CHARACTERS = 8_000_000
"""Of the text that was read out of a file."""

_TEXT = {".txt": "text/plain", ".text": "text/plain", ".md": "text/markdown"}
_HTML = {".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml"}
_PDF = {".pdf": "application/pdf"}
MEDIA_TYPES = {**_TEXT, **_HTML, **_PDF}
_CHARSET = re.compile(rb"<meta\b[^>]*?charset\s*=\s*[\"']?([A-Za-z0-9_.:-]+)", re.IGNORECASE)
_HEAD = 4096
"""Bytes in which a page names its encoding."""
_UNNAMED = ("utf-8", "windows-1252")
"""What a page may be in that does not say it (HTML Living Standard, 13.2.3.2)."""
_READ_AS = {
    "utf-8": "utf-8-sig",
    **dict.fromkeys(("ascii", "us-ascii", "iso-8859-1", "latin1"), "windows-1252"),
}
"""Encodings that are read as another one that has all they have (Encoding Standard, 4.2)."""
_OBSTACLES = {
    Obstacle.BOT_WALL: "a page that asks for proof of being human",
    Obstacle.COOKIE_WALL: "a page that asks for consent to cookies",
    Obstacle.PAYWALL: "the beginning of a page for subscribers",
    Obstacle.LOGIN: "a page that asks to log in",
    Obstacle.ERROR_PAGE: "an error page",
    Obstacle.EMPTY: "a page without a text",
}
_UNHEARD = logging.NullHandler()
"""For a library's remarks on flaws of a file, which Python prints where no log is set up."""


@dataclass(frozen=True, slots=True)
class About:
    """What the person who adds a file says of it. None is taken from the file."""

    url: str | None = None
    title: str | None = None
    publisher: str | None = None
    tier: Tier = Tier.OTHER
    published: date | None = None
    curated: bool = True


@dataclass(frozen=True, slots=True)
class _Content:
    """What was read out of a file."""

    text: str
    title: str = ""
    publisher: str = ""
    published: date | None = None


def files_in(path: Path) -> tuple[Path, ...]:
    """The file itself, or the files of a folder and its folders that can be read, by name.

    Hidden files and files of other kinds are passed over in a folder. Raises `BadInput` when there
    is nothing to read.
    """
    if not path.exists():
        raise BadInput(f"There is no {path}.", "Check the path.")
    if not path.is_dir():
        return (path,)
    found = tuple(
        sorted(
            one
            for one in path.rglob("*")
            if one.suffix.lower() in MEDIA_TYPES
            and one.is_file()
            and not any(part.startswith(".") for part in one.relative_to(path).parts)
        )
    )
    if not found:
        raise BadInput(f"{path} has no file that can be read.", f"Readable are {_readable()}.")
    return found


def read_document(path: Path, about: About | None = None) -> Document:
    """Read one file. Raises `BadInput` for one that is no text, is empty, too large or damaged."""
    about = about or About()
    kind = MEDIA_TYPES.get(path.suffix.lower())
    if kind is None:
        raise BadInput(
            f"{path.name} is of a kind that is not read.", f"Readable are {_readable()}."
        )
    content = _read_bytes(path)
    if path.suffix.lower() in _PDF:
        read = _pdf(content, path.name)
    elif path.suffix.lower() in _HTML:
        read = _html(content, path.name)
    else:
        read = _text(content, path.name)
    return _document(read, about, name=path.name, stem=path.stem, media_type=kind)


def read_page(path: Path) -> str:
    """The markup of an HTML file as it was saved, in the encoding that it names.

    Raises `BadInput` for one that is empty, too large, binary or in another encoding.
    """
    return _markup(_read_bytes(path), path.name)


def is_page(path: Path) -> bool:
    """Whether a file's ending says that it is HTML."""
    return path.suffix.lower() in _HTML


def read_documents(path: Path, about: About | None = None) -> tuple[Document, ...]:
    """Read a file, or every readable file of a folder. Raises `BadInput` at the first bad one."""
    return tuple(read_document(one, about) for one in files_in(path))


def _document(read: _Content, about: About, *, name: str, stem: str, media_type: str) -> Document:
    if not read.text.strip():
        raise BadInput(f"{name} has no text.", "Give a file with words in it.")
    if len(read.text) > MAX_CHARACTERS:
        raise BadInput(
            f"{name} has {len(read.text):,} characters; the most is {MAX_CHARACTERS:,}.",
            "Split it into several files.",
        )
    source = Source(
        url=about.url or name,
        title=about.title or read.title or stem,
        publisher=about.publisher or read.publisher,
        tier=about.tier,
        published=about.published or read.published,
        curated=about.curated,
    )
    return Document(text=read.text, source=source, media_type=media_type)


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}.", "Check the path and its permissions."
        ) from None
    if len(content) > MAX_BYTES:
        raise BadInput(
            f"{path.name} is larger than {MAX_BYTES // 1024**2} MiB.",
            "Split it into several files.",
        )
    if not content.strip():
        raise BadInput(f"{path.name} is empty.", "Give a file with words in it.")
    return content


def _text(content: bytes, name: str) -> _Content:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{name} is not UTF-8 at byte {error.start}.", "Save it as UTF-8 text."
        ) from None
    return _checked(text, name)


def _checked(text: str, name: str) -> _Content:
    if "\x00" in text:
        raise BadInput(f"{name} is a binary file.", "Give text.")
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    first = next((line for line in lines.split("\n") if line.strip()), "")
    return _Content(lines, title=first.lstrip("# ").strip() if first.startswith("#") else "")


def _markup(content: bytes, name: str) -> str:
    if b"\x00" in content:
        raise BadInput(f"{name} is a binary file.", "Give an HTML page.")
    named = _CHARSET.search(content[:_HEAD])
    encodings = _UNNAMED if named is None else (named[1].decode("ascii").lower(),)
    for encoding in encodings:
        try:
            return content.decode(_READ_AS.get(encoding, encoding))
        except (UnicodeDecodeError, LookupError):
            continue
    raise BadInput(f"{name} is not {' or '.join(encodings)} text.", "Save it as UTF-8.")


def _html(content: bytes, name: str) -> _Content:
    page = extract_markup(without_hidden(_markup(content, name)), url="")
    if page.obstacle is not None:
        what = _OBSTACLES[page.obstacle]
        raise BadInput(f"{name} is {what}.", "Save the text that it stands for as a .txt file.")
    return _Content(
        page.text,
        title=page.title,
        publisher=page.publisher or "",
        published=page.published,
    )


def _pdf(content: bytes, name: str) -> _Content:
    import io

    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").addHandler(_UNHEARD)
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted:
            raise BadInput(f"{name} is locked with a password.", "Save it without one.")
        text = "\n\n".join(page.extract_text() for page in reader.pages)
        title = str(reader.metadata.title or "") if reader.metadata else ""
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        # pypdf lets errors of its own code out for files that are damaged in unforeseen ways.
        raise BadInput(
            f"{name} is not a PDF that can be read: {error}.", "Give its text as a .txt file."
        ) from None
    if not text.strip():
        raise BadInput(f"{name} has no text, only images.", "Run it through OCR first.")
    return _Content(text.replace("\x00", ""), title=title.strip())


def _readable() -> str:
    return ", ".join(sorted(MEDIA_TYPES))
