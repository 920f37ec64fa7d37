"""`sapper hint`: the next move on a board, and why."""

from __future__ import annotations

from ..arguments import add_first_click, first_click_words
from .diagrams import add_boards, answer_each

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...board import Board


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    hint = commands.add_parser("hint")
    add_boards(hint)
    add_first_click(hint)
    hint.add_argument("--stage", type=int, choices=range(5))
    hint.add_argument("--prove", action="store_true")
    hint.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ...analysis.hints import hint, is_certain, no_safe_cell
    from ...display.wording import message, wording

    def answer(board: Board) -> str:
        if words := first_click_words(options, board):
            return words
        if options.stage == 0:
            return message("hint.certain" if is_certain(board) else "hint.not-certain")
        stages = [wording().phrase(stage) for stage in hint(board).phrases]
        lines = [stages[options.stage - 1]] if options.stage else stages
        fields = no_safe_cell(board) if options.prove else None
        if fields is not None:
            lines.append(message("cli-solver.no-safe", count=len(fields)))
            lines.append("\n\n".join(field.to_text() for field in fields))
        return "\n".join(lines)

    return answer_each(options, answer)
