"""The finished cases of a set, matched to its gold answers, ready to be tuned on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from veracity.domain.case import Case
from veracity.domain.errors import BadInput
from veracity.evaluation.answers import Answer
from veracity.evaluation.dataset import Dataset
from veracity.evaluation.tuning.grids import ROUTED, RUBRIC, Grid, grid
from veracity.evaluation.tuning.losses import of_routed, of_rubric
from veracity.evaluation.tuning.tune import Tuning, tune
from veracity.methods import method as find_method
from veracity.methods.rubric.record import RubricRecord
from veracity.publish.casefile import load
from veracity.rules.logodds_parameters import LOCKED

TUNED = ("rubric", "routed")
DECISIVE = (Answer.SUPPORTED, Answer.REFUTED)


@dataclass(frozen=True, slots=True)
class Known:
    """A finished case whose answer is known."""

    case: Case
    gold: Answer
    group: str


def known_cases(folder: Path, name: str, sets: Sequence[Dataset]) -> list[Known]:
    """The cases in `folder` that the method `name` made of a row of `sets`, one for each row.

    Cases of other claims and methods are passed over, and of several cases of one row all but the
    first by file name. Raises `BadInput` for a folder without any, and for a case that is damaged
    or was decided by another version of the method.
    """
    rows = {row.submission.text.strip(): row for dataset in sets for row in dataset.rows}
    version = find_method(name).version
    found: dict[str, Known] = {}
    for place in sorted(folder.rglob("*.json")):
        case = load(place)
        row = rows.get(case.claim.text)
        if case.method != name or row is None or row.digest in found:
            continue
        if case.method_version != version:
            raise BadInput(
                f"{place} was made by version {case.method_version} of {name}; this is {version}.",
                "Judge the set again.",
            )
        found[row.digest] = Known(case=case, gold=row.gold, group=row.group)
    if not found:
        raise BadInput(
            f"{folder} has no case of {name} for a row of the set.",
            f"Make them: veracity eval run DATASET --method {name} --cases {folder}",
        )
    return list(found.values())


def tune_cases(name: str, known: Sequence[Known]) -> Tuning:
    """Tune the dials of `rubric` or `routed` on these cases. Nothing is asked.

    Raises `BadInput` for another method, and for too few cases.
    """
    if name == "rubric":
        return _rubric([one for one in known if one.gold in DECISIVE])
    if name == "routed":
        return _routed(known)
    raise BadInput(f"There is no grid for the dials of {name}.", f"Tune {' or '.join(TUNED)}.")


def _rubric(known: Sequence[Known]) -> Tuning:
    """A probability is scored against true or false, so rows of another gold are left out."""
    over = grid(RUBRIC, LOCKED.model_dump())
    records = [RubricRecord.model_validate(one.case.record) for one in known]
    losses = of_rubric(records, [one.gold for one in known], over)
    return tune("rubric", losses, over, [one.group for one in known])


def _routed(known: Sequence[Known]) -> Tuning:
    routed = find_method("routed")
    over: Grid = grid(ROUTED, routed.dials().model_dump())
    decided = [
        (routed.record.model_validate(one.case.record), routed.dials.model_validate(one.case.dials))
        for one in known
    ]
    losses = of_routed(decided, [one.gold for one in known], over)
    return tune("routed", losses, over, [one.group for one in known])
