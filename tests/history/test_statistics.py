"""What a history amounts to, on histories worked by hand."""

from __future__ import annotations

from itertools import groupby, pairwise
from statistics import median
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import many

from sapper.display.charts import bar, sparkline
from sapper.history.chart_series import days, newest_wins
from sapper.history.pieces import sorted_in_pieces
from sapper.history.results import pack, unpack
from sapper.history.statistics import Period, Statistics, distribution, figures, progress, quantile
from sapper.history.store import PlayedGame, Summary

if TYPE_CHECKING:
    from collections.abc import Iterable


def history(*results: int, given_up: int = 0) -> list[PlayedGame]:
    """Make games in order: a time in milliseconds is a win, a negative one a loss."""
    games = [
        PlayedGame(
            number, "won" if time > 0 else "lost", abs(time), 1000 + number, 30, 30 if time > 0 else 10, 40, True
        )
        for number, time in enumerate(results, 1)
    ]
    return games + [PlayedGame(99, "abandoned", 500, 5000, 0, 0, 0, False)] * given_up


def test_the_figures_of_a_history_worked_by_hand() -> None:
    figures = Statistics(history(3000, -1000, 5000, 4000, -2000, 1000, given_up=2))
    assert (figures.games, figures.wins, figures.abandoned) == (6, 4, 2)
    assert figures.rate == 4 / 6
    assert figures.interval
    assert figures.interval[0] < 4 / 6 < figures.interval[1]
    assert (figures.best, figures.mean, figures.median) == (1000, 3250, 3500)
    assert (figures.streak, figures.longest_streak, figures.longest_losing_streak) == (1, 2, 1)
    assert figures.bbbv_per_second == 120 / 13
    assert figures.best_bbbv_per_second == 30
    assert figures.efficiency == (4 * 30 + 2 * 10) / (6 * 40)
    assert figures.played == 16_000 + 1000


def test_an_empty_history_has_no_figures_and_no_failure() -> None:
    for games in ([], history(given_up=1)):
        figures = Statistics(games)
        assert (figures.games, figures.rate, figures.interval, figures.best) == (0, None, None, None)
        assert (figures.bbbv_per_second, figures.efficiency) == (None, None)
        assert (distribution(games), progress(games)) == ([], [])


def test_only_losses_have_no_times() -> None:
    figures = Statistics(history(-1, -2))
    assert (figures.rate, figures.best, figures.streak, figures.longest_losing_streak) == (0, None, 0, 2)
    assert distribution(history(-1, -2)) == []
    assert [period.median for period in progress(history(-1, -2))] == [None, None]


def test_a_win_in_no_time_has_no_speed() -> None:
    figures = Statistics([PlayedGame(1, "won", 0, 0, 5, 5, 1, True)])
    assert (figures.best, figures.bbbv_per_second, figures.best_bbbv_per_second) == (0, None, None)


any_game = st.builds(
    PlayedGame,
    st.just(1),
    st.sampled_from(["won", "won", "lost", "abandoned"]),
    st.integers(0, 20) | st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.integers(0, 50),
    st.integers(0, 50),
    st.integers(0, 50),
    st.just(True),
)


def median_of(times: list[int]) -> int | None:
    return int(median(times)) if times else None


def longest(words: Iterable[str], wanted: str) -> int:
    return max((len(list(run)) for word, run in groupby(words) if word == wanted), default=0)


@given(st.lists(any_game, max_size=120), st.integers(16, 50))
def test_what_is_computed_in_pieces_is_what_one_call_computes(games: list[PlayedGame], piece: int) -> None:
    games = sorted(games, key=lambda game: game.ended_at)
    records = b"".join(pack(game.id, as_summary(game)) for game in games)

    def computed() -> list[object]:
        made = unpack(records)
        return [made, figures(made), newest_wins(made), days(made, 30 * 86400)]

    expected, times = computed(), [game.elapsed for game in games]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sapper.history.pieces.PIECE", piece)
        assert computed() == expected
        assert list(sorted_in_pieces(times)) == sorted(times)


@given(st.lists(any_game, max_size=120), st.integers(1, 20), st.integers(1, 50))
@many(300)
def test_columns_give_the_figures_of_each_game_counted_alone(games: list[PlayedGame], bins: int, count: int) -> None:
    ended = [game for game in games if game.status != "abandoned"]
    wins = [game for game in ended if game.status == "won"]
    times = sorted(game.elapsed for game in wins)
    words = [game.status for game in ended]
    clicks = sum(game.clicks for game in ended)
    figures = Statistics(unpack(b"".join(pack(game.id, as_summary(game)) for game in games)))
    assert figures == Statistics(games)
    assert figures.field_values() == (
        len(ended),
        len(wins),
        len(games) - len(ended),
        min(times, default=None),
        sum(times) // len(times) if times else None,
        median_of(times),
        len(words) - len("".join(word[0] for word in words).rstrip("w")),
        longest(words, "won"),
        longest(words, "lost"),
        sum(game.bbbv for game in wins) * 1000 / sum(times) if sum(times) else None,
        max((game.bbbv * 1000 / game.elapsed for game in wins if game.elapsed), default=None),
        sum(game.solved for game in ended) / clicks if clicks else None,
        sum(game.elapsed for game in games),
    )
    for period, part in zip(progress(games, count), parts(ended, min(count, len(ended))), strict=True):
        won = sorted(game.elapsed for game in part if game.status == "won")
        best = won[0] if won else None
        quarters = quantile(won, 25), quantile(won, 75)
        period_of = Period(part[0].ended_at, part[-1].ended_at, len(part), len(won), best, median_of(won), *quarters)
        assert period == period_of
    for one in distribution(games, bins):
        assert one.count == sum(one.start <= time < one.end for time in times)


def parts(ended: list[PlayedGame], count: int) -> list[list[PlayedGame]]:
    cuts = [len(ended) * number // count for number in range(count + 1)] if count else []
    return [ended[start:end] for start, end in pairwise(cuts)]


def as_summary(game: PlayedGame) -> Summary:
    return Summary(
        game.status, "", "", game.elapsed, game.ended_at, bbbv=game.bbbv, solved=game.solved, left=game.clicks
    )


@given(st.lists(st.integers(1, 10**7), min_size=1, max_size=300), st.integers(1, 20))
@many(200)
def test_a_distribution_counts_every_win_once(times: list[int], bins: int) -> None:
    bars = distribution(history(*times), bins)
    assert sum(one.count for one in bars) == len(times)
    assert len(bars) <= bins
    assert all(before.end == after.start for before, after in pairwise(bars))
    for one in bars:
        assert one.count == sum(one.start <= time < one.end for time in times)


def test_bins_have_round_widths() -> None:
    assert [one.start for one in distribution(history(*range(10_300, 22_000, 100)), 12)][:3] == [10_000, 11_000, 12_000]


@given(st.lists(st.integers(-(10**6), 10**6).filter(bool), max_size=200), st.integers(1, 60))
@many(200)
def test_progress_covers_every_game_in_equal_stretches(results: list[int], count: int) -> None:
    periods = progress(history(*results), count)
    assert sum(period.games for period in periods) == len(results)
    assert sum(period.wins for period in periods) == sum(result > 0 for result in results)
    sizes = {period.games for period in periods}
    assert not sizes or max(sizes) - min(sizes) <= 1
    assert [period.first for period in periods] == sorted(period.first for period in periods)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_charts_fit_their_width(ascii_only: bool) -> None:
    assert len(sparkline([1, None, 5, 5, 2], ascii_only=ascii_only)) == 5
    assert sparkline([None, None]) == "  "
    assert sparkline([4, 4]) == "▁▁"
    assert len(bar(9, 9, 30, ascii_only=ascii_only)) == 30
    assert bar(0, 9, 30, ascii_only=ascii_only) == ""
    assert bar(1, 10**6, 30, ascii_only=ascii_only) in ("", "▏")
    assert bar(0, 0, 30) == ""
