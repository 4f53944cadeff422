from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.intake.reading.made import written
from veracity.domain.errors import BadInput, NotInstalled
from veracity.intake.reading import read_submission
from veracity.intake.reading.audio import transcribed, weights

WAV = b"RIFF\x24\x00\x00\x00WAVEfmt "

NAMED = os.environ.get("VERACITY_SPEECH_MODEL")
MODEL = Path(NAMED) if NAMED else None


@dataclass
class Heard:
    start: float
    end: float
    text: str
    no_speech_prob: float = 0.0


def missing() -> str:
    """Why no speech can be made and heard here; empty when it can."""
    if shutil.which("espeak-ng") is None:
        return "espeak-ng is not installed"
    try:
        weights(MODEL)
    except NotInstalled as error:
        return str(error)
    return ""


def test_passages_are_joined_and_paragraphs_know_when_they_begin() -> None:
    read = transcribed(
        "a.wav",
        [
            Heard(0.0, 2.0, " The river"),
            Heard(2.0, 3.0, " rose."),
            Heard(3.0, 4.0, " "),
            Heard(9.0, 10.0, " It fell.", no_speech_prob=0.9),
        ],
        "en",
    )
    assert read.text == "The river rose.\nIt fell."
    assert [(turn.at, turn.speaker) for turn in read.turns] == [(0.0, None), (9.0, None)]
    assert read.notes[1:] == ("1 of 3 passages of a.wav may be no speech.",)


def test_a_recording_without_words_is_refused() -> None:
    with pytest.raises(BadInput, match="No speech"):
        transcribed("a.wav", [Heard(0.0, 1.0, " ")], "en")


def test_what_is_missing_is_named_with_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(NotInstalled) as raised:
        read_submission(written(tmp_path, "a.wav", WAV), speech_model=tmp_path / "none")
    assert "veracity[speech]" in raised.value.fix
    assert "VERACITY_SPEECH_MODEL" in raised.value.fix
    assert ("extra" in raised.value.message) == (find_spec("faster_whisper") is None)


@pytest.mark.slow
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_speech_is_heard(tmp_path: Path) -> None:
    said = "The old bridge was closed on Tuesday. The coast of the island is long."
    path = tmp_path / "speech.wav"
    subprocess.run(["espeak-ng", "-v", "en", "-s", "140", "-w", path, said], check=True)
    read = read_submission(path, speech_model=MODEL)
    words = read.text.lower().replace(",", "").replace(".", "").split()
    wanted = said.lower().replace(".", "").split()
    # A synthetic voice: of its 14 words, 12 are enough.
    assert len(set(wanted) & set(words)) >= len(set(wanted)) - 2
    assert read.turns[0].at == pytest.approx(0.0, abs=0.5)
    assert read.media_type == "audio/wav"


@pytest.mark.slow
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_damaged_recording_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="not a recording"):
        read_submission(written(tmp_path, "a.wav", WAV + os.urandom(100)), speech_model=MODEL)
