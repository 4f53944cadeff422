"""`veracity doctor` about hosted models: keys, roles, and one small question on request."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.models.hosted.dialects import Reply, chat
from tests.models.hosted.loopback import failing, in_turn, loopback
from veracity.interfaces.cli.examined_models import examine_keys, examine_roles
from veracity.interfaces.cli.finding import Finding
from veracity.settings import Settings, read_settings

KEY = "sk-seeded-0123456789abcdef"
SETTINGS = """
model = "none"
[roles]
strong = "openai_compatible:a"
fast = "mistral:b"
[fallbacks]
"openai_compatible:a" = "openai_compatible:c"
[keys]
openai_compatible = "{key}"
[urls]
openai_compatible = "{url}"
"""


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MISTRAL_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)


def settings(home: Path, url: str = "http://127.0.0.1:9") -> Settings:
    (home / "settings.toml").write_text(SETTINGS.format(key=KEY, url=url))
    return read_settings({"home": home}, {})


def test_keys_are_named_by_where_they_are_and_never_shown(tmp_path: Path) -> None:
    (finding,) = examine_keys(settings(tmp_path))
    assert "openai_compatible (settings.toml)" in finding.said
    assert KEY not in repr(finding)


def test_nothing_is_asked_unless_it_is_asked_for(tmp_path: Path) -> None:
    """Nothing listens at the address of the settings."""
    found = {one.name: one for one in examine_roles(settings(tmp_path), ask=False)}
    assert found["model openai_compatible:a"].state == "ok"
    assert "strong" in found["model openai_compatible:a"].said
    assert "in place of openai_compatible:a" in found["model openai_compatible:c"].said
    assert found["model mistral:b"].state == "missing"
    assert "MISTRAL_API_KEY" in found["model mistral:b"].said


@pytest.mark.parametrize("well", [True, False])
def test_on_request_each_model_is_asked_one_small_question(tmp_path: Path, well: bool) -> None:
    answer = chat(Reply('{"ready": "yes"}'))
    if not well:
        answer = failing(401, {"error": {"message": f"Bad key {KEY}"}})

    async def run() -> tuple[list[Finding], list[str]]:
        async with loopback(in_turn(answer)) as server:
            read = settings(tmp_path, server.url)
            found = await asyncio.to_thread(lambda: list(examine_roles(read, ask=True)))
            return found, [sent.body["model"] for sent in server.sent]

    found, asked = asyncio.run(run())
    states = {one.name: one.state for one in found}
    assert asked == (["a", "c"] if well else ["a"])  # A wrong key is wrong for both.
    assert states["model openai_compatible:a"] == ("ok" if well else "missing")
    assert states["model mistral:b"] == "missing"
    assert KEY not in json.dumps([one.said for one in found])
