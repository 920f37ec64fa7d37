"""The first game of a command: its rules, its seed or its board, and the cell that is opened at once."""

from __future__ import annotations

from ...display.wording import message
from ...seed import Seed
from ...value import Value
from .. import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...minefield import Minefield
    from ...rules import Rules


class FirstGame(Value):
    """A game to begin with."""

    rules: Rules
    seed: Seed | None = None
    minefield: Minefield | None = None
    first: tuple[int, int] | None = None


def first_game(options: argparse.Namespace, usual: Rules) -> FirstGame:
    """Return the game that the options choose."""
    if options.board is not None:
        return _from_file(options, usual)
    rules = arguments.game_rules(options, usual)
    seed = None if options.seed is None else Seed.of(options.seed)
    return FirstGame(rules, seed, None, arguments.first_of(options, rules))


def _from_file(options: argparse.Namespace, usual: Rules) -> FirstGame:
    """Return a game on the board of a file, which the player may know."""
    from ...formats import read_board
    from ...rules import LayoutKind
    from ..games.replay_files import read

    if options.level is not None or options.seed is not None or options.no_guess is not None:
        raise arguments.UsageError(message("cli-usage.board-options"))
    board = read_board(read(options.board), options.board)
    rules = arguments.game_rules(options, usual).replace(level=board.minefield.level, layout=LayoutKind.RANDOM)
    first = arguments.first_of(options, rules) if options.first is not None else board.first
    return FirstGame(rules, None, board.minefield, first)
