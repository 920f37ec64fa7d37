"""The places of all parts of a screen, by the sizes of the terminal and of the board alone."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from ..drawing.lines import Box

if TYPE_CHECKING:
    from ...rules import Level

PANEL_LEAST = 28
PANEL_MOST = 42
UNDER_LEAST = 8
TIMELINE_LEAST = 36
TRIAD_LEAST = 18
LARGEST_LARGE = 9  # boards up to this size are drawn large without a panel, too
SPARE_LEAST = 20  # lines that stay free below the board before it moves down to the middle
TIMELINES = (11, 7, 3, 2)  # how many lines the time line of a replay may take


class Cells(Enum):
    """The sizes in which a cell can be drawn."""

    COMPACT = (1, 1)
    WIDE = (2, 1)
    LARGE = (4, 2)

    @property
    def width(self) -> int:
        """The number of columns of a cell."""
        return self.value[0]

    @property
    def height(self) -> int:
        """The number of lines of a cell."""
        return self.value[1]


class ScreenLayout(NamedTuple):
    """The places of one screen. `board` holds the ruler above and the labels on the left."""

    cells: Cells
    title: Box
    triad: Box
    board: Box
    panel: Box | None
    under: Box | None
    line: Box | None
    footer: Box
    body: Box  # for lists and forms where no panel fits


def label_width(level: Level) -> int:
    """Return how many columns the row labels take, with the blank after them."""
    return max(len(str(level.height)), 2) + 1


def arrange(
    width: int,
    height: int,
    level: Level,
    chosen: Cells | None = None,
    *,
    panel: bool = True,
    gives_up_line: bool = True,
) -> ScreenLayout:
    """Return the place of every part; cells are as large as fits unless a size is given.

    `gives_up_line`: the line above the keys has no height where the board needs it to be whole.
    """
    cells = chosen or _largest(width, height, level, panel=panel)
    labels = label_width(level)
    board_width = min(level.width * cells.width + 1, max(width - labels, 1))
    block = min(max(board_width, TRIAD_LEAST + 1), max(width - labels, 1))
    rest = width - labels - block
    panel_width = min(PANEL_MOST, max(PANEL_LEAST, rest - 8)) if panel and rest >= PANEL_LEAST + 4 else 0
    left = rest - panel_width
    gap = min(8, left // 2) if panel_width else 0
    x = (left - gap) // 2

    has_bar = level.width * cells.width + 1 > board_width
    lines = level.height * cells.height + has_bar
    spare = height - 4 - lines - (0 if panel_width else 1)
    above = min(3, max(0, (spare - 1) // 3 if panel_width else spare // 3)) + max(spare - SPARE_LEAST, 0) // 2
    top = 1 + above
    has_line = not panel_width and not (gives_up_line and spare == -1)
    room = max(height - top - 3 - has_line, cells.height)
    shown = min(lines, room)
    bottom = top + 2 + shown
    under = height - 1 - bottom - 2
    panel_box = Box(x + labels + block + gap, top, panel_width, max(height - 2 - top, 1))
    return ScreenLayout(
        cells=cells,
        title=Box(0, 0, width, 1),
        triad=Box(x + labels, top, block - 1, 1),
        board=Box(x, top + 1, labels + board_width, shown + 1),
        panel=panel_box if panel_width else None,
        under=Box(x + labels, bottom + 2, block - 1, under) if panel_width and under >= UNDER_LEAST else None,
        line=None if panel_width else Box(0, height - 1 - has_line, width, int(has_line)),
        footer=Box(0, height - 1, width, 1),
        body=Box(2, 2 if height > 18 else 1, max(width - 4, 1), max(height - (4 if height > 18 else 3), 1)),
    )


def arrange_watch(
    width: int, height: int, level: Level, chosen: Cells | None = None, *, panel: bool = True
) -> tuple[ScreenLayout, Box]:
    """Return the places for a board with a time line below it, as high as leaves the board whole."""
    for lines in TIMELINES:
        left = height - lines - (lines > TIMELINES[-2])
        places = arrange(width, left, level, chosen, panel=panel, gives_up_line=False)
        rows = (places.board.height - 1) // places.cells.height
        cols = (places.board.width - label_width(level) - 1) // places.cells.width
        if rows >= level.height and (cols >= level.width or lines == TIMELINES[-2]):
            break
    bottom = height - 1 - (1 if places.line else 0) - lines
    below = places.board.y + places.board.height + 1
    x, size = 2, max(width - 4, 1)
    if places.panel:
        x = places.triad.x
        size = max(places.triad.width, min(TIMELINE_LEAST, places.panel.x - x - 4))
    timeline = Box(x, max(min(below, bottom), 1), size, lines)
    side = places.panel and places.panel._replace(height=max(height - 2 - places.panel.y, 1))
    line = places.line and places.line._replace(y=height - 2)
    return places._replace(panel=side, line=line, footer=Box(0, height - 1, width, 1)), timeline


def _largest(width: int, height: int, level: Level, *, panel: bool) -> Cells:
    columns = width - label_width(level) - 1
    lines = height - 5
    sizes = [Cells.LARGE, Cells.WIDE, Cells.COMPACT]
    side = PANEL_LEAST + 4 if panel else 0
    if max(level.width, level.height) > LARGEST_LARGE and level.width * Cells.LARGE.width + side > columns:
        sizes.remove(Cells.LARGE)
    in_width = [size for size in sizes if level.width * size.width <= columns]
    for size in in_width:
        if level.height * size.height <= lines:
            return size
    return next((size for size in in_width if size is not Cells.LARGE), Cells.WIDE)
