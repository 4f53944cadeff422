"""Keys of providers: found, carried where they must go, and kept out of everything else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

HIDDEN = "[key]"

_NAMED = re.compile(
    r"(?i)\b((?:api[-_]?)?key|x-api-key|x-goog-api-key|access_token|token|authorization)"
    r"(\"?\s*[=:]\s*\"?)(?:bearer\s+)?[^\s&\"',;}]+"
)
_BEARER = re.compile(r"(?i)\bbearer\s+[^\s\"',;}]+")
_FORMS = re.compile(r"\b(?:sk-|xai-|gsk_|AIza)[A-Za-z0-9_*.-]{6,}")
_SHORTEST = 4
"""A shorter value would be found in words that are no key."""


class Key:
    """The secret that opens a provider. It shows itself only to whoever calls `reveal`."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value.strip()

    def __repr__(self) -> str:
        return f"Key({HIDDEN})" if self._value else "Key()"

    __str__ = __repr__

    def __bool__(self) -> bool:
        return bool(self._value)

    @property
    def fits(self) -> bool:
        """Whether a header can hold it, as every real key can."""
        return self._value.isascii() and self._value.isprintable()

    def reveal(self) -> str:
        """The key itself, for the header that it goes into."""
        return self._value


def hide(text: str, keys: Iterable[Key]) -> str:
    """`text` without `keys`, in any spelling that an address uses, and without what looks like one.

    Providers repeat keys in their errors, sometimes the keys of others.
    """
    for key in keys:
        value = key.reveal()
        if len(value) >= _SHORTEST:
            for spelled in (value, quote(value, safe="")):
                text = text.replace(spelled, HIDDEN)
    text = _BEARER.sub(HIDDEN, text)
    text = _NAMED.sub(lambda found: f"{found[1]}{found[2]}{HIDDEN}", text)
    return _FORMS.sub(HIDDEN, text)
