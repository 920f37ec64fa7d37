"""Tournaments: tables and pairings are functions of the results, and are compared with a brute-force count."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from sapper.modes.tournaments import FORMATS, Finish, Race
from sapper.modes.tournaments.calendar import slots
from sapper.modes.tournaments.matching import FREE, largest_matching

if TYPE_CHECKING:
    from random import Random

ARENA, SWISS = (FORMATS[name] for name in FORMATS)


def race(number: int, *players: str, ended: str = "won", turn: int = 1) -> Race:
    """Return a race that ended in the order of its players; the first solved the board, or all did."""
    statuses = [ended] + (["won" if len(players) > 2 else "lost"] * (len(players) - 1))
    return Race(
        number,
        turn,
        players,
        tuple(Finish(player, place, statuses[place - 1]) for place, player in enumerate(players, 1)),
    )


def test_the_third_win_in_a_row_counts_double_and_a_second_place_ends_the_row() -> None:
    order = ["ace", "bob", "cat"]
    races = [race(number, *order) for number in (1, 2, 3, 4)]
    races += [race(5, "bob", "ace", "cat"), race(6, *order)]
    lines = {line.player: line for line in ARENA.standings(order, races)}
    assert lines["ace"].scores == (2, 2, 4, 4, 1, 2)
    assert (lines["ace"].points, lines["ace"].streak, lines["ace"].place) == (15, 1, 1)
    assert lines["bob"].scores == (1, 1, 1, 1, 2, 1)
    assert lines["cat"].scores == (0,) * 6


def test_who_did_not_solve_the_board_has_no_points_in_an_arena() -> None:
    mine = Race(1, 1, ("ann", "ben"), (Finish("ann", 1, "lost"), Finish("ben", 2, "lost")))
    assert [line.points for line in ARENA.standings(["ann", "ben"], [mine])] == [0, 0]


def test_a_race_in_play_has_no_score_yet_and_an_earlier_one_that_ends_later_counts_in_its_place() -> None:
    begun = [race(1, "ann", "ben", "cat"), Race(2, 1, ("ann", "ben", "cat")), race(3, "ann", "ben", "cat")]
    assert ARENA.standings(["ann", "ben", "cat"], begun)[0].scores == (2, 2)
    begun[1] = race(2, "ann", "ben", "cat")
    assert ARENA.standings(["ann", "ben", "cat"], begun)[0].scores == (2, 2, 4)


def _plain_arena(players: list[str], races: list[Race]) -> list[tuple[int, str, int, list[int]]]:
    """Return the table of an arena, each line by going through all races alone and comparing it with all others."""
    scores: dict[str, list[int]] = {}
    wins: dict[str, int] = {}
    for player in players:
        scores[player], wins[player], row = [], 0, 0
        for one in races:
            if player not in one.players or (one.results is None and not one.is_void):
                continue
            mine = [finish for finish in one.results or () if finish.player == player and not one.is_void]
            first = bool(mine) and (mine[0].place, mine[0].status) == (1, "won")
            second = bool(mine) and (mine[0].status == "drawn" or (mine[0].place, mine[0].status) == (2, "won"))
            scores[player].append((4 if row >= 2 else 2) if first else int(second))
            row = row + 1 if first else 0
        wins[player] = sum(
            finish.player == player and (finish.place, finish.status) == (1, "won")
            for one in races
            for finish in one.results or ()
        )
    strength = {player: (sum(scores[player]), wins[player]) for player in players}
    lines = [
        (1 + sum(strength[other] > strength[player] for other in players), player, sum(scores[player]), scores[player])
        for player in players
    ]
    return sorted(lines, key=lambda line: (line[0], players.index(line[1])))


def _plain_swiss(players: list[str], races: list[Race]) -> list[tuple[int, str, int, int]]:
    """Return the table of a Swiss tournament, computed as one does by hand."""

    def points(player: str) -> int:
        total = 0
        for one in races:
            if player in one.players and (one.is_bye or one.results):
                first = [finish.player for finish in one.results or () if finish.place == 1]
                total += 2 if one.is_bye or first == [player] else int(player in first)
        return total

    def opponents(player: str) -> int:
        return sum(points(other) for one in races if player in one.players for other in one.players if other != player)

    strength = {player: (points(player), opponents(player)) for player in players}
    lines = [(1 + sum(strength[other] > strength[one] for other in players), one, *strength[one]) for one in players]
    return sorted(lines, key=lambda line: (line[0], players.index(line[1])))


@given(st.integers(1, 9), st.integers(0, 25), st.randoms(use_true_random=False))
def test_the_table_of_an_arena_is_that_of_a_plain_recomputation(count: int, length: int, luck: Random) -> None:
    players = [f"p{number}" for number in range(count)]
    races = []
    for number in range(1, length + 1):
        there = tuple(luck.sample(players, luck.randint(1, min(4, count))))
        ends = [Finish(one, place, luck.choice(["won", "won", "lost", "drawn"])) for place, one in enumerate(there, 1)]
        kind = luck.choice(["over", "over", "over", "open", "void"])
        races.append(Race(number, 1, there, tuple(ends) if kind == "over" else None, is_void=kind == "void"))
    table = [(line.place, line.player, line.points, list(line.scores)) for line in ARENA.standings(players, races)]
    assert table == _plain_arena(players, races)


@given(st.integers(2, 9), st.integers(0, 7), st.randoms(use_true_random=False))
def test_the_table_of_a_swiss_tournament_is_that_of_a_plain_recomputation(count: int, turns: int, luck: Random) -> None:
    players, races = _played(count, turns, luck)
    table = [(line.place, line.player, line.points, line.tie) for line in SWISS.standings(players, races)]
    assert table == _plain_swiss(players, races)


@given(st.integers(0, 60))
def test_groups_of_an_arena_have_four_players_and_differ_by_one_at_most(count: int) -> None:
    players = [f"p{number}" for number in range(count)]
    groups = ARENA.groups(players, players, [])
    assert sorted(player for group in groups for player in group) == sorted(players)
    sizes = [len(group) for group in groups]
    assert all(size <= 4 for size in sizes)
    assert not sizes or max(sizes) - min(sizes) <= 1
    assert len(groups) == -(-count // 4)


@given(st.integers(0, 9))
def test_an_arena_of_duels_pairs_two_at_most(count: int) -> None:
    players = [f"p{number}" for number in range(count)]
    groups = ARENA.groups(players, players, [], seats=2)
    assert [player for group in groups for player in group] == players
    assert sorted(map(len, groups), reverse=True) == [2] * (count // 2) + [1] * (count % 2)


def _fewest_rematches(players: tuple[str, ...], met: set[frozenset[str]]) -> int:
    """Count the rematches of the best pairing, by trying all."""
    if not players:
        return 0
    first, *rest = players
    return min(
        (frozenset((first, other)) in met) + _fewest_rematches(tuple(one for one in rest if one != other), met)
        for other in rest
    )


def _played(count: int, turns: int, luck: Random) -> tuple[list[str], list[Race]]:
    """Play rounds of a Swiss tournament, in which some players miss some rounds."""
    players = [f"p{number}" for number in range(count)]
    races: list[Race] = []
    for turn in range(1, turns + 1):
        ready = [player for player in players if luck.random() < 0.85]
        for group in SWISS.groups(ready, players, races):
            number = len(races) + 1
            if len(group) == 1:
                races.append(Race(number, turn, group, is_bye=True))
                continue
            ahead, behind = luck.sample(group, 2)
            is_draw = luck.random() < 0.2
            results = (Finish(ahead, 1, "won"), Finish(behind, 1 if is_draw else 2, "won" if is_draw else "lost"))
            races.append(Race(number, turn, group, results))
    return players, races


@given(st.integers(2, 8), st.integers(0, 7), st.randoms(use_true_random=False))
def test_players_meet_again_only_where_no_pairing_avoids_it(count: int, turns: int, luck: Random) -> None:
    players, races = _played(count, turns, luck)
    met = {frozenset(one.players) for one in races}
    groups = SWISS.groups(players, players, races)
    assert sorted(player for group in groups for player in group) == players
    byes = Counter(one.players[0] for one in races if one.is_bye)
    fewest = min(byes[player] for player in players)
    alone = [group[0] for group in groups if len(group) == 1]
    assert len(alone) == count % 2
    assert all(byes[player] == fewest for player in alone)
    again = sum(frozenset(group) in met for group in groups if len(group) == 2)
    choices = [player for player in players if byes[player] == fewest] if alone else [""]
    best = min(_fewest_rematches(tuple(one for one in players if one != player), met) for player in choices)
    assert again == best


@given(st.integers(2, 12), st.integers(0, 6), st.randoms(use_true_random=False))
def test_pairings_and_tables_follow_from_the_results_alone(count: int, turns: int, luck: Random) -> None:
    players, races = _played(count, turns, luck)
    ready = list(players)
    luck.shuffle(ready)
    swapped = [
        Race(one.number, one.turn, one.players[::-1], one.results and one.results[::-1], one.is_bye) for one in races
    ]
    assert SWISS.groups(players, players, races) == SWISS.groups(ready, players, swapped)
    assert SWISS.standings(players, races) == SWISS.standings(players, swapped)


def test_equal_points_meet_in_a_round_of_a_swiss_tournament() -> None:
    players = list("abcdefgh")
    first = SWISS.groups(players, players, [])
    assert first == [("a", "e"), ("b", "f"), ("c", "g"), ("d", "h")]
    races = [race(number, *group) for number, group in enumerate(first, 1)]
    points = {line.player: line.points for line in SWISS.standings(players, races)}
    assert all(points[one] == points[other] for one, other in SWISS.groups(players, players, races))


@given(st.integers(1, 9), st.randoms(use_true_random=False))
def test_a_matching_is_as_large_as_any(count: int, luck: Random) -> None:
    pairs = [pair for pair in combinations(range(count), 2) if luck.random() < 0.35]
    edges = [[other for pair in pairs if node in pair for other in pair if other != node] for node in range(count)]
    partner = largest_matching(edges)
    assert all(partner[other] == node for node, other in enumerate(partner) if other != FREE)
    assert all(other in edges[node] for node, other in enumerate(partner) if other != FREE)
    largest = max(
        size
        for size in range(count // 2 + 1)
        for chosen in combinations(pairs, size)
        if len({node for pair in chosen for node in pair}) == 2 * size
    )
    assert count - partner.count(FREE) == 2 * largest


def test_there_is_an_arena_each_hour_and_the_long_one_on_saturday_evening() -> None:
    monday = int(datetime(2026, 11, 16, tzinfo=UTC).timestamp())
    week = slots(monday, monday + 7 * 24 * 3600)
    assert len(week) == 7 * 24
    assert len({slot.id for slot in week}) == len(week)
    weekly = [slot for slot in week if slot.is_weekly]
    assert [datetime.fromtimestamp(slot.starts_at, UTC).strftime("%a %H:%M") for slot in weekly] == ["Sat 20:00"]
    assert slots(monday + 1, monday + 3600) == []
