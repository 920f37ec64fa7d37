"""`sapper move`: the best move on a board."""

from __future__ import annotations

from ...display.wording import wording
from ..arguments import add_first_click, add_strength, first_click_words
from .diagrams import add_boards, answer_each

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...board import Board


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    move = commands.add_parser("move")
    add_boards(move)
    add_first_click(move)
    add_strength(move)
    move.add_argument("--json", action="store_true")
    move.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ...analysis.best_move import best_move
    from ...analysis.first_click import best_first
    from ...rules import Rules

    def answer(board: Board) -> str:
        words, move = first_click_words(options, board), None
        if words and options.first_click:
            move = best_first(board, Rules(board.level, first=options.first_click))
            if move is None and not options.json:
                return words
        move = move or best_move(board, options.strength)
        if not options.json:
            text = wording().phrase(move.phrase)
            return f"{words}\n{text}" if words else text
        import json

        return json.dumps({"row": move.row, "col": move.col, "safe": move.safe, "win": move.win, "why": move.why})

    return answer_each(options, answer)
