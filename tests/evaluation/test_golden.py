"""The golden set: balanced, split for good, and every piece of its evidence in the starter pack."""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from veracity.evaluation.answers import SIX, gold
from veracity.evaluation.dataset import read_dataset
from veracity.evaluation.ledger import scorings

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "golden"
SPLITS = ("dev", "held_out")


@cache
def rows(split: str) -> tuple[dict[str, Any], ...]:
    lines = (FOLDER / f"{split}.jsonl").read_text("utf-8").splitlines()
    return tuple(json.loads(line) for line in lines)


def pack() -> dict[str, str]:
    """What each entry of the starter pack says, by its address."""
    packed = resources.files("veracity.starter").joinpath("entries.jsonl.xz").read_bytes()
    entries = map(json.loads, lzma.decompress(packed).decode().splitlines())
    return {
        entry["url"]: "\n".join(text for _, fields in entry["passages"] for _, text in fields)
        for entry in entries
    }


def facts(line: str) -> list[str]:
    """The parts of "Field: one; another": the pack lists some of them apart."""
    return [part for part in re.split(r"; |note \d+: ", line.partition(": ")[2]) if part.strip()]


def test_it_has_all_six_labels_and_a_third_is_held_out() -> None:
    both = [row for split in SPLITS for row in rows(split)]
    assert len(both) >= 240
    assert len({row["id"] for row in both}) == len({row["claim"] for row in both}) == len(both)
    labels = Counter(row["label"] for row in both)
    assert set(labels) == set(SIX.values())
    held = Counter(row["label"] for row in rows("held_out"))
    assert all(held[label] == count // 3 for label, count in labels.items())


@pytest.mark.parametrize("split", SPLITS)
def test_every_prefix_is_balanced(split: str) -> None:
    """A run that is cut short has each label in its share, to within one row."""
    whole = Counter(row["label"] for row in rows(split))
    total, seen = sum(whole.values()), Counter[str]()
    for number, row in enumerate(rows(split), start=1):
        seen[row["label"]] += 1
        for label, count in whole.items():
            assert abs(seen[label] - number * count / total) <= 1.5


@pytest.mark.parametrize("split", SPLITS)
def test_the_split_does_not_change(split: str) -> None:
    digests = {"dev": DEV, "held_out": HELD_OUT}
    assert read_dataset(FOLDER / f"{split}.jsonl", closed=True).digest == digests[split]


@pytest.mark.parametrize("split", SPLITS)
def test_every_row_has_a_reason_and_evidence_from_the_pack(split: str) -> None:
    entries = pack()
    for row in rows(split):
        assert row["reason"]
        for piece in row["evidence"]:
            _, *lines = piece["text"].splitlines()
            told = [fact.strip() for line in lines for fact in facts(line)]
            assert told
            assert [fact for fact in told if fact not in entries[piece["url"]]] == []


def test_polarities_are_those_of_the_lenient_lens() -> None:
    both = [row["label"] for split in SPLITS for row in rows(split)]
    found = Counter(gold(label).value for label in both)
    assert set(found) == {"SUPPORTED", "REFUTED", "NOT_ENOUGH_INFO"}


def test_the_ledger_can_be_read() -> None:
    assert all(one.set in SPLITS for one in scorings(FOLDER))


DEV = "sha256:7d894df7734c9b08b6022f24079b1528d72c51d5423daa2aa8af6c8458a94b0a"
HELD_OUT = "sha256:054c912aee8b28e977a54ffabe32719ddf9dc3ebb298dfd548763bda833b1dd4"
