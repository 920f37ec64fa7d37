"""`sapper puzzles`: small positions by technique, Rush, and the positions as open data."""

from __future__ import annotations

import json

from .. import machine
from ..display.wording import message, wording
from . import arguments
from .drilling import drilling
from .train import technique_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ..history.store import Store
    from ..learn.attempts import Attempt, Task
    from ..learn.puzzles import Puzzle
    from ..learn.standing import Standing
    from ..learn.techniques import Technique


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    from .train import _names

    puzzles = commands.add_parser("puzzles")
    technique = puzzles.add_argument("technique", nargs="?")
    arguments.suggest(technique, _names())
    kind = puzzles.add_mutually_exclusive_group()
    kind.add_argument("--list", action="store_true")
    kind.add_argument("--rush", action="store_true")
    kind.add_argument("--export", action="store_true")
    kind.add_argument("--make", type=int, metavar="COUNT")
    puzzles.add_argument("--seed")
    arguments.add_data(puzzles)
    puzzles.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ..learn import puzzles

    chosen = technique_of(options.technique)
    if options.make is not None:
        return _make(options.make, options.seed or puzzles.SEED, chosen)
    if options.export:
        for puzzle in puzzles.shipped():
            if chosen in (None, puzzle.technique):
                print(json.dumps(puzzle.to_json(), separators=(",", ":")))
        return 0
    with machine.open_store(options.data) as store:
        if options.list:
            print("\n".join(_lines(_standing(store))))
            return 0
        return _rush(store, options.seed) if options.rush else _ask(store, chosen)


def _make(count: int, seed: str, chosen: Technique | None) -> int:
    from ..learn.puzzle_maker import make

    if count < 1:
        raise arguments.UsageError(message("cli-learn.make-count"))
    for puzzle in make(seed, count):
        if chosen in (None, puzzle.technique):
            print(puzzle, flush=True)
    return 0


def _standing(store: Store) -> Standing:
    from ..learn.puzzles import shipped
    from ..learn.standing import SUBJECT, standing

    return standing(store.answers(SUBJECT), {puzzle.id: puzzle for puzzle in shipped()})


def _lines(found: Standing) -> list[str]:
    """Return the rating and how many are solved, overall and by technique."""
    from ..learn.puzzles import by_technique, shipped

    lines = [message("puzzles.overall", rating=_rating(found.overall.value, found.overall.is_sure), count=found.tried)]
    for technique, puzzles in by_technique(shipped()).items():
        own = found.rating(technique)
        solved = sum(puzzle.id in found.solved for puzzle in puzzles)
        name = wording().words("techniques", technique).name
        lines.append(f"{technique:<12} {_rating(own.value, own.is_sure):>6}  {solved:>3}/{len(puzzles):<3}  {name}")
    return lines


def _rating(value: float, is_sure: bool) -> str:
    return f"{round(value)}" if is_sure else f"{round(value)}?"


def _ask(store: Store, chosen: Technique | None) -> int:
    from ..history.store.learning import Answered
    from ..learn.standing import SUBJECT
    from ..text.drill import drill

    def answered(attempt: Attempt) -> list[str]:
        before = _standing(store)
        given = Answered(attempt.task.item, machine.seconds() * 1000, attempt.grade, attempt.elapsed)
        store.add_answer(SUBJECT, given)
        after = _standing(store)
        change = round(after.overall.value) - round(before.overall.value)
        return [message("puzzles.rated", rating=round(after.overall.value), change=f"{change:+d}")]

    with drilling() as asked:
        done, first = drill(asked, _tasks(store, chosen), answered)
    print(message("learn.session-done", count=done, first=first))
    return 0


def _tasks(store: Store, chosen: Technique | None) -> Iterator[Task]:
    """Yield the next puzzle by the ratings at that moment; one that was skipped does not come back at once."""
    from ..learn.puzzles import by_technique, shipped
    from ..learn.standing import next_puzzle, next_technique

    skipped = set[str]()
    while True:
        found = _standing(store)
        left = by_technique(puzzle for puzzle in shipped() if puzzle.id not in skipped)
        puzzle = next_puzzle(found, left.get(chosen or next_technique(found, left), []))
        if puzzle is None:
            return
        skipped.add(puzzle.id)
        yield _task(puzzle, found.puzzles.get(puzzle.id, puzzle.rating).value)


def _task(puzzle: Puzzle, rating: float) -> Task:
    from ..learn.attempts import Task

    heading = message("puzzles.heading", rating=round(rating))
    return Task(puzzle.question, puzzle.id, heading, puzzle.technique)


def _rush(store: Store, seed: str | None) -> int:
    from ..history.store.learning import Answered
    from ..learn.puzzles import shipped
    from ..learn.rush import SUBJECT, Rush, best
    from ..seed import Seed
    from ..text.drill import Quit, Skipped

    before = best(store.answers(SUBJECT))
    run = Rush(Seed.of(seed) if seed else machine.new_seed(), shipped(), machine.milliseconds())
    print(message("puzzles.rush-begins"))
    with drilling() as asked:
        while run.look(machine.milliseconds()):
            seconds = run.left(machine.milliseconds()) // 1000
            heading = message("puzzles.rush-heading", count=run.solved, lives=run.lives, seconds=seconds)
            task = _task(run.puzzle, run.puzzle.rating.value).replace(heading=heading)
            try:
                attempt = asked.ask(task, may_retry=False)
            except Skipped:
                run.answer(False, machine.milliseconds())
                continue
            except Quit:
                break
            run.answer(attempt.is_over and not attempt.stages and not attempt.is_proof_shown, machine.milliseconds())
    elapsed = (run.ended_at or machine.milliseconds()) - run.began_at
    store.add_answer(SUBJECT, Answered(run.seed.text, machine.seconds() * 1000, run.solved, elapsed))
    print(message("puzzles.rush-ends", count=run.solved, best=max(run.solved, before or 0)))
    return 0
