"""`sapper stats`: games, win rate, times, streaks and charts."""

from __future__ import annotations

import sys

from ... import machine
from ...display.columns import left, right, width
from ...display.wording import message, wording
from ...rules import LEVELS
from .luck import balances_of, luck_data, luck_lines
from .selection import add_filter, date_text, filter_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from ...history.results import Results
    from ...history.statistics import Statistics
    from ...history.store import Filter, Store


_HEADS = (
    "cli-games.level",
    "cli-games.games",
    "cli-games.wins",
    "cli-games.rate",
    "cli-games.best",
    "cli-games.median",
)
_WIDTHS = (26, 7, 7, 7, 10, 10)  # of the columns of the overview, at least
_TITLES = {
    "games": "cli-games.games",
    "wins": "cli-games.wins",
    "time-of-wins": "cli-games.time-of-wins",
    "streak": "cli-games.streak",
    "bbbv-per-second": "cli-games.bbbv-per-second",
    "efficiency-title": "cli-games.efficiency-title",
    "time-played": "cli-games.time-played",
    "median-time": "cli-games.median-time",
    "win-rate": "cli-games.win-rate",
}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    stats = commands.add_parser("stats")
    add_filter(stats)
    stats.add_argument("--all", action="store_true")
    stats.add_argument("--luck", action="store_true")
    form = stats.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true")
    form.add_argument("--json", action="store_true")
    stats.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ...history.statistics import Statistics

    only = filter_of(options, plain=not options.all)
    with machine.open_store(options.data) as store:
        if options.csv:
            return _write_csv(store, only)
        history = store.results(only)
        known = balances_of(store, only, with_all=options.luck)
        if options.json:
            return _write_json(history, luck_data(*known))
        if not history.codes:
            print(message("cli-games.none-played" if options.level is None else "cli-games.none-such-played"))
            return 0
        levels = list(dict.fromkeys(level for _, level, _ in store.configurations(only)))
        if options.level is None:
            _overview(store, only, levels)
    print("\n".join(_titled(_figures(Statistics(history), of_one_level=len(levels) == 1))))
    if len(levels) == 1:
        print("\n".join(_charts(history)))
    for line in luck_lines(*known, ascii_only=not _can_draw()):
        print(line)
    return 0


def _overview(store: Store, only: Filter, levels: list[str]) -> None:
    """Print a line for each level."""
    from ...analysis.metrics import seconds_text
    from ...display.configuration_words import level_title
    from ...history.statistics import Statistics

    names = [str(level) for level in LEVELS.values()]
    levels.sort(key=lambda level: (names.index(level) if level in names else len(names), level))
    decimal = wording().decimal
    rows = [[message(key) for key in _HEADS]]
    for level in levels:
        figures = Statistics(store.results(only.replace(level=level)))
        rate = "-" if figures.rate is None else decimal(f"{figures.rate:.1%}")
        times = ("-" if time is None else decimal(seconds_text(time)) for time in (figures.best, figures.median))
        rows.append([level_title(level), str(figures.games), str(figures.wins), rate, *times])
    widths = [max(least, *map(width, column)) for least, column in zip(_WIDTHS, zip(*rows, strict=True), strict=True)]
    for first, *others in rows:
        print(" ".join([left(first, widths[0]), *map(right, others, widths[1:])]))
    print()


def _titled(lines: Iterable[tuple[str, str]]) -> list[str]:
    """Return lines that begin with the title of a key of `_TITLES`, in a column."""
    found = [(message(_TITLES[key]), text) for key, text in lines]
    room = max(width(message(key)) for key in _TITLES.values())
    return [f"{left(title, room)} {text}" for title, text in found]


def _figures(figures: Statistics, *, of_one_level: bool) -> Iterator[tuple[str, str]]:
    """Yield figures, each with the key of its title; times only for one level."""
    from ...analysis.metrics import seconds_text

    decimal = wording().decimal

    def seconds(time: int | None) -> str:
        return "-" if time is None else wording().seconds(seconds_text(time))

    def ratio(value: float | None) -> str:
        return "-" if value is None else decimal(f"{value:.2f}")

    yield "games", message("cli-games.played", games=figures.games, abandoned=figures.abandoned)
    if figures.interval is None or figures.rate is None:
        return
    rate, low, high = (decimal(f"{share:.1%}") for share in (figures.rate, *figures.interval))
    yield "wins", message("cli-games.won", wins=figures.wins, rate=rate, low=low, high=high)
    if of_one_level:
        best, mean, median = map(seconds, (figures.best, figures.mean, figures.median))
        yield "time-of-wins", message("cli-games.times", best=best, mean=mean, median=median)
    longest, losses = figures.longest_streak, figures.longest_losing_streak
    yield "streak", message("cli-games.streaks", now=figures.streak, longest=longest, losses=losses)
    average, best = ratio(figures.bbbv_per_second), ratio(figures.best_bbbv_per_second)
    yield "bbbv-per-second", message("cli-games.speeds", average=average, best=best)
    if figures.efficiency is not None:
        yield "efficiency-title", message("cli-games.efficiencies", share=f"{figures.efficiency:.0%}")
    hours, minutes = divmod(figures.played // 60_000, 60)
    yield "time-played", message("count.time-hours", hours=hours, minutes=minutes)


def _charts(history: Results) -> Iterator[str]:
    from ...analysis.metrics import seconds_text
    from ...display.charts import bar, sparkline
    from ...history.statistics import distribution, progress

    words, ascii_only = wording(), not _can_draw()
    decimal = words.decimal
    periods = progress(history)
    medians = [period.median for period in periods]
    known = [median for median in medians if median is not None]
    if len(periods) > 1 and known:
        yield ""
        first, last = date_text(periods[0].first), date_text(periods[-1].last)
        yield message("cli-games.period", first=first, last=last)
        lowest, highest = decimal(seconds_text(min(known))), words.seconds(seconds_text(max(known)))
        times = f"{sparkline(medians, ascii_only=ascii_only)}  {_span(lowest, highest)}"
        rates = [period.wins / period.games for period in periods]
        shares = f"{sparkline(rates, ascii_only=ascii_only)}  {_span(f'{min(rates):.0%}', f'{max(rates):.0%}')}"
        yield from _titled([("median-time", times), ("win-rate", shares)])
    bins = distribution(history)
    if bins:
        yield ""
        yield message("cli-games.distribution")
        most = max(one.count for one in bins)
        for one in bins:
            span = _span(f"{decimal(seconds_text(one.start, 1)):>8}", f"{decimal(seconds_text(one.end, 1)):<8}")
            yield f"{span} {bar(one.count, most, 40, ascii_only=ascii_only)} {one.count}"


def _span(first: str, last: str) -> str:
    return message("cli-games.span", first=first, last=last)


def _can_draw() -> bool:
    """Return whether the output can show block characters."""
    try:
        "█".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _write_csv(store: Store, only: Filter) -> int:
    from ...history.table import header, rows

    print(header(), end="")
    offset, page = 0, 1000
    while games := store.games(page, offset, only):
        print(rows(games), end="")
        offset += page
    return 0


def _write_json(history: Results, luck: dict[str, object]) -> int:
    import json

    from ...history.statistics import figures

    print(json.dumps(figures(history) | {"luck": luck}))
    return 0
