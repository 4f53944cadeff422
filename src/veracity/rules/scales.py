"""From a method's own labels to the scale that all methods share.

Tables, not judgement: a lens reads each label onto one bucket, and a bucket has one polarity.
"""

from __future__ import annotations

from collections.abc import Mapping

from veracity.domain.verdict import Bucket, Lens, Polarity

ROUTED: Mapping[str, Bucket] = {
    "True": Bucket.TRUE,
    "False": Bucket.FALSE,
    "Misleading": Bucket.FALSEY,
    "Unverified": Bucket.UNVERIFIABLE,
}

PANEL: Mapping[str, tuple[Bucket, Bucket]] = {
    "True": (Bucket.TRUE, Bucket.TRUE),
    "Mostly True": (Bucket.TRUTHY, Bucket.TRUTHY),
    "Exaggerated": (Bucket.TRUTHY, Bucket.FALSEY),
    "Misleading": (Bucket.FALSEY, Bucket.FALSEY),
    "False": (Bucket.FALSE, Bucket.FALSE),
    "Unverifiable": (Bucket.UNVERIFIABLE, Bucket.UNVERIFIABLE),
}
"""The six labels of `panel` under the lenient and the strict lens."""

TRIBUNAL: Mapping[str, Bucket] = {
    "True": Bucket.TRUE,
    "False": Bucket.FALSE,
    "Misleading": Bucket.FALSEY,
    "Unverifiable": Bucket.UNVERIFIABLE,
}

CONFIDENCE: Mapping[str, float] = {"High": 0.9, "Medium": 0.6, "Low": 0.3}
"""A model's word for its confidence, as a number."""

_POLARITY: Mapping[Bucket, Polarity] = {
    Bucket.TRUE: Polarity.SUPPORTED,
    Bucket.TRUTHY: Polarity.SUPPORTED,
    Bucket.FALSEY: Polarity.CONTESTED,
    Bucket.FALSE: Polarity.CONTESTED,
    Bucket.UNVERIFIABLE: Polarity.UNKNOWN,
    Bucket.SPLIT: Polarity.UNKNOWN,
}


def routed_bucket(label: str, lens: Lens) -> Bucket:
    """The bucket of a `routed` label.

    Both lenses agree: they differ only on "Exaggerated", which `routed` does not have.
    """
    del lens
    return ROUTED[label]


def panel_bucket(label: str, lens: Lens) -> Bucket:
    """The bucket of one of the six labels of `panel`."""
    lenient, strict = PANEL[label]
    return lenient if lens is Lens.LENIENT else strict


def probability_bucket(probability: float) -> Bucket:
    """The bucket of a probability that the claim is true, for `rubric`."""
    if probability >= 0.85:
        return Bucket.TRUE
    if probability >= 0.60:
        return Bucket.TRUTHY
    if probability > 0.40:
        return Bucket.UNVERIFIABLE
    return Bucket.FALSEY if probability > 0.15 else Bucket.FALSE


def refute_bucket(verdict: str, *, supported: bool, contradicted: bool) -> Bucket:
    """The bucket of a `refute` verdict.

    `survived` is Truthy only with a verified quote that supports the claim, `killed` is False only
    with a verified one that contradicts it: refuters that find nothing vote against a claim by
    their instructions, and that alone says nothing about the world.
    """
    if verdict == "survived" and supported:
        return Bucket.TRUTHY
    if verdict == "killed" and contradicted:
        return Bucket.FALSE
    return Bucket.UNVERIFIABLE


def polarity(bucket: Bucket) -> Polarity:
    """Supported for True and Truthy, contested for False and Falsey, unknown for the rest."""
    return _POLARITY[bucket]
