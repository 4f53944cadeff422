"""Looking for the point of least loss: the whole grid, then downhill from its best.

The climb tries each dial a step up and down, at first half of the smallest gap between its values,
goes to the best of these neighbors while one is better, and halves its steps when none is, `HALVED`
times. It stays within the grid's range. Ties go to the point that is named first, so equal losses
give equal answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from veracity.evaluation.tuning.grids import Grid, Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from veracity.evaluation.tuning.losses import Floats, Losses

HALVED: Final = 2
BETTER: Final = 1e-9
"""What a mean loss has to fall by for a step to count: less is rounding."""


class Search:
    """Losses over a grid, each point scored once however often it is asked for."""

    def __init__(self, losses: Losses, grid: Grid) -> None:
        self._losses = losses
        self.grid = grid
        self._scored: dict[Point, Floats] = {}

    def at(self, points: Sequence[Point]) -> Floats:
        """The losses of every case at `points`: one row a point."""
        import numpy as np

        new = [point for point in dict.fromkeys(points) if point not in self._scored]
        if new:
            self._scored.update(zip(new, self._losses(new), strict=True))
        return np.stack([self._scored[point] for point in points])

    def best(self, points: Sequence[Point], cases: NDArray[np.int64]) -> tuple[Point, float]:
        """The point of the least mean loss over `cases`, the first of equals, and that loss."""
        means = self.at(points)[:, cases].mean(axis=1)
        place = int(means.argmin())
        return points[place], float(means[place])

    def climb(self, start: Point, cases: NDArray[np.int64]) -> tuple[Point, float]:
        """The point where no step is better any more, and its mean loss over `cases`."""
        here, loss = self.best([start], cases)
        steps = [_step(tried) for tried in self.grid.values.values()]
        for _ in range(HALVED + 1):
            while neighbors := self._neighbors(here, steps):
                there, less = self.best(neighbors, cases)
                if less > loss - BETTER:
                    break
                here, loss = there, less
            steps = [step / 2 for step in steps]
        return here, loss

    def _neighbors(self, here: Point, steps: Sequence[float]) -> list[Point]:
        ranges = [(tried[0], tried[-1]) for tried in self.grid.values.values()]
        return [
            (*here[:place], value, *here[place + 1 :])
            for place, (step, (low, high)) in enumerate(zip(steps, ranges, strict=True))
            for value in (here[place] - step, here[place] + step)
            if step and low <= value <= high
        ]


def _step(tried: Sequence[float]) -> float:
    """Half of the smallest gap between the values; 0 for a single one."""
    return min((b - a for a, b in pairwise(tried)), default=0.0) / 2
