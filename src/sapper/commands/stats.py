"""`sapper stats`: games, win rate, times, streaks and charts."""

from __future__ import annotations

import sys

from .. import machine
from ..rules import LEVELS
from .selection import add_filter, date_text, filter_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ..history.results import Results
    from ..history.statistics import Statistics
    from ..history.store import Filter, Store


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    stats = commands.add_parser("stats", help="games, win rate, times, streaks, efficiency, with charts")
    add_filter(stats)
    stats.add_argument("--all", action="store_true", help="also games with hints, undo, assists or practice")
    form = stats.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="a line for each game")
    form.add_argument("--json", action="store_true", help="the figures as JSON")
    stats.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ..history.statistics import Statistics

    only = filter_of(options, plain=not options.all)
    with machine.open_store(options.data) as store:
        if options.csv:
            return _write_csv(store, only)
        history = store.results(only)
        if options.json:
            return _write_json(history)
        if not history.codes:
            print("no game was played yet" if options.level is None else "no matching game was played yet")
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

    names = [str(level) for level in LEVELS.values()]
    levels.sort(key=lambda level: (names.index(level) if level in names else len(names), level))
    print(f"{'level':<26} {'games':>7} {'wins':>7} {'rate':>7} {'best':>10} {'median':>10}")
    for level in levels:
        figures = Statistics(store.results(only.replace(level=level)))
        rate = "-" if figures.rate is None else f"{figures.rate:.1%}"
        best, median = ("-" if time is None else seconds_text(time) for time in (figures.best, figures.median))
        print(f"{level_title(level):<26} {figures.games:>7} {figures.wins:>7} {rate:>7} {best:>10} {median:>10}")
    print()


def _figures(figures: Statistics, *, of_one_level: bool) -> Iterator[str]:
    """Yield lines of figures; times only for one level."""
    from ..analysis.metrics import seconds_text

    def seconds(time: int | None) -> str:
        return "-" if time is None else f"{seconds_text(time)} s"

    def ratio(value: float | None) -> str:
        return "-" if value is None else f"{value:.2f}"

    yield f"games        {figures.games}, and {figures.abandoned} abandoned"
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
        yield f"efficiency   {figures.efficiency:.0%} (solved 3BV divided by clicks)"
    hours, minutes = divmod(figures.played // 60_000, 60)
    yield f"time played  {hours} h {minutes} min"


def _charts(history: Results) -> Iterator[str]:
    from ..analysis.metrics import seconds_text
    from ..display.charts import bar, sparkline
    from ..history.statistics import distribution, progress

    ascii_only = not _can_draw()
    periods = progress(history)
    medians = [period.median for period in periods]
    known = [median for median in medians if median is not None]
    if len(periods) > 1 and known:
        yield ""
        first, last = date_text(periods[0].first), date_text(periods[-1].last)
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
    """Return whether the output can show block characters."""
    try:
        "█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _write_csv(store: Store, only: Filter) -> int:
    from ..history.table import header, rows

    print(header(), end="")
    offset, page = 0, 1000
    while games := store.games(page, offset, only):
        print(rows(games), end="")
        offset += page
    return 0


def _write_json(history: Results) -> int:
    import json

    from ..history.statistics import figures

    print(json.dumps(figures(history)))
    return 0
