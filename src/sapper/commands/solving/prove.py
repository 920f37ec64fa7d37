"""`sapper prove` and `sapper grade`: how a board is solved, and how hard it is."""

from __future__ import annotations

from ...display.wording import message, wording
from .. import arguments
from ..games.replay_files import read
from .generate import add_first, first_click

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...analysis.proof import Difficulty
    from ...minefield import Minefield


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    prove = commands.add_parser("prove")
    _add_board(prove)
    prove.set_defaults(run=_prove)
    grade = commands.add_parser("grade")
    _add_board(grade)
    grade.set_defaults(run=_grade)


def _add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE")
    parser.add_argument("--level")
    arguments.add_no_guess(parser)
    parser.add_argument("--seed")
    add_first(parser)
    parser.add_argument("--json", action="store_true")


def _minefield(options: argparse.Namespace) -> tuple[Minefield, tuple[int, int]]:
    """Return the minefield that was asked for, and its first click."""
    from ...minefield import Minefield

    if options.level is None:
        from ...formats import read_board

        board = read_board(read(options.file), options.file)
        named = board.first if options.first is None else None
        return board.minefield, named or first_click(board.minefield.level, options)
    from ...generator import generate
    from ...rules import Grade, Rules

    if options.seed is None:
        raise arguments.UsageError(message("cli-solver.seed-needed"))
    rules = Rules(options.level)
    first = first_click(rules.level, options)
    if options.no_guess is None:
        return Minefield.lay(rules, options.seed, first), first
    return generate(rules.level, first, options.seed, Grade.parse(options.no_guess)).minefield, first


def _prove(options: argparse.Namespace) -> int:
    from ...analysis.proof import prove

    proof = prove(*_minefield(options))
    if options.json:
        import json

        print(json.dumps(proof.to_json()))
    else:
        print("\n".join(map(wording().phrase, proof.phrases())))
    return 0


def _grade(options: argparse.Namespace) -> int:
    from ...analysis.proof import grade

    difficulty = grade(*_minefield(options))
    if options.json:
        import json

        print(
            json.dumps(
                {"hardest": difficulty.hardest, "steps": difficulty.steps, "needs_guess": difficulty.needs_guess}
            )
        )
    else:
        print(_difficulty_line(difficulty))
    return 0


def _difficulty_line(difficulty: Difficulty) -> str:
    words = wording()
    steps = [f"{count} {words.grade(grade).name.lower()}" for grade, count in difficulty.steps.items()]
    hardest = words.grade(difficulty.hardest).name.lower() if difficulty.hardest else None
    return message(
        "cli-solver.difficulty-guess" if difficulty.needs_guess else "cli-solver.difficulty",
        hardest=hardest or message("cli-solver.only-first-click"),
        steps=", ".join(steps) or message("cli-solver.no-steps"),
    )
