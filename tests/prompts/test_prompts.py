from __future__ import annotations

from importlib.resources import files

import pytest

from veracity.domain.errors import BadInput
from veracity.prompts import load, parse
from veracity.prompts.lock import problems, read_lock, shipped, write_lock

TEXT = """---
id: greeting
version: 2
output: one word
---
## system
Answer with one word.

## user
{name} said {word}.
"""


def test_a_prompt_is_read_into_turns() -> None:
    prompt = parse(TEXT)
    assert (prompt.id, prompt.version, prompt.output) == ("greeting", 2, "one word")
    assert [(turn.role, turn.text) for turn in prompt.turns] == [
        ("system", "Answer with one word."),
        ("user", "{name} said {word}."),
    ]


def test_values_are_not_read_as_templates() -> None:
    filled = parse(TEXT).filled({"name": "{word}", "word": "{name}"})
    assert filled[-1].text == "{word} said {name}."


def test_a_placeholder_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        parse(TEXT).filled({"name": "Ada"})


def test_one_changed_letter_changes_the_digest_and_line_ends_do_not() -> None:
    assert parse(TEXT).digest != parse(TEXT.replace("said", "says")).digest
    assert parse(TEXT).digest == parse(TEXT.replace("\n", "\r\n")).digest


@pytest.mark.parametrize(
    "text",
    [
        TEXT.removeprefix("---\n"),
        TEXT.replace("version: 2\n", ""),
        TEXT.replace("version: 2", "version: two"),
        TEXT.replace("## system\n", ""),
        TEXT.split("## system")[0],
    ],
)
def test_what_is_not_laid_out_as_a_prompt_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse(text)


@pytest.mark.parametrize("name", ["nothing", "../prompts/stance", ""])
def test_an_unknown_prompt_is_refused(name: str) -> None:
    with pytest.raises(BadInput):
        load(name)


def test_the_shipped_prompts_are_what_the_lock_says() -> None:
    lock = files("veracity.prompts").joinpath("prompts.lock").read_text(encoding="utf-8")
    assert problems(shipped(), read_lock(lock)) == []


def test_a_changed_prompt_needs_a_new_version() -> None:
    before = parse(TEXT)
    locked = {("greeting", 2): before.digest}
    assert problems([before], locked) == []
    changed = TEXT.replace("said", "says")
    assert problems([parse(changed)], locked) == ["greeting changed: give it version 3."]
    renewed = parse(changed.replace("version: 2", "version: 3"))
    assert problems([renewed], locked) == ["greeting version 3 is not locked."]
    locked["greeting", 3] = renewed.digest
    assert problems([renewed], locked) == []
    assert problems([before], locked) == ["greeting went back to version 2."]


def test_a_lock_is_written_as_it_is_read() -> None:
    locked = {("b", 10): "sha256:2", ("b", 9): "sha256:1", ("a", 1): "sha256:3"}
    assert read_lock(write_lock(locked)) == locked
    assert write_lock(locked).splitlines()[0] == "a 1 sha256:3"
