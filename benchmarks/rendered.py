"""Text as it stands on a screen: drawn, then spoiled in the ways that screenshots are.

Drawn with Pillow and the Noto fonts; Sinhala and Tamil need Pillow's raqm for their letters to be
joined. Each noise is one that a picture of a post goes through on its way.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter, ImageFont, features

FOLDERS = ("/usr/share/fonts/truetype/noto", "/usr/share/fonts/noto", "/Library/Fonts")
FONTS = {
    "en": "NotoSans-Regular.ttf",
    "si": "NotoSansSinhala-Regular.ttf",
    "ta": "NotoSansTamil-Regular.ttf",
}
TEXTS: Mapping[str, str] = {
    "en": (
        "The coast of the island is 1,340 kilometres long, and 22 rivers reach the sea on it. "
        "In 2019 the harbour moved 7.2 million containers, 5% more than a year before. "
        "The council said on Tuesday that the old bridge stays closed until 14 September, "
        "because two of its pillars sank by three metres when the river rose. "
        "“We will not open it before it is safe,” the engineer wrote."
    ),
    "si": (
        "දිවයිනේ වෙරළ තීරය කිලෝමීටර් 1,340 ක් දිග වන අතර ගංගා 22 ක් මුහුදට ගලා යයි. "
        "2019 වසරේදී වරාය හරහා බහාලුම් මිලියන 7.2 ක් ගමන් කළ අතර එය පෙර වසරට වඩා 5% ක වැඩිවීමකි. "
        "පැරණි පාලම සැප්තැම්බර් 14 දක්වා වසා තබන බව නගර සභාව අඟහරුවාදා කීවේය. "
        "ගඟේ ජල මට්ටම ඉහළ ගිය විට එහි කුලුනු දෙකක් මීටර තුනක් ගිලා බැස ඇත. "
        "ආරක්ෂිත වන තුරු එය විවෘත නොකරන බව ඉංජිනේරුවරයා ලිවීය."
    ),
    "ta": (
        "தீவின் கடற்கரை 1,340 கிலோமீட்டர் நீளம் கொண்டது, அதில் 22 ஆறுகள் கடலில் கலக்கின்றன. "
        "2019 ஆம் ஆண்டில் துறைமுகம் 7.2 மில்லியன் கொள்கலன்களை கையாண்டது, இது முந்தைய ஆண்டை விட 5% அதிகம். "
        "பழைய பாலம் செப்டம்பர் 14 வரை மூடப்பட்டிருக்கும் என்று நகர சபை செவ்வாய்க்கிழமை கூறியது. "
        "ஆற்றின் நீர்மட்டம் உயர்ந்தபோது அதன் இரண்டு தூண்கள் மூன்று மீட்டர் தாழ்ந்தன. "
        "பாதுகாப்பு உறுதி செய்யப்படும் வரை அதை திறக்க மாட்டோம் என்று பொறியாளர் எழுதினார்."
    ),
}
"""By language. The events are invented."""

_WIDTH = 900
_MARGIN = 40
_SIZE = 30
_LEADING = 1.6


class CannotDraw(Exception):
    """A font, or the shaping of letters, is missing on this machine."""


def drawn(
    text: str,
    language: str,
    *,
    ink: str = "#111111",
    paper: str = "#ffffff",
    bubble: str | None = None,
    size: int = _SIZE,
) -> Image.Image:
    """`text` in lines of a phone's width; in a rounded `bubble` of that color, where one is given.

    Raises `CannotDraw`.
    """
    if not features.check("raqm"):
        raise CannotDraw("Pillow was built without raqm, which joins the letters")
    own, latin = _font(FONTS[language], size), _font(FONTS["en"], size)
    width = _WIDTH * size // _SIZE
    lines = _lines(text, width - 4 * _MARGIN, own, latin)
    step = round(size * _LEADING)
    image = Image.new("RGB", (width, step * len(lines) + 4 * _MARGIN), paper)
    pen = ImageDraw.Draw(image)
    if bubble is not None:
        edge = (_MARGIN, _MARGIN, width - _MARGIN, image.height - _MARGIN)
        pen.rounded_rectangle(edge, radius=24, fill=bubble)
    for number, line in enumerate(lines):
        at = 2.0 * _MARGIN
        for piece, font in _pieces(line, own, latin):
            place = (at, 2 * _MARGIN + number * step + size)
            pen.text(place, piece, font=font, fill=ink, anchor="ls")
            at += font.getlength(piece)
    return image


def png(image: Image.Image) -> bytes:
    """The image as a file."""
    return _saved(image, "PNG")


def _plain(text: str, language: str) -> bytes:
    return png(drawn(text, language))


def _jpeg(text: str, language: str) -> bytes:
    return _saved(drawn(text, language), "JPEG", quality=30)


def _webp(text: str, language: str) -> bytes:
    return _saved(drawn(text, language), "WEBP", quality=40)


def _small(text: str, language: str) -> bytes:
    image = drawn(text, language)
    smaller = image.resize((image.width // 2, image.height // 2), Image.Resampling.BILINEAR)
    return _saved(smaller, "JPEG", quality=75)


def _tiny(text: str, language: str) -> bytes:
    return png(drawn(text, language, size=15))


def _faint(text: str, language: str) -> bytes:
    return _saved(drawn(text, language, ink="#777777", paper="#f0f2f5"), "JPEG", quality=50)


def _tilted(text: str, language: str) -> bytes:
    turned = drawn(text, language).rotate(1, fillcolor="#ffffff", resample=Image.Resampling.BICUBIC)
    return _saved(turned, "JPEG", quality=70)


def _dark(text: str, language: str) -> bytes:
    image = drawn(text, language, ink="#e7e9ea", paper="#15202b")
    return _saved(image, "JPEG", quality=60)


def _bubble(text: str, language: str) -> bytes:
    image = drawn(text, language, ink="#ffffff", paper="#f4ede4", bubble="#0a7cff")
    return _saved(image, "JPEG", quality=60)


def _blurred(text: str, language: str) -> bytes:
    image = drawn(text, language).filter(ImageFilter.GaussianBlur(1.0))
    return _saved(image, "JPEG", quality=60)


NOISES: Mapping[str, Callable[[str, str], bytes]] = {
    "plain": _plain,
    "jpeg 30": _jpeg,
    "webp 40": _webp,
    "half size": _small,
    "small type": _tiny,
    "faint ink": _faint,
    "tilted 1°": _tilted,
    "dark theme": _dark,
    "bubble": _bubble,
    "blur": _blurred,
}
"""How a picture is spoiled, by name: text and language to the bytes of a file."""


def _saved(image: Image.Image, kind: str, **options: int) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    for folder in FOLDERS:
        path = Path(folder, name)
        if path.exists():
            return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.RAQM)
    raise CannotDraw(f"{name} is not installed (Debian: fonts-noto-core)")


def _lines(
    text: str, width: int, own: ImageFont.FreeTypeFont, latin: ImageFont.FreeTypeFont
) -> list[str]:
    """`text` broken between words so that no line is wider than `width` pixels."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if sum(font.getlength(piece) for piece, font in _pieces(longer, own, latin)) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _pieces(
    line: str, own: ImageFont.FreeTypeFont, latin: ImageFont.FreeTypeFont
) -> list[tuple[str, ImageFont.FreeTypeFont]]:
    """Runs of a line with the font of each: Latin letters, digits and signs are not in all."""
    runs: list[tuple[str, ImageFont.FreeTypeFont]] = []
    for character in line:
        font = own if character >= "\u0b00" and not "\u2010" <= character <= "\u205e" else latin
        if runs and (runs[-1][1] is font or character == " "):
            runs[-1] = (runs[-1][0] + character, runs[-1][1])
        else:
            runs.append((character, font))
    return runs
