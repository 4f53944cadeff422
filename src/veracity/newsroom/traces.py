"""Spans for whoever collects them: one for each claim, and under it one for each exchange.

Off unless an OTLP collector is named, by the setting `traces` or by OpenTelemetry's own variables.
Spans are queued and sent from a thread of their own. No verdict waits for a collector or depends on
one; that it cannot be reached is told once.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, cast

from veracity.desk.events import Exchanged
from veracity.domain.case import Case
from veracity.domain.claim import Claim
from veracity.newsroom import spans
from veracity.newsroom.news import Notice, Watcher
from veracity.newsroom.sending import Sending
from veracity.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter

VARIABLES: Final = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
"""Either names a collector too, when the setting does not."""
PATH: Final = "/v1/traces"
SEND_SECONDS: Final = 5.0
"""In which the collector has to take one batch."""
CLOSE_SECONDS: Final = 5.0
"""How long the end of a run waits for what is still queued."""
WITHOUT_EXTRA: Final = (
    "Traces are wanted and cannot be written: the extra `traces` is missing. "
    "Install veracity[traces]; in a checkout set VERACITY_EXTRAS=traces."
)

Judged = Callable[[Case, bool], None]
"""Told what a claim came to, and whether that is an earlier case."""


class Traces:
    """The spans of one run. Without a `provider` there are none."""

    def __init__(self, provider: TracerProvider | None = None, *, content: bool = False) -> None:
        """`content` puts what was asked, found and concluded into the spans."""
        self._provider = provider
        self._tracer = None if provider is None else provider.get_tracer("veracity")
        self._content = content

    @contextmanager
    def claim(self, claim: Claim, method: str) -> Generator[Judged]:
        """The span of one claim under a method, or of what several share, `compare`. Exchanges that
        are told inside it lie under it."""
        if self._tracer is None:
            yield lambda case, reused: None
            return
        from opentelemetry.trace import Status, StatusCode

        attributes = spans.of_claim(claim, method, content=self._content)
        with self._tracer.start_as_current_span(
            f"claim {method}",
            attributes=attributes,
            record_exception=False,  # Its message may hold content.
            set_status_on_exception=False,
        ) as span:
            try:
                yield lambda case, reused: span.set_attributes(
                    spans.of_case(case, reused=reused, content=self._content)
                )
            except BaseException as fault:
                span.set_attribute("error.type", type(fault).__name__)
                span.set_status(Status(StatusCode.ERROR))
                raise

    def exchanged(self, told: Exchanged) -> None:
        """Write the span of an exchange, under that of the claim that is being judged."""
        if self._tracer is None:
            return
        from opentelemetry.trace import SpanKind, Status, StatusCode

        exchange, now = told.exchange, time.time_ns()
        inside = exchange.reused or exchange.request.provider in spans.IN_PROCESS
        span = self._tracer.start_span(
            spans.name_of(exchange),
            kind=SpanKind.INTERNAL if inside else SpanKind.CLIENT,
            attributes=spans.of_exchange(exchange, content=self._content),
            start_time=now - int(told.waited * 1e9),
        )
        if exchange.failure is not None:
            span.set_status(Status(StatusCode.ERROR))
        span.end(now)

    def close(self) -> None:
        """Send what is queued, or give up on it after `CLOSE_SECONDS`."""
        if self._provider is None:
            return
        # A daemon, so that a collector that takes forever does not hold up the program's end.
        closing = threading.Thread(target=self._provider.shutdown, daemon=True)
        closing.start()
        closing.join(CLOSE_SECONDS)


def open_traces(settings: Settings, environ: Mapping[str, str], tell: Watcher) -> Traces:
    """The traces that the settings or OpenTelemetry's variables ask for. A missing extra is told,
    and nothing is traced then."""
    if settings.traces is None and not any(environ.get(name) for name in VARIABLES):
        return Traces()
    try:
        provider = _provider(settings.traces, environ, tell)
    except ImportError:
        tell(Notice(WITHOUT_EXTRA))
        return Traces()
    return Traces(provider, content=settings.trace_content)


def _provider(collector: str | None, environ: Mapping[str, str], tell: Watcher) -> TracerProvider:
    """Spans that go to `collector`, None for the one that OpenTelemetry's variables name."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    from veracity import __version__

    # The library logs every fault, with addresses; `Sending` says what a person has to know.
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
    endpoint = None if collector is None else collector.rstrip("/").removesuffix(PATH) + PATH
    name = environ.get("OTEL_SERVICE_NAME", "veracity")
    resource = Resource.create({"service.name": name, "service.version": __version__})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    exporter = Sending(OTLPSpanExporter(endpoint, timeout=SEND_SECONDS), tell)
    provider.add_span_processor(BatchSpanProcessor(cast("SpanExporter", exporter)))
    return provider
