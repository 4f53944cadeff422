"""The text of a PDF. Called in a process of its own: a few bytes of PDF can ask for any amount of
memory and time, and pypdf lets errors of its own code out for files that are damaged."""

from __future__ import annotations

import io
import logging

from pypdf import PasswordType, PdfReader
from pypdf.errors import DependencyError, LimitReachedError

from veracity.domain.page import Extracted, Obstacle


class TooMuch(Exception):
    """The file passed a limit. Its text says which."""


class NotReadable(Exception):
    """The file is no PDF that can be read. Its text says why."""


def read_pdf(content: bytes, *, pages: int, characters: int) -> Extracted:
    """The text of a PDF of at most so many `pages`. One without text is `empty`: images of pages.

    Raises `TooMuch`, `NotReadable`, and whatever else pypdf raises.
    """
    logging.getLogger("pypdf").addHandler(logging.NullHandler())
    try:
        return _read(PdfReader(io.BytesIO(content)), pages, characters)
    except LimitReachedError as error:
        raise TooMuch("its content expands to more than is read") from error
    except DependencyError as error:
        raise NotReadable("it is encrypted in a way that is not read here") from error


def _read(reader: PdfReader, pages: int, characters: int) -> Extracted:
    if reader.is_encrypted and reader.decrypt("") is PasswordType.NOT_DECRYPTED:
        raise NotReadable("it is locked with a password")
    # What the file says of itself comes first: to count the pages takes a second for 10,000.
    for count in (_stated(reader), len(reader.pages)):
        if count > pages:
            raise TooMuch(f"it has {count:,} pages, and the most is {pages:,}")
    texts: list[str] = []
    length = 0
    for page in reader.pages:
        texts.append(page.extract_text().replace("\x00", "").strip())
        length += len(texts[-1])
        if length > characters:
            raise TooMuch(f"it has more than {characters:,} characters")
    text = "\n\n".join(text for text in texts if text)
    about = reader.metadata
    return Extracted(
        text=text,
        title=(about.title or "").strip() if about else "",
        author=((about.author or "").strip() or None) if about else None,
        obstacle=None if text else Obstacle.EMPTY,
    )


def _stated(reader: PdfReader) -> int:
    """How many pages the file says it has; 0 when it does not say."""
    tree = reader.root_object.get("/Pages")
    stated = tree.get_object().get("/Count", 0) if tree is not None else 0
    return stated if isinstance(stated, int) else 0
