"""The board: one widget, drawn line by line. It shows and points; what a button means is decided elsewhere."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ...board import CellState
from ...coordinates import column_name
from .cells import Look, is_raised
from .layout import Cells, label_width
from .marks import Marks
from .ripple import MOST_CELLS, Ripple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual import events

    from ...board import Board
    from ...game import Delta
    from ..drawing.glyphs import Glyphs
    from ..drawing.ink import Ink

    Cell = tuple[int, int]

BUTTONS = {1: "left", 2: "middle", 3: "right"}
_NOTHING: set[int] = set()
_FLAGS = (CellState.FLAG, CellState.EXPLODED)  # a mine that was hit is known as well as a flagged one
_REVERSED = Style(reverse=True)
_FLAGGED = bytes.maketrans(bytes([CellState.HIDDEN, CellState.QUESTION]), bytes([CellState.FLAG, CellState.FLAG]))
ALONE = 26  # columns that have a name of one letter
MARGIN = 2  # cells that stay in view around the cursor
WHEEL = 4
MOST_STRIPS = 1000
FRAME = 1 / 60
REFUSED_S = 0.12


class BoardView(Widget, can_focus=True):
    """Shows a board with rulers, a cursor and marks, and reports which cell the pointer is at.

    Set `marks` and `covered`, call `show` for a new board and `show_delta` for a move: each repaints what differs.
    """

    class Pointer(Message):
        """A button went down or up, or the pointer moved; `cell` is None outside the board."""

        def __init__(self, what: str, button: str, cell: Cell | None, shift: bool, ctrl: bool) -> None:
            super().__init__()
            self.what = what  # press, move, release
            self.button = button
            self.cell = cell
            self.shift = shift
            self.ctrl = ctrl

    def __init__(self, board: Board, ink: Ink, glyphs: Glyphs, clock: Callable[[], int]) -> None:
        super().__init__()
        self.board = board
        self._marks = Marks()
        self._marked: dict[int, set[int]] = {}
        self.cursor: Cell | None = (0, 0)
        self._covered = False
        self._flashes = False
        self._flags_rest = False
        self._dims_finished = False
        self._counts_down = False
        self.takes_wheel = True  # False: the wheel is for the screen
        self.pressed: set[Cell] = set()
        self.hovered: Cell | None = None
        self._refused: set[Cell] = set()
        self._clock = clock
        self._origin = (0, 0)  # the first row and column in view
        self._look = Look(ink, glyphs, Cells.WIDE)
        self._strips: dict[int, Strip] = {}  # by the line of the board, so that scrolling down paints little
        self._strips_for = self.size
        self._ripple: Ripple | None = None

    # -- What is shown

    @property
    def marks(self) -> Marks:
        """The marks on top of the cells."""
        return self._marks

    @marks.setter
    def marks(self, marks: Marks) -> None:
        rows = marks.rows_unlike(self._marks)
        self._marks = marks
        self._marked = {}
        sets = (marks.reason, marks.shared, marks.safe, marks.mine, marks.was_safe, marks.odds)
        draft = (marks.if_mine, marks.if_safe, marks.clash)
        for row, col in chain(
            *sets, *draft, marks.owners, marks.pointers, marks.lit, marks.ghost, marks.trail, marks.heat
        ):
            self._marked.setdefault(row, set()).add(col)
        self.changed(rows)

    @property
    def covered(self) -> bool:
        """Whether nothing of the board is drawn, whatever it holds."""
        return self._covered

    @covered.setter
    def covered(self, covered: bool) -> None:
        if covered != self._covered:
            self._covered = covered
            self.changed()

    @property
    def flashes(self) -> bool:
        """Whether the board is drawn in reverse, for a moment."""
        return self._flashes

    @flashes.setter
    def flashes(self, flashes: bool) -> None:
        if flashes != self._flashes:
            self._flashes = flashes
            self.refresh()

    @property
    def dims_finished(self) -> bool:
        """Whether numbers that have all their flags are drawn faintly."""
        return self._dims_finished

    @dims_finished.setter
    def dims_finished(self, dims_finished: bool) -> None:
        if dims_finished != self._dims_finished:
            self._dims_finished = dims_finished
            self.changed()

    @property
    def counts_down(self) -> bool:
        """Whether numbers are drawn less the flags around them."""
        return self._counts_down

    @counts_down.setter
    def counts_down(self, counts_down: bool) -> None:
        if counts_down != self._counts_down:
            self._counts_down = counts_down
            self.changed()

    @property
    def flags_rest(self) -> bool:
        """Whether every closed cell is drawn with a flag: after a win by opening, all of them are mines."""
        return self._flags_rest

    @flags_rest.setter
    def flags_rest(self, flags_rest: bool) -> None:
        if flags_rest != self._flags_rest:
            self._flags_rest = flags_rest
            self.changed()

    def restyle(self, ink: Ink, glyphs: Glyphs, cells: Cells) -> None:
        """Change theme, signs or the size of the cells."""
        self._look = Look(ink, glyphs, cells)
        self.changed()
        self._stay_in_view()

    def show(self, board: Board) -> None:
        """Show another board from its beginning."""
        if board.level != self.board.level:
            self._origin = (0, 0)
        self.board = board
        self._ripple = None
        self.changed()

    def changed(self, rows: Iterable[int] | None = None) -> None:
        """Repaint some rows, or all."""
        if rows is None:
            self._strips.clear()
            self.refresh()
            return
        height = self._look.cells.height
        for row in set(rows):
            for part in range(height):
                self._strips.pop(row * height + part, None)
            y = (row - self._origin[0]) * height + 1
            if 1 <= y < self.size.height:
                self.refresh(Region(0, y, self.size.width, height))

    def before(self) -> dict[Cell, int]:
        """Return the visible cells, for the ripple that may follow."""
        rows, cols = self._in_view()
        return {(row, col): seen for row in rows for col, seen in enumerate(self.board.row(row)) if col in cols}

    def show_delta(self, delta: Delta, before: dict[Cell, int] | None = None) -> None:
        """Repaint the rows that a move changed; with `before`, let an opening spread over what was in view."""
        still_spreading = self._ripple.waiting if self._ripple else ()
        self._ripple = None
        if len(delta) > MOST_CELLS:
            self.changed()
            return
        if before is not None and len(delta) > 1:
            self._ripple = Ripple(delta, before, self._clock())
            self.set_timer(FRAME, self._spread)
        changed = {row for row, _, _ in delta}
        if self._dims_finished or self._counts_down:  # a flag changes numbers in the rows next to it
            changed |= {row + way for row in changed for way in (-1, 1)}
        self.changed(changed | {row for row, _ in still_spreading})

    def _spread(self) -> None:
        if self._ripple is None:
            return
        self.changed(row for row, _ in self._ripple.advance(self._clock()))
        if self._ripple.is_over:
            self._ripple = None
        else:
            self.set_timer(FRAME, self._spread)

    def show_pressed(self, cells: set[Cell]) -> None:
        """Draw other cells pressed."""
        changed = cells ^ self.pressed
        self.pressed = cells
        self.changed(row for row, _ in changed)

    def refuse(self, cells: Iterable[Cell]) -> None:
        """Show briefly that a chord was refused."""
        self._refused = set(cells)
        self.changed(row for row, _ in self._refused)
        self.set_timer(REFUSED_S, self._end_refusal)

    def _end_refusal(self) -> None:
        rows = [row for row, _ in self._refused]
        self._refused = set()
        self.changed(rows)

    # -- Where it is shown

    @property
    def _room(self) -> tuple[int, int]:
        """The number of rows and columns of cells in view."""
        cells = self._look.cells
        cols = max((self.size.width - label_width(self.board.level) - 1) // cells.width, 1)
        lines = self.size.height - 1 - (cols < self.board.level.width and self._has_room_for_bar)
        return max(lines // cells.height, 1), cols

    @property
    def _has_room_for_bar(self) -> bool:
        """Whether a bar below the board leaves a line for the board itself."""
        return self.size.height > 1 + self._look.cells.height

    def _in_view(self) -> tuple[range, range]:
        (row, col), (rows, cols), level = self._origin, self._room, self.board.level
        return range(row, min(row + rows, level.height)), range(col, min(col + cols, level.width))

    @property
    def page(self) -> tuple[int, int]:
        """The length of a page, in rows and columns."""
        rows, cols = self._room
        return max(rows - 1, 1), max(cols - 1, 1)

    def move_cursor(self, cell: Cell) -> None:
        """Put the cursor on a cell and scroll so that it is in view."""
        old, self.cursor = self.cursor, cell
        if not self.bring_into_view(cell):
            self.changed({old[0] if old else cell[0], cell[0]})
            self.refresh(Region(0, 0, self.size.width, 1))

    def bring_into_view(self, cell: Cell) -> bool:
        """Scroll so that a cell and some around it are in view; return whether that was needed."""
        level, (rows, cols) = self.board.level, self._room
        row = _follow(cell[0], self._origin[0], rows, level.height)
        col = _follow(cell[1], self._origin[1], cols, level.width)
        return self.scroll_cells(row, col)

    def scroll_cells(self, row: int, col: int) -> bool:
        """Put a cell at the top left, as far as the board goes; return whether anything moves.

        It goes one further where closed cells would change their colours: over a slow line all of them would be sent.
        """
        origin = self._within(row, col)
        down, right = origin[0] - self._origin[0], origin[1] - self._origin[1]
        if (down + right) % 2:
            origin = self._within(row + _sign(down), col + (0 if down else _sign(right)))
        if origin == self._origin:
            return False
        if origin[1] != self._origin[1]:
            self._strips.clear()
        self._origin = origin
        self.refresh()
        return True

    def _within(self, row: int, col: int) -> Cell:
        """Return the cell at the top left that is nearest to another, so that no room is left empty."""
        level, (rows, cols) = self.board.level, self._room
        return max(min(row, level.height - rows), 0), max(min(col, level.width - cols), 0)

    def on_resize(self) -> None:
        """Fit the new size."""
        self.changed()
        self._stay_in_view()

    def _stay_in_view(self) -> None:
        """Scroll so that no room is left empty and the cursor stays in view."""
        self.scroll_cells(*self._origin)
        if self.cursor:
            self.bring_into_view(self.cursor)

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a place in this widget, None outside the board."""
        x -= label_width(self.board.level)
        if x < 0 or y < 1:
            return None
        row = self._origin[0] + (y - 1) // self._look.cells.height
        col = self._origin[1] + x // self._look.cells.width
        rows, cols = self._in_view()
        return (row, col) if row in rows and col in cols else None

    def place_of(self, cell: Cell) -> tuple[int, int]:
        """Return the position of a cell's sign in this widget."""
        cells = self._look.cells
        x = label_width(self.board.level) + (cell[1] - self._origin[1]) * cells.width + (cells.width > 1)
        return x, (cell[0] - self._origin[0]) * cells.height + 1

    # -- The pointer

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Report a button that went down, and follow it until it comes up."""
        self.capture_mouse()
        self._point("press", event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Report a button that came up."""
        self.release_mouse()
        self._point("release", event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report the cell under the pointer."""
        if self.cell_at(int(event.x), int(event.y)) != self.hovered:
            self._point("move", event)

    def on_leave(self) -> None:
        """Drop the pointer."""
        self._hover(None)

    def _point(self, what: str, event: events.MouseEvent) -> None:
        event.stop()
        cell = self.cell_at(int(event.x), int(event.y))
        self._hover(cell)
        button = BUTTONS.get(event.button, "left")
        self.post_message(self.Pointer(what, button, cell, event.shift, event.ctrl))

    def _hover(self, cell: Cell | None) -> None:
        old, self.hovered = self.hovered, cell
        self.changed(place[0] for place in (old, cell) if place)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll on."""
        self._wheel(event, WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll back."""
        self._wheel(event, -WHEEL)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Scroll to the right."""
        self.scroll_cells(self._origin[0], self._origin[1] + WHEEL)

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Scroll to the left."""
        self.scroll_cells(self._origin[0], self._origin[1] - WHEEL)

    def _wheel(self, event: events.MouseEvent, cells: int) -> None:
        if not self.takes_wheel:
            return
        event.stop()
        row, col = self._origin
        self.scroll_cells(*((row, col + cells) if event.shift else (row + cells, col)))

    # -- Painting

    def render_line(self, y: int) -> Strip:
        """Paint a line of the screen."""
        strip = self._painted(y)
        return strip.apply_style(_REVERSED) if self.flashes else strip

    def _painted(self, y: int) -> Strip:
        if y == 0:
            return self._ruler().adjust_cell_length(self.size.width, self._look.page)
        is_last = y == self.size.height - 1 and self._has_room_for_bar
        if is_last and len(self._in_view()[1]) < self.board.level.width:
            return self._bar_below().adjust_cell_length(self.size.width, self._look.page)
        line = self._origin[0] * self._look.cells.height + y - 1
        if self._strips_for != self.size:  # a new size is painted before `on_resize` hears of it
            self._strips.clear()
            self._strips_for = self.size
        strip = self._strips.get(line)
        if strip is None:
            if len(self._strips) > MOST_STRIPS:
                self._strips.clear()
            strip = self._strips[line] = self._line(line)
        return self._with_bar(strip, y - 1).adjust_cell_length(self.size.width, self._look.page)

    def _ruler(self) -> Strip:
        look, width = self._look, self._look.cells.width
        parts = [Segment(" " * label_width(self.board.level), look.page)]
        here = self.cursor[1] if self.cursor and not self.covered else -1
        taken = 0
        for place, col in enumerate(self._in_view()[1]):
            name = column_name(col)
            if width == 2 and len(name) > 1:
                is_named = place * width >= taken and (col % 2 == 0 or len(name) > 3)
                name = name if is_named else ""
            elif width == 1 and len(name) > 1:  # a name and a blank: AA AD AG
                name = name if (col - ALONE) % (len(name) + 1) == 0 else ""
            style = look.ruler_here if col == here else look.ruler
            room = place * width - taken
            if room >= 0 and name:
                gap = room + (1 if width > 1 else 0)
                parts += [Segment(" " * gap, look.page), Segment(name, style)]
                taken += gap + len(name)
        return Strip(parts)

    def _line(self, line: int) -> Strip:
        look, cells = self._look, self._look.cells
        rows, cols = self._in_view()
        row, part = divmod(line, cells.height)
        labels = label_width(self.board.level)
        if row not in rows:
            return Strip([Segment(" " * labels, look.page)])
        here = self.cursor is not None and self.cursor[0] == row and not self.covered
        label = f"{row + 1:>{labels - 1}} " if part == 0 else " " * labels
        parts = [Segment(label, look.ruler_here if here else look.ruler)]
        seen = bytes([CellState.HIDDEN]) * self.board.level.width if self.covered else self.board.row(row)
        if self.flags_rest and not self.covered:
            seen = seen.translate(_FLAGGED)
        plain = look.segments[part]
        missing = {} if self.covered else self._missing(row)
        special = set() if self.covered else self._special(row)
        special = special if special is None else special | missing.keys()
        close = ""
        for col in cols:
            if special is not None and col not in special and not close:
                parts.append(plain[seen[col]][(row + col) & 1])
                continue
            shown = self._shown(row, col, seen[col])
            sign, style, ground = self._cell(row, col, shown, missing.get(col))
            is_cursor = here and self.cursor == (row, col)
            letter = None if self.covered else look.letter((row, col), shown, ground, self.marks)
            parts += look.draw(sign, style, ground, part, close, is_cursor, is_raised=is_raised(shown), letter=letter)
            close = "]" if is_cursor and cells is Cells.WIDE and len(sign) == 1 else ""
        if close:
            parts.append(Segment(close, look.ink("cursor.ring", "page", bold=True)))
        return Strip(parts)

    def _special(self, row: int) -> set[int] | None:
        """Return the columns of a row that are not drawn plainly; None if that may be any."""
        marks = self.marks
        if self._ripple is not None or (marks.region and row in marks.region[0]):
            return None
        single = (self.cursor, self.hovered, marks.last, marks.mistake, marks.guess, marks.wrong_flag)
        cells = chain(self.pressed, self._refused, (cell for cell in single if cell))
        special = {col for place, col in cells if place == row}
        return special | self._marked.get(row, _NOTHING)

    def _missing(self, row: int) -> dict[int, int]:
        """Return how many mines the numbers of a row lack beyond the flags around them, of those that it makes differ.

        These are the ones with all their flags where they are drawn faintly, and all with flags where they count down.
        """
        if not (self._dims_finished or self._counts_down):
            return {}
        board = self.board
        near = [board.row(place) for place in range(max(row - 1, 0), min(row + 2, board.level.height))]
        seen = board.row(row)

        def flags(col: int) -> int:
            return sum(cells[max(col - 1, 0) : col + 2].count(flag) for cells in near for flag in _FLAGS)

        flagged = {col: flags(col) for col in self._in_view()[1] if 1 <= seen[col] <= 8}
        return {
            col: seen[col] - count
            for col, count in flagged.items()
            if (self._counts_down and count) or (self._dims_finished and count == seen[col])
        }

    def _with_bar(self, strip: Strip, y: int) -> Strip:
        """Show at the right edge how far the board is scrolled down."""
        rows, cols = self._in_view()
        level, look = self.board.level, self._look
        if len(rows) == level.height:
            return strip
        is_thumb = y in _thumb(rows, level.height, self.size.height - 1 - (len(cols) < level.width))
        sign = look.glyphs.thumb if is_thumb else look.glyphs.track
        if strip.cell_length >= self.size.width:
            return strip
        bar = Segment(sign, look.thumb if is_thumb else look.scroll)
        return Strip.join([strip.adjust_cell_length(self.size.width - 1, look.page), Strip([bar])])

    def _bar_below(self) -> Strip:
        """Show at the lower edge how far the board is scrolled to the right."""
        look, cols, labels = self._look, self._in_view()[1], label_width(self.board.level)
        room = len(cols) * look.cells.width
        thumb = _thumb(cols, self.board.level.width, room)
        track = look.glyphs.rule
        parts = (
            (" " * labels, look.page),
            (track * thumb.start, look.scroll),
            (look.glyphs.bar * len(thumb), look.thumb),
        )
        return Strip([Segment(*part) for part in (*parts, (track * (room - thumb.stop), look.scroll))])

    def _shown(self, row: int, col: int, seen: int) -> int:
        """Return the value of a cell: while an opening spreads, still the one before."""
        pending = self._ripple.pending((row, col)) if self._ripple is not None and not self.covered else None
        return seen if pending is None else pending

    def _cell(self, row: int, col: int, seen: int, missing: int | None) -> tuple[str, Style, str]:
        """Return sign, style and ground of a cell; `missing` is how many mines its number lacks, where that matters."""
        is_finished = self._dims_finished and missing == 0
        found = self._uncounted(row, col, seen, is_finished)
        if missing is None or seen > 8 or not self._counts_down:
            return found
        return self._look.counted((row, col), found, seen, missing)

    def _uncounted(self, row: int, col: int, seen: int, is_finished: bool) -> tuple[str, Style, str]:
        look, cell = self._look, (row, col)
        if self.covered or (self._ripple is not None and self._ripple.pending(cell) is not None):
            return look.plain(row, col, seen)
        if cell in self.pressed:
            return look.pressed(seen)
        if cell in self._refused:
            return look.refused(cell, seen)
        if cell == self.hovered and cell not in self.marks.odds and cell not in self.marks.safe | self.marks.mine:
            return look.hover(cell, seen)
        pointed_out = (*self.marks.reason, self.marks.mistake, self.marks.guess)
        if is_finished and cell not in pointed_out:
            return look.finished(cell, seen)
        return look.marked(cell, seen, self.marks)


def _thumb(seen: range, whole: int, room: int) -> range:
    """Return the part of a bar that stands for the view."""
    first = min(seen.start * room // whole, room - 1)
    return range(first, max(seen.stop * room // whole, first + 1))


def _sign(steps: int) -> int:
    return (steps > 0) - (steps < 0)


def _follow(place: int, first: int, room: int, length: int) -> int:
    """Return the first place in view so that one place keeps its distance from the edges."""
    margin = min(MARGIN, max((room - 1) // 2, 0))
    return max(min(max(first, place + margin - room + 1), place - margin, length - room), 0)
