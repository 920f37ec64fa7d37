"""The score of a duel: points, turns, clocks and the winner follow from the log alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Game, Minefield, Rules
from sapper.action import Action, Kind, LogEntry
from sapper.layouts import FixedLayout
from sapper.modes.duel import Duel, duel_of, duel_rules, is_duel
from sapper.replay.model import Replay

ADA, GRACE = 4, 2  # seats: Ada begins
CLOCK, BONUS = 60_000, 5_000
Moves = list[tuple[int, int]]  # cells, and the milliseconds that each takes


def game_with(mines: list[int], size: int = 5) -> Game:
    minefield = Minefield.from_mines(size, size, [divmod(cell, size) for cell in mines])
    return Game(duel_rules(Rules(minefield.level)), layout=FixedLayout(minefield))


def opened(game: Game, cell: int, at: int, by: int) -> None:
    game.apply(LogEntry(Action(Kind.OPEN, *game.rules.level.cell(cell)), at, by))


def begun(mines: list[int]) -> tuple[Game, Duel]:
    """A duel after the opening of the server."""
    game, duel = game_with(mines), Duel((ADA, GRACE), len(mines), CLOCK, BONUS)
    safe = next(cell for cell in range(25) if cell not in mines)
    opened(game, safe, 0, GRACE)
    duel.follow(game)
    return game, duel


def play(game: Game, duel: Duel, cell: int, took: int = 1000) -> None:
    opened(game, cell, game.log[-1].at + took, duel.turn)
    duel.follow(game)


def test_rules_of_a_duel_have_no_marks_and_no_loss() -> None:
    rules = duel_rules(Rules.parse("amiga expert assists=auto-open completion=either"))
    assert (rules.flags, rules.chord, rules.questions, rules.assists) == ("off", "off", False, frozenset())
    assert rules.lives == rules.level.mines + 1
    assert is_duel(rules)
    assert not is_duel(Rules())


def test_a_mine_is_a_point_and_another_turn_and_a_number_passes_it() -> None:
    game, duel = begun([12, 13, 20, 24, 4])
    assert duel.turn == ADA  # the opening of the server was nobody's turn
    play(game, duel, 12)
    assert (duel.turn, duel.points) == (ADA, {ADA: 1, GRACE: 0})
    play(game, duel, 11)
    assert duel.turn == GRACE
    play(game, duel, 13)
    assert (duel.turn, duel.points) == (GRACE, {ADA: 1, GRACE: 1})
    assert duel.found == {12: ADA, 13: GRACE}


def test_clocks_run_in_turn_and_each_turn_adds_something() -> None:
    game, duel = begun([12, 13, 20, 24, 4])
    assert duel.clocks(3000) == {ADA: CLOCK - 3000, GRACE: CLOCK}
    play(game, duel, 12, 4000)
    assert duel.clocks() == {ADA: CLOCK - 4000, GRACE: CLOCK}
    play(game, duel, 11, 1000)
    assert duel.clocks() == {ADA: CLOCK, GRACE: CLOCK}
    assert duel.clocks(5000 + CLOCK + 1) == {ADA: CLOCK, GRACE: 0}


def test_more_than_half_wins_whatever_follows() -> None:
    game, duel = begun([12, 13, 20])
    play(game, duel, 12)
    assert (duel.is_decided, duel.winner) == (False, None)
    play(game, duel, 13)
    assert (duel.is_decided, duel.winner) == (True, ADA)
    game.apply(LogEntry(Action(Kind.RESIGN), 9000, GRACE))
    duel.follow(game)
    assert (duel.winner, duel.is_over) == (ADA, True)


def test_half_each_is_a_draw() -> None:
    game, duel = begun([12, 13])
    play(game, duel, 12)
    play(game, duel, 11)
    play(game, duel, 13)
    assert duel.is_drawn
    assert duel.is_decided
    game.apply(LogEntry(Action(Kind.RESIGN), 9000, GRACE))
    duel.follow(game)
    assert duel.winner is None


def test_whoever_gives_up_loses_also_when_leading() -> None:
    game, duel = begun([12, 13, 20])
    play(game, duel, 12)
    game.apply(LogEntry(Action(Kind.RESIGN), 9000, ADA))
    duel.follow(game)
    assert duel.winner == GRACE


@pytest.mark.parametrize(("finds", "winner"), [([12], ADA), ([], None)])
def test_when_every_safe_square_is_open_more_points_win(finds: list[int], winner: int | None) -> None:
    game, duel = begun([12, 13, 20])
    for cell in [*finds, *(cell for cell in range(25) if cell not in (12, 13, 20))]:
        if game.board[game.rules.level.cell(cell)] > 8 and not game.status.is_over:
            play(game, duel, cell)
    assert game.is_won
    assert (duel.is_over, duel.winner) == (True, winner)


@st.composite
def duels(draw: st.DrawFn) -> tuple[list[int], Moves]:
    mines = draw(st.sets(st.integers(0, 24), min_size=1, max_size=12))
    times = st.integers(0, 20_000)
    return sorted(mines), draw(st.lists(st.tuples(st.integers(0, 24), times), max_size=40))


@given(duels())
def test_a_duel_is_what_its_rules_say_move_by_move(given_: tuple[list[int], Moves]) -> None:
    mines, moves = given_
    game, duel = begun(mines)
    turn, points, left, at = ADA, {ADA: 0, GRACE: 0}, {ADA: CLOCK, GRACE: CLOCK}, 0
    for cell, took in moves:
        if game.status.is_over or duel.is_decided or game.board[game.rules.level.cell(cell)] <= 8 or cell in duel.found:
            continue
        at += took
        left[turn] -= took
        if cell in mines:
            points[turn] += 1
        opened(game, cell, at, turn)
        if cell not in mines:
            left[turn] += BONUS
            turn = GRACE if turn == ADA else ADA
        duel.follow(game)
        assert (duel.turn, duel.points) == (turn, points)
        assert duel.clocks() == {seat: max(0, time) for seat, time in left.items()}
    assert sum(duel.points.values()) == len(duel.found) <= len(mines)
    assert (duel.winner is None) or points[duel.winner] > points[duel.other(duel.winner)]
    assert not (duel.is_drawn and duel.winner is not None)
    if not game.status.is_over:
        game.apply(LogEntry(Action(Kind.RESIGN), at, duel.turn))
        duel.follow(game)
    assert duel.is_over
    if len({entry.by for entry in game.log}) == 2:  # a replay knows both players
        replay = Replay.of(game, None, players=("", "", "Grace", "", "Ada"))
        again = duel_of(replay.after(len(replay)), CLOCK, BONUS)
        assert again is not None
        assert again.seats == (ADA, GRACE)
        assert (again.turn, again.found, again.winner, again.clocks()) == (
            duel.turn,
            duel.found,
            duel.winner,
            duel.clocks(),
        )


def test_other_games_are_no_duels() -> None:
    assert duel_of(Game(Rules(), layout=FixedLayout(Minefield.from_mines(8, 8, [])))) is None
