"""What charts show, on histories worked by hand; and what a player of a server can do with the own games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_history import add, fill, replays
from strategies import many

from sapper.history.chart_series import DAYS, days, fastest_wins, newest_wins, survival
from sapper.history.results import results_of
from sapper.history.statistics import PERCENTILES, figures, percentiles, quantile
from sapper.history.store import Filter, PlayedGame, Store

DAY = 86_400


def played(*games: tuple[str, int, int, int]) -> list[PlayedGame]:
    """Make games of a status, a time, a 3BV that was solved (of 20), and a moment."""
    return [
        PlayedGame(number, status, elapsed, ended_at, 20, solved, 30, True)
        for number, (status, elapsed, solved, ended_at) in enumerate(games, 1)
    ]


def test_the_newest_wins_are_shown_and_the_fastest_in_any_case() -> None:
    history = results_of(played(("won", 5, 20, 1), ("won", 9, 20, 2), ("lost", 1, 3, 3), ("won", 7, 20, 4)))
    assert [win.id for win in newest_wins(history)] == [1, 2, 4]
    assert [win.id for win in newest_wins(history, 2)] == [1, 4], "the newest, with the fastest instead of the oldest"
    assert [(win.id, win.elapsed) for win in fastest_wins(history, 2)] == [(1, 5), (4, 7)]
    assert newest_wins(results_of([])) == fastest_wins(results_of([]), 3) == []


def test_survival_falls_where_games_were_lost_and_ends_with_the_wins() -> None:
    games = [("won", 1, 20, 1), ("lost", 1, 0, 1), ("lost", 1, 10, 1), ("lost", 1, 19, 1), ("abandoned", 1, 5, 1)]
    assert survival(results_of(played(*games)), 4) == [1, 0.75, 0.75, 0.5, 0.25]
    assert survival(results_of([])) == []
    assert survival(results_of([PlayedGame(1, "lost", 0, 0, 0, 0, 0, False)]), 2) == [1, 0, 0]


def test_days_are_those_of_the_players_time_zone() -> None:
    late = 100 * DAY - 1800  # half an hour before midnight in Greenwich
    history = results_of(played(("won", 1, 20, 0), ("won", 1, 20, late), ("lost", 1, 3, late + 3600)))
    assert days(history, 100 * DAY) == [(99, 1, 1), (100, 1, 0)]
    assert days(history, 100 * DAY, 3600) == [(100, 2, 1)]
    assert days(history, 100 * DAY, -3600) == [(99, 2, 1)]
    assert days(history, (99 + DAYS) * DAY) == [(100, 1, 0)], "a year later"


@given(st.lists(st.integers(0, 10**6), max_size=60))
@many(100)
def test_percentiles_lie_between_the_times(times: list[int]) -> None:
    history = played(*(("won", time, 20, 1) for time in times))
    found = percentiles(history)
    assert list(found) == ([str(percent) for percent in PERCENTILES] if times else [])
    assert list(found.values()) == sorted(found.values())
    ordered = sorted(times)
    for percent, value in found.items():
        place = (len(ordered) - 1) * int(percent)
        assert ordered[place // 100] <= value <= ordered[-(-place // 100)]
    assert quantile(ordered, 0) == (ordered[0] if times else None)
    assert quantile(ordered, 100) == (ordered[-1] if times else None)


def test_figures_are_everything_by_name() -> None:
    made = figures(played(("won", 1000, 20, 1), ("won", 3000, 20, 2), ("lost", 1, 3, 3)))
    assert (made["median"], made["percentiles"]) == (2000, {"10": 1200, "25": 1500, "50": 2000, "75": 2500, "90": 2800})
    assert made["rate"] == 2 / 3
    assert isinstance(made["progress"], list)
    assert made["progress"][0] | {"lower": 1500, "median": 2000, "upper": 2500} == made["progress"][0]


@pytest.fixture
def two(store: Store) -> tuple[Store, list[int], list[int]]:
    """A store with games of two players."""
    return store, fill(store, b"one", 6), [add(store, replays(6)[0], b"two", "two-0")]


def test_the_same_replay_is_stored_once_for_each_player(two: tuple[Store, list[int], list[int]]) -> None:
    store, own, other = two
    first = store.replay(own[0])
    assert first is not None
    assert first == store.replay(other[0])
    assert (store.holds(first), store.holds(first, b"one"), store.holds(first, b"three")) == (True, True, False)
    assert store.count(Filter(owner=b"two")) == 1


def test_only_own_finished_games_are_deleted(two: tuple[Store, list[int], list[int]]) -> None:
    store, own, other = two
    assert store.delete_own(b"two", own) == 0
    assert store.delete_own(b"one", [*own[:2], *other, 10_000]) == 2
    assert store.numbers(Filter(owner=b"one")) == own[2:]
    assert store.numbers(Filter(owner=b"two")) == other
    assert store.replay(own[0]) is None
    assert store.round(own[0]) is None
    assert store.missing() == 0


def test_replays_come_in_parts_of_bounded_size(two: tuple[Store, list[int], list[int]]) -> None:
    store, own, _ = two
    sizes = [len(store.replay(game) or b"") for game in own]
    assert [game for game, _ in store.replays_of(b"one", 0, 10**6)] == own
    assert [game for game, _ in store.replays_of(b"one", 0, sizes[0] + sizes[1])] == own[:2]
    assert [game for game, _ in store.replays_of(b"one", own[1], 1)] == [own[2]], "at least one"
    assert store.replays_of(b"one", own[-1], 10**6) == store.replays_of(b"nobody", 0, 10**6) == []


def test_games_are_listed_in_every_order(two: tuple[Store, list[int], list[int]]) -> None:
    store, own, _ = two
    only = Filter(owner=b"one")
    listed = {order: store.games(10, 0, only, order) for order in ("newest", "oldest", "fastest", "most-3bv")}
    assert [game.id for game in listed["oldest"]] == own
    assert [game.id for game in listed["newest"]] == own[::-1]
    times = [game.summary.elapsed for game in listed["fastest"] if game.summary]
    assert times == sorted(times)
    assert len(times) == 6
    bbbv = [game.summary.bbbv for game in listed["most-3bv"] if game.summary]
    assert bbbv == sorted(bbbv, reverse=True)
    assert [game.id for game in store.listed(own[2:4])] == own[2:4][::-1]
