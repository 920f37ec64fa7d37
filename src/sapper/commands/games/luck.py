"""Skill and luck in `sapper stats`: totals by level, and how they changed."""

from __future__ import annotations

from itertools import islice

from ...display.columns import left, right, width
from ...display.wording import message
from ..solving.progress_bar import progress_bar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...history.store import Filter, Store
    from ...history.store.balances import Balanced


def balances_of(store: Store, only: Filter, *, with_all: bool) -> tuple[list[Balanced], int]:
    """Look at some games that were not reported yet, or at all; return what is known, and how many games are left."""
    from ...history import luck

    looking = luck.look_at(store, only)
    if with_all:
        count = store.count_unbalanced(luck.VERSION, only)
        show = progress_bar(count, message("cli-solver.games")) if count else None
        for done in looking:
            if show is not None:
                show(min(done, count))
    else:
        for _ in islice(looking, 1):
            pass
    return store.balances(luck.VERSION, only), store.count_unbalanced(luck.VERSION, only)


def luck_lines(balances: list[Balanced], left_over: int, *, ascii_only: bool) -> Iterator[str]:
    """Yield skill and luck as text; nothing without a report."""
    from ...display.charts import sparkline
    from ...display.luck_rows import luck_rows, signed_share
    from ...history import luck

    whole = luck.total(balances)
    if whole is None:
        return
    levels = luck.by_level(balances)
    shown = [(level, one.games, one.thousandths) for level, one in levels.items()]
    if len(levels) > 1:
        shown.append(("", whole.games, whole.thousandths))
    yield ""
    yield message("luck.title")
    rows = luck_rows(shown)
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for name, *figures in rows:
        yield "  ".join([left(name, widths[0]), *map(right, figures, widths[1:])])
    periods = [one.total.thousandths for one in luck.over_time(balances)]
    if periods:
        yield ""
        yield message("luck.course")
        for title, values in (("luck.given", [-one[1] for one in periods]), ("luck.fate", [one[2] for one in periods])):
            span = message("cli-games.span", first=signed_share(min(values)), last=signed_share(max(values)))
            yield f"{message(title)}: {sparkline(list(values), ascii_only=ascii_only)}  {span}"
        yield ""
    yield message("luck.adds-up")
    if whole.exact < whole.games:
        yield message("luck.estimated", count=whole.games - whole.exact)
    if left_over:
        yield message("luck.left-command", count=left_over)


def luck_data(balances: list[Balanced], left_over: int) -> dict[str, object]:
    """Return skill and luck as data: shares of a game."""
    from ...history import luck

    def values(found: luck.Total) -> dict[str, object]:
        return {name: getattr(found, name) for name in found.field_names()}

    whole = luck.total(balances)
    return {
        "all": None if whole is None else values(whole),
        "levels": {level: values(one) for level, one in luck.by_level(balances).items()},
        "progress": [{"first": one.first, "last": one.last, **values(one.total)} for one in luck.over_time(balances)],
        "left": left_over,
    }
