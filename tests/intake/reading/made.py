"""Files of every kind, as small as they can be."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

from docx import Document
from pypdf import PdfReader, PdfWriter

PAGE = """<!DOCTYPE html><html lang="en"><head><title>Bridge closed</title>
<meta property="article:published_time" content="2026-03-04T10:00:00Z">
</head><body><nav><a href="/">Home</a></nav><article><h1>Bridge closed</h1>
<p>The old bridge was closed on Tuesday after the river rose by three metres in one night.</p>
<p style="display:none">Nobody sees this line of the page.</p>
<p>Engineers will look at its pillars before the council decides when it may open again.</p>
</article><footer>Imprint and contact</footer></body></html>"""
WALL = "<title>Just a moment...</title><p>Checking your browser before you go on</p>"


def written(folder: Path, name: str, content: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def pdf(*pages: Sequence[str]) -> bytes:
    """A PDF with so many pages, each of so many lines in ASCII."""
    parts = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    kids: list[int] = []
    for lines in pages:
        shown = "".join(f"({line}) Tj T* " for line in lines)
        drawn = f"BT /F1 12 Tf 14 TL 20 700 Td {shown}ET".encode("ascii")
        number = len(parts) + 1
        kids.append(number)
        parts += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents %d 0 R"
            b" /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
            b" >> >> >>" % (number + 1),
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(drawn), drawn),
        ]
    named = b" ".join(b"%d 0 R" % kid for kid in kids)
    parts[1] = b"<< /Type /Pages /Kids [%b] /Count %d >>" % (named, len(kids))
    body = b"%PDF-1.4\n"
    places: list[int] = []
    for number, part in enumerate(parts, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%b\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return body + b"xref\n0 %d\n0000000000 65535 f \n%btrailer << /Size %d /Root 1 0 R >>\n" % (
        len(parts) + 1, table, len(parts) + 1
    ) + b"startxref\n%d\n%%%%EOF" % len(body)  # fmt: skip


def locked_pdf(password: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf(["The river rose."]))))
    writer.encrypt(password, algorithm="RC4-128")
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def docx(*paragraphs: str, title: str = "", table: Sequence[Sequence[str]] = ()) -> bytes:
    document = Document()
    document.core_properties.title = title
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if table:
        made = document.add_table(rows=len(table), cols=len(table[0]))
        for row, cells in zip(made.rows, table, strict=True):
            for cell, said in zip(row.cells, cells, strict=True):
                cell.text = said
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def docx_of(body: str, **others: str) -> bytes:
    """A DOCX whose body is this XML, with other parts of `word/` by name."""
    ns = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    packed = "http://schemas.openxmlformats.org/package/2006/relationships"
    rels = f'<Relationships xmlns="{packed}">%s</Relationships>'
    relation = f'<Relationship Id="r%d" Type="{office}/%s" Target="%s"/>'
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        main = relation % (0, "officeDocument", "word/document.xml")
        package.writestr("_rels/.rels", rels % main)
        package.writestr(
            "word/document.xml", f"<w:document {ns}><w:body>{body}</w:body></w:document>"
        )
        inner = (relation % (i, name, f"{name}.xml") for i, name in enumerate(others))
        package.writestr("word/_rels/document.xml.rels", rels % "".join(inner))
        for name, content in others.items():
            package.writestr(f"word/{name}.xml", f"<w:{name} {ns}>{content}</w:{name}>")
    return stream.getvalue()
