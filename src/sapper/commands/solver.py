"""`sapper odds`, `sapper move` and `sapper solve`."""

from __future__ import annotations

from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..analysis.solver import Odds
    from ..board import Board
    from ..game import Game


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    odds = commands.add_parser("odds", help="the exact chance of a mine at every cell of a board")
    arguments.add_boards(odds)
    odds.add_argument("--trust-flags", action="store_true", help="take flags for mines")
    odds.add_argument("--json", action="store_true", help="one object per board")
    odds.set_defaults(run=_odds)

    move = commands.add_parser("move", help="the best move on a board, and why")
    arguments.add_boards(move)
    _add_strength(move)
    move.add_argument("--json", action="store_true", help="one object per board")
    move.set_defaults(run=_move)

    solve = commands.add_parser("solve", help="play a game and print it")
    arguments.add_rules(solve, "expert")
    solve.add_argument("--seed", help="any text or number (default: a new one)")
    solve.add_argument("--first", default="0,0", metavar="ROW,COL", help="the first click (default: 0,0)")
    _add_strength(solve)
    solve.set_defaults(run=_solve)


def _add_strength(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--strength", default="best", help="safest, fast or best (default: best)")


def _odds(options: argparse.Namespace) -> int:
    from ..analysis.solver import odds

    def answer(board: Board) -> str:
        chances = odds(board, trust_flags=options.trust_flags)
        if not options.json:
            return _as_text(board, chances)
        import json

        return json.dumps(_as_json(chances))

    return arguments.answer_each(options, answer)


def _as_json(odds: Odds) -> dict[str, object]:
    return {
        "level": str(odds.level),
        "log_arrangements": odds.log_arrangements,
        "mine": list(odds.rows()),
        "safe": sorted(odds.safe),
        "mined": sorted(odds.mines),
    }


def _as_text(board: Board, odds: Odds) -> str:
    """Draw the board with percentages: `safe` cells as ok, mines as *, open cells as they are."""
    safe, mined = odds.safe, odds.mines
    lines = [str(board.level)]
    for row, (seen, chances) in enumerate(zip(board.rows(), odds.rows(), strict=True)):
        cells = []
        for col, (value, chance) in enumerate(zip(seen, chances, strict=True)):
            if chance is None:
                cells.append(str(value) if value else ".")
            elif (row, col) in safe:
                cells.append("ok")
            elif (row, col) in mined:
                cells.append("*")
            else:
                cells.append(f"{chance * 100:.0f}%")
        lines.append(" ".join(f"{cell:>4}" for cell in cells))
    lines.append(f"{len(safe)} safe (ok), {len(mined)} mined (*), e^{odds.log_arrangements:.3f} arrangements")
    return "\n".join(lines)


def _move(options: argparse.Namespace) -> int:
    from ..analysis.solver import best_move

    def answer(board: Board) -> str:
        move = best_move(board, options.strength)
        if not options.json:
            return str(move)
        import json

        return json.dumps({"row": move.row, "col": move.col, "safe": move.safe, "win": move.win, "why": move.why})

    return arguments.answer_each(options, answer)


def _flag_the_rest(game: Game) -> None:
    """Mark the mines, where the rules ask for it: every cell still closed is one."""
    from ..analysis.solver import odds
    from ..coordinates import cell_name

    for row, col in sorted(odds(game.board).mines):
        game.flag(row, col)
        print(f"flag {cell_name(row, col)}: every safe cell is open")


def _solve(options: argparse.Namespace) -> int:
    import secrets

    from ..analysis.solver import best_move
    from ..coordinates import cell_name
    from ..game import Game
    from ..seed import Seed

    rules = arguments.rules_of(options)
    seed = Seed(secrets.token_bytes(16)) if options.seed is None else Seed.of(options.seed)
    game = Game(rules, seed)
    row, col = arguments.parse_cell_option(options.first)
    game.open(row, col)
    print(f"open {cell_name(row, col)}: the first click")
    while not game.status.is_over:
        if game.board.opened == rules.level.cells - rules.level.mines:
            _flag_the_rest(game)
            break
        move = best_move(game.board, options.strength)
        game.open(move.row, move.col)
        print(move)
    print(game.board)
    print(f"{game.status} after {game.seq} moves; the seed was {seed.text}")
    return 0
