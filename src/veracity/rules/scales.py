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


def polarity(bucket: Bucket) -> Polarity:
    """Supported for True and Truthy, contested for False and Falsey, unknown for the rest."""
    return _POLARITY[bucket]
