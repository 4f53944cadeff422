"""Whether the declarations of a page's style leave text to be seen.

What cannot be told is taken as shown, but text in the color of its ground is hidden, and the ground
is white where no style says more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

Declarations = Mapping[str, str]
"""Names and values of properties, in lower case."""

_PROPERTIES = """
background background-color clip clip-path color content-visibility display filter font font-size
opacity overflow overflow-x overflow-y position left top right bottom margin-left margin-top
text-indent transform visibility width height max-width max-height zoom -webkit-text-fill-color
"""
READ = frozenset(_PROPERTIES.split())
"""The properties that are looked at."""

WHITE = "#ffffff"
FAR = 500.0
"""Pixels to the left or above from which text is off the screen."""
FAR_AFTER = 5000.0
"""Pixels to the right or below."""
TINY = 1.0
"""Pixels of a letter's or a box's size at which nothing can be read."""

FAINTEST = 0.05
"""Opacity, 0 to 1, at which nothing can be read."""

_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))\s*([a-z]+|%)?")
_PIXELS = {
    **{"px": 1, "em": 16, "rem": 16, "ex": 8, "ch": 8, "pt": 4 / 3, "in": 96, "cm": 38, "mm": 4},
    **dict.fromkeys(("%", "vw", "vh"), 10),
}
"""About so many for each unit: only what is far off or next to nothing is asked for."""
_RGB = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+)%?)?\s*\)")
_HEX = re.compile(r"#[0-9a-f]{3,8}")
_NAMED = {"white": WHITE, "black": "#000000", "transparent": "transparent"}
_CLIPPED = re.compile(
    r"rect\((?:\s*[01](?:px)?[\s,]*){4}\)|inset\(\s*(?:[5-9]\d|100)%|(?:circle|ellipse)\(\s*0"
)
_SHRUNK = re.compile(r"scale(?:x|y|3d)?\(\s*0(?:\.0+)?\s*[,)]")
_MOVED = re.compile(r"translate(?:x|y|3d)?\(\s*(-[^,)\s]+)")
_NO_FONT = re.compile(r"(?:^|\s)0*\.?0+(?:px|em|rem|%|pt)?(?:\s*/|\s|$)")


@dataclass(frozen=True, slots=True)
class Look:
    """What an element's text looks like, as the elements inside it inherit it."""

    gone: bool = False
    """Not shown, nor anything in it."""
    invisible: bool = False
    tiny: bool = False
    color: str | None = None
    """None where it is not said, or cannot be told."""
    ground: str | None = WHITE
    """None where it cannot be told, as with a picture."""

    @property
    def seen(self) -> bool:
        """Whether a reader can see the text."""
        faded = self.color is not None and self.color in ("transparent", self.ground)
        return not (self.gone or self.invisible or self.tiny or faded)

    def under(self, declared: Declarations) -> Look:
        """The look of an element inside one that looks like this."""
        if not declared:
            return self
        visibility = declared.get("visibility", "inherit")
        color = declared.get("-webkit-text-fill-color") or declared.get("color")
        ground = declared.get("background-color") or declared.get("background")
        return replace(
            self,
            gone=self.gone or _hides(declared),
            invisible=self.invisible
            if visibility == "inherit"
            else visibility in ("hidden", "collapse"),
            tiny=_tiny(declared, self.tiny),
            color=self.color if color in (None, "inherit") else _color(color),
            ground=self.ground if ground is None else _ground(ground, self.ground),
        )


def _hides(declared: Declarations) -> bool:
    clip = f"{declared.get('clip', '')} {declared.get('clip-path', '')}"
    return (
        declared.get("display") == "none"
        or declared.get("content-visibility") == "hidden"
        or _faint(declared.get("opacity"))
        or "opacity(0" in declared.get("filter", "")
        or _CLIPPED.search(clip) is not None
        or _shrunk(declared)
        or _moved_away(declared)
    )


def _faint(opacity: str | None) -> bool:
    match = _LENGTH.fullmatch(opacity) if opacity else None
    return match is not None and float(match[1]) / (100 if match[2] == "%" else 1) <= FAINTEST


def _shrunk(declared: Declarations) -> bool:
    """Whether the box is too small to show anything and hides what is too large for it."""
    if _SHRUNK.search(declared.get("transform", "")) or _pixels(declared.get("zoom")) == 0:
        return True
    overflow = {declared.get(name, "") for name in ("overflow", "overflow-x", "overflow-y")}
    sizes = [_pixels(declared.get(n)) for n in ("width", "height", "max-width", "max-height")]
    small = any(size is not None and size <= TINY for size in sizes)
    return small and bool(overflow & {"hidden", "clip"})


def _moved_away(declared: Declarations) -> bool:
    """Whether the text is put off the screen."""
    moves = [declared.get(name) for name in ("text-indent", "margin-left", "margin-top")]
    moves += _MOVED.findall(declared.get("transform", ""))
    after: list[float] = []
    if declared.get("position") in ("absolute", "fixed", "relative"):
        sides = [declared.get(name) for name in ("left", "top", "right", "bottom")]
        moves += sides
        after = [side for side in map(_pixels, sides) if side is not None and side >= FAR_AFTER]
    return bool(after) or any(move is not None and move <= -FAR for move in map(_pixels, moves))


def _tiny(declared: Declarations, inherited: bool) -> bool:
    size = declared.get("font-size")
    if size is None:
        return inherited or _NO_FONT.search(declared.get("font", "")) is not None
    pixels = _pixels(size)
    if pixels is not None and pixels <= TINY:
        return True
    relative = size.endswith(("em", "%")) and not size.endswith("rem")
    return inherited and (relative or size in ("inherit", "smaller", "larger"))


def _pixels(written: str | None) -> float | None:
    """A length as about so many pixels, None for what is no length."""
    match = _LENGTH.fullmatch(written) if written else None
    return float(match[1]) * _PIXELS.get(match[2] or "px", 1) if match else None


def _color(written: str) -> str | None:
    """A color in one spelling; None for one that is not read."""
    if match := _RGB.search(written):
        if match[4] is not None and float(match[4]) == 0:
            return "transparent"
        return "#" + "".join(f"{min(int(part), 255):02x}" for part in match.groups()[:3])
    if match := _HEX.search(written):
        digits = match.group()[1:]
        if len(digits) < 6:
            digits = "".join(digit * 2 for digit in digits)
        return "transparent" if digits[6:8] == "00" else f"#{digits[:6]}"
    return next((_NAMED[word] for word in written.split() if word in _NAMED), None)


def _ground(written: str, inherited: str | None) -> str | None:
    """The color behind the text; that of the element around it where nothing is laid over it."""
    color = _color(written)
    return inherited if color == "transparent" or written in ("none", "inherit") else color
