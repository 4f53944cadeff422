"""Should a dial move? Only if claims that it was not tuned on are judged better for it.

With a handful of dials and some fifty claims an improvement on the claims that were tuned on is
easy to find and means little. So the claims are put into `FOLDS` folds, groups together; on four
fifths the least loss is looked for, and the fifth that was left out is scored there and at the
locked values. The gain of a claim is its locked loss less that. A dial may move when the mean gain
over all left-out claims has a 95% bootstrap interval, by groups, that lies above zero. This is done
for every dial alone, and for all of them together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from veracity.domain.base import Frozen
from veracity.domain.errors import BadInput
from veracity.evaluation.intervals import LEVEL, RESAMPLES
from veracity.evaluation.tuning.grids import Grid, Point
from veracity.evaluation.tuning.search import Search

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from veracity.evaluation.tuning.losses import Floats, Losses

    Places: TypeAlias = NDArray[np.int64]

FOLDS: Final = 5


class Setting(Frozen):
    """Values of dials, and the mean loss of the cases there."""

    dials: dict[str, float]
    loss: float


class HeldOut(Frozen):
    """What tuning gained on claims that it did not see."""

    chosen: dict[str, float]
    """The values that all claims together would choose."""
    gain: float
    """Mean loss at the locked values less mean loss at those tuned on the other folds."""
    interval: tuple[float, float]
    """95%, of the gain."""
    moves: bool
    """Whether the whole interval lies above zero."""


class Tuning(Frozen):
    """What was tried on a set of finished cases. In-sample figures are no reason to move."""

    method: str
    cases: int
    groups: int
    points: int
    locked: Setting
    best: Setting
    """Of the grid, in sample."""
    climbed: Setting
    """From there downhill, in sample."""
    sensitivity: dict[str, dict[str, float]]
    """For each dial, the in-sample loss at each of its values with the others as in `best`."""
    dials: dict[str, HeldOut]
    """Each dial tuned alone, the others locked."""
    together: HeldOut


def tune(name: str, losses: Losses, grid: Grid, groups: Sequence[str]) -> Tuning:
    """Try the grid on the cases of `groups`, one name a case. Raises `BadInput` for fewer groups
    than folds."""
    import numpy as np

    if len(set(groups)) < FOLDS:
        raise BadInput(
            f"{len(set(groups))} independent claims cannot be put into {FOLDS} folds.",
            "Give more finished cases.",
        )
    search, every = Search(losses, grid), np.arange(len(groups))
    points = grid.points()
    best, loss = search.best(points, every)
    climbed, lower = search.climb(best, every)
    _, locked = search.best([grid.locked], every)
    return Tuning(
        method=name,
        cases=len(groups),
        groups=len(set(groups)),
        points=len(points),
        locked=Setting(dials=grid.named(grid.locked), loss=locked),
        best=Setting(dials=grid.named(best), loss=loss),
        climbed=Setting(dials=grid.named(climbed), loss=lower),
        sensitivity={dial: _along(search, dial, best) for dial in grid.dials},
        dials={dial: _alone(search, dial, groups) for dial in grid.dials},
        together=_held_out(
            search,
            groups,
            lambda cases: search.climb(search.best(points, cases)[0], cases)[0],
            grid.dials,
        ),
    )


def folds(groups: Sequence[str]) -> list[Places]:
    """The places of the cases in each fold. A group stays together; which fold it is in follows
    from its name, in folds of as equal a number of groups as can be."""
    import numpy as np

    named = sorted(set(groups), key=lambda one: hashlib.sha256(one.encode()).hexdigest())
    fold = {group: place % FOLDS for place, group in enumerate(named)}
    of = np.array([fold[group] for group in groups])
    return [np.flatnonzero(of == number) for number in range(FOLDS)]


def _along(search: Search, dial: str, point: Point) -> dict[str, float]:
    means = search.at(search.grid.along(dial, point)).mean(axis=1)
    tried = search.grid.values[dial]
    return {f"{value:g}": float(mean) for value, mean in zip(tried, means, strict=True)}


def _alone(search: Search, dial: str, groups: Sequence[str]) -> HeldOut:
    locked = search.grid.locked
    # The locked value first: among equals the dial stays where it is.
    points = [locked, *search.grid.along(dial, locked)]
    return _held_out(search, groups, lambda cases: search.best(points, cases)[0], (dial,))


def _held_out(
    search: Search,
    groups: Sequence[str],
    tuned: Callable[[Places], Point],
    dials: Sequence[str],
) -> HeldOut:
    import numpy as np

    every = np.arange(len(groups))
    gains = np.empty(len(groups))
    for left_out in folds(groups):
        there = tuned(np.setdiff1d(every, left_out))
        before, after = search.at([search.grid.locked, there])
        gains[left_out] = (before - after)[left_out]
    low, high = _interval(gains, groups)
    chosen = search.grid.named(tuned(every))
    return HeldOut(
        chosen={dial: chosen[dial] for dial in dials},
        gain=float(gains.mean()),
        interval=(low, high),
        moves=low > 0,
    )


def _interval(gains: Floats, groups: Sequence[str]) -> tuple[float, float]:
    """The bootstrap percentile interval of the mean gain, by groups."""
    import numpy as np

    names = sorted(set(groups))
    place = np.array([names.index(group) for group in groups])
    sums = np.bincount(place, weights=gains, minlength=len(names))
    counts = np.bincount(place, minlength=len(names)).astype(np.float64)
    equal = np.full(len(names), 1 / len(names))
    drawn = np.random.default_rng(0).multinomial(len(names), equal, size=RESAMPLES)
    means = (drawn @ sums) / (drawn @ counts)
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(means, (tail, 1 - tail))
    return float(low), float(high)
