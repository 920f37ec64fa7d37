"""A screen with a board in it: what the game and the replay viewer have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..controls.settings import CellSize
from ..game import Status
from . import bars
from .base_screen import BaseScreen
from .board.layout import Cells
from .board.view import BoardView
from .drawing.lines import LinesWidget, place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.widget import Widget

    from ..board import Board
    from ..screen_session import ScreenGame
    from .bars import Dials
    from .board.layout import ScreenLayout
    from .drawing.lines import Line
    from .keystrokes import ScreenKey


def has_only_mines_closed(game: ScreenGame) -> bool:
    """Return whether a game was won by opening: what is still closed is a mine."""
    level = game.rules.level
    return game.status is Status.WON and game.board.opened == level.cells - level.mines


class BoardScreen(BaseScreen):
    """Title, triad, board, panel, a line of words and the keys, each where the layout puts it."""

    def compose(self) -> ComposeResult:
        """Make the parts; `lay_out` places them."""
        self.board = BoardView(self.first_board(), self.sapper.ink, self.sapper.glyphs, self.sapper.clock)
        self.title_bar, self.triad = LinesWidget(id="title"), LinesWidget(id="triad")
        self.side, self.line, self.footer = LinesWidget(id="side"), LinesWidget(id="line"), LinesWidget(id="footer")
        yield from (self.title_bar, self.triad, self.board, self.side, *self.own_parts(), self.line, self.footer)

    def first_board(self) -> Board:
        """Return the board to begin with."""
        raise NotImplementedError

    def own_parts(self) -> list[Widget]:
        """Return the parts that only this screen has."""
        return []

    @property
    def is_composed(self) -> bool:
        """Whether the parts exist. They are written before the mount ends, so that the first frame is whole."""
        return hasattr(self, "footer")

    @property
    def cell_size(self) -> Cells | None:
        """The size of cells that the player chose for this level or for all, None for the largest that fits."""
        size = self.sapper.zooms.get(self.board.board.level, self.sapper.options.display.cells)
        return None if size is CellSize.AUTO else Cells[size.upper()]

    @property
    def shows_time(self) -> bool:
        """Whether the time is shown."""
        return True

    def on_resize(self) -> None:
        """Fit the new size."""
        self.lay_out()

    def lay_out(self) -> None:
        """Put every part where it belongs at this size."""
        raise NotImplementedError

    def language_changed(self) -> None:
        """Write everything in another language."""
        if self.is_composed:
            self.lay_out()

    def place_parts(self, places: ScreenLayout, *, hides_board: bool = False, hides_panel: bool = False) -> None:
        """Put the common parts in their places, or some of them away."""
        self.board.restyle(self.sapper.ink, self.sapper.glyphs, places.cells)
        place(self.title_bar, places.title)
        place(self.triad, None if hides_board else places.triad)
        place(self.board, None if hides_board else places.board)
        place(self.side, None if hides_panel else places.panel)
        place(self.line, None if hides_board else places.line)
        place(self.footer, places.footer)

    def write_bars(
        self, places: ScreenLayout, title: Line, dials: Dials, keys: Sequence[ScreenKey], *, flash: bool = False
    ) -> None:
        """Write the title, the triad and the keys."""
        self.title_bar.show([title])
        self.write_triad(places, dials, flash=flash)
        self.footer.show([bars.footer(self.sapper.ink, places.footer.width, keys)])

    def write_triad(self, places: ScreenLayout, dials: Dials, *, flash: bool = False) -> None:
        """Write the counter, the face and the clock."""
        ink, glyphs = self.sapper.ink, self.sapper.glyphs
        mines = 0 if self.board.flags_rest else dials.mines_left
        width, has_time = places.triad.width, self.shows_time
        self.triad.show([bars.triad(ink, glyphs, width, dials, mines=mines, has_time=has_time, flash=flash)])
