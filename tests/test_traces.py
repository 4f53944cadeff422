"""A collector on the loopback interface sees each claim as one tree, without content or keys."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Generator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from veracity.domain.case import Case
from veracity.domain.claim import Submission
from veracity.domain.evidence import Document, Source, Tier
from veracity.newsroom import How, Judged, News, Newsroom, Notice, Order
from veracity.newsroom.sending import LOST
from veracity.newsroom.traces import VARIABLES, WITHOUT_EXTRA
from veracity.settings import Settings

CLAIM = "The village of Brakka has more than 120 inhabitants."
TEXT = "The village of Brakka has 125 inhabitants."
KEY = "sk-fake-0123456789abcdef"
EVIDENCE = (
    Document(
        text=TEXT,
        source=Source(url="https://example.org/brakka", title="", publisher="", tier=Tier.GIVEN),
    ),
)


class Collector:
    """Takes what is sent to it over OTLP/HTTP. Waits `seconds` before it answers with `status`."""

    def __init__(self, *, status: int = 200, seconds: float = 0.0) -> None:
        self.bodies: list[bytes] = []
        self.paths: list[str] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                collector.paths.append(self.path)
                collector.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
                time.sleep(seconds)
                self.send_response(status)
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    @property
    def spans(self) -> list[Any]:
        sent = [ExportTraceServiceRequest.FromString(body) for body in self.bodies]
        return [
            span
            for one in sent
            for resource in one.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def collector() -> Generator[Collector]:
    collector = Collector()
    yield collector
    collector.close()


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return Settings(home=tmp_path / "home", model="none", keys={"openai": KEY})


def check(
    settings: Settings, *claims: str, method: str = "routed"
) -> tuple[list[Case], list[News]]:
    """Judge claims at once. Returns the cases and what was told."""
    told: list[News] = []

    async def run() -> list[Case]:
        orders = [Order(submission=Submission(text=text)) for text in claims or (CLAIM,)]
        async with Newsroom(settings, told.append) as newsroom:
            how = How(evidence=EVIDENCE, method=method)
            judged = [one async for one in newsroom.check_many(orders, how)]
        assert all(isinstance(one, Judged) for one in judged), judged
        return [one.case for one in judged if isinstance(one, Judged)]

    return asyncio.run(run()), told


def notices(told: list[News]) -> list[str]:
    return [one.text for one in told if isinstance(one, Notice)]


def attributes(span: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in span.attributes}


def test_each_claim_is_one_tree_of_its_own_exchanges(
    settings: Settings, collector: Collector
) -> None:
    claims = [f"The village of Brakka has more than {n} inhabitants." for n in range(100, 106)]
    cases, told = check(replace(settings, traces=collector.url), *claims)
    assert notices(told) == []
    roots = {span.span_id: span for span in collector.spans if not span.parent_span_id}
    by_claim = {attributes(span)["veracity.claim"]: span for span in roots.values()}
    assert set(by_claim) == {case.claim.digest for case in cases}
    for case in cases:
        root = by_claim[case.claim.digest]
        under = [span for span in collector.spans if span.parent_span_id == root.span_id]
        keys = sorted(attributes(span)["veracity.key"] for span in under)
        assert keys == [exchange.key for exchange in case.exchanges]
        assert {span.trace_id for span in under} == {root.trace_id}
        assert all(
            root.start_time_unix_nano <= span.start_time_unix_nano <= span.end_time_unix_nano
            and span.end_time_unix_nano <= root.end_time_unix_nano
            for span in under
        )
        said = attributes(root)
        assert root.name == "claim routed"
        assert said["veracity.case"] == case.seal
        assert said["veracity.label"] == case.verdict.label
        assert said["veracity.evidence"] == 1
        assert said["veracity.cost"] == 0
    assert set(collector.paths) == {"/v1/traces"}


def test_a_trace_holds_no_content_and_no_key_unless_content_is_wanted(
    settings: Settings, collector: Collector
) -> None:
    check(replace(settings, traces=collector.url + "/v1/traces"))
    sent = b"".join(collector.bodies)
    secret = [b"Brakka", b"inhabitants", b"example.org", KEY.encode(), str(settings.home).encode()]
    assert sent
    assert [word for word in secret if word in sent] == []
    check(replace(settings, traces=collector.url, trace_content=True), CLAIM)
    sent = b"".join(collector.bodies)
    assert [word for word in secret if word in sent] == secret[:3]


def test_what_the_journal_answered_is_marked_and_has_no_usage(
    settings: Settings, collector: Collector
) -> None:
    check(settings)
    check(replace(settings, traces=collector.url))
    searches = [span for span in collector.spans if span.name == "search given"]
    (said,) = map(attributes, searches)
    assert said["veracity.reused"] is True
    assert "gen_ai.usage.cost" not in said


def test_a_failed_question_names_its_failure_and_the_model(
    settings: Settings, collector: Collector
) -> None:
    asked = replace(settings, traces=collector.url, model="openai_compatible:large")
    check(asked, method="refute")
    failed = [span for span in collector.spans if span.name == "chat large"]
    assert failed
    said = attributes(failed[0])
    assert said["gen_ai.operation.name"] == "chat"
    assert said["gen_ai.provider.name"] == "openai_compatible"
    assert said["gen_ai.request.model"] == "large"
    assert said["error.type"] == "unavailable"
    assert said["gen_ai.prompt.name"].startswith("refute_")
    assert failed[0].status.code == 2


def test_the_variable_of_opentelemetry_turns_traces_on(
    settings: Settings, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    check(settings)
    assert collector.paths == ["/v1/traces"]


def test_nothing_is_sent_unless_a_collector_is_named(
    settings: Settings, collector: Collector
) -> None:
    check(settings)
    assert collector.bodies == []


@pytest.mark.parametrize("status", [400, 500])
def test_a_collector_that_refuses_costs_one_notice_and_no_verdict(
    settings: Settings, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    collector = Collector(status=status)
    (case,), told = check(replace(settings, traces=collector.url))
    collector.close()
    assert case.verdict.label == "True"
    assert notices(told) == [LOST]
    assert capfd.readouterr().err == ""


def test_a_collector_that_does_not_answer_holds_nothing_up_for_long(settings: Settings) -> None:
    collector = Collector(seconds=60)
    began = time.monotonic()
    (case,), _ = check(replace(settings, traces=collector.url))
    assert case.verdict.label == "True"
    # CLOSE_SECONDS, and what a loaded machine takes for the rest.
    assert time.monotonic() - began < 20


def test_without_the_extra_there_is_a_notice_and_a_verdict(
    settings: Settings, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("opentelemetry.sdk")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk", None)
    (case,), told = check(replace(settings, traces=collector.url))
    assert case.verdict.label == "True"
    assert notices(told) == [WITHOUT_EXTRA]
