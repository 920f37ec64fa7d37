"""The output to the terminal: only the cells that differ from those it shows.

Textual repaints whole regions and spells the style of every piece of text. Over a slow line that is most of what a
player waits for, so its output passes a filter that knows the screen cell by cell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import get_character_cell_size

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Cell = tuple[str, str]  # a sign, and its style as the parameters of SGR

_TOKEN = re.compile(r"\x1b\[(\d*);?(\d*)H|\x1b\[([\d;]*)m|\n|([^\x1b\x00-\x1f\x7f]+)")
_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"  # an update that terminals show at once
_SHOWS_NOTHING = re.compile(r"(\x1b\[[?>=<][\d;]*(\$p|[a-z]))+\Z")  # modes and questions
_OTHER_SCREEN = re.compile(r"\x1b\[\?(1049|1047|47)[hl]")
_UNKNOWN: Cell = ("", "")
_LONG = 3000  # characters: from here on a repaint may be written colour by colour
_NEAR = 4  # cells of the same style are written again rather than jumped over: a jump costs as much


class _Style(NamedTuple):
    """The parameters of SGR by what they set."""

    attributes: frozenset[str]
    text: str
    ground: str


class _Repaint(NamedTuple):
    """The cells that are set, by row and column, and where the cursor is left."""

    rows: dict[int, dict[int, Cell]]
    x: int
    y: int
    is_simple: bool  # every sign takes one column


class _Run(NamedTuple):
    """Signs of one style that stand side by side."""

    y: int
    x: int
    text: str
    style: str


class OutputFilter:
    """Turns a repaint into a short output with the same result. What it does not know passes unchanged."""

    def __init__(self) -> None:
        self._rows: list[list[Cell]] = []
        self._held = ""  # the beginning of an update that may have nothing in it
        self._styles: dict[str, _Style] = {}
        self._steps: dict[tuple[str, str], str] = {}

    def forget(self) -> None:
        """Take the screen of the terminal as unknown: the next repaint is written whole."""
        self._rows = []

    def __call__(self, data: str) -> str:
        """Return the output to write instead of `data`."""
        if data == _BEGIN:
            self._held = data
            return ""
        if data == _END and self._held:
            self._held = ""
            return ""
        written = self._reduced(data)
        if written:
            written, self._held = self._held + written, ""
        return written

    def _reduced(self, data: str) -> str:
        repaint = _read(data)
        if repaint is None:
            if not _SHOWS_NOTHING.match(data) or _OTHER_SCREEN.search(data):
                self.forget()
            return data
        if not repaint.is_simple:
            for y in repaint.rows:
                self._row(y, 0).clear()
            return data
        written = self._differences(repaint)
        return f"{written}\x1b[{repaint.y + 1};{repaint.x + 1}H" if written else ""

    def _row(self, y: int, width: int) -> list[Cell]:
        """Return the cells of a row as they are shown, padded to at least `width`."""
        while len(self._rows) <= y:
            self._rows.append([])
        row = self._rows[y]
        row.extend([_UNKNOWN] * (width - len(row)))
        return row

    def _differences(self, repaint: _Repaint) -> str:
        """Return the text that sets the cells that differ, with the moves and styles between.

        It goes line by line, as a person reads. A board that was moved has a colour of its own in every cell: there it
        is shorter to set each colour once and to write all of its cells.
        """
        runs = [run for y, cells in sorted(repaint.rows.items()) for run in self._changed(y, cells)]
        written = "".join(self._written(runs))
        if len(written) < _LONG:
            return written
        return min(written, "".join(self._written(sorted(runs, key=lambda run: run.style))), key=len)

    def _changed(self, y: int, cells: dict[int, Cell]) -> Iterator[_Run]:
        """Take over the cells of a row, and yield those to write, joined where they are of the same style."""
        row = self._row(y, max(cells, default=-1) + 1)
        changed = [x for x, cell in cells.items() if row[x] != cell]
        for x in changed:
            row[x] = cells[x]
        columns = sorted(_whole_words(row, changed))
        first = 0
        for place in range(1, len(columns) + 1):
            start, style = columns[first], row[columns[first]][1]
            end = start + place - first
            if place == len(columns) or columns[place] != end or row[end][1] != style:
                yield _Run(y, start, "".join(sign for sign, _ in row[start:end]), style)
                first = place

    def _written(self, runs: Iterable[_Run]) -> Iterator[str]:
        """Yield the text that writes these runs, in their order."""
        pen, at = "", (-1, -1)
        for y, x, text, style in runs:
            if (y, x) != at:
                yield self._moved(at, y, x, pen)
            if style != pen:
                yield self._step(pen, style)
                pen = style
            yield text
            at = y, x + len(text)
        if pen:
            yield "\x1b[m"

    def _moved(self, at: tuple[int, int], y: int, x: int, pen: str) -> str:
        """Return the escape sequence that moves the cursor to a cell: to the right in its line, or from anywhere."""
        if at[0] != y or at[1] > x:
            return f"\x1b[{y + 1};{x + 1}H"
        between = self._rows[y][at[1] : x]
        if len(between) <= _NEAR and all(cell != _UNKNOWN and cell[1] == pen for cell in between):
            return "".join(sign for sign, _ in between)
        return f"\x1b[{x - at[1]}C"

    def _step(self, old: str, new: str) -> str:
        """Return the shortest way from one style to another."""
        step = self._steps.get((old, new))
        if step is None:
            was, now = self._style(old), self._style(new)
            if not was.attributes <= now.attributes or (was.text and not now.text) or (was.ground and not now.ground):
                step = f"\x1b[0;{new}m" if new else "\x1b[m"
            else:
                parts = [*sorted(now.attributes - was.attributes)]
                parts += [part for part, before in zip(now[1:], was[1:], strict=True) if part != before]
                step = f"\x1b[{';'.join(parts)}m"
            self._steps[old, new] = step
        return step

    def _style(self, sgr: str) -> _Style:
        style = self._styles.get(sgr)
        if style is None:
            style = self._styles[sgr] = _parsed(sgr)
        return style


def _read(data: str) -> _Repaint | None:
    """Return the cells that a repaint sets; None for anything but text at given places in given styles."""
    rows: dict[int, dict[int, Cell]] = {}
    row: dict[int, Cell] | None = None
    x = y = end = 0
    style, is_simple = "", True
    for token in _TOKEN.finditer(data):
        if token.start() != end:
            return None
        end = token.end()
        line, column, sgr, text = token.groups()
        if text is not None:
            if row is None:
                return None
            is_simple = is_simple and (text.isascii() or all(get_character_cell_size(sign) == 1 for sign in text))
            for x, sign in enumerate(text, x):  # noqa: B020
                row[x] = (sign, style)
            x += 1
        elif sgr is not None:
            style = "" if sgr == "0" else sgr
        elif line is not None:
            x, y = int(column or 1) - 1, int(line or 1) - 1
            row = rows.setdefault(y, {})
        else:
            row = None  # a new line: Textual moves to a place before it writes on
    return _Repaint(rows, x, y, is_simple) if end == len(data) and rows else None


def _whole_words(row: list[Cell], changed: list[int]) -> set[int]:
    """Return the columns to write: what changed, and the words it is in, because screen readers speak what is new."""
    columns = set(changed)
    for start in changed:
        style = row[start][1]
        for step in (-1, 1):
            x = start
            while row[x][0].isalnum() and 0 <= x + step < len(row) and x + step not in columns:
                x += step
                sign, its_style = row[x]
                if not sign.isalnum() or its_style != style:
                    break
                columns.add(x)
    return columns


def _parsed(sgr: str) -> _Style:
    attributes, text, ground = set(), "", ""
    parts = iter(sgr.split(";") if sgr else ())
    for part in parts:
        whole = part
        if part in ("38", "48"):
            kind = next(parts)
            whole = ";".join([part, kind, *(next(parts) for _ in range(3 if kind == "2" else 1))])
        number = int(part or 0)
        if number in (38, 39) or 30 <= number <= 37 or 90 <= number <= 97:
            text = whole
        elif number in (48, 49) or 40 <= number <= 47 or 100 <= number <= 107:
            ground = whole
        else:
            attributes.add(whole)
    return _Style(frozenset(attributes), text, ground)
