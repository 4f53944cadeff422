"""The posts and alerts of the benchmark: what is fixed, what is made, and that both fit."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from benchmarks.posts.distractors import APART, written

FOLDER = Path(__file__).parents[2] / "benchmarks" / "posts"
STYLES = ("si-formal", "singlish-a", "singlish-b", "mixed-a", "mixed-b")
LABELS = {"True": 10, "False": 9, "Misleading": 3, "Unverified": 3}
SINHALA = re.compile("[\u0d80-\u0dff]")


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


SPLIT = tomllib.loads((FOLDER / "split.toml").read_text("utf-8"))["event"]
POSTS = [*lines("dev.jsonl"), *lines("held_out.jsonl")]
ALERTS = lines("alerts.jsonl")
DECIDING = {row["event"]: row for row in ALERTS if row["decides"]}


def test_making_the_alerts_again_gives_the_same_file() -> None:
    assert (FOLDER / "alerts.jsonl").read_text("utf-8") == written()


def test_each_event_has_five_posts_in_the_file_of_its_half() -> None:
    for name, held_out in (("dev.jsonl", False), ("held_out.jsonl", True)):
        rows = lines(name)
        events = {one["id"]: one["category"] for one in SPLIT if one["held_out"] is held_out}
        assert {row["event"]: row["category"] for row in rows} == events
        counted = Counter((row["event"], row["style"]) for row in rows)
        assert counted == {(event, style): 1 for event in events for style in STYLES}
    assert len(POSTS) == 125
    assert len({row["text"] for row in POSTS}) == 125


def test_labels_are_those_of_the_plan() -> None:
    labels = {row["event"]: row["label"] for row in POSTS}
    assert Counter(labels.values()) == LABELS
    for event in DECIDING:
        of_event = [row for row in POSTS if row["event"] == event]
        assert len({(row["claim"], row["label"], row["published"]) for row in of_event}) == 1


def test_formal_posts_are_in_sinhala_letters_and_informal_ones_in_latin() -> None:
    for row in POSTS:
        sinhala = bool(SINHALA.search(row["text"]))
        latin = bool(re.search("[A-Za-z]", row["text"]))
        expected = {"si-formal": (True, False), "mixed-b": (True, True)}
        assert (sinhala, latin) == expected.get(row["style"], (False, True)), row["id"]


def test_there_are_a_thousand_near_misses_and_some_are_in_sinhala() -> None:
    near = [row for row in ALERTS if not row["decides"]]
    assert len(near) >= 1000
    assert len({row["text"] for row in ALERTS}) == len(ALERTS)
    assert sum(row["language"] == "si" for row in near) >= 100
    assert set(DECIDING) == {one["id"] for one in SPLIT}
    assert len({shape(row["text"]) for row in near}) >= 500


def shape(text: str) -> str:
    """A text without its numbers: how differently the alerts are worded."""
    return re.sub(r"\d[\d,]*", "#", text)


def test_no_near_miss_is_about_the_event_itself() -> None:
    """What names the event's own thing is dated well before the event, and tells its day."""
    kinds = tomllib.loads((FOLDER / "patterns.toml").read_text("utf-8"))["events"]
    for row in ALERTS:
        if row["decides"] or row["id"] == "near/harbour-line-7-august":
            continue
        own = kinds[row["near"]]["things"][0]
        named = any(thing.casefold() in row["text"].casefold() for thing in own)
        others = kinds[row["near"]]["things"][1:]
        if named and not any(one.casefold() in row["text"].casefold() for o in others for one in o):
            event = date.fromisoformat(DECIDING[row["near"]]["published"])
            assert (event - date.fromisoformat(row["published"])).days >= APART, row["id"]


@pytest.mark.parametrize("event", sorted(DECIDING))
def test_the_label_follows_from_the_alert(event: str) -> None:
    """A true claim has no number that the alert lacks. A false one has one, or another place."""
    row = next(row for row in POSTS if row["event"] == event)
    alert, claim = DECIDING[event], row["claim"]
    told = numbers(f"{alert['title']} {alert['text']}")
    if row["label"] == "True":
        assert numbers(claim) <= told
    if row["label"] == "False":
        places = set(re.findall(r"[A-Z]\w+", claim)) - set(re.findall(r"\w+", alert["text"]))
        assert numbers(claim) - told or "Weliketiya" in places
    assert alert["published"] <= row["published"]


WORDS = {"two": "2", "three": "3", "four": "4", "six": "6", "seven-day": "7", "eight": "8"}


def numbers(text: str) -> set[str]:
    words = {WORDS[word] for word in re.findall(r"[\w-]+", text.casefold()) if word in WORDS}
    return words | {one.replace(",", "") for one in re.findall(r"\d[\d,]*(?:\.\d+)?", text)}


def test_an_event_of_14_september_stands_beside_an_alert_of_7_august() -> None:
    near = next(row for row in ALERTS if row["id"] == "near/harbour-line-7-august")
    event = DECIDING["train-derailment-harbour-line"]
    assert (near["published"], event["published"]) == ("2026-08-07", "2026-09-14")
    assert near["title"] == event["title"]


def test_everything_is_marked_as_invented() -> None:
    assert all(row["invented"] for row in [*POSTS, *ALERTS])
