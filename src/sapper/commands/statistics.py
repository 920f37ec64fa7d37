"""`sapper times`, `sapper stats` and `sapper delete`: what the kept games amount to."""

from __future__ import annotations

import sys
import time

from .. import host
from ..rules import LEVELS, RULESETS, Layout
from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from ..history.statistics import Statistics
    from ..history.store import Filter, Listed, Played, Store

_MODES = "random, no-guess, no-guess-GRADE, or a ruleset"
_SPANS = {"d": 1, "w": 7, "m": 30, "y": 365}
_DAY = 86_400
_ROW = "{place:>4}  {name:<12.12} {time:>10}  {bbbv:>5}  {speed:>5}  {eff:>6}  {date:<10}  {game:>7}  {notes}"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    times = commands.add_parser("times", help="best times of every configuration, wins only")
    _add_filter(times)
    times.add_argument("--limit", type=int, default=10, help="how many of each (default: 10)")
    times.add_argument("--all", action="store_true", help="also every win that is not ranked, as what it is")
    times.add_argument(
        "--ranking", action="store_true", help="ranking style: the three levels, with at least 2, 30 and 100 3BV"
    )
    times.set_defaults(run=_times)

    stats = commands.add_parser("stats", help="games, win rate, times, streaks, efficiency, with charts")
    _add_filter(stats)
    stats.add_argument("--all", action="store_true", help="also games with hints, undoing, assists or practice")
    form = stats.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="a line for each game")
    form.add_argument("--json", action="store_true", help="the figures as JSON")
    stats.set_defaults(run=_stats)

    delete = commands.add_parser("delete", help="remove games for good, after a question")
    delete.add_argument("games", nargs="*", type=int, metavar="ID", help="these games")
    delete.add_argument("--level", help="finished games of this level")
    delete.add_argument("--before", metavar="WHEN", help="finished games older than a date, or than 30d, 8w, 6m, 1y")
    delete.add_argument("--all", action="store_true", help="every game, unfinished ones too")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    arguments.add_data(delete)
    delete.set_defaults(run=_delete)


def _add_filter(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("level", nargs="?", help="a name or WIDTHxHEIGHT/MINES (default: all)")
    parser.add_argument("--since", metavar="WHEN", help="a date such as 2026-01-31, or 30d, 8w, 6m, 1y ago")
    parser.add_argument("--until", metavar="WHEN", help="up to, not with, a date or time ago")
    parser.add_argument("--mode", help=_MODES)
    arguments.add_data(parser)


def _filter(options: argparse.Namespace, plain: bool) -> Filter:
    from ..history.store import Filter

    mode = options.mode
    ruleset = mode if mode in RULESETS else None
    if mode is not None and ruleset is None and mode not in list(Layout) and mode != "no-guess-full":
        raise arguments.UsageError(f"there is no mode {mode!r}: choose {_MODES} ({', '.join(RULESETS)})")
    layout = None if ruleset else mode
    return Filter(
        level=_level(options.level, ruleset),
        ruleset=ruleset,
        layout=layout,
        since=_moment(options.since),
        until=_moment(options.until),
        plain=plain,
    )


def _level(given: str | None, ruleset: str | None = None) -> str | None:
    return None if given is None else str(RULESETS[ruleset or "modern"].level(given))


def _moment(text: str | None) -> int | None:
    """Read a date in local time, or how long ago, in seconds since 1970."""
    if text is None:
        return None
    number, unit = text[:-1], text[-1:]
    if unit in _SPANS and number.isascii() and number.isdecimal() and len(number) <= 5:
        return host.seconds() - int(number) * _SPANS[unit] * _DAY
    try:
        return int(time.mktime(time.strptime(text, "%Y-%m-%d")))
    except (ValueError, OverflowError):
        raise arguments.UsageError(
            f"{text!r} is not a time: write a date such as 2026-01-31, or how long ago: 30d, 8w, 6m, 1y"
        ) from None


def _times(options: argparse.Namespace) -> int:
    from ..history.best_times import best_times, title

    if not 1 <= options.limit <= 1_000_000:
        raise arguments.UsageError(f"--limit is a number from 1 to 1000000, not {options.limit}")
    only = _filter(options, plain=False)
    others = 1_000_000 if options.all else 3
    with host.open_store(options.data) as store:
        lists = best_times(store, only, limit=options.limit, others=others, ranking_style=options.ranking)
    lists = [one for one in lists if one.ranked or one.others]
    if not lists:
        print("no game was won yet" if options.level is None else "no game was won yet of what is asked for")
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
            print("      - is not ranked, for the reason given; --all shows every one")
    return 0


def _row(place: str, game: Listed) -> str:
    from ..analysis.metrics import seconds_text

    summary = game.summary
    assert summary
    notes = [*summary.remarks, *(["imported"] if game.source == "import" else [])]
    speed = f"{summary.bbbv * 1000 / summary.elapsed:.2f}" if summary.elapsed else "-"
    return _ROW.format(
        place=place,
        name=summary.name or "-",
        time=seconds_text(summary.elapsed),
        bbbv=summary.bbbv,
        speed=speed,
        eff=f"{summary.solved / summary.clicks:.0%}" if summary.clicks else "-",
        date=_date(summary.ended_at),
        game=game.id,
        notes=", ".join(notes),
    ).rstrip()


def _date(moment: int) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(moment)) if moment else "unknown"


def _stats(options: argparse.Namespace) -> int:
    from ..history.statistics import Statistics

    only = _filter(options, plain=not options.all)
    with host.open_store(options.data) as store:
        if options.csv:
            return _write_csv(store, only)
        history = store.played(only)
        if options.json:
            return _write_json(history)
        if not history:
            print("no game was played yet" if options.level is None else "no game was played yet of what is asked for")
            return 0
        levels = list(dict.fromkeys(level for _, level, _ in store.configurations(only)))
        if options.level is None:
            _overview(store, only, levels)
    print("\n".join(_figures(Statistics(history), of_one_level=len(levels) == 1)))
    if len(levels) == 1:
        print("\n".join(_charts(history)))
    return 0


def _overview(store: Store, only: Filter, levels: list[str]) -> None:
    """Print a line for each level."""
    from ..analysis.metrics import seconds_text
    from ..history.best_times import level_title
    from ..history.statistics import Statistics
    from ..history.store import Filter

    names = [str(level) for level in LEVELS.values()]
    levels.sort(key=lambda level: (names.index(level) if level in names else len(names), level))
    print(f"{'level':<26} {'games':>7} {'wins':>7} {'rate':>7} {'best':>10} {'median':>10}")
    for level in levels:
        part = Filter(**{name: getattr(only, name) for name in only.field_names()} | {"level": level})
        figures = Statistics(store.played(part))
        rate = "-" if figures.rate is None else f"{figures.rate:.1%}"
        best, median = ("-" if time is None else seconds_text(time) for time in (figures.best, figures.median))
        print(f"{level_title(level):<26} {figures.games:>7} {figures.wins:>7} {rate:>7} {best:>10} {median:>10}")
    print()


def _figures(figures: Statistics, *, of_one_level: bool) -> Iterator[str]:
    """Tell the figures; times of different levels are not thrown together."""
    from ..analysis.metrics import seconds_text

    def seconds(time: int | None) -> str:
        return "-" if time is None else f"{seconds_text(time)} s"

    def ratio(value: float | None) -> str:
        return "-" if value is None else f"{value:.2f}"

    yield f"games        {figures.games}, and {figures.abandoned} given up"
    if figures.interval is None:
        return
    low, high = figures.interval
    yield f"wins         {figures.wins}, {figures.rate:.1%} (95 % interval {low:.1%} to {high:.1%})"
    if of_one_level:
        mean, median = seconds(figures.mean), seconds(figures.median)
        yield f"time of wins best {seconds(figures.best)}, mean {mean}, median {median}"
    longest = f"longest {figures.longest_streak}, of losses {figures.longest_losing_streak}"
    yield f"streak       {figures.streak} won in a row now, {longest}"
    best = ratio(figures.best_bbbv_per_second)
    yield f"3BV/s        {ratio(figures.bbbv_per_second)} over all wins, best {best}"
    if figures.efficiency is not None:
        yield f"efficiency   {figures.efficiency:.0%} (solved 3BV by clicks)"
    hours, minutes = divmod(figures.played // 60_000, 60)
    yield f"time played  {hours} h {minutes} min"


def _charts(history: Sequence[Played]) -> Iterator[str]:
    from ..analysis.metrics import seconds_text
    from ..display.charts import bar, sparkline
    from ..history.statistics import distribution, progress

    ascii_only = not _can_draw()
    periods = progress(history)
    medians = [period.median for period in periods]
    known = [median for median in medians if median is not None]
    if len(periods) > 1 and known:
        yield ""
        first, last = _date(periods[0].first), _date(periods[-1].last)
        yield f"in the order played, {first} to {last}"
        lowest, highest = seconds_text(min(known)), seconds_text(max(known))
        yield f"median time  {sparkline(medians, ascii_only=ascii_only)}  {lowest} to {highest} s"
        rates = [period.wins / period.games for period in periods]
        yield f"win rate     {sparkline(rates, ascii_only=ascii_only)}  {min(rates):.0%} to {max(rates):.0%}"
    bins = distribution(history)
    if bins:
        yield ""
        yield "times of wins, in seconds"
        most = max(one.count for one in bins)
        for one in bins:
            span = f"{seconds_text(one.start, 1):>8} to {seconds_text(one.end, 1):<8}"
            yield f"{span} {bar(one.count, most, 40, ascii_only=ascii_only)} {one.count}"


def _can_draw() -> bool:
    """Tell whether the output takes block characters."""
    try:
        "█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _write_csv(store: Store, only: Filter) -> int:
    import csv

    from ..history.store import Summary

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["game", *Summary.field_names(), "ranked"])
    offset, page = 0, 1000
    while games := store.games(page, offset, only):
        for game in games:
            if game.summary:
                writer.writerow([game.id, *game.summary._fields(), game.summary.is_ranked])
        offset += page
    return 0


def _write_json(history: Sequence[Played]) -> int:
    import json

    from ..history.statistics import Statistics, distribution, progress

    figures = Statistics(history)
    told: dict[str, object] = {name: getattr(figures, name) for name in figures.field_names()}
    told |= {"rate": figures.rate, "interval": figures.interval}
    for name, parts in (("distribution", distribution(history)), ("progress", progress(history))):
        told[name] = [{field: getattr(part, field) for field in part.field_names()} for part in parts]
    print(json.dumps(told))
    return 0


def _delete(options: argparse.Namespace) -> int:
    asked = sum((bool(options.games), options.level is not None or options.before is not None, options.all))
    if asked != 1:
        raise arguments.UsageError("say what to delete: games by their numbers, --level and --before, or --all")
    with host.open_store(options.data) as store:
        games = _doomed(store, options)
        if not games:
            print("there is nothing to delete")
            return 0
        count = f"{len(games)} game{'s' if len(games) > 1 else ''}"
        if not options.yes and not _agreed(f"Delete {count} for good? Type yes: "):
            print("nothing was deleted")
            return 1
        deleted = store.delete_all() if options.all else store.delete(games)
    print(f"deleted {deleted} game{'s' if deleted != 1 else ''}")
    return 0


def _doomed(store: Store, options: argparse.Namespace) -> list[int]:
    from ..history.store import Filter

    everything = 1 << 40
    unfinished = [game.id for game in store.unfinished()]
    if options.all:
        return [*unfinished, *(game.id for game in store.games(everything))]
    if options.games:
        known = {*unfinished, *(game.id for game in store.games(everything))}
        missing = [str(game) for game in options.games if game not in known]
        if missing:
            raise arguments.UsageError(f"there is no game {', '.join(missing)}: see sapper replay list")
        return list(dict.fromkeys(options.games))
    only = Filter(level=_level(options.level), until=_moment(options.before))
    return [game.id for game in store.played(only)]


def _agreed(question: str) -> bool:
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() == "yes"
