"""`sapper odds`: the chance of a mine at every square of a board."""

from __future__ import annotations

from .arguments import add_first_click, first_click_words
from .diagrams import add_boards, answer_each

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..analysis.odds import Odds
    from ..board import Board


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    odds = commands.add_parser("odds", help="the exact chance of a mine at every square of a board")
    add_boards(odds)
    add_first_click(odds)
    odds.add_argument("--trust-flags", action="store_true", help="assume that every flag is on a mine")
    odds.add_argument("--json", action="store_true", help="one object per board")
    odds.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ..analysis.odds import odds

    def answer(board: Board) -> str:
        chances = odds(board, trust_flags=options.trust_flags)
        if not options.json:
            words = first_click_words(options, board)
            return f"{_as_text(board, chances)}\n{words}" if words else _as_text(board, chances)
        import json

        return json.dumps(_as_json(chances))

    return answer_each(options, answer)


def _as_json(odds: Odds) -> dict[str, object]:
    return {
        "level": str(odds.level),
        "log_arrangements": odds.log_arrangements,
        "mine": list(odds.rows()),
        "safe": sorted(odds.safe),
        "mined": sorted(odds.mines),
    }


def _as_text(board: Board, odds: Odds) -> str:
    """Return the board with percentages: safe cells as ok, mines as *, open cells as they are."""
    from ..analysis.chance_text import count

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
    lines.append(f"{len(safe)} safe (ok), {len(mined)} mined (*), {count(odds.log_arrangements)} arrangements")
    return "\n".join(lines)
