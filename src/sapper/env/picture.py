"""A board as a picture, for videos of a learner's games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..board import CellState
from .fleet import OUTSIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The width and height of a cell, in pixels.
CELL = 16

_OPEN, _CLOSED, _LIGHT, _DARK, _RED, _BLACK, _BEYOND = (
    (222, 222, 222),
    (189, 189, 189),
    (250, 250, 250),
    (123, 123, 123),
    (214, 40, 40),
    (20, 20, 20),
    (60, 60, 60),
)
_NUMBERS = (
    ((25, 60, 200), "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###."),
    ((20, 120, 30), ".###. #...# ....# ...#. ..#.. .#... #####"),
    ((200, 30, 30), ".###. #...# ....# ..##. ....# #...# .###."),
    ((15, 15, 110), "...#. ..##. .#.#. #..#. ##### ...#. ...#."),
    ((120, 20, 20), "##### #.... ####. ....# ....# #...# .###."),
    ((10, 120, 120), ".###. #.... #.... ####. #...# #...# .###."),
    ((20, 20, 20), "##### ....# ...#. ...#. ..#.. ..#.. ..#.."),
    ((90, 90, 90), ".###. #...# #...# .###. #...# #...# .###."),
)
_FLAG = ".##.. .###. .#### .###. .#... .#... ####."
_QUESTION = ".###. #...# ....# ..##. ..#.. ..... ..#.."
_MINE = "..#.. #.#.# .###. ##### .###. #.#.# ..#.."
_CROSS = "#...# #...# .#.#. ..#.. .#.#. #...# #...#"


def picture(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the codes of a board (height, width) as a picture of shape (16 height, 16 width, 3), red, green, blue."""
    height, width = cells.shape
    return _TILES[cells].swapaxes(1, 2).reshape(height * CELL, width * CELL, 3)


def _flat(colour: tuple[int, int, int]) -> NDArray[np.uint8]:
    """Return a cell of one colour with a line at two of its sides."""
    tile = np.full((CELL, CELL, 3), colour, np.uint8)
    tile[0], tile[:, 0] = _DARK, _DARK
    return tile


def _raised() -> NDArray[np.uint8]:
    tile = np.full((CELL, CELL, 3), _CLOSED, np.uint8)
    tile[-2:], tile[:, -2:] = _DARK, _DARK
    tile[:2], tile[:, :2] = _LIGHT, _LIGHT
    return tile


def _with(tile: NDArray[np.uint8], glyph: str, colour: tuple[int, int, int]) -> NDArray[np.uint8]:
    """Return a cell with a sign of 5 by 7 points, each of 2 by 2 pixels, nearest to its middle."""
    points = np.array([[point == "#" for point in row] for row in glyph.split()]).repeat(2, 0).repeat(2, 1)
    drawn = tile.copy()
    drawn[1:15, 3:13][points] = colour
    return drawn


def _tiles() -> NDArray[np.uint8]:
    """Return the picture of every code."""
    tiles = np.empty((OUTSIDE + 1, CELL, CELL, 3), np.uint8)
    tiles[0] = _flat(_OPEN)
    for number, (colour, glyph) in enumerate(_NUMBERS, 1):
        tiles[number] = _with(tiles[0], glyph, colour)
    tiles[CellState.HIDDEN] = _raised()
    tiles[CellState.FLAG] = _with(_raised(), _FLAG, _RED)
    tiles[CellState.QUESTION] = _with(_raised(), _QUESTION, _BLACK)
    tiles[CellState.MINE] = _with(tiles[0], _MINE, _BLACK)
    tiles[CellState.EXPLODED] = _with(_flat(_RED), _MINE, _BLACK)
    tiles[CellState.WRONG_FLAG] = _with(_with(_raised(), _FLAG, _RED), _CROSS, _BLACK)
    tiles[OUTSIDE] = _BEYOND
    return tiles


_TILES = _tiles()
