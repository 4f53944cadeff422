"""LLM-AggreFact (Tang, Laban and Durrett 2024): claims of models with the text they rest on.

A label of 0 says that the document does not support the claim, not that it refutes it.
"""

from __future__ import annotations

from pathlib import Path

from veracity.evaluation.layouts.base import Fields

_LABELS = {"1": "SUPPORTED", "0": "NOT_SUPPORTED"}


def known(fields: Fields) -> bool:
    """Whether this is a claim of the set."""
    return {"dataset", "doc", "claim", "label"} <= fields.keys()


def rows(fields: Fields, beside: Path) -> list[Fields]:
    """The claim, of the kind of the set that it was taken from."""
    return [
        {
            "claim": fields["claim"],
            "label": _LABELS[str(fields["label"])],
            "kind": fields["dataset"],
            "evidence": [{"text": fields["doc"]}],
        }
    ]
