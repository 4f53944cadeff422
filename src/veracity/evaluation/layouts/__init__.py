"""Published sets, read as they are distributed: rows of theirs into rows of a `dataset`.

A layout is told by the keys of an object. What no layout knows is taken as a row of our own. The
files are the user's: nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from veracity.evaluation.layouts import (
    aggrefact,
    averitec,
    climate_fever,
    factcheck_bench,
    factool,
    fever,
    posts,
    scifact,
    wice,
)
from veracity.evaluation.layouts.base import Fields, Layout

LAYOUTS: tuple[Layout, ...] = (
    Layout("AVeriTeC", averitec.known, averitec.rows),
    Layout("Climate-FEVER", climate_fever.known, climate_fever.rows),
    Layout("Factcheck-Bench", factcheck_bench.known, factcheck_bench.rows),
    Layout("FacTool", factool.known, factool.rows),
    Layout("FEVER", fever.known, fever.rows),
    Layout("LLM-AggreFact", aggrefact.known, aggrefact.rows),
    Layout("posts", posts.known, posts.rows),
    Layout("SciFact", scifact.known, scifact.rows),
    Layout("WiCE", wice.known, wice.rows),
)
"""By name. No object is of two of them."""


def own_rows(fields: Mapping[str, Any], beside: Path) -> Sequence[Fields]:
    """The rows that one object of a file holds. `beside` is the folder that the file lies in.

    Raises `BadInput` for an object that has a layout's keys and not its shape.
    """
    layout = next((one for one in LAYOUTS if one.known(fields)), None)
    return (fields,) if layout is None else layout.read(fields, beside)
