"""What a case costs at a point of the grid, from its record alone.

| method   | loss of one case                                                                |
|----------|---------------------------------------------------------------------------------|
| `rubric` | Brier: (p - o)^2, with insufficient evidence taken as p = 1/2, so 1/4           |
| `routed` | Chow's (1970): 0 when right, 1 when wrong, `ABSTAINING` when it says neither     |

An abstention costs something in both, or never answering would win; and less than a wrong answer,
or guessing would. Where the gold answer is neither, an answer of `routed` that says so is right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from veracity.evaluation.answers import Answer, answer
from veracity.evaluation.rescoring import rescore, tabulate
from veracity.methods import method
from veracity.methods.rubric.record import RubricRecord
from veracity.rules.logodds_parameters import LOCKED
from veracity.rules.scales import polarity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from veracity.evaluation.tuning.grids import Grid, Point

    Floats: TypeAlias = NDArray[np.float64]

Losses: TypeAlias = Callable[["Sequence[Point]"], "Floats"]
"""One row a point, one column a case."""

ABSTAINING: Final = 0.25
"""One wrong answer is as bad as four claims left open. An abstention of `rubric` costs the same."""


def of_rubric(records: Sequence[RubricRecord], golds: Sequence[Answer], grid: Grid) -> Losses:
    """The Brier score of each record. Golds are SUPPORTED or REFUTED."""
    import numpy as np

    table = tabulate(records)
    true = np.array([gold is Answer.SUPPORTED for gold in golds], dtype=np.float64)

    def losses(points: Sequence[Point]) -> Floats:
        parameters = [LOCKED.model_copy(update=grid.named(point)) for point in points]
        probabilities = rescore(table, parameters)
        return (np.where(np.isnan(probabilities), 0.5, probabilities) - true) ** 2

    return losses


def of_routed(decided: Sequence[tuple[Any, Any]], golds: Sequence[Answer], grid: Grid) -> Losses:
    """The loss of each record under its own dials, but for those of the grid."""
    import numpy as np

    routed = method("routed")

    def loss(record: Any, dials: Any, gold: Answer) -> float:
        said = answer(polarity(routed.decide(record, dials).bucket))
        if said is gold:
            return 0.0
        return ABSTAINING if said is Answer.NOT_ENOUGH_INFO else 1.0

    def losses(points: Sequence[Point]) -> Floats:
        rows = [
            [
                loss(record, dials.model_copy(update=grid.named(point)), gold)
                for (record, dials), gold in zip(decided, golds, strict=True)
            ]
            for point in points
        ]
        return np.array(rows, dtype=np.float64).reshape(len(points), len(golds))

    return losses
