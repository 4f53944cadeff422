"""The text of a DOCX.

Read with lxml out of the few parts that hold text, so that pictures are never unpacked. Paragraphs
in tables, text boxes and content controls count as any other; footnotes and endnotes follow. Left
out is what a reader does not see: deleted and hidden text, and the instructions of fields. The days
that the file carries are those of its making and last saving, not that of its publication.
"""

from __future__ import annotations

import io
import lzma
import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from veracity.domain.errors import BadInput
from veracity.intake.reading.content import Content
from veracity.intake.reading.limits import MIB, ReadingLimits
from veracity.rules.turns import turns

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
_OFFICE_DOCUMENT = "/officeDocument"
_CORE = "/core-properties"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_MARKS = {
    f"{_W}tab": "\t",
    f"{_W}br": "\n",
    f"{_W}cr": "\n",
    f"{_W}noBreakHyphen": "-",
}
_UNSEEN = frozenset({f"{_W}{name}" for name in ("del", "moveFrom", "instrText", "rPr", "pPr")}) | {
    _FALLBACK
}


def read_word(content: bytes, name: str, limits: ReadingLimits) -> Content:
    """The paragraphs of a DOCX, a line each.

    Raises `BadInput` for one that is damaged or unpacks to more than the limit.
    """
    etree: Any = import_module("lxml.etree")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            return _read(package, name, limits)
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError, EOFError) as error:
        raise _damaged(name, str(error)) from None
    except (KeyError, ValueError, OSError) as error:
        raise _damaged(name, str(error).strip("'\"")) from None
    except etree.LxmlError as error:
        raise _damaged(name, str(error)) from None


def _damaged(name: str, why: str) -> BadInput:
    return BadInput(
        f"{name} is not a DOCX that can be read: {why}.", "Save it again, or give its text."
    )


def _read(package: zipfile.ZipFile, name: str, limits: ReadingLimits) -> Content:
    parts = _Parts(package, name, limits.unpacked)
    main = parts.target("", _OFFICE_DOCUMENT)
    if main is None:
        raise _damaged(name, "it holds no document, so it is some other archive")
    paragraphs = list(_paragraphs(parts.tree(main)))
    for notes in ("/footnotes", "/endnotes"):
        if (part := parts.target(main, notes)) is not None:
            paragraphs += _paragraphs(parts.tree(part))
    core = parts.target("", _CORE)
    about = parts.tree(core) if core is not None else None
    text = "\n".join(paragraph for paragraph in paragraphs if paragraph.strip())
    return Content(
        text=text,
        title=_property(about, "title"),
        turns=turns(text),
    )


class _Parts:
    """The parts of a package, of which no more is unpacked than is allowed."""

    def __init__(self, package: zipfile.ZipFile, name: str, most: int) -> None:
        self._package = package
        self._name = name
        self._most = most
        self._left = most

    def target(self, part: str, kind: str) -> str | None:
        """The part that `part` names as its `kind`; None when it names none."""
        folder, file = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", f"{file}.rels")
        if relations not in self._package.NameToInfo:
            return None
        for relation in self.tree(relations):
            if relation.get("Type", "").endswith(kind):
                return posixpath.normpath(
                    posixpath.join("/", folder, relation.get("Target", ""))
                ).lstrip("/")
        return None

    def tree(self, part: str) -> Any:
        """The XML of a part. Raises `BadInput` for a part that unpacks to too much."""
        etree: Any = import_module("lxml.etree")
        # zipfile never unpacks more than the size that the archive states.
        self._left -= self._package.getinfo(part).file_size
        if self._left < 0:
            raise BadInput(
                f"{self._name} unpacks to more than {self._most // MIB} MiB of text.",
                "Give the part of it that matters.",
            )
        content = self._package.read(part).replace(_STRICT, _W.strip("{}").encode())
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
        )
        return etree.fromstring(content, parser)


def _paragraphs(tree: Any) -> Iterator[str]:
    """The text of each paragraph that holds its words itself."""
    for paragraph in tree.iter(f"{_W}p"):
        if not any(parent.tag in _UNSEEN for parent in paragraph.iterancestors()):
            yield "".join(_words(paragraph)).strip()


def _words(element: Any) -> Iterator[str]:
    """The words of an element; those of paragraphs within it, as in a text box, are their own."""
    for child in element:
        if child.tag in _UNSEEN or child.tag == f"{_W}p" or _is_hidden(child):
            continue
        if child.tag == f"{_W}t":
            yield child.text or ""
        elif child.tag in _MARKS:
            yield _MARKS[child.tag]
        else:
            yield from _words(child)


def _is_hidden(run: Any) -> bool:
    """Whether a run is formatted as hidden text."""
    mark = run.find(f"{_W}rPr/{_W}vanish") if run.tag == f"{_W}r" else None
    return mark is not None and mark.get(f"{_W}val", "1") not in ("0", "false", "off")


def _property(about: Any, name: str) -> str | None:
    """A core property (ISO/IEC 29500-2, 11) by its local name."""
    if about is None:
        return None
    found = next((child for child in about if child.tag.endswith(f"}}{name}")), None)
    return (found.text or "").strip() or None if found is not None else None
