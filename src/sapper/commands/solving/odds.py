"""`sapper odds`: the chance of a mine at every square of a board."""

from __future__ import annotations

from ..arguments import add_first_click, first_click_words
from .diagrams import add_boards, answer_each

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...analysis.odds import Odds
    from ...board import Board


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    odds = commands.add_parser("odds")
    add_boards(odds)
    add_first_click(odds)
    odds.add_argument("--trust-flags", action="store_true")
    odds.add_argument("--json", action="store_true")
    odds.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ...analysis.odds import odds
    from ...text.odds import odds_lines

    def answer(board: Board) -> str:
        chances = odds(board, trust_flags=options.trust_flags)
        if not options.json:
            words = first_click_words(options, board)
            text = "\n".join([str(board.level), *odds_lines(board, chances)])
            return f"{text}\n{words}" if words else text
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
