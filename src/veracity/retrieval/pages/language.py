"""The language of a page: what it says, unless its letters say otherwise."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from veracity.retrieval.pages.statements import Statements

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_TAG = re.compile(r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?=$|[-_.@\s,;])", re.I)
_NONE = frozenset({"und", "zxx", "mul", "mis"})
_SCRIPTS = (
    ("\u0d80", "\u0dff", frozenset({"si", "pi", "sa"})),
    ("\u0b80", "\u0bff", frozenset({"ta"})),
    ("\u0c00", "\u0c7f", frozenset({"te"})),
    ("\u0c80", "\u0cff", frozenset({"kn"})),
    ("\u0d00", "\u0d7f", frozenset({"ml"})),
    ("\u0980", "\u09ff", frozenset({"bn", "as"})),
    ("\u0a80", "\u0aff", frozenset({"gu"})),
    ("\u0e00", "\u0e7f", frozenset({"th"})),
    ("\u0370", "\u03ff", frozenset({"el"})),
    ("\u0590", "\u05ff", frozenset({"he", "yi"})),
    ("\uac00", "\ud7af", frozenset({"ko"})),
    ("\u3040", "\u30ff", frozenset({"ja"})),
)
"""Scripts of one language or few: from, to, and the languages, the commonest of which is told."""
_COMMONEST = ("si", "ta", "te", "kn", "ml", "bn", "gu", "th", "el", "he", "ko", "ja")
_MOST = 0.4
"""Share of a text's letters in one script from which the text is in a language of the script."""
_LOOKED_AT = 5000


def language(tree: HtmlElement, statements: Statements, text: str) -> str | None:
    """BCP 47 tag of the page's language, None where it neither says nor shows it.

    Sites in several languages often give every page the tag of the first one, so a text in the
    script of another language overrides the tag.
    """
    said = (
        tree.get("lang"),
        tree.get("{http://www.w3.org/XML/1998/namespace}lang"),
        tree.get("xml:lang"),
        statements.said("content-language", "og:locale", "dc.language", "dcterms.language"),
        *statements.linked("inLanguage"),
    )
    tag = next((found for one in said if (found := _tag(one))), None)
    shown = _shown(text)
    if shown and (tag is None or tag.split("-")[0] not in shown):
        return next(name for name in _COMMONEST if name in shown)
    return tag


def _tag(said: object) -> str | None:
    match = _TAG.match(said.strip()) if isinstance(said, str) else None
    if match is None or match[1].lower() in _NONE:
        return None
    script = f"-{match[2].title()}" if match[2] else ""
    region = f"-{match[3].upper()}" if match[3] else ""
    return f"{match[1].lower()}{script}{region}"


def _shown(text: str) -> frozenset[str]:
    """The languages of the script that the text is in, where few languages are in it."""
    letters = [char for char in text[:_LOOKED_AT] if char.isalpha()]
    counts = Counter(
        languages
        for char in letters
        for first, last, languages in _SCRIPTS
        if first <= char <= last
    )
    if not counts:
        return frozenset()
    languages, count = counts.most_common(1)[0]
    return languages if count >= _MOST * len(letters) else frozenset()
