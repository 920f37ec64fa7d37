"""`sapper puzzles`: small positions by technique, Rush, and the positions as open data."""

from __future__ import annotations

import json

from ... import machine
from ...display.wording import message, wording
from .. import arguments
from ..playing import play
from .drilling import drilling
from .train import technique_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ...analysis.ratings import Rating
    from ...history.store import Store
    from ...learn.puzzles import Puzzle
    from ...learn.standing import PuzzleRatings
    from ...learn.techniques import Technique
    from ...replay import Replay

OWN = "own"


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
    puzzles.add_argument("--from", dest="games", nargs="+", metavar="GAME|FILE|own")
    puzzles.add_argument("--seed")
    puzzles.add_argument("--text", action="store_true")
    puzzles.add_argument("--ascii", action="store_true")
    arguments.add_data(puzzles)
    puzzles.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ...learn import puzzles

    chosen = technique_of(options.technique)
    if options.make is not None:
        return _make(options.make, options.seed or puzzles.SEED, chosen)
    given = None if options.games is None else list(_of_games(options))
    if options.export:
        for puzzle in puzzles.shipped() if given is None else given:
            if chosen in (None, puzzle.technique):
                print(json.dumps(puzzle.to_json(), separators=(",", ":")))
        return 0
    if given is not None and (options.list or options.rush):
        raise arguments.UsageError(message("cli-learn.from-what"))
    if given is None and not (options.list or options.text) and play.why_not() is None:
        return play.opening(options, "rush" if options.rush else f"puzzles:{chosen or ''}")
    with machine.open_store(options.data) as store:
        return _rush(store, options.seed) if options.rush else _ask(store, chosen, given, only_list=options.list)


def _of_games(options: argparse.Namespace) -> Iterator[Puzzle]:
    """Yield the puzzles of games, by number or file, or of all finished games of the store, the newest first."""
    from ...learn.puzzle_maker import of_replay

    known = set[str]()
    for replay in _replays(options):
        for puzzle in of_replay(replay):
            if puzzle.id not in known:
                known.add(puzzle.id)
                yield puzzle


def _replays(options: argparse.Namespace) -> Iterator[Replay]:
    from ...history.store.rows import EVERYTHING
    from ...replay import Replay
    from ..games.replay_files import replay_of

    for name in options.games:
        if name != OWN:
            yield replay_of(options, name)
            continue
        with machine.open_store(options.data) as store:
            for number in store.numbers(EVERYTHING):
                if (packed := store.replay(number)) is not None:
                    yield Replay.unpack(packed)


def _make(count: int, seed: str, chosen: Technique | None) -> int:
    from ...learn.puzzle_maker import make

    if count < 1:
        raise arguments.UsageError(message("cli-learn.make-count"))
    for puzzle in make(seed, count, chosen):
        print(puzzle, flush=True)
    return 0


def _ask(store: Store, chosen: Technique | None, given: list[Puzzle] | None, *, only_list: bool) -> int:
    from ...learn.series import PuzzleSeries
    from ...text.drill import drill

    series = PuzzleSeries(store, chosen, given)
    if only_list:
        print("\n".join(_lines(series.standing())))
        return 0
    with drilling() as asked:
        done, first = drill(asked, series, machine.seconds)
    print(message("learn.session-done", count=done, first=first))
    return 0


def _lines(found: PuzzleRatings) -> list[str]:
    """Return the rating and how many are solved, overall and by technique."""
    from ...learn.puzzles import by_technique, shipped

    lines = [message("puzzles.overall", rating=_rating(found.overall), count=found.tried)]
    for technique, puzzles in by_technique(shipped()).items():
        solved = sum(puzzle.id in found.solved for puzzle in puzzles)
        name = wording().words("techniques", technique).name
        own = _rating(found.rating(technique))
        lines.append(f"{technique:<12} {own:>6}  {solved:>3}/{len(puzzles):<3}  {name}")
    return lines


def _rating(rating: Rating) -> str:
    return f"{round(rating.value)}" if rating.is_sure else f"{round(rating.value)}?"


def _rush(store: Store, seed: str | None) -> int:
    from ...learn.series import RushSeries
    from ...seed import Seed
    from ...text.drill import Quit, Skipped

    clock = machine.milliseconds
    series = RushSeries(store, Seed.of(seed) if seed else machine.new_seed(), clock())
    print(message("puzzles.rush-begins"))
    with drilling() as asked:
        while series.run.look(clock()):
            try:
                series.answer(asked.ask(series.task(clock()), may_retry=False), clock())
            except Skipped:
                series.run.answer(False, clock())
            except Quit:
                break
    print(wording().phrase(series.end(machine.seconds(), clock())))
    return 0
