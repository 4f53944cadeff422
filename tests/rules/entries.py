"""Entries of an invented reference work about invented places, for tests of comparison."""

from __future__ import annotations

from typing import Literal

from veracity.domain.claim import Span
from veracity.domain.evidence import Passage, RecordField, Source, Tier

Line = tuple[str, str] | tuple[str, str, Literal["open", "single", "closed_list"], tuple[str, ...]]


ALSO = {"Ostrana": ("Republic of Ostrana",), "Marn": ("Marnland",)}
"""Other names of the places."""


def entry(
    subject: str,
    *lines: Line,
    names: tuple[str, ...] | None = None,
    publisher: str = "Atlas Office",
    tier: Tier = Tier.GOVERNMENT,
) -> Passage:
    """A passage with one line for each `(attribute, value[, kind, also_called])`."""
    text = f"{subject}\n"
    fields: list[RecordField] = []
    for attribute, value, *rest in lines:
        line = f"{attribute}: {value}"
        span = Span(start=len(text), end=len(text) + len(line))
        text += line + "\n"
        kind, also_called = rest if rest else ("open", ())
        fields.append(
            RecordField(
                attribute=attribute, value=value, span=span, kind=kind, also_called=also_called
            )
        )
    return Passage(
        id=f"{publisher}/{subject}/{lines[0][0]}",
        document="sha256:0",
        text=text,
        source=Source(
            url="https://atlas.example/",
            title=subject,
            publisher=publisher,
            tier=tier,
            curated=True,
        ),
        subject=subject,
        subject_names=ALSO.get(subject, ()) if names is None else names,
        fields=tuple(fields),
        standing=True,
    )
