"""Reads a file in which a quote is to be found."""

from __future__ import annotations

from pathlib import Path

from veracity.domain.errors import BadInput
from veracity.retrieval.reading import is_page, read_document, read_page


def read_quoted(path: Path) -> str:
    """The text of a file; of a page its markup as it was saved.

    A page is not reduced to its article: what a reader sees of it counts, menus and notes too, and
    a place is told in the file as it is. Raises `BadInput` for a file that cannot be read.
    """
    if not path.is_file():
        raise BadInput(f"There is no file {path}.", "Give a text, an HTML page or a PDF.")
    return read_page(path) if is_page(path) else read_document(path).text
