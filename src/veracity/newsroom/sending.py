"""Sends spans, and says once that they do not arrive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from veracity.newsroom.news import Notice, Watcher

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

LOST = "Traces do not reach their collector; no verdict depends on them."


class Sending:
    """A `SpanExporter` that passes spans on to another. A batch that cannot be sent is dropped."""

    def __init__(self, exporter: SpanExporter, tell: Watcher) -> None:
        self._exporter = exporter
        self._tell = tell
        self._told = False

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """See `SpanExporter.export`. Called in the queue's own thread."""
        from opentelemetry.sdk.trace.export import SpanExportResult

        try:
            sent = self._exporter.export(spans)
        except Exception:  # Whatever escapes, the library would print, with addresses.
            sent = SpanExportResult.FAILURE
        if sent is not SpanExportResult.SUCCESS and not self._told:
            self._told = True
            self._tell(Notice(LOST))
        return sent

    def shutdown(self) -> None:
        """See `SpanExporter.shutdown`."""
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30000) -> bool:
        """See `SpanExporter.force_flush`."""
        return self._exporter.force_flush(timeout_millis)
