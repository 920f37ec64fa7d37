"""The result of an arena: anybody who has the file can recompute the table, and no part can be changed unnoticed."""

from __future__ import annotations

import json

import pytest

from sapper import Game, Rules, Seed
from sapper.action import Action, Kind, LogEntry
from sapper.analysis.arena import Arena, ArenaError, ArenaPlayer, SealedBoard, is_arena
from sapper.layouts import layout_of
from sapper.replay.model import Replay
from sapper.replay.seal import seal

RULES = Rules.parse("modern 8x8/10")
SEEDS = [Seed.of(f"board {number}") for number in range(3)]
SALT = bytes(16)


def mines_of(seed: Seed, first: tuple[int, int]) -> set[tuple[int, int]]:
    return set(layout_of(RULES, seed)(RULES, first).mines())


def won(seed: Seed, pace: int = 1000, *, first: tuple[int, int] = (0, 0)) -> Replay:
    game = Game(RULES, seed)
    game.apply(LogEntry(Action(Kind.OPEN, *first), 0))
    mines = mines_of(seed, first)
    at = 0
    for row in range(8):
        for col in range(8):
            if (row, col) not in mines and not game.status.is_over and game.board[row, col] > 8:
                at += pace
                game.apply(LogEntry(Action(Kind.OPEN, row, col), at))
    assert game.status == "won"
    return Replay.of(game, seed)


def lost(seed: Seed) -> Replay:
    game = Game(RULES, seed)
    game.apply(LogEntry(Action(Kind.OPEN, 0, 0), 0))
    game.apply(LogEntry(Action(Kind.OPEN, *min(mines_of(seed, (0, 0)))), 10))
    return Replay.of(game, seed)


def arena() -> Arena:
    return Arena(
        RULES,
        10,
        tuple(SealedBoard(seal(RULES, seed, SALT), seed, SALT) for seed in SEEDS),
        (
            ArenaPlayer("Slow", {0: won(SEEDS[0], 2000), 1: won(SEEDS[1], 2000)}),
            ArenaPlayer("Quick", {0: won(SEEDS[0], 500), 1: won(SEEDS[1], 500), 2: lost(SEEDS[2])}),
            ArenaPlayer("Best", {number: won(seed) for number, seed in enumerate(SEEDS)}),
            ArenaPlayer("Nobody", {}),
        ),
    )


def test_more_points_are_ahead_and_of_equal_points_less_time() -> None:
    table = arena().table
    assert [line.name for line in table] == ["Best", "Quick", "Slow", "Nobody"]
    assert [line.solved for line in table] == [3, 2, 2, 0]
    assert table[1].points == table[2].points > 0
    assert table[3].points == 0


def test_equal_results_share_a_place() -> None:
    given = arena()
    twins = given.players[2], given.players[2], given.players[0]
    table = Arena(RULES, 10, given.boards, twins).table
    assert [line.place for line in table] == [1, 1, 3]


def test_a_result_is_the_same_after_it_was_written_and_read() -> None:
    data = arena().dump().encode()
    assert is_arena(data)
    again = Arena.load(data)
    assert again.table == arena().table
    assert again.problems() == []


def test_a_changed_table_is_noticed() -> None:
    given = json.loads(arena().dump())
    given["table"][0][2] += 1
    with pytest.raises(ArenaError, match="not the one that the replays give"):
        Arena.load(json.dumps(given).encode())


def test_a_changed_board_is_noticed() -> None:
    given = arena()
    other = SealedBoard(given.boards[0].seal, Seed.of("another"), SALT)
    problems = Arena(RULES, 10, (other, *given.boards[1:]), given.players).problems()
    assert problems[0] == "board 1: the seal does not fit"
    assert "Slow, board 1: the replay is of another board" in problems


def test_a_game_that_began_elsewhere_or_took_too_long_is_noticed() -> None:
    given = arena()
    cheat = ArenaPlayer("Cheat", {0: won(SEEDS[0], 61_000, first=(7, 7)), 9: lost(SEEDS[2])})
    problems = Arena(RULES, 1, given.boards, (*given.players, cheat)).problems()
    assert "Cheat, board 1: the game took longer than the arena" in problems
    assert any(problem.startswith("Cheat, board 1: the") for problem in problems)
    assert "Cheat, board 10: there is no such board" in problems


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b'{"format": "sapper arena 2"}', b"\xff", b'{"format": 3}'])
def test_a_file_that_is_no_result_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(ArenaError) as error:
        Arena.load(data)
    assert "\n" not in str(error.value)
