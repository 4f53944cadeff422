"""The language of a page: what it says, unless its letters say otherwise."""

from __future__ import annotations

import re

from veracity.retrieval.pages.statements import Statements
from veracity.retrieval.pages.tree import Node

_TAG = re.compile(r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?=$|[-_.@\s,;])", re.I)
_NONE = frozenset({"und", "zxx", "mul", "mis"})
_SCRIPTS = {
    "si": re.compile("[\u0d80-\u0dff]"),
    "ta": re.compile("[\u0b80-\u0bff]"),
    "te": re.compile("[\u0c00-\u0c7f]"),
    "kn": re.compile("[\u0c80-\u0cff]"),
    "ml": re.compile("[\u0d00-\u0d7f]"),
    "gu": re.compile("[\u0a80-\u0aff]"),
    "th": re.compile("[\u0e00-\u0e7f]"),
    "el": re.compile("[\u0370-\u03ff]"),
    "ko": re.compile("[\uac00-\ud7af]"),
    "ja": re.compile("[\u3040-\u30ff]"),
}
"""Characters that pages in one language have, and those in hardly any other."""
_MOST = 0.4
"""Share of a text's characters in a language's script from which the text is in the language."""
_LOOKED_AT = 5000


def language(tree: Node, statements: Statements, text: str) -> str | None:
    """BCP 47 tag of the page's language, None where it neither says nor shows it.

    Sites in several languages often give every page the tag of the first one, so a text in a
    script of one language overrides the tag.
    """
    said = (
        tree.get("lang"),
        tree.get("{http://www.w3.org/XML/1998/namespace}lang"),
        tree.get("xml:lang"),
        statements.said("content-language", "og:locale", "dc.language", "dcterms.language"),
        *statements.linked("inLanguage"),
    )
    tag = next((found for one in said if (found := _tag(one))), None)
    return _shown(text) or tag


def _tag(said: object) -> str | None:
    match = _TAG.match(said.strip()) if isinstance(said, str) else None
    if match is None or match[1].lower() in _NONE:
        return None
    script = f"-{match[2].title()}" if match[2] else ""
    region = f"-{match[3].upper()}" if match[3] else ""
    return f"{match[1].lower()}{script}{region}"


def _shown(text: str) -> str | None:
    """The language that the letters of the text are of, where they are of one alone."""
    start = "".join(text[:_LOOKED_AT].split())
    if not start or max(start) < "\u0370":
        return None
    for name, script in _SCRIPTS.items():
        if len(script.findall(start)) >= _MOST * len(start):
            return name
    return None
