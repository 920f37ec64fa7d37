"""`sapper insights`: which techniques you see late, and which pass unseen."""

from __future__ import annotations

import json

from ... import machine
from ...display.columns import left, right, width
from ...display.wording import message, wording
from .. import arguments
from ..games.selection import moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...learn.insights import Insight


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    from ...rules import LEVELS

    insights = commands.add_parser("insights")
    arguments.suggest(insights.add_argument("level", nargs="?"), LEVELS)
    insights.add_argument("--device", choices=("mouse", "touch", "key", "text"))
    insights.add_argument("--since", metavar="TIME")
    insights.add_argument("--until", metavar="TIME")
    insights.add_argument("--json", action="store_true")
    arguments.add_data(insights)
    insights.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ...learn import moments
    from ...learn.insights import chosen, insights, weakest
    from ...learn.trainer import study
    from ...rules import Level

    level = None if options.level is None else str(Level.parse(options.level))
    since, until = moment(options.since) or 0, moment(options.until)
    with machine.open_store(options.data) as store:
        for _ in study(store):
            pass
        studied = store.studied(moments.VERSION)
    found = insights(chosen(studied, levels=level, device=options.device, since=since, until=until))
    if options.json:
        print(json.dumps([_data(one) for one in found]))
        return 0
    if not found:
        print(message("insights.none"))
        return 0
    print("\n".join(_lines(found)))
    if worst := weakest(found):
        name = wording().words("techniques", worst.technique).name
        share, time = wording().percent(worst.share, 0), _seconds(worst.waited)
        print("", message("insights.finding", technique=name, time=time, share=share), sep="\n")
        print(message("insights.train-it", technique=worst.technique))
    return 0


def _data(one: Insight) -> dict[str, object]:
    return {
        "technique": one.technique,
        "seen": one.seen,
        "median_ms": one.waited,
        "missed": one.missed,
        "positions": list(one.keys),
    }


def _lines(found: list[Insight]) -> list[str]:
    """Return a table with a line for each technique."""
    heads = ("technique", "seen", "median", "missed", "to-train")
    rows = [[message(f"insights.{head}") for head in heads]]
    for one in found:
        share = wording().percent(one.share, 0)
        name = wording().words("techniques", one.technique).name
        rows.append([name, str(one.seen), _seconds(one.waited), share, str(len(set(one.keys)))])
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([left(row[0], widths[0]), *map(right, row[1:], widths[1:])]) for row in rows]


def _seconds(milliseconds: int) -> str:
    return wording().seconds(f"{milliseconds / 1000:.1f}")
