"""`sapper generate`: boards that never need a guess."""

from __future__ import annotations

import sys

from ... import machine
from ...display.wording import message
from .. import arguments
from .diagrams import middle
from .progress_bar import progress_bar

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...generator import Puzzle
    from ...rules import Level


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    generate = commands.add_parser("generate")
    generate.add_argument("--level", default="expert")
    arguments.add_no_guess(generate)
    generate.add_argument("--exactly", metavar="GRADE")
    generate.add_argument("--uniform", action="store_true")
    add_first(generate)
    generate.add_argument("--count", type=int, default=1)
    generate.add_argument("--seed")
    generate.add_argument("--budget", type=int)
    arguments.add_threads(generate)
    generate.add_argument("--json", action="store_true")
    generate.set_defaults(run=_run)


def add_first(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses the first click."""
    parser.add_argument("--first", metavar="ROW,COL")


def first_click(level: Level, options: argparse.Namespace) -> tuple[int, int]:
    """Return the first click, by default in the middle of the board."""
    if options.first is None:
        return middle(level)
    return arguments.parse_cell_option(options.first)


def _run(options: argparse.Namespace) -> int:
    from ...generator import generate_many
    from ...rules import Grade, Level
    from ...seed import Seed

    level = Level.parse(options.level)
    grade = Grade.parse(options.exactly or options.no_guess or "full")
    if options.count < 1 or options.threads < 1:
        raise arguments.UsageError(message("cli-solver.at-least-1"))
    if options.budget is not None and not 1 <= options.budget < 1 << 60:
        raise arguments.UsageError(message("cli-solver.budget", value=options.budget))
    if options.exactly and options.no_guess and Grade.parse(options.no_guess) is not grade:
        raise arguments.UsageError(message("cli-solver.two-grades", exactly=options.exactly, noguess=options.no_guess))
    seed = machine.new_seed() if options.seed is None else Seed.of(options.seed)
    show = None if sys.stdout.isatty() else progress_bar(options.count, message("cli-solver.boards"))
    puzzles = generate_many(
        level,
        first_click(level, options),
        seed,
        options.count,
        grade,
        exactly=options.exactly is not None,
        uniform=options.uniform,
        budget=options.budget,
        threads=options.threads,
    )
    for number, puzzle in enumerate(puzzles, 1):
        print(_as_json(puzzle) if options.json else _as_text(puzzle), flush=True)
        if show:
            show(number)
    return 0


def _as_json(puzzle: Puzzle) -> str:
    import json

    return json.dumps(
        {
            "level": str(puzzle.level),
            "first": puzzle.first,
            "seed": puzzle.seed.text,
            "grade": puzzle.grade,
            "uniform": puzzle.uniform,
            "mines": puzzle.minefield.mines(),
        }
    )


def _as_text(puzzle: Puzzle) -> str:
    row, col = puzzle.first
    kind = "uniform" if puzzle.uniform else "not uniform"
    head = f"# {puzzle.level}, grade {puzzle.grade}, first click {row},{col}, seed {puzzle.seed.text}, {kind}"
    return f"{head}\n{puzzle.minefield.to_text()}\n"
