"""Climate-FEVER (Diggelmann et al. 2020): claims with five sentences of Wikipedia each."""

from __future__ import annotations

from pathlib import Path

from veracity.evaluation.layouts.base import Fields, objects


def known(fields: Fields) -> bool:
    """Whether this is a claim of the set."""
    return {"claim", "claim_label", "evidences"} <= fields.keys()


def rows(fields: Fields, beside: Path) -> list[Fields]:
    """The claim. DISPUTED is in neither direction."""
    return [
        {
            "id": fields["claim_id"],
            "claim": fields["claim"],
            "label": fields["claim_label"],
            "evidence": [
                {"text": one["evidence"], "title": one["article"]}
                for one in objects(fields["evidences"])
            ],
        }
    ]
