"""The text in an image, by Tesseract in English, Sinhala and Tamil.

Screenshots are made ready first: light letters on a dark ground are turned over, and small ones
enlarged, since Tesseract was trained on letters of a printed page's size. `benchmarks/ocr.py`
measures what each step is worth.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from veracity.domain.errors import BadInput, NotInstalled
from veracity.intake.reading.content import Content
from veracity.intake.reading.limits import ReadingLimits
from veracity.intake.reading.paragraphs import paragraphs
from veracity.retrieval.web.images import pixels

if TYPE_CHECKING:
    from PIL.Image import Image

LANGUAGES = ("eng", "sin", "tam")
"""What is looked for, by Tesseract's names, as far as it is installed."""
INSTALL = (
    "Install pip's veracity[ocr], and tesseract-ocr with tesseract-ocr-sin and tesseract-ocr-tam "
    "(Debian, Ubuntu) or tesseract and tesseract-lang (Homebrew)."
)
_ENLARGED = 2_400
"""Pixels of the longer side up to which an image is enlarged, by `_MOST_TIMES` at most."""
_MOST_TIMES = 2
_DARK = 128
"""Median of the gray levels below which an image is dark."""
_DOUBTFUL = 60
"""Mean confidence of the words, in percent, below which the reading is noted as doubtful."""


def read_image(content: bytes, name: str, limits: ReadingLimits) -> Content:
    """The paragraphs that stand in an image, each on a line.

    Raises `BadInput` for an image that is too large, damaged or without text, and `NotInstalled`
    where Tesseract or its Python packages are missing.
    """
    stated = pixels(content)
    if stated is None:
        raise BadInput(f"{name} is a damaged image.", "Save it again as PNG.")
    if stated > limits.pixels:
        raise BadInput(
            f"{name} has {stated:,} pixels; the most is {limits.pixels:,}.",
            "Cut out the part with the text.",
        )
    wanted, missing = _languages()
    words = _words(_ready(_opened(content, name)), wanted, name, limits.seconds)
    text = paragraphs(words)
    if not any(map(str.isalnum, text)):
        raise BadInput(f"No text was found in {name}.", "Give a sharper image, or the text.")
    return Content(text=text, notes=tuple(_doubts(words, missing, name)))


def languages() -> frozenset[str]:
    """The languages that Tesseract has here. Raises `NotInstalled` where it is missing."""
    try:
        library: Any = import_module("pytesseract")
    except ImportError:
        raise NotInstalled("Reading images needs the extra 'ocr'.", INSTALL) from None
    try:
        return frozenset(library.get_languages())
    except (library.TesseractNotFoundError, library.TesseractError):
        raise NotInstalled("Reading images needs the program tesseract.", INSTALL) from None


def _languages() -> tuple[str, tuple[str, ...]]:
    """Those that are looked for, in Tesseract's spelling, and those that are not there."""
    here = languages()
    wanted = [language for language in LANGUAGES if language in here]
    if not wanted:
        raise NotInstalled("Tesseract has none of the languages eng, sin and tam.", INSTALL)
    return "+".join(wanted), tuple(one for one in LANGUAGES if one not in here)


def _opened(content: bytes, name: str) -> Image:
    """The image in shades of gray, upright, on white where it is transparent."""
    from PIL import Image, ImageOps

    try:
        image = ImageOps.exif_transpose(Image.open(io.BytesIO(content)))
        if "A" not in image.getbands() and "transparency" not in image.info:
            return image.convert("L")
        over = image.convert("LA")
        paper = Image.new("L", over.size, 255)
        paper.paste(over.getchannel("L"), mask=over.getchannel("A"))
        return paper
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        # Pillow reports a broken file as any of these.
        raise BadInput(f"{name} is a damaged image.", "Save it again as PNG.") from None


def _ready(image: Image) -> Image:
    from PIL import Image as Images
    from PIL import ImageOps, ImageStat

    if ImageStat.Stat(image).median[0] < _DARK:
        image = ImageOps.invert(image)
    times = min(_MOST_TIMES, _ENLARGED / max(image.size))
    if times <= 1:
        return image
    size = (round(image.width * times), round(image.height * times))
    return image.resize(size, Images.Resampling.LANCZOS)


def _words(image: Image, wanted: str, name: str, seconds: float) -> Sequence[Mapping[str, Any]]:
    """The words with their places, as Tesseract's table has them."""
    library: Any = import_module("pytesseract")
    try:
        table: dict[str, list[Any]] = library.image_to_data(
            image, lang=wanted, config="--psm 3", timeout=seconds, output_type=library.Output.DICT
        )
    except RuntimeError as error:  # Of which a TesseractError is one.
        late = "timeout" in str(error).lower()
        why = f"it took more than {seconds:g} seconds" if late else str(error)
        raise BadInput(
            f"The text in {name} could not be read: {why}.", "Cut out the part with the text."
        ) from None
    columns = list(table)
    rows = zip(*table.values(), strict=True)
    words = (dict(zip(columns, row, strict=True)) for row in rows)
    return [word for word in words if str(word["text"]).strip()]


def _doubts(words: Sequence[Mapping[str, Any]], missing: Sequence[str], name: str) -> Sequence[str]:
    confidence = sum(float(word["conf"]) for word in words) / len(words)
    doubts = [
        f"Tesseract has no '{language}' here, so {name} was read without." for language in missing
    ]
    if confidence < _DOUBTFUL:
        doubts.append(f"The text of {name} was hard to read: check it against the image.")
    return doubts
