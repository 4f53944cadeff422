"""The findings of `veracity doctor` about reading images and recordings."""

from __future__ import annotations

from collections.abc import Iterator

from veracity.domain.errors import NotInstalled
from veracity.interfaces.cli.finding import Finding
from veracity.settings import Settings


def examine_reading(settings: Settings) -> Iterator[Finding]:
    """Whether images and recordings can be read, and in which languages or by which weights."""
    yield _images()
    yield _recordings(settings)


def _images() -> Finding:
    from veracity.intake.reading.image import INSTALL, LANGUAGES, languages

    try:
        here = languages()
    except NotInstalled as error:
        return Finding("images", "optional", error.message, error.fix)
    read = [language for language in LANGUAGES if language in here]
    lacks = [language for language in LANGUAGES if language not in here]
    said = f"Tesseract reads {', '.join(read) or 'none of the languages'}"
    if lacks:
        return Finding("images", "optional", f"{said}; not here: {', '.join(lacks)}", INSTALL)
    return Finding("images", "ok", said)


def _recordings(settings: Settings) -> Finding:
    from veracity.intake.reading.audio import weights

    try:
        return Finding("recordings", "ok", f"the speech model in {weights(settings.speech_model)}")
    except NotInstalled as error:
        return Finding("recordings", "optional", error.message, error.fix)
