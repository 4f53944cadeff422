"""FacTool, knowledge-based questions (Chern et al. 2023): the claims of an answer, no evidence."""

from __future__ import annotations

from pathlib import Path

from veracity.domain.canonical import digest
from veracity.evaluation.layouts.base import Fields, objects


def known(fields: Fields) -> bool:
    """Whether this is an answer of the set."""
    return {"prompt", "response", "claims"} <= fields.keys()


def rows(fields: Fields, beside: Path) -> list[Fields]:
    """The claims, in the group of their answer."""
    group = digest({"prompt": fields["prompt"], "response": fields["response"]})
    return [
        {"claim": one["claim"], "label": one["label"], "group": group, "evidence": []}
        for one in objects(fields["claims"])
    ]
