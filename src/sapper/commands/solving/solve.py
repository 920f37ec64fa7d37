"""`sapper solve`: plays a game with the solver."""

from __future__ import annotations

from ... import machine
from ...display.wording import message, wording
from .. import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...game import Game


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    solve = commands.add_parser("solve")
    arguments.add_rules(solve, "expert")
    solve.add_argument("--seed")
    solve.add_argument("--first", default="0,0", metavar="ROW,COL")
    arguments.add_strength(solve)
    solve.set_defaults(run=_run)


def _flag_the_rest(game: Game) -> None:
    """Flag every cell still closed, where the rules require it: all of them are mines."""
    from ...analysis.odds import odds
    from ...coordinates import cell_name

    for row, col in sorted(odds(game.board).mines):
        game.flag(row, col)
        print(message("cli-solver.flag-rest", square=cell_name(row, col)))


def _run(options: argparse.Namespace) -> int:
    from ...analysis.best_move import best_move
    from ...coordinates import cell_name
    from ...game import Game
    from ...seed import Seed

    rules = arguments.rules_of(options)
    seed = machine.new_seed() if options.seed is None else Seed.of(options.seed)
    game = Game(rules, seed)
    row, col = arguments.parse_cell_option(options.first)
    game.open(row, col)
    print(message("cli-solver.first-click", square=cell_name(row, col)))
    while not game.status.is_over:
        if game.board.opened == rules.level.cells - rules.level.mines:
            _flag_the_rest(game)
            break
        move = best_move(game.board, options.strength)
        game.open(move.row, move.col)
        print(wording().phrase(move.phrase))
    print(game.board)
    status = wording().status(game.status).lower()
    print(message("cli-solver.solved", status=status, count=game.seq, seed=seed.text))
    return 0
