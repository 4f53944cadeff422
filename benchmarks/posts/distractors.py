"""Makes `alerts.jsonl`: the alerts that decide the posts, among near-misses that decide none.

    python -m benchmarks.posts.distractors [--check]

`deciding.jsonl` was written by hand. The near-misses are drawn from `patterns.toml` by a fixed
random seed: about what a post is about on another day, about the like elsewhere with other numbers,
and corrections of such alerts. An alert about the event's own thing is dated at least `APART` days
before the event and says its day, so it speaks of something else.
"""

from __future__ import annotations

import argparse
import json
import random
import tomllib
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
SEED = 20260914
APART = 25
"""Days between an event and an alert about the same thing."""
LONG_AGO = 420
OWN, OTHERS, CORRECTIONS, SINHALA = 9, 24, 5, 6
"""Near-misses of each sort for one event."""
MONTHS_SI = (
    "ජනවාරි", "පෙබරවාරි", "මාර්තු", "අප්‍රේල්", "මැයි", "ජූනි",
    "ජූලි", "අගෝස්තු", "සැප්තැම්බර්", "ඔක්තෝබර්", "නොවැම්බර්", "දෙසැම්බර්",
)  # fmt: skip
BY_HAND = (
    {
        "id": "near/harbour-line-7-august",
        "near": "train-derailment-harbour-line",
        "outlet": "Harbour News Desk",
        "language": "en",
        "published": "2026-08-07",
        "title": "Harbour Line train derails near Kumbukara",
        "text": (
            "A passenger train left the rails near Kumbukara station on the Harbour Line on the "
            "evening of 7 August. 34 passengers were injured, two of them badly. Railway engineers "
            "reopened the track the next morning."
        ),
    },
)
"""An event of 14 September against a source about 7 August: the very number of the false posts."""


def alerts() -> list[dict[str, Any]]:
    """All alerts, in an order that does not tell which of them decide."""
    deciding = [json.loads(line) for line in _text("deciding.jsonl").splitlines()]
    table = tomllib.loads(_text("patterns.toml"))
    outlets: list[str] = table["outlets"]
    near: dict[str, dict[str, Any]] = {row["text"]: {**row, "invented": True} for row in BY_HAND}
    for event in deciding:
        draw = random.Random(f"{SEED} {event['event']}")
        made = _near(event, table["events"][event["event"]], outlets, draw)
        for number, row in enumerate(made, start=1):
            near.setdefault(row["text"], {"id": f"near/{event['event']}/{number:02d}", **row})
    every = [{**row, "decides": True} for row in deciding]
    every += [{**row, "decides": False} for row in near.values()]
    return sorted(every, key=lambda row: (row["published"], row["outlet"], row["id"]))


def _near(
    event: dict[str, Any], kind: dict[str, Any], outlets: list[str], draw: random.Random
) -> Iterator[dict[str, Any]]:
    day = date.fromisoformat(event["published"])
    own, *others = kind["things"]
    for _ in range(OWN):
        when = day - timedelta(days=draw.randint(APART, LONG_AGO))
        yield _row(
            event, draw.choice([event["outlet"], *outlets]), when, _told(kind, own, when, draw)
        )
    for _ in range(OTHERS):
        when = day - timedelta(days=draw.randint(-8, 45))
        outlet = draw.choice([event["outlet"], draw.choice(outlets)])
        yield _row(event, outlet, when, _told(kind, draw.choice(others), when, draw))
    for _ in range(CORRECTIONS):
        when = day - timedelta(days=draw.randint(APART, 90))
        said = _told(kind, draw.choice([own, *others]), when - timedelta(days=1), draw)
        first = draw.choice(_CORRECTIONS).format(day=_english(when))
        yield _row(event, draw.choice(outlets), when, f"{first} {said}")
    for _ in range(SINHALA):
        thing = draw.choice([own, *others])
        back = draw.randint(APART, 120) if thing is own else draw.randint(-5, 40)
        when = day - timedelta(days=back)
        said = _filled(draw.choice(kind["si"]), thing[1], _sinhala(when), kind, draw)
        yield {**_row(event, draw.choice(outlets), when, said), "language": "si"}


_CORRECTIONS = (
    "Correction of {day}: an earlier alert gave a wrong number.",
    "Update, {day}:",
    "Follow-up of {day}: we have since learned more.",
    "Clarification, {day}: the place was misspelled before.",
)


def _told(kind: dict[str, Any], thing: list[str], when: date, draw: random.Random) -> str:
    lead = _filled(draw.choice(kind["leads"]), thing[0], _english(when), kind, draw)
    ends = draw.sample(kind["tails"], draw.choice((1, 1, 2)))
    told = " ".join([lead, *(_filled(end, thing[0], "", kind, draw) for end in ends)])
    return told[0].upper() + told[1:]


def _filled(pattern: str, thing: str, day: str, kind: dict[str, Any], draw: random.Random) -> str:
    n, m = draw.randint(*kind["n"]), draw.randint(*kind["m"])
    return pattern.format(thing=thing, day=day, n=f"{n:,}", m=m).replace("the the ", "the ")


def _row(event: dict[str, Any], outlet: str, when: date, text: str) -> dict[str, Any]:
    return {
        "near": event["event"],
        "outlet": outlet,
        "language": "en",
        "published": when.isoformat(),
        "title": f"{outlet}, {when.isoformat()}",
        "text": text,
        "invented": True,
    }


def _english(when: date) -> str:
    return f"{when.day} {when:%B} {when.year}"


def _sinhala(when: date) -> str:
    return f"{when.year} {MONTHS_SI[when.month - 1]} {when.day}"


def _text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def written() -> str:
    """The file's text."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in alerts())


def main() -> None:
    """Write the file, or with `--check` say whether it is as it would be written."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.posts.distractors")
    parser.add_argument("--check", action="store_true")
    place = FOLDER / "alerts.jsonl"
    if not parser.parse_args().check:
        place.write_text(written(), encoding="utf-8")
    elif place.read_text(encoding="utf-8") != written():
        raise SystemExit(f"{place.name} differs from what is made now.")


if __name__ == "__main__":
    main()
