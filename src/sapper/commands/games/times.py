"""`sapper times`: the best times of every configuration."""

from __future__ import annotations

from ... import machine
from ...display.columns import cut, left, right, width
from ...display.wording import message, wording
from .. import arguments
from .replay import remarks_of
from .selection import add_filter, date_text, filter_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...history.store import Filter, Listed, Store
    from ...rules import Level

_NAME = 12  # characters of a name
_WIDTHS = {"place": 4, "name": 12, "time": 10, "bbbv": 5, "speed": 5, "efficiency": 6, "date": 10, "game": 7}
_LEFT = ("name", "date", "notes")  # the others are at the right of their columns


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    times = commands.add_parser("times")
    add_filter(times)
    times.add_argument("--limit", type=int, default=10)
    times.add_argument("--all", action="store_true")
    times.add_argument("--ranking", action="store_true")
    times.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ...display.configuration_words import configuration_title
    from ...history.best_times import best_times

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
        print(configuration_title(one.rules))
        ranked = [_row(str(place), game) for place, game in enumerate(one.ranked, 1)]
        print("\n".join(_table([_heads(), *ranked, *(_row("-", game) for game in one.others)])))
        if not options.all and one.others:
            print(f"      {message('cli-games.unranked')}")
    return 0


def _why_none(store: Store, only: Filter, options: argparse.Namespace) -> str:
    """Return why no best time is listed."""
    from ...history.store import PEOPLE

    def has_wins(only: Filter) -> bool:
        return any(game.status == "won" for game in store.played(only))

    if has_wins(only):
        if options.ranking:
            return message("cli-games.none-for-ranking")
        return message("cli-games.forgotten")
    if only.device == PEOPLE and has_wins(only.replace(device=None)):
        return message("cli-games.only-bots")
    return message("cli-games.no-win" if options.level is None else "cli-games.no-such-win")


def _size(level: Level) -> tuple[int, int]:
    return level.cells, level.mines


def _heads() -> dict[str, str]:
    return {
        "place": "#",
        "name": message("cli-games.name"),
        "time": message("cli-games.time"),
        "bbbv": "3BV",
        "speed": "3BV/s",
        "efficiency": message("cli-games.efficiency"),
        "date": message("cli-games.date"),
        "game": message("cli-games.game"),
        "notes": "",
    }


def _row(place: str, game: Listed) -> dict[str, str]:
    from ...analysis.metrics import seconds_text

    words, summary = wording(), game.summary
    assert summary
    return {
        "place": place,
        "name": cut(summary.name, _NAME) or "-",
        "time": words.decimal(seconds_text(summary.elapsed)),
        "bbbv": str(summary.bbbv),
        "speed": "-" if summary.bbbv_per_second is None else words.decimal(f"{summary.bbbv_per_second:.2f}"),
        "efficiency": "-" if summary.efficiency is None else f"{summary.efficiency:.0%}",
        "date": date_text(summary.ended_at),
        "game": str(game.id),
        "notes": remarks_of(game),
    }


def _table(rows: list[dict[str, str]]) -> list[str]:
    """Return rows whose columns are as wide as usual, or as their widest text."""
    widths = {name: max(least, *(width(row[name]) for row in rows)) for name, least in _WIDTHS.items()} | {"notes": 0}
    lines = []
    for row in rows:
        cells = [left(row[name], cells) if name in _LEFT else right(row[name], cells) for name, cells in widths.items()]
        place, name, time, *others = cells
        lines.append("  ".join([place, f"{name} {time}", *others]).rstrip())
    return lines
