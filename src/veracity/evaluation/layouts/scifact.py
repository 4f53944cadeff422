"""SciFact (Wadden et al. 2020): scientific claims with the abstracts that settle them.

The abstracts lie in `corpus.jsonl` beside the claims. A claim is judged against the whole abstracts
that it cites, not against the sentences that annotators picked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from veracity.domain.errors import BadInput
from veracity.evaluation.layouts.base import UNSETTLED, Fields, texts

CORPUS = "corpus.jsonl"


def known(fields: Fields) -> bool:
    """Whether this is a claim of the set."""
    return "claim" in fields and isinstance(fields.get("evidence"), dict)


def rows(fields: Fields, beside: Path) -> list[Fields]:
    """The claim. Without a rationale there is not enough to go by. Two abstracts that disagree,
    which the set does not have, would be in neither direction."""
    rationales = cast("dict[str, list[Fields]]", fields["evidence"])
    labels = {one["label"] for found in rationales.values() for one in found}
    cited = [str(one) for one in fields.get("cited_doc_ids", rationales)]
    corpus = _corpus(beside / CORPUS)
    return [
        {
            "id": fields["id"],
            "claim": fields["claim"],
            "label": labels.pop() if len(labels) == 1 else UNSETTLED,
            "evidence": [corpus[name] for name in dict.fromkeys([*rationales, *cited])],
        }
    ]


@lru_cache(maxsize=1)
def _corpus(place: Path) -> Mapping[str, Fields]:
    """Every abstract, by its id."""
    try:
        lines = place.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BadInput(
            f"its abstracts cannot be read at {place}: {error.strerror}.",
            f"Put the set's {CORPUS} beside the claims.",
        ) from None
    documents = [cast("dict[str, Any]", json.loads(line)) for line in lines if line.strip()]
    return {
        str(one["doc_id"]): {"text": " ".join(texts(one["abstract"])), "title": one["title"]}
        for one in documents
    }
