"""`sapper board`: boards of other programs."""

from __future__ import annotations

from .. import arguments
from ..games.replay_files import read, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

_FORMATS = ("mbf", "tatham", "diagram")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    board = commands.add_parser("board")
    board.add_argument("file", metavar="FILE")
    board.add_argument("--to", choices=_FORMATS, default="diagram")
    board.add_argument("--first", metavar="SQUARE")
    board.add_argument("-o", "--output", metavar="FILE")
    board.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ...formats import read_board, write_board

    board = read_board(read(options.file), options.file)
    first = board.first if options.first is None else arguments.parse_cell_option(options.first)
    write(write_board(board.minefield, options.to, first), options.output)
    return 0
