"""Shows on standard error what a run is doing, as it does it.

On a terminal it is a live line (and a bar for what has a length); into a file or a pipe, one plain
line a step. `quiet` shows only what a person must know.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self, TextIO

from veracity.desk.events import Failed, Stepped
from veracity.newsroom import Fetching, Finding, Loading, News, Notice
from veracity.publish.visible import visible

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

MB = 1_000_000
_PLAIN_SHARE = 10
"""Without a terminal, a fetch is told about every 10 per cent."""


class Progress:
    """Watches one run of `claims` claims and shows it on `stream`."""

    def __init__(self, stream: TextIO, *, claims: int = 0, quiet: bool = False) -> None:
        self._stream = stream
        self._claims = claims
        self._quiet = quiet
        self._bars: Bars | None = None
        self._tasks: dict[str, TaskID] = {}
        self._tenth = -1
        self._told: set[str] = set()

    def __enter__(self) -> Self:
        if self._stream.isatty() and not self._quiet:
            self._bars = _bars(self._stream)
            self._bars.start()
            if self._claims > 1:
                self._task("claims", "Claims", self._claims)
        return self

    def __exit__(self, *_: object) -> None:
        if self._bars is not None:
            for task in self._tasks.values():
                self._bars.update(task, visible=False)
            self._bars.stop()

    def watch(self, news: News) -> None:
        """Take notice of one event."""
        if isinstance(news, Notice):
            if news.text not in self._told:
                self._told.add(news.text)
                self._say(f"veracity: {news.text}")
        elif isinstance(news, Fetching):
            self._fetching(news)
        elif self._quiet:
            return
        elif isinstance(news, Finding):
            self._finding(news)
        elif isinstance(news, Loading):
            self._loading(news)
        elif isinstance(news, Stepped):
            self._step(visible(f"{news.step}: {news.detail}" if news.detail else news.step))
        elif isinstance(news, Failed):
            self._say(visible(f"{news.request.kind} failed: {news.failure.message}"))

    def expect(self, claims: int) -> None:
        """How many claims are to be judged, once that is known."""
        self._claims = claims
        if self._bars is not None and claims > 1:
            self._task("claims", "Claims", claims)

    def judged(self, number: int, line: str) -> None:
        """One of several claims is done."""
        if self._bars is not None and self._claims > 1:
            amount = f"{number} of {self._claims}"
            self._bars.update(self._tasks["claims"], completed=number, amount=amount)
        elif self._bars is None and not self._quiet and self._claims > 1:
            self._say(f"[{number}/{self._claims}] {line}")

    @contextmanager
    def aside(self) -> Generator[None]:
        """Take the live lines off the screen while something else is printed."""
        if self._bars is None:
            yield
            return
        self._bars.stop()
        try:
            yield
        finally:
            self._bars.start()

    def _say(self, text: str) -> None:
        if self._bars is not None:
            self._bars.console.print(text, markup=False)
        else:
            print(text, file=self._stream, flush=True)

    def _step(self, text: str) -> None:
        if self._bars is not None:
            self._bars.update(self._task("step", text, None), description=text)
        if self._claims <= 1:
            self._say(f"  {text}")

    def _loading(self, news: Loading) -> None:
        if self._bars is None:
            if news.text not in self._told:
                self._told.add(news.text)
                self._say(f"Preparing once: {news.text}")
            return
        task = self._task(news.text, news.text, news.total)
        done = news.total is not None and news.done >= news.total
        self._bars.update(task, completed=news.done, total=news.total, visible=not done)

    def _finding(self, news: Finding) -> None:
        amount = f"{news.done} of {news.total}"
        if self._bars is None:
            if news.total > 1:
                self._say(f"  finding claims: part {amount}")
            return
        task = self._task("find", "Finding claims", news.total)
        done = news.done >= news.total
        self._bars.update(task, completed=news.done, amount=amount, visible=not done)

    def _fetching(self, news: Fetching) -> None:
        if "fetch" not in self._told:
            self._told.add("fetch")
            self._say(
                f"Fetching the local model once: {news.title}, {news.total / 1e9:.2f} GB, "
                f"to {news.folder}"
            )
        if self._bars is not None:
            task = self._task("fetch", "Local model", news.total)
            amount = f"{news.done / MB:,.0f} of {news.total / MB:,.0f} MB"
            self._bars.update(task, completed=news.done, amount=amount)
            if news.done >= news.total:
                self._bars.update(task, visible=False)
            return
        tenth = news.done * _PLAIN_SHARE // news.total
        if tenth != self._tenth and news.done:
            self._tenth = tenth
            self._say(f"  {news.done / MB:,.0f} of {news.total / MB:,.0f} MB ({tenth * 10}%)")

    def _task(self, name: str, text: str, total: int | None) -> TaskID:
        assert self._bars is not None
        if name not in self._tasks:
            self._tasks[name] = self._bars.add_task(text, total=total, amount="")
        return self._tasks[name]


def _bars(stream: TextIO) -> Bars:
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    from veracity.interfaces.cli.console import console

    return Bars(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        TextColumn("{task.fields[amount]}", markup=False),
        TimeElapsedColumn(),
        console=console(stream),
        transient=True,
    )
