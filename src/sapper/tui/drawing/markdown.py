"""Markdown as lines of styled text: headings, paragraphs, lists, tables, and pictures of fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.cells import cell_len

from ...display.help_text import blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rich.style import Style

    from .lines import Part, Writer

_SPAN = re.compile(r"\*\*(.+?)\*\*|`(.+?)`")
_CELLS = {"#": "closed", "F": "flag", "o": "safe", "M": "mined", ".": "blank"}
_TOKENS = {"F": "flag", "o": "hint.safe", "M": "hint.mine", "#": "hidden.light"}


def write(writer: Writer, text: str, inserts: Mapping[str, Callable[[Writer], None]] | None = None) -> None:
    """Write a text. A line such as `{keys}` is where an insert writes itself."""
    last = ""
    for kind, words in blocks(text):
        if kind not in ("item", "row", "field") or kind != last:
            writer.gap()
        if kind == "heading":
            _heading(writer, words)
        elif kind == "item":
            _paragraph(writer, words[2:], f"{writer.glyphs.was_safe} ")
        elif kind == "row":
            _table_row(writer, words)
        elif kind == "field":
            _field_row(writer, words)
        elif kind == "insert":
            (inserts or {})[words[1:-1]](writer)
        else:
            _paragraph(writer, words)
        last = kind


def _heading(writer: Writer, line: str) -> None:
    words = line.lstrip("# ")
    if line.startswith("##"):
        writer.line((words, "text*"))
        return
    rule = writer.glyphs.rule * max(writer.width - cell_len(words) - 1, 0)
    writer.line((f"{words} ", "text*"), (rule, "line"))


def _spans(writer: Writer, text: str, usual: str) -> list[tuple[str, Style]]:
    """Cut a text at its bold and code spans."""
    parts: list[tuple[str, Style]] = []
    at = 0
    for found in _SPAN.finditer(text):
        parts.append((text[at : found.start()], writer.style(usual)))
        strong, code = found.groups()
        parts.append((strong, writer.style("text*")) if strong else (_sign(writer, code), writer.style("accent*")))
        at = found.end()
    return [*parts, (text[at:], writer.style(usual))]


def _sign(writer: Writer, code: str) -> str:
    """Return the sign of the board for a name such as `{safe}`; any other code is itself."""
    return str(getattr(writer.glyphs, code[1:-1])) if code.startswith("{") else code


def _paragraph(writer: Writer, text: str, bullet: str = "") -> None:
    indent = " " * len(bullet)
    line: list[Part] = [(bullet, writer.style("accent*"))]
    size = len(bullet)
    is_first = True
    for word in _words(writer, text):
        length = sum(cell_len(part) for part, _ in word)
        if not is_first and size + 1 + length > writer.width:
            writer.line(*line)
            line, size = [(indent, writer.fill)], len(indent)
        elif not is_first:
            line.append((" ", writer.fill))
            size += 1
        line += word
        size += length
        is_first = False
    writer.line(*line)


def _words(writer: Writer, text: str) -> list[list[Part]]:
    """Cut a text into words, each of one or more spans without a blank between."""
    words: list[list[Part]] = [[]]
    for span, style in _spans(writer, text, "text"):
        first, *others = span.split(" ")
        words[-1].append((first, style))
        words += [[(word, style)] for word in others]
    return [word for word in words if any(part for part, _ in word)]


def _table_row(writer: Writer, text: str) -> None:
    cells = [cell.strip() for cell in text.strip("|").split("|")]
    if set("".join(cells)) <= set("-: "):
        return
    widths = [min(14, writer.width // 3)] * (len(cells) - 1)
    line: list[Part] = []
    for cell, width in zip(cells[:-1], widths, strict=True):
        line.append((f"{cell[: width - 1]:<{width}}", writer.style("text*" if cell is cells[0] else "text")))
    indent = sum(widths)
    words, length = cells[-1].split(" "), 0
    for number, word in enumerate(words):
        if number and indent + length + 1 + len(word) > writer.width:
            writer.line(*line)
            line, length = [(" " * indent, writer.fill)], 0
        line.append((f" {word}" if length else word, writer.style("muted")))
        length += len(word) + bool(length)
    writer.line(*line)


def _field_row(writer: Writer, row: str) -> None:
    """Draw a row of a field as the board draws it: two columns a square."""
    ink, glyphs = writer.ink, writer.glyphs
    parts: list[Part] = [("  ", writer.fill)]
    for sign in row.split():
        if sign.isdigit():
            parts.append((f" {sign} ", ink(f"number.{sign}", "open", bold=True)))
            continue
        shown = getattr(glyphs, _CELLS[sign])
        ground = "open" if sign == "." else "hidden.face"
        parts.append((f" {shown} ", ink(_TOKENS.get(sign, "text"), ground, bold=sign != "#")))
    writer.line(*parts)
