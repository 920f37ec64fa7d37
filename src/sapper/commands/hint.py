"""`sapper hint`: the next move on a board, and why."""

from __future__ import annotations

from .arguments import add_first_click, first_click_words
from .diagrams import add_boards, answer_each

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..board import Board


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    hint = commands.add_parser("hint", help="the next move on a board, and why")
    add_boards(hint)
    add_first_click(hint)
    hint.add_argument(
        "--stage", type=int, choices=range(5), help="show only this stage; 0: is a square certainly safe?"
    )
    hint.add_argument("--prove", action="store_true", help="where nothing is certain, prove it")
    hint.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ..analysis.hints import hint, is_certain, no_safe_cell
    from ..display.wording import message

    def answer(board: Board) -> str:
        if words := first_click_words(options, board):
            return words
        if options.stage == 0:
            return message("hint.certain" if is_certain(board) else "hint.not-certain")
        stages = hint(board).stages
        lines = [stages[options.stage - 1]] if options.stage else list(stages)
        fields = no_safe_cell(board) if options.prove else None
        if fields is not None:
            lines.append(f"No square is safe in all of these {len(fields)} minefields, and each fits the board:")
            lines.append("\n\n".join(field.to_text() for field in fields))
        return "\n".join(lines)

    return answer_each(options, answer)
