"""Posts of events (`benchmarks/posts`): one event in several styles, with the claim in English.

The post is what is judged; the claim in English is for the reader of the file. Posts of one event
hang together, the style is the kind, and each is judged as on the day that it was published.
"""

from __future__ import annotations

from pathlib import Path

from veracity.evaluation.layouts.base import Fields


def known(fields: Fields) -> bool:
    """Whether this is a post of an event."""
    return {"event", "style", "text", "claim", "label", "published"} <= fields.keys()


def rows(fields: Fields, beside: Path) -> list[Fields]:
    """The post."""
    return [
        {
            "id": fields["id"],
            "claim": fields["text"],
            "label": fields["label"],
            "kind": fields["style"],
            "group": fields["event"],
            "said_on": fields["published"],
            "as_of": fields["published"],
        }
    ]
