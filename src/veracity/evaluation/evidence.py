"""A row's own evidence, as the documents that its claim is judged against alone.

A piece is an object with `text`, and with `title`, `url`, `publisher`, `published` and `question`
where they are known; or just the text. What annotators wrote beside it is not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, cast
from urllib.parse import urlsplit

from veracity.domain.errors import BadInput
from veracity.domain.evidence import Document, Source, Tier


def documents(given: Any) -> tuple[tuple[Document, ...], int]:
    """The documents of a row's `evidence`, each content once, and how many pieces have no text.

    Raises `BadInput` for what is no list of pieces.
    """
    if not isinstance(given, list):
        raise BadInput(
            "there is no list under `evidence`.",
            'Write "evidence": [{"text": "…"}], or no --closed.',
        )
    found: dict[str, Document] = {}
    blank = 0
    for number, piece in enumerate(cast("list[Any]", given), start=1):
        document = _document(piece, number)
        if document is None:
            blank += 1
        else:
            found.setdefault(document.digest, document)
    return tuple(found.values()), blank


def _document(piece: Any, number: int) -> Document | None:
    """One piece of evidence; None when it has no text.

    A piece that answers a question is read with it, because an answer alone may say only "No".
    """
    fields = cast("dict[str, Any]", piece) if isinstance(piece, dict) else {"text": piece}
    text = fields.get("text")
    if not isinstance(text, str):
        raise BadInput(f"evidence {number} has no text under `text`.", 'Write {"text": "…"}.')
    if not text.strip():
        return None
    question = _word(fields, "question", number)
    url = _word(fields, "url", number)
    title = _word(fields, "title", number)
    source = Source(
        url=url,
        title=title or f"Evidence {number}",
        publisher=_word(fields, "publisher", number) or _host(url) or title or "given",
        tier=Tier.GIVEN,
        published=_published(fields, number),
    )
    return Document(text=f"{question} {text}".strip(), source=source)


def _word(fields: Mapping[str, Any], key: str, number: int) -> str:
    value = fields.get(key)
    if value is not None and not isinstance(value, str):
        raise BadInput(f"`{key}` of evidence {number} is not text.", "Write text, or leave it out.")
    return (value or "").strip()


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _published(fields: Mapping[str, Any], number: int) -> date | None:
    written = _word(fields, "published", number)
    if not written:
        return None
    try:
        return date.fromisoformat(written[:10])
    except ValueError:
        raise BadInput(
            f"`published` of evidence {number} is no date.", "Write it as 2026-01-31."
        ) from None
