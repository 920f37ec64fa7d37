"""`sapper generate`, `sapper prove`, `sapper grade` and `sapper hint`."""

from __future__ import annotations

import sys

from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..board import Board
    from ..generator import Puzzle
    from ..minefield import Minefield


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    generate = commands.add_parser("generate", help="make boards that never need a guess")
    generate.add_argument("--level", default="expert", help="a name or WIDTHxHEIGHT/MINES (default: expert)")
    arguments.add_no_guess(generate)
    generate.add_argument("--exactly", metavar="GRADE", help="boards that also need this grade")
    generate.add_argument("--first", metavar="ROW,COL", help="the first click (default: the middle)")
    generate.add_argument("--count", type=int, default=1, help="how many (default: 1)")
    generate.add_argument("--seed", help="any text or number (default: a new one)")
    generate.add_argument("--budget", type=int, help="work allowed for one board, in cells looked at")
    generate.add_argument("--threads", type=int, default=1, help="at once (default: 1); changes no result")
    generate.add_argument("--json", action="store_true", help="one object per board")
    generate.set_defaults(run=_generate)

    for name, text in (
        ("prove", "the whole solution of a board, with the reason of every step"),
        ("grade", "how hard a board is, and whether a guess is unavoidable"),
    ):
        parser = commands.add_parser(name, help=text)
        parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="rows of * for a mine and . for none")
        parser.add_argument("--level", help="instead of a file: the level of a random or no-guess board")
        arguments.add_no_guess(parser)
        parser.add_argument("--seed", help="its seed")
        parser.add_argument("--first", metavar="ROW,COL", help="the first click (default: the middle)")
        parser.add_argument("--json", action="store_true", help="one object")
        parser.set_defaults(run=_prove if name == "prove" else _grade)

    hint = commands.add_parser("hint", help="the next move on a board, and why")
    arguments.add_boards(hint)
    hint.add_argument("--stage", type=int, choices=(1, 2, 3, 4), help="tell only this much (default: everything)")
    hint.add_argument("--prove", action="store_true", help="where nothing is certain, prove it")
    hint.set_defaults(run=_hint)


def _generate(options: argparse.Namespace) -> int:
    import secrets

    from ..generator import generate_many
    from ..rules import Grade, Level
    from ..seed import Seed

    level = Level.parse(options.level)
    grade = Grade.parse(options.exactly or options.no_guess or "full")
    if options.count < 1 or options.threads < 1:
        raise arguments.UsageError("--count and --threads are at least 1")
    if options.budget is not None and not 1 <= options.budget < 1 << 60:
        raise arguments.UsageError(f"--budget is a number from 1, not {options.budget}")
    if options.exactly and options.no_guess and Grade.parse(options.no_guess) is not grade:
        raise arguments.UsageError(
            f"--exactly {options.exactly} and --no-guess {options.no_guess} ask for different boards"
        )
    seed = Seed(secrets.token_bytes(16)) if options.seed is None else Seed.of(options.seed)
    progress = None if sys.stdout.isatty() else arguments.progress_bar(options.count, "boards")
    puzzles = generate_many(
        level,
        _first(level.width, level.height, options),
        seed,
        options.count,
        grade,
        exactly=options.exactly is not None,
        budget=options.budget,
        threads=options.threads,
    )
    for number, puzzle in enumerate(puzzles, 1):
        print(_as_json(puzzle) if options.json else _as_text(puzzle), flush=True)
        if progress:
            progress(number)
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


def _first(width: int, height: int, options: argparse.Namespace) -> tuple[int, int]:
    if options.first is None:
        return height // 2, width // 2
    return arguments.parse_cell_option(options.first)


def _minefield(options: argparse.Namespace) -> tuple[Minefield, tuple[int, int]]:
    """Read or make the board that is asked about, and find its first click."""
    from ..minefield import Minefield

    if options.level is None:
        text = "\n".join(line for line in arguments.read_text(options.file).splitlines() if not line.startswith("#"))
        try:
            field = Minefield.from_text(text)
        except ValueError as error:
            raise arguments.UsageError(str(error)) from None
        return field, _first(field.level.width, field.level.height, options)
    from ..generator import generate
    from ..rules import Grade, Rules

    if options.seed is None:
        raise arguments.UsageError("--level needs a --seed")
    rules = Rules(options.level)
    first = _first(rules.level.width, rules.level.height, options)
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


def _hint(options: argparse.Namespace) -> int:
    from ..analysis.hints import hint, no_safe_cell

    def answer(board: Board) -> str:
        stages = hint(board).stages
        lines = [stages[options.stage - 1]] if options.stage else list(stages)
        fields = no_safe_cell(board) if options.prove else None
        if fields is not None:
            lines.append(f"No cell is safe in all of these {len(fields)} minefields, and each fits what is seen:")
            lines.append("\n\n".join(field.to_text() for field in fields))
        return "\n".join(lines)

    return arguments.answer_each(options, answer)
