"""`sapper prove` and `sapper grade`: how a board is solved, and how hard it is."""

from __future__ import annotations

from . import arguments
from .generate import add_first, first_click
from .replay_files import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..minefield import Minefield


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    prove = commands.add_parser("prove", help="the whole solution of a board, with the reason for every step")
    _add_board(prove)
    prove.set_defaults(run=_prove)
    grade = commands.add_parser("grade", help="how hard a board is, and whether a guess is unavoidable")
    _add_board(grade)
    grade.set_defaults(run=_grade)


def _add_board(parser: argparse.ArgumentParser) -> None:
    about = "a minefield: rows of * and ., a game id of Simon Tatham's Mines, or MBF (default: standard input)"
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help=about)
    parser.add_argument("--level", help="instead of a file: the level of a random or no-guess board")
    arguments.add_no_guess(parser)
    parser.add_argument("--seed", help="its seed")
    add_first(parser)
    parser.add_argument("--json", action="store_true", help="one object")


def _minefield(options: argparse.Namespace) -> tuple[Minefield, tuple[int, int]]:
    """Return the minefield that was asked for, and its first click."""
    from ..minefield import Minefield

    if options.level is None:
        from ..formats import read_board

        board = read_board(read(options.file), options.file)
        named = board.first if options.first is None else None
        return board.minefield, named or first_click(board.minefield.level, options)
    from ..generator import generate
    from ..rules import Grade, Rules

    if options.seed is None:
        raise arguments.UsageError("--level needs a --seed")
    rules = Rules(options.level)
    first = first_click(rules.level, options)
    if options.no_guess is None:
        return Minefield.lay(rules, options.seed, first), first
    return generate(rules.level, first, options.seed, Grade.parse(options.no_guess)).minefield, first


def _prove(options: argparse.Namespace) -> int:
    from ..analysis.proof import prove

    proof = prove(*_minefield(options))
    if options.json:
        import json

        print(json.dumps(proof.to_json()))
    else:
        print(proof)
    return 0


def _grade(options: argparse.Namespace) -> int:
    from ..analysis.proof import grade

    difficulty = grade(*_minefield(options))
    if options.json:
        import json

        print(
            json.dumps(
                {"hardest": difficulty.hardest, "steps": difficulty.steps, "needs_guess": difficulty.needs_guess}
            )
        )
    else:
        print(difficulty)
    return 0
