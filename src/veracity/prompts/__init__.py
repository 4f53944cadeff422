"""Prompts as data: one Markdown file each, named, versioned and locked by digest.

A file has a front matter (`id`, `version`, `output`) and turns under `## system`, `## user` and
`## assistant`. `{name}` in a turn is a placeholder. `prompts.lock` holds the digest of every
version that was ever shipped, so a case that names a prompt names its bytes.

The examples in the prompts are invented: their people, places and products do not exist, so that no
model can answer them from what it remembers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from veracity.domain.base import Frozen
from veracity.domain.canonical import digest_bytes
from veracity.domain.errors import BadInput
from veracity.domain.exchange import PromptRef

Role: TypeAlias = Literal["system", "user", "assistant"]

_FRONT = re.compile(r"---\n(?P<head>.*?)\n---\n(?P<body>.*)", re.DOTALL)
_TURN = re.compile(r"^## (system|user|assistant)[ ]*\n", re.MULTILINE)
_ID = re.compile(r"(?:(?P<package>[a-z_][a-z0-9_]*):)?(?P<name>[a-z][a-z0-9_-]*)")
_PLACEHOLDER = re.compile(r"\{([a-z][a-z_]*)\}")


class Turn(Frozen):
    """What one side of a conversation says."""

    role: Role
    text: str


class Prompt(Frozen):
    """A prompt as it is on disk."""

    id: str
    version: int
    output: str
    """What the reply must be, in words."""
    digest: str
    """Of the whole file."""
    turns: tuple[Turn, ...]

    @property
    def ref(self) -> PromptRef:
        """What a request carries of the prompt."""
        return PromptRef(id=self.id, version=self.version, digest=self.digest)

    def filled(self, values: Mapping[str, str]) -> tuple[Turn, ...]:
        """The turns with every placeholder replaced, in one pass: no value is read as a template.

        Raises `KeyError` for a placeholder that has no value.
        """
        return tuple(
            Turn(
                role=turn.role,
                text=_PLACEHOLDER.sub(lambda found: values[found[1]], turn.text),
            )
            for turn in self.turns
        )


def parse(text: str) -> Prompt:
    """Read a prompt file. Raises `BadInput` for one that is not laid out as a prompt."""
    text = text.replace("\r\n", "\n")
    parts = _FRONT.fullmatch(text)
    if parts is None:
        raise BadInput("A prompt starts with a front matter between two lines of '---'.")
    head = dict(_header(line) for line in parts["head"].splitlines() if line.strip())
    if set(head) != {"id", "version", "output"} or not head["version"].isdecimal():
        raise BadInput("A prompt's front matter has id, version (a number) and output.")
    pieces = _TURN.split(parts["body"])
    if pieces[0].strip() or len(pieces) == 1:
        raise BadInput(f"The prompt '{head['id']}' has text outside of its turns, or no turn.")
    return Prompt(
        id=head["id"],
        version=int(head["version"]),
        output=head["output"],
        digest=digest_bytes(text.encode("utf-8")),
        turns=tuple(
            Turn.model_validate({"role": role, "text": body.strip()})
            for role, body in zip(pieces[1::2], pieces[2::2], strict=True)
        ),
    )


@cache
def load(prompt_id: str) -> Prompt:
    """The prompt of this id; `package:name` is `prompts/name.md` in the package of an extension.

    Raises `BadInput` for one that there is not, or that is not laid out as a prompt.
    """
    text = _text(prompt_id)
    if text is None:
        raise BadInput(f"There is no prompt '{prompt_id}'.")
    prompt = parse(text)
    if prompt.id != prompt_id:
        raise BadInput(f"The prompt in the file of '{prompt_id}' calls itself '{prompt.id}'.")
    return prompt


def _text(prompt_id: str) -> str | None:
    """The file of the prompt of this id, None when there is none."""
    parts = _ID.fullmatch(prompt_id)
    if parts is None:
        return None
    folder = files(__name__)
    if parts["package"] is not None:
        try:
            folder = files(parts["package"]).joinpath("prompts")
        except ModuleNotFoundError:
            return None
    file = folder.joinpath(f"{parts['name']}.md")
    return file.read_text(encoding="utf-8") if file.is_file() else None


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip(), value.strip()
