"""What each player did in a game that several played."""

from __future__ import annotations

import io

import pytest

from sapper import Action, CellState, Game, Rules, Seed
from sapper.modes.duel import duel_rules
from sapper.replay.contributions import contributions_of
from sapper.replay.model import Replay
from sapper.text.playback import play_back

RULES, SEED = Rules.parse("modern 6x6/5 lives=3"), Seed.of("parts")


def played(*, by: tuple[int, ...]) -> Replay:
    """A game that is won, its moves made in turn by these players; the first one also hits a mine and marks one."""
    truth = Game(RULES, SEED)
    truth.open(0, 0)
    truth.play(Action("resign"))
    mines = truth.minefield.mines()
    game = Game(RULES, SEED)
    game.play(Action("open", 0, 0), by=by[-1])
    game.play(Action("open", *mines[0]), by=by[0])
    game.play(Action("flag", *mines[1]), by=by[0])
    for number in range(36):
        cell = divmod(number, 6)
        if cell not in mines and not game.status.is_over:
            game.play(Action("open", *cell), by=by[number % len(by)])
    assert game.is_won
    names = ["", "Bo", "", "Dee"][: max(by) + 1]
    return Replay.of(game, SEED, players=names if len(by) > 1 else ["Bo"])


def test_everybody_has_a_part_and_the_parts_are_the_whole() -> None:
    replay = played(by=(1, 3))
    bo, dee = contributions_of(replay)
    assert (bo.name, bo.by, bo.hits, bo.flags) == ("Bo", 1, 1, 1)
    assert (dee.name, dee.by, dee.hits, dee.flags) == ("Dee", 3, 0, 0)
    assert bo.opened + dee.opened == 36 - 5
    assert bo.share + dee.share == pytest.approx(1)
    assert bo.moves + dee.moves == len(replay)


def test_a_game_of_one_has_no_parts() -> None:
    assert contributions_of(played(by=(0,))) == []


def test_names_of_those_who_did_nothing_are_empty_in_both_forms() -> None:
    replay = played(by=(1, 3))
    assert Replay.parse(replay.to_text()).players == Replay.unpack(replay.pack()).players == ("", "Bo", "", "Dee")
    assert replay.with_player("Di", 3).players == ("", "Bo", "", "Di")
    assert played(by=(0,)).with_player("Al", 2).players == ("Bo", "", "Al")


def test_the_text_says_who_did_what() -> None:
    out = io.StringIO()
    play_back(played(by=(1, 3)), out)
    lines = out.getvalue().splitlines()
    assert lines[0].endswith(", Bo, Dee")
    assert "open 0 0 by Dee" in lines[1]
    assert lines[-2].startswith("Bo: ")
    assert lines[-2].endswith("flags 1, mines opened 1")


def test_the_first_square_of_a_duel_is_of_nobody() -> None:
    truth, game = Game(duel_rules(RULES), SEED), Game(duel_rules(RULES), SEED)
    for one in (truth, game):
        one.play(Action("open", 2, 2), by=1)
    truth.play(Action("resign"))
    opened = game.board.opened
    for cell in [divmod(number, 6) for number in range(36)]:
        if cell not in truth.minefield.mines() and game.board[cell] == CellState.HIDDEN:
            game.play(Action("open", *cell), by=0)
    ada, bo = contributions_of(Replay.of(game, SEED, players=["Ada", "Bo"]))
    assert (ada.opened, bo.opened, bo.share) == (36 - 5 - opened, 0, 0.0)
