"""Writes the parts of the documentation that follow from the code.

`python scripts/reference.py` rewrites the commands and the settings in docs/cli.md, and the schema
in docs/case.schema.json. A test holds both files to what this would write.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent.parent / "docs"
BEGIN = "<!-- {part}: written by scripts/reference.py from the code -->\n"
END = "<!-- end of {part} -->\n"
SCHEMA_ID = "https://json-schema.org/draft/2020-12/schema"


def main() -> int:
    """Rewrite both files."""
    page = DOCS / "cli.md"
    page.write_text(with_parts(page.read_text(encoding="utf-8")), encoding="utf-8")
    (DOCS / "case.schema.json").write_text(case_schema(), encoding="utf-8")
    return 0


def case_schema() -> str:
    """The JSON Schema of a case file, as text."""
    from veracity.domain.case import Case

    schema = {"$schema": SCHEMA_ID, **Case.model_json_schema(mode="serialization")}
    return json.dumps(schema, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def with_parts(page: str) -> str:
    """`page` with every part between two marks written anew."""
    for part, write in {"commands": commands, "settings": settings}.items():
        begin, end = BEGIN.format(part=part), END.format(part=part)
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        page = f"{before}{begin}\n{write()}\n{end}{after}"
    return page


def settings() -> str:
    """Every setting with its default and meaning, as a Markdown table."""
    from veracity import settings as module

    (defined,) = (
        node
        for node in ast.parse(inspect.getsource(module)).body
        if isinstance(node, ast.ClassDef) and node.name == "Settings"
    )
    rows = [
        f"| `{field.target.id}` | {variable(module.PREFIX, field.target.id, field)} "
        f"| {default(field)} | {one_line(note.value.value)} |"
        for field, note in pairwise(defined.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(note, ast.Expr)
        and isinstance(note.value, ast.Constant)
        and isinstance(note.value.value, str)
    ]
    head = ["| setting | variable | default | meaning |", "|---|---|---|---|"]
    return "\n".join([*head, *rows]) + "\n"


def is_table(field: ast.AnnAssign) -> bool:
    """Whether a setting is a table of the file, which no variable can name."""
    return isinstance(field.value, ast.Call)


def variable(prefix: str, name: str, field: ast.AnnAssign) -> str:
    """Where a setting is named besides the file: its variable, or none."""
    return f"table `[{name}]`" if is_table(field) else f"`{prefix}{name.upper()}`"


def default(field: ast.AnnAssign) -> str:
    """The default of a setting as a person writes it."""
    if field.value is None:
        return "your data folder"
    if is_table(field):
        return "empty"
    if (value := ast.literal_eval(field.value)) in (None, ()):
        return "not set"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def commands() -> str:
    """Every command with its arguments and options, in Markdown."""
    from typer.main import get_command

    from veracity.interfaces.cli.app import app

    root = get_command(app)
    parts = [f"### `veracity`\n\nOptions before the command:\n\n{table(root)}"]
    parts += [section(name, command) for name, command in leaves(root, "veracity")]
    return "\n\n".join(parts) + "\n"


def leaves(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The commands that do something, in the order in which the help shows them."""
    children: dict[str, Any] = getattr(command, "commands", {})
    if not children:
        yield name, command
    for child, below in children.items():
        yield from leaves(below, f"{name} {child}")


def section(name: str, command: Any) -> str:
    """One command: how it is called, what it does, its arguments and options."""
    arguments = [parameter for parameter in command.params if is_argument(parameter)]
    called = " ".join([name, *(shown_argument(argument) for argument in arguments)])
    lines = [f"### `{called}`", " ".join((command.help or "").split())]
    notes = [
        f"- `{(a.metavar or a.name).upper()}`: {one_line(a.help)}" for a in arguments if a.help
    ]
    if notes:
        lines.append("\n".join(notes))
    if options := table(command):
        lines.append(options)
    return "\n\n".join(lines)


def is_argument(parameter: Any) -> bool:
    """Whether a parameter is told by its place."""
    from typer.core import TyperArgument

    return isinstance(parameter, TyperArgument)


def shown_argument(argument: Any) -> str:
    """An argument as the call shows it, in brackets when it may be left out."""
    name = (argument.metavar or argument.name).upper()
    return name if argument.required else f"[{name}]"


def table(command: Any) -> str:
    """The options of a command as a Markdown table; empty when it has only `--help`."""
    rows = [
        f"| {shown_option(option)} | {one_line(option.help)}{shown_default(option)} |"
        for option in command.params
        if not is_argument(option) and not option.hidden and "--help" not in option.opts
    ]
    return "\n".join(["| option | meaning |", "|---|---|", *rows]) if rows else ""


def shown_option(option: Any) -> str:
    """The names of an option, with what it takes."""
    names = ", ".join(f"`{name}`" for name in sorted(option.opts, key=len))
    if option.is_flag:
        return names
    return f"{names} `{(option.metavar or option.name).upper()}`"


def shown_default(option: Any) -> str:
    """The default, where there is one worth saying."""
    if option.is_flag or option.default in (None, [], ()):
        return ""
    return f" Default: `{option.default}`."


def one_line(text: str | None) -> str:
    """`text` fit for a cell of a table."""
    return " ".join((text or "").split()).replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
