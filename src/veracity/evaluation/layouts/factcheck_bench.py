"""Factcheck-Bench (Wang et al. 2023): the sentences of an answer, split into claims.

Its evidence is what a search found for each claim. Claims of one answer hang together.
"""

from __future__ import annotations

from pathlib import Path

from veracity.domain.canonical import digest
from veracity.evaluation.layouts.base import UNSETTLED, Fields

_LABELS = {True: "SUPPORTED", False: "REFUTED"}


def known(fields: Fields) -> bool:
    """Whether this is an answer of the set."""
    return {"response", "sentences"} <= fields.keys()


def rows(fields: Fields, beside: Path) -> list[Fields]:
    """The claims that were labelled, in order. Opinions carry no label and are left out."""
    group = digest({"response": fields["response"]})
    return [
        {**row, "group": group}
        for name, sentence in fields["sentences"].items()
        for row in _claims(name, sentence)
    ]


def _claims(name: str, sentence: Fields) -> list[Fields]:
    labels = sentence["claims_factuality_label"]
    found = zip(sentence["auto_evidence"], sentence["auto_evidence_url"], strict=True)
    return [
        {
            "claim": claim,
            "label": _LABELS.get(label, UNSETTLED) if isinstance(label, bool) else UNSETTLED,
            "kind": name,
            "evidence": [
                {"text": text, "url": url} for text, url in zip(passages, urls, strict=True)
            ],
        }
        for claim, label, (passages, urls) in zip(sentence["claims"], labels, found, strict=True)
        if label is not None
    ]
