"""The words of a recording, by a Whisper model that lies on this machine.

faster-whisper is an extra, and its weights are never fetched: whoever reads names their folder
(the setting `speech_model`).
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from veracity.domain.errors import BadInput, NotInstalled
from veracity.intake.reading.content import Content
from veracity.intake.reading.limits import ReadingLimits
from veracity.rules.cues import Cue, spoken

INSTALL = (
    "Install pip's veracity[speech], and set VERACITY_SPEECH_MODEL to a folder with a Whisper "
    "model in CTranslate2's form (model.bin, config.json, tokenizer.json)."
)
_UNSURE = 0.6
"""Probability that a stretch holds no speech, above which its words are noted as doubtful."""


class Segment(Protocol):
    """A passage of a transcription: what is used of faster-whisper's."""

    start: float
    """In seconds, as `end`."""
    end: float
    text: str
    no_speech_prob: float


def read_audio(
    path: Path, limits: ReadingLimits, *, model: Path | None, threads: int = 0
) -> Content:
    """What is said in a recording, in paragraphs that know when they begin.

    `model` is the folder of the weights; `threads` 0 leaves their number to the engine. Raises
    `NotInstalled` without the extra or the weights, and `BadInput` for a recording that is damaged,
    too long or without words.
    """
    folder = weights(model)
    _refuse_length(path, limits.recording)
    engine = _engine(folder, threads)
    try:
        segments, about = engine.transcribe(str(path), vad_filter=True, beam_size=5)
        return transcribed(path.name, list(segments), str(about.language))
    except (OSError, ValueError, RuntimeError, IndexError) as error:
        raise BadInput(
            f"{path.name} is not a recording that can be read: {error}.", "Save it as WAV or MP3."
        ) from None


def transcribed(name: str, segments: Iterable[Segment], language: str) -> Content:
    """What a model heard, as running text. Raises `BadInput` when it heard no words."""
    heard = [segment for segment in segments if segment.text.strip()]
    if not heard:
        raise BadInput(f"No speech was heard in {name}.", "Give its text.")
    read = spoken([Cue(one.start, one.end, (one.text.strip(),)) for one in heard])
    notes = [f"{name} was transcribed by a speech model ({language}): check names and numbers."]
    unsure = sum(one.no_speech_prob > _UNSURE for one in heard)
    if unsure:
        notes.append(f"{unsure} of {len(heard)} passages of {name} may be no speech.")
    return Content(text=read.text, turns=read.turns, notes=tuple(notes))


def weights(folder: Path | None) -> Path:
    """The folder of the weights, if they are in it. Raises `NotInstalled` without the extra, or
    without the weights."""
    if find_spec("faster_whisper") is None:
        raise NotInstalled("Reading a recording needs the extra 'speech'.", INSTALL)
    if folder is None:
        raise NotInstalled("Reading a recording needs a speech model.", INSTALL)
    if not (folder / "model.bin").is_file():
        raise NotInstalled(f"{folder} holds no speech model.", INSTALL)
    return folder


def _engine(folder: Path, threads: int) -> Any:
    library: Any = import_module("faster_whisper")
    return library.WhisperModel(
        str(folder), device="cpu", compute_type="int8", cpu_threads=threads, local_files_only=True
    )


def _refuse_length(path: Path, most: float) -> None:
    """Raise `BadInput` for a recording that says it is longer than `most` seconds."""
    av: Any = import_module("av")  # Comes with the extra.
    try:
        with av.open(str(path)) as container:
            length = (container.duration or 0) / 1_000_000
    except (OSError, ValueError) as error:
        raise BadInput(
            f"{path.name} is not a recording that can be read: {error}.", "Save it as WAV or MP3."
        ) from None
    if length > most:
        raise BadInput(
            f"{path.name} is {length / 60:.0f} minutes long; the most is {most / 60:.0f}.",
            "Cut out the part that matters.",
        )
