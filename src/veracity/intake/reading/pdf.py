"""The text of a PDF."""

from __future__ import annotations

from veracity.domain.errors import BadInput
from veracity.domain.page import Extracted
from veracity.intake.reading.apart import read_apart
from veracity.intake.reading.content import Content
from veracity.intake.reading.limits import ReadingLimits
from veracity.retrieval.web.sniffing import PDF
from veracity.rules.turns import turns
from veracity.rules.wrapping import unwrapped

_SOFT_HYPHEN = "\u00ad"


def read_pdf(content: bytes, name: str, limits: ReadingLimits) -> Content:
    """The text of a PDF, the lines of its paragraphs joined, its pages parted by blank lines.

    Raises `BadInput` for one that is locked, damaged, passes a limit or has only images.
    """
    page = read_apart(content, PDF, name, limits)
    if not page.text.strip():
        raise BadInput(
            f"{name} has no text, only images.", "Give its pages as PNG images, which are read."
        )
    return content_of_pdf(page)


def content_of_pdf(page: Extracted) -> Content:
    """A PDF that was read, wherever it came from."""
    text = unwrapped(page.text.replace(f"{_SOFT_HYPHEN}\n", "").replace(_SOFT_HYPHEN, ""))
    return Content(text=text, title=page.title or None, turns=turns(text))
