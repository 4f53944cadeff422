"""Bars on standard error for work that has a length and is no check of a claim."""

from __future__ import annotations

from typing import Self


class Bars:
    """A bar for each kind of work, on a terminal; elsewhere nothing."""

    def __init__(self, *, quiet: bool = False) -> None:
        from rich.console import Console
        from rich.progress import Progress, TaskID

        console = Console(stderr=True)
        self._bars = Progress(console=console, disable=quiet or not console.is_terminal)
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def show(self, what: str, done: int, total: int) -> None:
        """`done` of `total` of `what` is done."""
        if what not in self._tasks:
            self._tasks[what] = self._bars.add_task(what, total=total)
        self._bars.update(self._tasks[what], completed=done, total=total)
