"""Skill and luck over many games: each balance is that of the report, and the sums add up exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from own_history import fill

from sapper.analysis.report import ReportError, report
from sapper.history import luck
from sapper.history.store import OWN, Filter, open_store
from sapper.history.store.balances import WHOLE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sapper.history.store import Store

from sapper import Replay

GAMES = 45
OWNER = b"\x07" * 16


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "games.db") as store:
        fill(store, OWNER, GAMES)
        yield store


def looked_at(store: Store, only: Filter = OWN) -> list[int]:
    return list(luck.look_at(store, only))


def test_each_balance_is_that_of_the_report_and_adds_up(store: Store) -> None:
    assert looked_at(store)[-1] == GAMES
    balances = store.balances(luck.VERSION, OWN)
    expected = []
    for listed in store.games(GAMES, only=OWN, order="oldest"):
        packed = store.replay(listed.id)
        assert packed is not None
        assert listed.summary is not None
        try:
            made = report(Replay.unpack(packed))
        except ReportError:
            continue
        expected.append((listed.summary.level, listed.summary.status == "won", made.start, made.given_away))
    assert len(balances) == len(expected)
    for one, (level, is_won, start, given) in zip(balances, expected, strict=True):
        assert one.level == level
        assert one.start - one.given_away + one.luck == WHOLE * is_won
        assert one.start == pytest.approx(start * WHOLE, abs=1)
        assert one.given_away == pytest.approx(given * WHOLE, abs=1)


def test_totals_are_means_and_their_rounded_figures_add_up(store: Store) -> None:
    looked_at(store)
    balances = store.balances(luck.VERSION, OWN)
    whole = luck.total(balances)
    assert whole is not None
    assert whole.games == len(balances)
    assert whole.won == pytest.approx(sum(one.start - one.given_away + one.luck > 0 for one in balances) / whole.games)
    start, given, fate, won = whole.thousandths
    assert start - given + fate == won
    levels = luck.by_level(balances)
    assert set(levels) == {one.level for one in balances}
    assert sum(one.games for one in levels.values()) == whole.games
    assert sum(one.luck * one.games for one in levels.values()) == pytest.approx(whole.luck * whole.games)
    periods = luck.over_time(balances)
    assert sum(one.total.games for one in periods) == whole.games
    assert [one.last for one in periods] == sorted(one.last for one in periods)
    assert luck.total([]) is None
    assert luck.over_time(balances[:3]) == []


def test_only_what_the_filter_asks_for_is_looked_at_and_only_once(store: Store) -> None:
    one_level = OWN.replace(level="8x8/10")
    count = store.count(one_level)
    assert 0 < count < GAMES
    assert looked_at(store, one_level) == [*range(luck.AT_ONCE, count, luck.AT_ONCE), count]
    assert store.count_unbalanced(luck.VERSION, one_level) == 0
    assert store.count_unbalanced(luck.VERSION, OWN) == GAMES - count
    assert looked_at(store, one_level) == []
    assert store.count_unbalanced(luck.VERSION + 1, one_level) == count


def test_a_deleted_game_has_no_balance(store: Store) -> None:
    looked_at(store)
    before = store.balances(luck.VERSION, OWN)
    store.delete([store.games(1, only=OWN, order="newest")[0].id])
    assert store.balances(luck.VERSION, OWN) == before[:-1]
