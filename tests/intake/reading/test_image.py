"""Images of text, drawn here and read by the Tesseract of this machine."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from benchmarks.ocr import compared, edits, error_rate
from benchmarks.rendered import NOISES, TEXTS, CannotDraw, drawn, png
from tests.intake.reading.made import written
from veracity.domain.errors import BadInput, NotInstalled
from veracity.intake.reading import read_submission
from veracity.intake.reading.image import LANGUAGES, languages, read_image
from veracity.intake.reading.limits import DEFAULT

MOST_WRONG = 0.01
"""Of the characters of a screenshot."""
QUICK = ("half size", "bubble")
"""The noises that the quick suite tries: small letters, and light ones in color on a light page."""


def missing() -> str:
    """Why no image can be drawn and read here; empty when one can."""
    try:
        lacks = sorted(set(LANGUAGES) - languages())
        for language, text in TEXTS.items():
            drawn(text, language)
    except (NotInstalled, CannotDraw) as error:
        return str(error)
    return f"Tesseract has no {', '.join(lacks)}" if lacks else ""


needs_ocr = pytest.mark.skipif(bool(missing()), reason=missing())


@needs_ocr
@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize(
    "noise",
    [noise if noise in QUICK else pytest.param(noise, marks=pytest.mark.slow) for noise in NOISES],
)
def test_a_screenshot_is_read(language: str, noise: str) -> None:
    assert error_rate(language, noise) <= MOST_WRONG


@needs_ocr
def test_the_lines_of_a_paragraph_are_joined_and_messages_stay_apart(tmp_path: Path) -> None:
    first = drawn(TEXTS["en"], "en", paper="#eeeeee", bubble="#ffffff")
    second = drawn("It is open again.", "en", ink="#ffffff", paper="#eeeeee", bubble="#0a7cff")
    both = Image.new("RGB", (first.width, first.height + second.height), "#eeeeee")
    both.paste(first, (0, 0))
    both.paste(second, (0, first.height))
    read = read_submission(written(tmp_path, "chat.png", png(both)))
    lines = [compared(line) for line in read.text.split("\n")]
    assert lines[-1] == "It is open again."
    whole = compared(" ".join(lines[:-1]))
    assert edits(compared(TEXTS["en"]), whole) <= MOST_WRONG * len(whole)
    # Only at the end of a sentence may a paragraph have been cut.
    assert all(line.endswith((".", "”")) for line in lines)
    assert (read.media_type, read.origin, read.notes) == ("image/png", "chat.png", ())


@needs_ocr
def test_letters_on_nothing_are_read() -> None:
    image = Image.new("RGBA", (900, 200), (0, 0, 0, 0))
    shown = drawn("It is open again.", "en").crop((0, 0, 900, 160))
    image.paste(shown, (0, 20), shown.convert("L").point([255 - level for level in range(256)]))
    assert read_image(png(image), "a.png", DEFAULT).text == "It is open again."


@needs_ocr
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (png(Image.new("RGB", (300, 200), "white")), "No text was found"),
        (png(Image.effect_noise((300, 200), 20)), "No text was found"),
        (png(Image.new("RGB", (300, 200), "white"))[:60], "damaged"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x40\x00\x00\x00\x40\x00", "268,435,456"),
    ],
)
def test_an_image_that_cannot_be_read_says_why(content: bytes, said: str) -> None:
    with pytest.raises(BadInput, match=said) as raised:
        read_image(content, "a.png", DEFAULT)
    assert raised.value.fix


@needs_ocr
def test_an_image_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(BadInput, match=r"more than 0\.1 seconds"):
        read_image(png(drawn(TEXTS["si"], "si")), "a.png", replace(DEFAULT, seconds=0.1))


def test_an_image_bomb_is_refused_by_its_header() -> None:
    stream = io.BytesIO()
    Image.new("1", (7_000, 7_000)).save(stream, "PNG")
    assert len(stream.getvalue()) < 20_000
    with pytest.raises(BadInput, match="49,000,000 pixels; the most is 40,000,000"):
        read_image(stream.getvalue(), "a.png", DEFAULT)
