"""A quota that is spent in the middle of a file pauses the run, and the same command goes on."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import rows, veracity
from tests.models.hosted.dialects import Reply, chat
from tests.retrieval.search.engines import Answer, Asked, Engines, saying

TEXT = "Marn lies in the north of Ostrana. Its old mill burned down, and nothing of it is left."
CLAIMS = [
    "The mill of Marn is gone for good.",
    "Nobody can visit the mill of Marn now.",
    "Marn is a town in the mountains.",
    "The people of Marn bake their own bread.",
]
SAID = {
    "explanation": "The evidence says so.",
    "label": "Unverifiable",
    "confidence": "Low",
    "caveats": "",
    "web_sources": [],
}
SPENT = {"error": {"code": "insufficient_quota", "message": "You have no credit left."}}


class Account:
    """A provider with so many answers left."""

    def __init__(self, left: int) -> None:
        self.left = left

    def answer(self, asked: Asked) -> Answer:
        if self.left <= 0:
            return saying(SPENT, 429)
        self.left -= 1
        stream = chat(Reply(json.dumps(SAID)))
        return Answer(stream.body.encode(), content_type="text/event-stream")


def test_a_spent_quota_pauses_a_file_of_claims_and_nothing_is_asked_twice(tmp_path: Path) -> None:
    home, file, evidence = tmp_path / "home", tmp_path / "claims.txt", tmp_path / "marn.txt"
    home.mkdir()
    file.write_text("\n".join(CLAIMS), "utf-8")
    evidence.write_text(TEXT, "utf-8")
    check = ("check", file, "--evidence", evidence, "--json", "-q", "--method", "panel")
    model = ("--model", "openai_compatible:reader")
    account = Account(left=2)
    with Engines(account.answer) as engines:
        url = engines.url("v1")
        written = f'concurrency = 1\n[urls]\nopenai_compatible = "{url}"\n'
        (home / "settings.toml").write_text(written, "utf-8")
        key = {"OPENAI_COMPATIBLE_API_KEY": "opens-nothing"}

        paused = veracity(*check, *model, home=home, **key)
        assert paused.returncode == 7
        assert [row["claim"] for row in rows(paused.stdout)] == CLAIMS[:2]
        assert "The quota of openai_compatible:reader is spent" in paused.stderr
        assert "2 of 4 claims were judged and are kept" in paused.stderr
        assert len(list((home / "cases").iterdir())) == 2

        still = veracity(*check, *model, home=home, **key)
        assert still.returncode == 7
        before = len(engines.asked)
        account.left = 2
        done = veracity(*check, *model, home=home, **key)
        assert done.returncode == 0, done.stderr
        assert [row["claim"] for row in rows(done.stdout)] == CLAIMS
        assert len(engines.asked) - before == 2  # the two that were left


def test_one_claim_alone_is_left_open_and_says_why(tmp_path: Path) -> None:
    evidence = tmp_path / "marn.txt"
    evidence.write_text(TEXT, "utf-8")
    with Engines(Account(left=0).answer) as engines:
        (tmp_path / "settings.toml").write_text(
            f'[urls]\nopenai_compatible = "{engines.url("v1")}"\n', "utf-8"
        )
        ran = veracity(
            *("check", CLAIMS[0], "--evidence", evidence, "--json", "-q", "--method", "panel"),
            *("--model", "openai_compatible:reader"),
            home=tmp_path,
            OPENAI_COMPATIBLE_API_KEY="opens-nothing",
        )
    (line,) = rows(ran.stdout)
    assert ran.returncode == 0
    assert [voice["failure"] for voice in line["abstentions"]] == ["quota"]
