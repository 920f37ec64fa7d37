"""`sapper times`: the best times of every configuration."""

from __future__ import annotations

from .. import machine
from . import arguments
from .selection import add_filter, date_text, filter_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..history.store import Filter, Listed, Store
    from ..rules import Level

_NAME = 12  # characters of a name
_ROW = "{place:>4}  {name:<12} {time:>10}  {bbbv:>5}  {speed:>5}  {eff:>6}  {date:<10}  {game:>7}  {notes}"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    times = commands.add_parser("times", help="the best times of every configuration")
    add_filter(times)
    times.add_argument("--limit", type=int, default=10, help="how many of each (default: 10)")
    times.add_argument("--all", action="store_true", help="also list every win that is not ranked, with the reason")
    times.add_argument(
        "--ranking", action="store_true", help="ranking style: the three levels, with at least 2, 30 and 100 3BV"
    )
    times.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ..history.best_times import best_times, title

    limit = arguments.check_limit(options.limit)
    only = filter_of(options, plain=False)
    others = 1_000_000 if options.all else 3
    with machine.open_store(options.data) as store:
        lists = best_times(store, only, limit=limit, others=others, ranking_style=options.ranking)
        lists = sorted((one for one in lists if one.ranked or one.others), key=lambda one: _size(one.rules.level))
        if not lists:
            print(_why_none(store, only, options))
    for number, one in enumerate(lists):
        if number:
            print()
        print(title(one.rules))
        heads = {"place": "#", "name": "name", "time": "time", "bbbv": "3BV", "speed": "3BV/s", "eff": "eff."}
        print(_ROW.format(**heads, date="date", game="game", notes="").rstrip())
        for place, game in enumerate(one.ranked, 1):
            print(_row(str(place), game))
        for game in one.others:
            print(_row("-", game))
        if not options.all and one.others:
            print("      - marks wins that are not ranked, with the reason; --all lists all of them")
    return 0


def _why_none(store: Store, only: Filter, options: argparse.Namespace) -> str:
    """Return why no best time is listed."""
    from ..history.store import PEOPLE

    def has_wins(only: Filter) -> bool:
        return any(game.status == "won" for game in store.played(only))

    if has_wins(only):
        if options.ranking:
            return "no win is on a board that rankings accept: without --ranking all are listed"
        return "earlier wins no longer count: the Amiga forgets the best time of a custom board when its size changes"
    if only.device == PEOPLE and has_wins(only.replace(device=None)):
        return "no game was won by a person yet: --device all lists those of bots"
    return "no game was won yet" if options.level is None else "no matching game was won yet"


def _size(level: Level) -> tuple[int, int]:
    return level.cells, level.mines


def _row(place: str, game: Listed) -> str:
    from ..analysis.metrics import seconds_text

    summary = game.summary
    assert summary
    notes = [*summary.remarks, *(["imported"] if game.source == "import" else [game.together] if game.together else [])]
    return _ROW.format(
        place=place,
        name=_cut(summary.name) or "-",
        time=seconds_text(summary.elapsed),
        bbbv=summary.bbbv,
        speed="-" if summary.bbbv_per_second is None else f"{summary.bbbv_per_second:.2f}",
        eff="-" if summary.efficiency is None else f"{summary.efficiency:.0%}",
        date=date_text(summary.ended_at),
        game=game.id,
        notes=", ".join(notes),
    ).rstrip()


def _cut(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
