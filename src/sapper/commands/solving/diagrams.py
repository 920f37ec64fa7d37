"""Commands that read board diagrams and print an answer for each."""

from __future__ import annotations

import sys

from ...board import Board, BoardError
from ...display.wording import message, wording
from ...errors import SapperError
from ..arguments import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from ...formats import BoardFile
    from ...rules import Level


def add_boards(parser: argparse.ArgumentParser) -> None:
    """Add the file of board diagrams to read."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE")
    parser.add_argument("--mines", type=int, metavar="N")


def _read_text(file: str) -> str:
    """Read a file, or standard input for `-`. Bytes that are not UTF-8 are replaced, and refused later."""
    if file == "-":
        data = sys.stdin.buffer.read()
    else:
        with open(file, "rb") as opened:
            data = opened.read()
    return data.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def answer_each(options: argparse.Namespace, answer: Callable[[Board], str]) -> int:
    """Print an answer for each board of a file: diagrams separated by blank lines. An error names its board."""
    diagrams = [part for part in _read_text(options.file).split("\n\n") if part.strip()]
    if not diagrams:
        raise BoardError(message("cli-solver.no-board"))
    for number, diagram in enumerate(diagrams, 1):
        try:
            text = answer(_position(diagram, options.mines))
        except SapperError as error:
            raise UsageError(_about(error, number if len(diagrams) > 1 else 0)) from None
        print(text if number == 1 or "\n" not in text else f"\n{text}")
    return 0


def _about(error: SapperError, number: int) -> str:
    """Return an error as a text that names the board, if there is more than one."""
    text = wording().error(error)
    return message("cli-usage.of-board", number=number, error=text) if number else text


def _position(text: str, mines: int | None) -> Board:
    """Return the position of a diagram, with or without its level; that of a minefield is after its first click."""
    from ...formats import diagram

    level, rows, comments = diagram.split(text)
    if not rows:
        return Board.parse(text)
    if diagram.is_minefield(rows):
        return _after_first_click(diagram.read("\n".join([comments, level, *rows]).encode()))
    if not level and mines is None:
        raise BoardError(message("cli-solver.no-level"))
    return Board.parse("\n".join([level or f"{len(rows[0])}x{len(rows)}/{mines}", *rows]))


def _after_first_click(board: BoardFile) -> Board:
    from ...game import Game
    from ...layouts import FixedLayout
    from ...rules import Rules

    level = board.minefield.level
    game = Game(Rules(level, first="any"), layout=FixedLayout(board.minefield))
    game.open(*board.first or middle(level))
    if game.is_lost:
        raise UsageError(message("cli-solver.middle-is-mine"))
    return game.board


def middle(level: Level) -> tuple[int, int]:
    """Return the cell in the middle of a board, which is the first click where none is named."""
    return level.height // 2, level.width // 2
