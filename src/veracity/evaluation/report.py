"""The report of a run: what was measured, on what, by what, with the interval of every figure.

Its JSON keeps its keys. `n` counts the rows that were scored; a row at which a model or a search
failed is counted in `errors` instead, appears in `rows` without a prediction, and weighs on no
figure.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from veracity.domain.base import Frozen
from veracity.domain.canonical import plain
from veracity.domain.errors import BadInput
from veracity.evaluation.intervals import Interval
from veracity.evaluation.labels import LabelFigures
from veracity.evaluation.metrics import ClassFigures, Figures
from veracity.evaluation.reliability import Reliability
from veracity.evaluation.selective import RiskCoverage


class DatasetRef(Frozen):
    """Which rows were judged."""

    name: str
    sha256: str
    """Of the file's bytes; of all the files' digests where several are pooled."""
    n: int
    """Rows judged, scored or not."""
    size: int
    """Rows in the file."""
    limit: int | None
    seed: int
    labels: dict[str, int]
    """The labels as the file has them, with their counts among the rows judged."""
    no_evidence: int | None
    """Rows whose own evidence is empty; None when the archive was asked."""
    blank_evidence: int
    """Pieces of evidence in the file that have no text and were left out."""


class Forced(Frozen):
    """The figures of the answers without abstention."""

    n: int
    accuracy: float | None
    macro_f1: float | None
    flips: float | None
    intervals: dict[str, Interval]
    confusion: dict[str, dict[str, int]]


class KindFigures(Frozen):
    """The figures of the rows of one kind."""

    n: int
    accuracy: float | None
    flips: float | None
    coverage: float | None


class Scores(Figures):
    """Everything that is measured over one set of rows, or over several pooled."""

    dataset: DatasetRef
    errors: int
    """Rows without a verdict because a model, a search or the program failed. Not scored."""
    error_kinds: dict[str, int]
    median_seconds: float | None
    """Of the scored rows for which something was asked in this run; of all, if none was."""
    decided_in_code: float | None
    """Share of the scored rows whose verdict rests on a comparison in code."""
    resumed: int
    """Scored rows that the journal answered alone."""
    intervals: dict[str, Interval]
    """95% bootstrap percentile intervals, by groups of rows."""
    confusion: dict[str, dict[str, int]]
    """Gold → predicted → rows."""
    per_class: dict[str, ClassFigures]
    by_kind: dict[str, KindFigures]
    without_abstention: Forced | None
    """None for a method without one."""
    usd: float = 0.0
    """What the calls of this run cost, for rows with a fault too."""
    calls: int = 0
    """Calls that this run made. What the journal answered is not one."""
    exact: float | None = None
    """Share of the rows with a label on a verdict's scale ("Mostly True") to which the method gave
    that very label. None where no row has one."""
    wrong_decisive: float | None = None
    """Share of the scored rows to which a decisive answer was given that is not theirs. A row whose
    gold is in neither direction counts too."""
    verdicts: LabelFigures | None = None
    """Of the verdicts' own labels. None unless every row is labelled on a verdict's scale."""
    confidence: Reliability | None = None
    """Of the decisive answers: how often an answer of that confidence is right."""
    probability: Reliability | None = None
    """Of the rows whose gold is supported or refuted, for methods that give a probability."""
    selective: RiskCoverage | None = None
    """Of the decisive answers, from the most to the least confident."""


class RowReport(Frozen):
    """One row. It names the claim by its id and never repeats it."""

    id: str
    set: str
    label: str
    """SUPPORTED, REFUTED or NOT_ENOUGH_INFO, as the row's own label was read."""
    predicted: str | None
    seconds: float
    kind: str | None
    verdict: str | None
    """The method's own label."""
    path: str | None
    by_code: bool
    resumed: bool
    without_abstention: str | None
    error: str | None
    case: str | None
    usd: float = 0.0
    calls: int = 0
    confidence: float | None = None
    probability: float | None = None
    group: str | None = None
    """What the row hangs together with; None for a row that is alone."""


class Run(Frozen):
    """How the rows were judged."""

    made_by: str
    """Name and version of the program."""
    method: str
    model: str | None
    """The model as it was named to the method."""
    asked: tuple[str, ...]
    """Ids of the models that were asked or whose recorded replies were read."""
    prompts: dict[str, str] = Field(default_factory=dict)
    """Digests of the prompts that were asked, by their ids."""
    closed: bool
    as_of: date | None
    concurrency: int
    """Rows in work at once. Only with 1 is `seconds` what a claim takes alone."""
    dials: dict[str, Any]
    """All of the method's dials, but for the evidence of single rows."""
    changed: dict[str, Any]
    """Those of them that the caller turned."""


class Report(Scores, Run):
    """The whole report."""

    format: Literal["veracity.evaluation/1"] = "veracity.evaluation/1"
    sets: dict[str, Scores]
    """Each set by itself, under its name."""
    rows: tuple[RowReport, ...]

    def to_json(self) -> str:
        """The report file: JSON, indented, one line end at the end."""
        return json.dumps(plain(self), indent=1, ensure_ascii=False) + "\n"


def read_report(path: Path) -> Report:
    """The report that a run wrote. Raises `BadInput` for a file that is none."""
    try:
        return Report.model_validate_json(path.read_bytes())
    except OSError as error:
        raise BadInput(
            f"{path} cannot be read: {error.strerror}.", "Give a file of `eval run --report`."
        ) from None
    except ValidationError as error:
        wrong = error.errors()[0]
        place = ".".join(map(str, wrong["loc"]))
        raise BadInput(
            f"{path} is not the report of a run: {place}: {wrong['msg']}.",
            "Give a file of `eval run --report`.",
        ) from None
