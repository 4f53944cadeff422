"""The card names the model that answered, also where another had been asked."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tests.models.hosted.dialects import Reply, chat
from tests.models.hosted.loopback import failing, in_turn, loopback
from veracity.domain.case import Case
from veracity.domain.evidence import Document, Source, Tier
from veracity.newsroom import Newsroom
from veracity.publish.card import card
from veracity.publish.stood_in import stood_in
from veracity.settings import read_settings

ASKED, OTHER = "openai_compatible:first", "llamacpp:second"
SETTINGS = """
model = "{asked}"
[fallbacks]
"{asked}" = "{other}"
[urls]
openai_compatible = "{first}"
llamacpp = "{second}"
"""


def check(home: Path, method: str, reply: str) -> Case:
    """A case whose model is gone and has a fallback."""

    async def run() -> Case:
        gone = failing(404, {"error": {"code": "model_not_found"}})
        async with (
            loopback(in_turn(gone)) as first,
            loopback(in_turn(chat(Reply(reply)))) as second,
        ):
            named = {"asked": ASKED, "other": OTHER, "first": first.url, "second": second.url}
            (home / "settings.toml").write_text(SETTINGS.format(**named))
            source = Source(url="a.txt", title="A", publisher="", tier=Tier.GIVEN)
            document = Document(text="The ferry to Ostrana carries 900 people.", source=source)
            async with Newsroom(read_settings({"home": home}, {})) as newsroom:
                claim = "The ferry to Ostrana carries 900 people."
                return await newsroom.check(claim, method=method, evidence=[document])

    return asyncio.run(run())


VOTE = {
    "explanation": "So it is.",
    "label": "True",
    "confidence": "High",
    "caveats": "",
    "web_sources": ["a.txt"],
}


def test_when_the_fallback_fails_too_the_failure_names_it(tmp_path: Path) -> None:
    case = check(tmp_path, "refute", "{}")  # Which has the shape of no answer.
    failures = [exchange.failure for exchange in case.exchanges if exchange.failure is not None]
    assert any(OTHER in failure.message for failure in failures)


def test_the_panel_asks_its_fallback_by_itself_and_says_so(tmp_path: Path) -> None:
    case = check(tmp_path, "panel", json.dumps(VOTE))
    (voice,) = case.verdict.account["voices"]
    assert (voice["model"], voice["answered_by"]) == (ASKED, OTHER)
    assert stood_in(case) == ()


def test_the_card_says_who_answered_instead(tmp_path: Path) -> None:
    case = check(tmp_path, "panel", json.dumps(VOTE))
    swapped = tuple(
        exchange
        if exchange.reply is None or exchange.request.kind != "ask"
        else exchange.model_copy(
            update={"reply": exchange.reply.model_copy(update={"model": "xai:third"})}
        )
        for exchange in case.exchanges
    )
    shown = card(case.model_copy(update={"exchanges": swapped}))
    assert f"{OTHER} could not answer; xai:third did." in shown.caveats
