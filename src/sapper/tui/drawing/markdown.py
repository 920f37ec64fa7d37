"""Markdown as lines of styled text: headings, paragraphs, lists, tables, and pictures of fields."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from ...display.help_text import blocks
from .lines import words, wrapped

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
    found = list(blocks(text))
    widths = _widths([content for kind, content in found if kind == "row"], writer.width)
    for kind, content in found:
        if kind not in ("item", "row", "field") or kind != last:
            writer.gap()
        if kind == "heading":
            _heading(writer, content)
        elif kind == "item":
            _paragraph(writer, content[2:], f"{writer.glyphs.was_safe} ")
        elif kind == "row":
            _table_row(writer, content, widths)
        elif kind == "field":
            _field_row(writer, content)
        elif kind == "insert":
            (inserts or {})[content[1:-1]](writer)
        else:
            _paragraph(writer, content)
        last = kind


def _heading(writer: Writer, line: str) -> None:
    title = line.lstrip("# ")
    if line.startswith("##"):
        writer.paragraph(title, "text*")
        return
    rule = writer.glyphs.rule * max(writer.width - cell_len(title) - 1, 0)
    writer.line((f"{title} ", "text*"), (rule, "line"))


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
    indent = " " * cell_len(bullet)
    line: list[Part] = [(bullet, writer.style("accent*"))]
    size = cell_len(bullet)
    is_first = True
    for blank, word in _words(writer, text):
        length = sum(cell_len(part) for part, _ in word)
        if not is_first and size + len(blank) + length > writer.width:
            writer.line(*line)
            line, size = [(indent, writer.fill)], len(indent)
        elif blank:
            line.append((blank, writer.fill))
            size += len(blank)
        line += word
        size += length
        is_first = False
    writer.line(*line)


def _words(writer: Writer, text: str) -> list[tuple[str, list[Part]]]:
    """Cut a text into words of one or more spans, each with the blank before it."""
    found: list[tuple[str, list[Part]]] = []
    has_blank = False
    for span, style in _spans(writer, text, "text"):
        has_blank = has_blank or span.startswith(" ")
        for blank, word in words(span):
            has_blank = has_blank or bool(blank)
            if found and not has_blank and not _may_break(found[-1][1][-1][0], word):
                found[-1][1].append((word, style))
            else:
                found.append((" " if has_blank and found else "", [(word, style)]))
            has_blank = False
        has_blank = span.endswith(" ") or (has_blank and not span.strip())
    return found


def _may_break(before: str, after: str) -> bool:
    """Return whether a line may end between two words without a blank: at a Chinese or Japanese character."""
    return cell_len(before[-1:]) == 2 or (cell_len(after[:1]) == 2 and after[:1].isalpha())


def _widths(rows: list[str], width: int) -> list[int]:
    """Return the widths of the columns of all tables of a page, without the last: as wide as usual, or as a text."""
    columns = zip_longest(*(_cells(row)[:-1] for row in rows if not _is_rule(row)), fillvalue="")
    usual = min(14, width // 3)
    return [max(usual, min(max(map(cell_len, column)) + 1, width // 3)) for column in columns]


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def _is_rule(row: str) -> bool:
    return set(row) <= set("-: |")


def _table_row(writer: Writer, text: str, columns: list[int]) -> None:
    cells = _cells(text)
    if _is_rule(text):
        return
    widths = columns[: len(cells) - 1]
    line: list[Part] = []
    for cell, width in zip(cells[:-1], widths, strict=True):
        text = set_cell_size(cell, width - 1)
        line.append((f"{text} ", writer.style("text*" if cell is cells[0] else "text")))
    indent = sum(widths)
    for number, last in enumerate(wrapped(cells[-1], writer.width - indent)):
        if number:
            writer.line(*line)
            line = [(" " * indent, writer.fill)]
        line.append((last, writer.style("muted")))
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
