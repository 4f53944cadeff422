"""Which values of which dials are tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

Point: TypeAlias = tuple[float, ...]
"""One value for each dial of a grid, in its order."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The dials, each with the values that are tried, rising; and the values they have now."""

    values: Mapping[str, tuple[float, ...]]
    locked: Point
    """A locked value need not be among those that are tried."""

    @property
    def dials(self) -> tuple[str, ...]:
        """The names of the dials, in the order of a point."""
        return tuple(self.values)

    def points(self) -> list[Point]:
        """Every combination, the locked one first if it is no combination."""
        every = list(product(*self.values.values()))
        return every if self.locked in every else [self.locked, *every]

    def along(self, dial: str, point: Point) -> list[Point]:
        """`point` with each value of `dial`."""
        place = self.dials.index(dial)
        return [(*point[:place], value, *point[place + 1 :]) for value in self.values[dial]]

    def named(self, point: Point) -> dict[str, float]:
        """The values of `point` by their dials' names."""
        return dict(zip(self.dials, point, strict=True))


def grid(values: Mapping[str, Sequence[float]], locked: Mapping[str, float]) -> Grid:
    """A grid over `values`; `locked` may have more dials than are tried."""
    return Grid(
        values={dial: tuple(sorted(tried)) for dial, tried in values.items()},
        locked=tuple(float(locked[dial]) for dial in values),
    )


RUBRIC: Mapping[str, tuple[float, ...]] = {
    "quality_exp": (0.5, 1.0, 2.0),
    "directness_exp": (1.0, 2.0, 3.0),
    "basis_assertion": (0.2, 0.35, 0.5),
    "independence_discount": (0.0, 0.25, 0.5),
    "scale": (2.0, 3.0, 4.0, 5.0),
    "contested_pull": (0.5, 1.0, 2.0),
    "mass_min": (0.1, 0.25),
}
"""1,944 points about the locked values (`rules/logodds_parameters`)."""

ROUTED: Mapping[str, tuple[float, ...]] = {
    "doubtful": (0.1, 0.2, 0.3),
    "agreeing": (0.35, 0.45, 0.55),
    "confident": (0.5, 0.6, 0.7),
    "confident_given": (0.2, 0.26, 0.35),
    "covering": (0.4, 0.6, 0.8),
}
"""243 points about the thresholds of `routed`."""
