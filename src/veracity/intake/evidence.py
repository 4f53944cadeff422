"""Reads the evidence that is handed over with a claim: files and folders, judged against alone."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from veracity.domain.errors import BadInput
from veracity.domain.evidence import Document, Tier
from veracity.retrieval.reading import About, read_documents


def read_evidence(paths: Iterable[Path]) -> tuple[Document, ...]:
    """The documents in `paths`, each content once, in the order given.

    They have the tier `given`. Raises `BadInput` for a path that is not there or has no text.
    """
    about = About(tier=Tier.GIVEN)
    found: dict[str, Document] = {}
    for path in paths:
        if not path.exists():
            raise BadInput(f"There is no evidence at {path}.", "Give a file or a folder.")
        for document in read_documents(path, about):
            found.setdefault(document.digest, document)
    if not found:
        raise BadInput("There is no text in the evidence.", "Give a file or a folder with text.")
    return tuple(found.values())
