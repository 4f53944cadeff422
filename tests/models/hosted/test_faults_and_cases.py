"""No fault of a provider is cached, counts as evidence, or carries a key into what is kept."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.models.hosted.bench import GOOD, KEY, MODEL, Clock, asked, provider
from tests.models.hosted.dialects import DIALECTS, Reply
from tests.models.hosted.loopback import Answer, Loopback, Sent, failing, in_turn, loopback
from veracity.desk.budget import Budget, Caps
from veracity.desk.journal import Journal
from veracity.desk.live import LiveDesk
from veracity.desk.replay import ReplayDesk
from veracity.domain.claim import Claim, Submission
from veracity.domain.evidence import Document, Source, Tier
from veracity.domain.exchange import Failure, FailureKind
from veracity.domain.exchange import Reply as Given
from veracity.domain.verdict import Verdict
from veracity.methods.panel import decide, gather
from veracity.methods.panel.record import PanelDials, PanelRecord
from veracity.models.hosted.table import hosts
from veracity.newsroom import Newsroom
from veracity.settings import read_settings

CLAIM = Claim.whole(Submission(text="The ferry to Ostrana carries 900 people."))
PAGE = ("https://daily.example/ferry", "The ferry")
MEMBERS = ("anthropic", "google", "openai")
DIALS = PanelDials(models=tuple(f"{name}:{MODEL}" for name in MEMBERS))


def vote(label: str) -> str:
    return json.dumps(
        {
            "explanation": "So it is.",
            "label": label,
            "confidence": "High",
            "caveats": "",
            "web_sources": [PAGE[0]],
        }
    )


def votes(name: str, label: str, **changes: Any) -> Answer:
    said = {"text": vote(label), "pages": (PAGE,), "queries": ("ferry Ostrana",), **changes}
    return DIALECTS[hosts()[name].wire](Reply(**said))


@dataclass(frozen=True)
class Judged:
    record: PanelRecord
    verdict: Verdict
    replies: int
    """What the journal holds after it."""
    calls: int
    """Calls to openai."""


def judge(home: Path, *answers: Answer) -> Judged:
    """A panel of which anthropic and google say True, and openai answers as told."""

    async def run() -> Judged:
        scripts = {
            "anthropic": in_turn(votes("anthropic", "True")),
            "google": in_turn(votes("google", "True")),
            "openai": in_turn(*answers),
        }
        async with (
            loopback(scripts["anthropic"]) as first,
            loopback(scripts["google"]) as second,
            loopback(scripts["openai"]) as third,
            Journal(home / "journal.sqlite3") as journal,
        ):
            servers = zip(MEMBERS, (first, second, third), strict=True)
            members = [provider(server, name, clock=Clock()) for name, server in servers]
            desk = LiveDesk(members, journal).open_claim()
            record = await gather(CLAIM, desk, DIALS)
            again = await gather(CLAIM, ReplayDesk(desk.exchanges), DIALS)
            assert again == record
            replies = sum((await journal.stats()).replies.values())
            return Judged(record, decide(record, DIALS), replies, len(third.sent))

    return asyncio.run(run())


RATE = {"error": {"type": "rate_limit_error", "message": "Slow down."}}
ERROR = {"type": "error", "code": "server_error", "message": "The server had an error"}
NO_CHOICE = Answer(body='{"object": "response", "status": "completed", "output": []}')

FAULTS = {
    "a long wait": failing(429, RATE, retry_after="600"),
    "a spent quota": failing(429, {"error": {"code": "insufficient_quota"}}),
    "overloaded": failing(529),
    "an error in a stream": votes("openai", "False", error=ERROR),
    "a stream that is cut": votes("openai", "False", ending="cut"),
    "a stream without its end": votes("openai", "False", last=False),
    "truncated and valid": votes("openai", "False", finish="length"),
    "truncated": votes("openai", "False", text=vote("False")[:60], finish="length"),
    "a refusal": votes("openai", "False", finish="refused"),
    "a content filter": failing(400, {"error": {"code": "content_filter", "message": "No"}}),
    "filtered and empty": votes("openai", "False", text="", finish="filtered"),
    "no choice": NO_CHOICE,
    "empty": votes("openai", "False", text=""),
    "an unknown label": votes("openai", "Surely False"),
    "another shape": votes("openai", "False", text='{"label": "False"}'),
    "prose": votes("openai", "False", text=f"Here you are: {vote('False')}"),
    "a retired model": failing(404, {"error": {"code": "model_not_found"}}),
    "a wrong key": failing(401, {"error": {"code": "invalid_api_key", "message": KEY}}),
}


def heard(judged: Judged) -> set[str]:
    return {voice.member for voice in judged.record.voices if voice.heard is not None}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_an_abstention_and_is_asked_again(tmp_path: Path, fault: str) -> None:
    broken = judge(tmp_path, FAULTS[fault])
    assert heard(broken) == {f"anthropic:{MODEL}", f"google:{MODEL}"}
    # Two votes of True: what openai might have said (False) is nowhere in the verdict.
    assert broken.verdict.label == "True"
    assert [one.who for one in broken.verdict.abstentions] == [f"openai:{MODEL}"]
    assert broken.replies == 2
    healthy = judge(tmp_path, votes("openai", "True"))
    assert healthy.calls == 1  # Nothing of the fault was kept in place of an answer.
    assert len(heard(healthy)) == 3
    assert healthy.replies == 3


def test_a_search_that_returned_nothing_is_no_evidence(tmp_path: Path) -> None:
    """The model cites a page, but its provider's search returned none."""
    judged = judge(tmp_path, votes("openai", "False", pages=()))
    assert {passage.source.url for passage in judged.record.passages} == {PAGE[0]}
    voice = {one["model"]: one for one in judged.verdict.account["voices"]}[f"openai:{MODEL}"]
    assert voice["sources"] == []
    assert judged.verdict.label == "True"


def test_when_every_provider_is_dead_the_verdict_is_no_verdict(tmp_path: Path) -> None:
    async def run() -> Verdict:
        async with (
            loopback(lambda sent: failing(503)) as server,
            Journal(tmp_path / "journal.sqlite3") as journal,
        ):
            members = [provider(server, name) for name in MEMBERS]
            desk = LiveDesk(members, journal).open_claim()
            return decide(await gather(CLAIM, desk, DIALS), DIALS)

    verdict = asyncio.run(run())
    assert len(verdict.abstentions) == len(MEMBERS)
    assert verdict.findings == ()
    assert verdict.label in ("Unverifiable", "Unverified")


def test_thirty_two_calls_at_once_spend_no_more_than_the_budget(tmp_path: Path) -> None:
    """Of 32 equal questions, 3 fit: each may cost its ceiling, and costs far less."""
    prices = {f"openai:{MODEL}": (Decimal(2), Decimal(10))}

    async def run() -> tuple[list[Given | Failure], int, Decimal, Decimal]:
        async with (
            loopback(in_turn(DIALECTS["responses"](Reply(GOOD)))) as server,
            Journal(tmp_path / "journal.sqlite3") as journal,
        ):
            made = provider(server, prices=prices)
            ceiling = made.ceiling(asked(claim="Claim 10."))
            cap = 3 * ceiling
            budget = Budget(run_caps=Caps(cost=cap))
            desk = LiveDesk([made], journal, budget=budget).open_claim()
            requests = [asked(claim=f"Claim {number}.") for number in range(10, 42)]
            outcomes = await asyncio.gather(*map(desk.ask, requests))
            return outcomes, len(server.sent), budget.run.spent, cap

    outcomes, sent, spent, cap = asyncio.run(run())
    answered = [outcome for outcome in outcomes if isinstance(outcome, Given)]
    refused = [outcome for outcome in outcomes if isinstance(outcome, Failure)]
    assert {failure.kind for failure in refused} <= {FailureKind.BUDGET}
    assert sent == len(answered)
    assert len(answered) < len(outcomes)
    # 100 tokens in and 20 out, at 2 and 10 dollars a million.
    assert spent == len(answered) * Decimal("0.0004")
    assert spent <= cap


SEEDED = {name: f"sk-seeded-{name}-0123456789abcdef" for name in MEMBERS}


def leaking(server_key: str) -> Any:
    def script(sent: Sent) -> Answer:
        message = f"Bad call to /v1?key={server_key}&x=1 with {sent.headers!r}"
        return failing(400, {"error": {"message": message}}, x_echo=server_key)

    return script


def test_no_seeded_key_is_anywhere_afterwards(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every provider repeats its key in its error, and the whole home is searched for it."""
    home = tmp_path / "home"
    home.mkdir()
    events: list[str] = []

    async def check(urls: dict[str, str]) -> str:
        lines = ['model = "none"', "[roles]"]
        lines.append(f"panel = {json.dumps([f'{name}:{MODEL}' for name in MEMBERS])}")
        lines += ["[urls]", *(f'{name} = "{url}"' for name, url in urls.items())]
        (home / "settings.toml").write_text("\n".join(lines))
        env = {"ANTHROPIC_API_KEY": "anthropic", "GEMINI_API_KEY": "google"}
        env |= {"OPENAI_API_KEY": "openai"}
        (home / ".env").write_text("".join(f"{n}={SEEDED[p]}\n" for n, p in env.items()))
        source = Source(url="a.txt", title="A", publisher="", tier=Tier.GIVEN)
        document = Document(text="The ferry to Ostrana carries 900 people.", source=source)
        settings = read_settings({"home": home}, {})
        events.append(repr(settings))
        async with Newsroom(settings, on_event=lambda event: events.append(repr(event))) as room:
            case = await room.check(CLAIM.text, method="panel", evidence=[document])
        assert len(case.verdict.abstentions) == len(MEMBERS)
        return case.model_dump_json()

    async def run() -> str:
        async with (
            loopback(leaking(SEEDED["anthropic"])) as first,
            loopback(leaking(SEEDED["google"])) as second,
            loopback(leaking(SEEDED["openai"])) as third,
        ):
            servers: list[Loopback] = [first, second, third]
            urls = {name: one.url for name, one in zip(MEMBERS, servers, strict=True)}
            text = await check(urls)
            # The keys did go out, so that finding none of them below says something.
            for name, server in zip(MEMBERS, servers, strict=True):
                assert SEEDED[name] in repr(server.sent[0].headers)
                assert SEEDED[name] not in server.sent[0].target
            return text

    with caplog.at_level(logging.DEBUG):
        case = asyncio.run(run())
    kept = [file for file in home.rglob("*") if file.is_file() and file.name != ".env"]
    assert any(file.name == "journal.sqlite3" for file in kept)
    shown = capsys.readouterr()
    texts = [case, caplog.text, shown.out, shown.err, *events]
    texts += [file.read_bytes().decode("latin-1") for file in kept]
    for key in SEEDED.values():
        assert [text[:200] for text in texts if key in text] == []
