"""`sapper board`: boards of other programs."""

from __future__ import annotations

from . import arguments
from .replay_files import read, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

_FORMATS = ("mbf", "tatham", "diagram")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    board = commands.add_parser("board", help="convert a board: MBF, game ids of Simon Tatham's Mines, diagrams")
    board.add_argument("file", metavar="FILE", help="a board in any of these formats, - for standard input")
    board.add_argument("--to", choices=_FORMATS, default="diagram", help="the format to write (default: diagram)")
    board.add_argument(
        "--first", metavar="SQUARE", help="the square to open first: ROW,COL from 0, or a name such as C7"
    )
    board.add_argument("-o", "--output", metavar="FILE", help="the file to write (default: standard output)")
    board.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ..formats import read_board, write_board

    board = read_board(read(options.file), options.file)
    first = board.first if options.first is None else arguments.parse_cell_option(options.first)
    write(write_board(board.minefield, options.to, first), options.output)
    return 0
