from __future__ import annotations

import pytest

from veracity.models.cutoffs import cutoff_of, cutoffs


@pytest.mark.parametrize(
    ("model", "until"),
    [
        ("google:gemini-2.0-flash-001", "2024-08"),
        ("groq:llama-3.3-70b-versatile", "2023-12"),
        ("ollama:llama3.3:70b", "2023-12"),
        ("openrouter:x-ai/grok-4.3", "2025-12"),
        ("google:gemini-9", None),
        ("local:qwen2.5-coder-1.5b-instruct-q4_k_m", None),
    ],
)
def test_the_cut_off_of_a_model(model: str, until: str | None) -> None:
    found = cutoff_of(model)
    assert (None if found is None else found.until) == until


def test_no_name_stands_for_two_cut_offs() -> None:
    names = [name for cutoff in cutoffs() for name in cutoff.models]
    assert len(names) == len(set(names))
