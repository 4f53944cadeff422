from __future__ import annotations

import pytest

from veracity.publish import wording
from veracity.rules.explanation import unsupported

CLAIM = "The coastline of Ostrana is 1,340 kilometres long."
QUOTE = "Coastline: 1,340 km"


def test_what_stands_in_claim_or_quote_is_supported() -> None:
    text = "The evidence supports this. It reads: “Coastline: 1,340 km”. Ostrana is named."
    assert unsupported(text, CLAIM, [QUOTE]) == ()


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("It is 1,350 km.", ("1,350",)),
        ("It is 1340 km.", ("1340",)),  # another spelling of a figure has to be quoted as it is
        ("It was measured in 2025.", ("2025",)),
        ("It lies near Velt.", ("Velt",)),
        ("The UN says so.", ("UN",)),
        ("UNESCO says so.", ("UNESCO",)),
        ("It is 1,340 km, and Velt has 9.", ("9", "Velt")),
    ],
)
def test_what_stands_in_neither_is_named(text: str, missing: tuple[str, ...]) -> None:
    assert unsupported(text, CLAIM, [QUOTE]) == missing


def test_words_that_open_a_sentence_are_not_taken_for_names() -> None:
    assert unsupported("Nothing is. Everything was! “Perhaps it is.”", CLAIM, [QUOTE]) == ()


@pytest.mark.parametrize("label", ["True", "False", "Misleading"])
@pytest.mark.parametrize("path", ["rules:comparison", "rules:clear", "rules:direction"])
def test_every_template_passes_with_its_quotes(label: str, path: str) -> None:
    text = wording.explain(label, path, [QUOTE])
    assert QUOTE in text
    assert unsupported(text, CLAIM, [QUOTE]) == ()


@pytest.mark.parametrize(
    "path",
    [
        "rules:insufficient",
        "rules:no-ground",
        "rules:conflict",
        "not-covered",
        "no-evidence",
        "search-failed",
        "no-model",
        "model-failed",
        "model:borderline",
        "model:conflict",
    ],
)
def test_silence_has_its_own_words(path: str) -> None:
    assert wording.explain("Unverified", path, []).startswith("This could not be verified.")
