"""Server-sent events: the frames of a streamed reply."""

from __future__ import annotations

from dataclasses import dataclass, field

_BOM = "\ufeff"
"""May stand before the first line."""


@dataclass(slots=True)
class Frames:
    """Takes bytes as they come and gives the data of each event that is whole.

    Of a frame only `data` matters here: every wire format says in it what the event is. What is
    left without an empty line after it, when the stream ends, is no event.
    """

    _rest: bytes = b""
    _data: list[str] = field(default_factory=list[str])

    def take(self, part: bytes) -> list[str]:
        """The data of the events that `part` completes. Bytes that are no UTF-8 become U+FFFD."""
        lines = (self._rest + part).split(b"\n")
        self._rest = lines.pop()
        whole: list[str] = []
        for raw in lines:
            line = raw.rstrip(b"\r").decode("utf-8", "replace").removeprefix(_BOM)
            if line.startswith("data:"):
                self._data.append(line[5:].removeprefix(" "))
            elif not line and self._data:
                whole.append("\n".join(self._data))
                self._data.clear()
        return whole
