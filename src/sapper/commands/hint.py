"""`sapper hint`: the next move on a board, and why."""

from __future__ import annotations

from .diagrams import add_boards, answer_each

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..board import Board


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    hint = commands.add_parser("hint", help="the next move on a board, and why")
    add_boards(hint)
    hint.add_argument("--stage", type=int, choices=(1, 2, 3, 4), help="show only this stage (default: all)")
    hint.add_argument("--prove", action="store_true", help="where nothing is certain, prove it")
    hint.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ..analysis.hints import hint, no_safe_cell

    def answer(board: Board) -> str:
        stages = hint(board).stages
        lines = [stages[options.stage - 1]] if options.stage else list(stages)
        fields = no_safe_cell(board) if options.prove else None
        if fields is not None:
            lines.append(f"No square is safe in all of these {len(fields)} minefields, and each fits the board:")
            lines.append("\n\n".join(field.to_text() for field in fields))
        return "\n".join(lines)

    return answer_each(options, answer)
