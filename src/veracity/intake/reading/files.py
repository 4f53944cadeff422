"""Reads a file of any kind into a submission."""

from __future__ import annotations

from pathlib import Path

from veracity.domain.claim import Submission
from veracity.domain.errors import BadInput
from veracity.intake.reading.content import Content, bytes_of, refuse_size
from veracity.intake.reading.kinds import HEAD, Kind, kind_of, media_type_of
from veracity.intake.reading.limits import DEFAULT, MAX_BYTES, ReadingLimits


def read_submission(
    path: Path, *, limits: ReadingLimits = DEFAULT, speech_model: Path | None = None
) -> Submission:
    """The text of the file at `path`, with what the file says of itself.

    Its ending says what kind it is, and its content has to agree. `speech_model` is the folder of
    the weights for recordings. Raises `BadInput` for what cannot be read, and `NotInstalled` where
    an extra, a program or weights are missing.
    """
    kind = kind_of(path)
    if kind is Kind.AUDIO:
        read, media_type = _recording(path, limits, speech_model)
    else:
        content = bytes_of(path, MAX_BYTES[kind])
        media_type = media_type_of(content, path)
        read = _read(content, kind, path.name, limits)
    _refuse(read.text, path.name, limits)
    return Submission(
        text=read.text,
        origin=path.name,
        published=read.published,
        title=read.title,
        media_type=media_type,
        turns=read.turns,
        notes=read.notes,
    )


def _recording(path: Path, limits: ReadingLimits, model: Path | None) -> tuple[Content, str]:
    from veracity.intake.reading.audio import read_audio

    refuse_size(path, MAX_BYTES[Kind.AUDIO])
    with path.open("rb") as file:
        media_type = media_type_of(file.read(HEAD), path)
    return read_audio(path, limits, model=model), media_type


def _read(content: bytes, kind: Kind, name: str, limits: ReadingLimits) -> Content:
    """Each reader is imported when a file of its kind is read."""
    if kind is Kind.HTML:
        from veracity.intake.reading.page import read_html

        return read_html(content, name, limits)
    if kind is Kind.PDF:
        from veracity.intake.reading.pdf import read_pdf

        return read_pdf(content, name, limits)
    if kind is Kind.WORD:
        from veracity.intake.reading.word import read_word

        return read_word(content, name, limits)
    if kind is Kind.IMAGE:
        from veracity.intake.reading.image import read_image

        return read_image(content, name, limits)
    if kind is Kind.SUBTITLES:
        from veracity.intake.reading.subtitles import read_subtitles

        return read_subtitles(content, name)
    if kind is Kind.MARKDOWN:
        from veracity.intake.reading.markdown import read_markdown

        return read_markdown(content, name)
    from veracity.intake.reading.text import read_text

    return read_text(content, name)


def _refuse(text: str, name: str, limits: ReadingLimits) -> None:
    """Raise `BadInput` for text that is too long or has no words."""
    if len(text) > limits.characters:
        raise BadInput(
            f"{name} has {len(text):,} characters; the most is {limits.characters:,}.",
            "Split it, or give the part that matters.",
        )
    if not any(map(str.isalnum, text)):
        raise BadInput(f"{name} has no words to check.", "Give a file with words in it.")
