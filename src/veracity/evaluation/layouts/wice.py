"""WiCE (Kamoi et al. 2023): claims of Wikipedia with sentences of the pages that they cite.

The sentences of a row are parts of one page, so they are one piece of evidence. Rows that differ
only in which sentences were picked for them hang together.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from veracity.evaluation.layouts.base import Fields, texts


def known(fields: Fields) -> bool:
    """Whether this is a claim of the set, with its whole pages or with picked sentences."""
    if not {"claim", "label", "evidence", "meta"} <= fields.keys():
        return False
    return "supporting_sentences" in fields or "oracle_idx" in _meta(fields)


def rows(fields: Fields, beside: Path) -> list[Fields]:
    """The claim. What is supported in part is in neither direction."""
    return [
        {
            "claim": fields["claim"],
            "label": fields["label"],
            "group": _meta(fields)["id"],
            "evidence": [{"text": " ".join(texts(fields["evidence"]))}],
        }
    ]


def _meta(fields: Fields) -> dict[str, Any]:
    meta = fields["meta"]
    return cast("dict[str, Any]", meta) if isinstance(meta, dict) else {}
