"""FEVER (Thorne et al. 2018): claims with the pages and lines of Wikipedia that settle them.

The lines are named and their text lies in a dump of its own, so a row has no evidence to be judged
against: judge it against an archive.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from veracity.evaluation.layouts.base import Fields


def known(fields: Fields) -> bool:
    """Whether this is a claim of the set."""
    if "verifiable" in fields:
        return {"claim", "label"} <= fields.keys()
    evidence = fields.get("evidence")
    if not isinstance(evidence, list) or not evidence:
        return False
    return isinstance(cast("list[Any]", evidence)[0], list)


def rows(fields: Fields, beside: Path) -> list[Fields]:
    """The claim."""
    return [
        {"id": fields["id"], "claim": fields["claim"], "label": fields["label"], "evidence": []}
    ]
