"""Explanations by templates: complete in each language, and nothing put in but what the verdict
holds."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.domain.claim import Span
from veracity.domain.evidence import Quote, Source, Stance
from veracity.domain.explanation import TONGUES, Tongue
from veracity.domain.verdict import Bucket, Finding, Lens, Verdict
from veracity.methods.rubric import wording as rubric
from veracity.methods.tribunal import wording as tribunal
from veracity.publish import explain, wording
from veracity.publish.explain import in_tongue, tongue_of
from veracity.rules import scales
from veracity.rules.consensus import Strength
from veracity.rules.scripts import SCRIPTS

FOLDER = Path(explain.__file__).parent
TABLES = {name: tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")) for name in TONGUES}
PATTERNS = tomllib.loads((FOLDER / "caveats.toml").read_text("utf-8"))

LABELS = {
    "routed": {*scales.ROUTED},
    "panel": {*scales.PANEL, "Split"},
    "tribunal": {*scales.TRIBUNAL},
    "refute": {"killed", "survived", "inconclusive", "not_applicable"},
    "rubric": {*rubric._WORDS.values(), rubric.INSUFFICIENT, rubric.INCOMPLETE},
}
PATHS = {
    "routed": {*wording._PATH, *wording._SILENCE},
    "panel": {"no-voices", "single"}
    | {f"consensus:{one}" for one in get_args(Strength) if one not in ("single", "none")},
    "tribunal": {*tribunal._PATH, *tribunal._SILENCE},
    "refute": {"votes:killed", "votes:survived", "votes:abstentions", "no-model", "search-failed"}
    | {"own-authority"},
    "rubric": {*rubric._PATHS},
}


def leaves(table: dict[str, Any], at: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{at}{name}/")
        else:
            yield f"{at}{name}", value


def placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\w+)\}", text))


def test_each_language_says_the_same_things_with_the_same_placeholders() -> None:
    said = {tongue: dict(leaves(table)) for tongue, table in TABLES.items()}
    for tongue in TONGUES:
        assert set(said[tongue]) == set(said["en"])
        for key, text in said[tongue].items():
            assert placeholders(text) == placeholders(said["en"][key]), (tongue, key)


@pytest.mark.parametrize("tongue", ["si", "ta"])
def test_each_text_is_in_the_letters_of_its_language(tongue: str) -> None:
    first, last = SCRIPTS[tongue]
    for key, text in leaves(TABLES[tongue]):
        letters = [char for char in re.sub(r"\{\w+\}", "", text) if char.isalpha()]
        assert all(first <= char <= last for char in letters), (key, text)


def test_each_sentence_ends() -> None:
    for tongue, table in TABLES.items():
        for key, text in leaves({k: v for k, v in table.items() if k not in ("labels", "buckets")}):
            assert text.endswith((".", "”")), (tongue, key)


@pytest.mark.parametrize("method", sorted(LABELS))
def test_every_label_and_every_reason_of_a_method_has_its_words(method: str) -> None:
    for table in TABLES.values():
        assert LABELS[method] <= set(table["labels"])
        assert LABELS[method] <= set(table["meanings"])
        assert PATHS[method] == {path.removesuffix(" (open)") for path in table["reasons"][method]}


def test_every_bucket_has_a_name() -> None:
    for table in TABLES.values():
        assert set(table["buckets"]) == {bucket.value for bucket in Bucket}


def test_every_caveat_that_is_known_has_a_template_with_its_groups() -> None:
    for tongue, table in TABLES.items():
        assert set(table["caveats"]) == set(PATTERNS), tongue
    for name, patterns in PATTERNS.items():
        for pattern in patterns:
            assert sorted(re.compile(pattern).groupindex) == placeholders(
                TABLES["en"]["caveats"][name]
            )


KNOWN_CAVEATS = [
    wording.TRANSLATED,
    wording.self_sourced(1),
    wording.self_sourced(3),
    wording.uncorroborated(2),
    *tribunal.UNHEARD.values(),
    tribunal.ONE_SIDED,
    tribunal.INCOMPLETE,
    tribunal.overruled("more_evidence"),
    tribunal.searches_failed(1, 4),
    rubric._one_sided("A part.", ("support",), True),
    rubric._one_sided("A part.", ("refute",), False),
    rubric._one_sided("A part.", ("support", "refute"), False),
]


@pytest.mark.parametrize("caveat", KNOWN_CAVEATS)
def test_a_caveat_is_told_in_each_language(caveat: str) -> None:
    for tongue in ("si", "ta"):
        told = in_tongue(caveat, tongue)
        assert not re.search("[A-Za-z]{3}", told.replace("A part.", ""))
        assert set(re.findall(r"\d+", told)) == set(re.findall(r"\d+", caveat))


def caveats_in(path: str) -> list[str]:
    """The texts in a method's source that look like the opening of a caveat."""
    source = (FOLDER.parents[1] / path).read_text("utf-8")
    start = source.index("def caveats(")
    return re.findall(r'said\.append\(\s*f?"([^"{]+)', source[start:])


@pytest.mark.parametrize(
    "path", ["methods/routed/account.py", "methods/refute/wording.py", "methods/rubric/wording.py"]
)
def test_no_caveat_of_a_method_was_forgotten(path: str) -> None:
    openings = [opening for opening in caveats_in(path) if opening.strip()]
    assert openings
    for opening in openings:
        known = [one.replace("\\", "") for one in chain.from_iterable(PATTERNS.values())]
        assert any(opening[:40] in one for one in known), opening


def verdict(
    label: str = "True", path: str = "rules:comparison", *findings: Finding, **more: Any
) -> Verdict:
    known: dict[str, Any] = {"method": "routed", "bucket": Bucket.TRUE, "confidence": 0.97}
    return Verdict(
        label=label,
        path=path,
        lens=Lens.LENIENT,
        explanation="",
        findings=findings,
        **{**known, **more},
    )


def finding(
    text: str, *, decisive: bool = True, published: date | None = None, verified: bool = True
) -> Finding:
    return Finding(
        source=Source(
            url="https://atlas.example/",
            title="Ostrana",
            publisher="Atlas Office",
            published=published,
        ),
        quote=Quote(
            text=text, passage="p", span=Span(start=0, end=len(text)) if verified else None
        ),
        stance=Stance.SUPPORTS,
        confidence=1.0,
        reason="",
        by="code",
        decisive=decisive,
    )


def test_a_verdict_is_explained_in_sinhala() -> None:
    told = explain.explain(
        verdict("True", "rules:comparison", finding("Coastline: 1,340 km")), "si"
    )
    assert told == (
        "ප්‍රකාශය පිළිබඳ නිගමනය: සත්‍යයි. ප්‍රකාශය නිවැරදි බව සැලකේ. මූලාශ්‍රයේ දැක්වෙන තොරතුර "
        "ප්‍රකාශය සමඟ පරිගණක කේතයෙන් සසඳන ලදී. විශ්වාස මට්ටම: 97%. නිගමනයට පදනම් වූ මූලාශ්‍රය "
        "(දිනය සඳහන් නොවේ): Ostrana, Atlas Office. එහි සඳහන් වන්නේ මෙසේ ය: “Coastline: 1,340 km”"
    )


def test_what_is_open_says_why_and_shows_the_closest_quote() -> None:
    near = finding("A flood was seen.", decisive=False, published=date(2026, 11, 30))
    left_open = verdict(
        "Unverified", "model:conflict", near, bucket=Bucket.UNVERIFIABLE, confidence=0.0
    )
    told = explain.explain(left_open, "ta")
    assert TABLES["ta"]["reasons"]["routed"]["model:conflict (open)"] in told
    assert "Ostrana, Atlas Office, 2026-11-30" in told
    assert told.endswith("“A flood was seen.”")
    assert "%" not in told
    assert TABLES["ta"]["buckets"]["Unverifiable"] not in told


def test_a_quote_that_was_not_found_is_not_shown() -> None:
    invented = finding("An invented sentence.", verified=False)
    assert "invented" not in explain.explain(verdict("True", "rules:clear", invented), "en")


def test_a_probability_is_told_as_it_is() -> None:
    told = explain.explain(
        verdict(
            "very likely (93%)",
            "logodds:consensus",
            method="rubric",
            confidence=0.93,
            probability=0.93,
        ),
        "ta",
    )
    assert "நிகழ்தகவு: 93%" in told
    assert explain.label(verdict("very likely (93%)", method="rubric"), "en") == "Very likely true"


def test_a_method_of_another_package_is_told_by_its_bucket() -> None:
    other = verdict("plausible", "own-rule", method="other", bucket=Bucket.TRUTHY)
    told = explain.explain(other, "si")
    assert TABLES["si"]["buckets"]["Truthy"] in told
    assert "plausible" not in told


def test_a_caveat_that_no_template_knows_is_kept_in_english() -> None:
    assert in_tongue("A new caveat.", "si").endswith("“A new caveat.”")


@given(st.text(max_size=60).filter(str.strip), st.sampled_from(TONGUES))
def test_a_quote_is_put_in_as_it_is(text: str, tongue: Tongue) -> None:
    told = explain.explain(verdict("True", "rules:clear", finding(text)), tongue)
    assert " ".join(text.split()) in told


@pytest.mark.parametrize(
    ("language", "tongue"),
    [
        ("si", "si"),
        ("si-Latn", "si"),
        ("ta-Latn", "ta"),
        ("en-GB", "en"),
        ("fr", None),
        (None, None),
    ],
)
def test_an_answer_is_in_the_language_of_the_question(
    language: str | None, tongue: Tongue | None
) -> None:
    assert tongue_of(language) == tongue
