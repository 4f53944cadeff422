"""Tags that are too long for the parsers to read in reasonable time.

The parsers keep an element's attributes in a list and look each up from its beginning, so that a
tag with 50,000 of them, which no page has and an attacker can send, took most of a minute. A tag of
more than `LONGEST` characters is written anew with the first `MOST` of its attributes whose value
is short; what a long one holds (an image's data, the state of a program) nobody here reads.
"""

from __future__ import annotations

import re
from typing import Final

LONGEST: Final = 8_000
"""Characters of a tag. The longest honest ones hold data, and lose nothing that is read."""
MOST: Final = 64

_LONG = re.compile(rf"<(?P<name>/?[A-Za-z][\w:-]{{0,60}})(?P<rest>[^<>]{{{LONGEST},}})>")
_ATTRIBUTE = re.compile(
    r"\s[\w:@.-]{1,80}(?:=(?:\"[^\"]{0,1000}\"|'[^']{0,1000}'|[^\s\"'=`]{1,1000}(?=\s|$)))?(?=\s|$)"
)


def shortened(markup: str) -> str:
    """`markup` with its long tags cut. Takes time linear in its length."""
    return _LONG.sub(_cut, markup)


def _cut(tag: re.Match[str]) -> str:
    kept: list[str] = []
    for attribute in _ATTRIBUTE.finditer(tag["rest"]):
        kept.append(attribute.group())
        if len(kept) == MOST:
            break
    return f"<{tag['name']}{''.join(kept)}>"
