"""Who is asked in the place of a member of a panel that could not be reached.

A fallback never doubles another member, nor another fallback: two voices of one model would be
counted as agreement. One model under two providers is the same model, so names are compared without
the provider, the marks in them and a router's word for how it is served:
`openrouter:maker/Big-Model-4.1:free` is `maker:big-model-4-1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SERVED = re.compile(r":(?:free|nitro|floor|online|extended|exacto)\Z")
"""How a router is to serve a model: where it is cheap, where it is fast, with a search."""


def stand_ins(
    failed: Iterable[str], members: Iterable[str], pairs: Sequence[tuple[str, str]]
) -> dict[str, str]:
    """For each failed member the first fallback of its `pairs` that doubles nobody.

    All models are named `provider:model`. Members are served in the order of their names, so that
    neither the order of the panel nor who failed first decides. One that has no fallback left is
    not in the answer.
    """
    taken = {_model(member) for member in members}
    chosen: dict[str, str] = {}
    for member in sorted(failed):
        free = (other for name, other in pairs if name == member and _model(other) not in taken)
        if (other := next(free, None)) is not None:
            chosen[member] = other
            taken.add(_model(other))
    return chosen


def _model(name: str) -> str:
    """What tells a model apart, whoever serves it."""
    bare = _SERVED.sub("", name.partition(":")[2].rpartition("/")[2])
    return "".join(letter for letter in bare.casefold() if letter.isalnum())
