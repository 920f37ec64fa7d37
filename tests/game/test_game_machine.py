"""Random rules, boards and actions, played on the game and on the oracle side by side."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import OracleGame, neighbours
from strategies import actions, many, minefields, rules

from sapper import Action, FixedLayout, Game, GameError, GameOver, LogEntry, Minefield, Rules, Status

if TYPE_CHECKING:
    from hypothesis.strategies import DataObject

pytestmark = pytest.mark.kernel

#: What a game is after its actions, whether the kernel played them all or `apply` each.
PLAYED = [
    "board",
    "log",
    "rules",
    "status",
    "lives",
    "hints",
    "first",
    "forgiven",
    "_moves",
    "_undone",
    "_right_flags",
    "_field",
    "_laid",
]


def play_both(game: Game, oracle: OracleGame, action: Action) -> None:
    before = game.board.copy()
    try:
        delta = game.play(action)
    except GameError:
        assert not oracle.play(action)
        assert game.board == before
        return
    assert oracle.play(action)
    assert delta.status is game.status is oracle.status
    assert str(game.board) == oracle.diagram()
    assert game.lives == oracle.lives
    shown = {(row, col): value for row, col, value in delta}
    for row in range(before.level.height):
        for col in range(before.level.width):
            expected = shown.get((row, col), before[row, col])
            assert game.board[row, col] == expected
    assert len(delta) == sum(1 for _ in delta)


@many(600)
@given(st.data())
def test_the_game_and_the_oracle_agree_on_everything(data: DataObject) -> None:
    play_games(data, data.draw(rules()))


@many(300)
@given(st.data())
def test_the_game_and_the_oracle_agree_on_what_is_undone(data: DataObject) -> None:
    play_games(data, data.draw(rules(most=3)).replace(practice=True))


def play_games(data: DataObject, chosen: Rules) -> None:
    minefield = data.draw(minefields(chosen.level))
    game = Game(chosen, layout=FixedLayout(minefield))
    oracle = OracleGame(chosen, set(minefield.mines()))
    for action in data.draw(st.lists(actions(chosen.level), max_size=40)):
        play_both(game, oracle, action)
        assert (game.undo_count, game.redo_count) == (oracle.undo_count, len(oracle.taken_back))
        assert game.hints == oracle.hints
        assert game.rules == oracle.rules
    assert Game.replay(chosen, layout=FixedLayout(minefield), actions=game.log).board == game.board


def assert_same(again: Game, game: Game) -> None:
    for name in PLAYED:
        assert getattr(again, name) == getattr(game, name), name
    assert list(again.legal_moves) == list(game.legal_moves)


@pytest.mark.parametrize("last", ["open 0 0", "pause", "resign", "open 3 3", "completion-both", "flag 2 0"])
def test_every_part_of_a_game_is_there_after_its_log_was_played_by_the_kernel(last: str) -> None:
    chosen, layout = Rules("4x4/3", lives=2), FixedLayout(Minefield.from_text("*... .... *... ...*"))
    game = Game(chosen, layout=layout)
    for text in ("flag 0 0", "open 0 3", "hint", "flag 2 3", "open 2 0", "pause", "resume", last):
        game.play(Action.parse(text))
    again = Game.replay(chosen, layout=layout, actions=game.log)
    assert_same(again, game)
    assert again._fast_forward(game.log), "the kernel plays what it played move by move"


def refusal(game: Game, entries: list[LogEntry]) -> str | None:
    """Play entries one by one, and return why one of them is refused."""
    try:
        for entry in entries:
            game.apply(entry)
    except GameError as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    "bad",
    [
        LogEntry(Action("open", 0, 4), 9),
        LogEntry(Action("open", 4, 0), 9),
        LogEntry(Action("open", 10**30, 0), 9),
        LogEntry(Action("hint"), 6),
        LogEntry(Action("undo"), 9),
    ],
    ids=lambda bad: str(bad.action)[:10],
)
def test_an_action_that_is_refused_in_a_log_is_named_as_in_a_game(bad: LogEntry) -> None:
    layout = FixedLayout(Minefield.from_text("*... .... *... ...*"))
    game = Game("4x4/3", layout=layout)
    game.play(Action.parse("open 0 3"), at=7)
    why = refusal(game, [bad])
    assert why is not None
    with pytest.raises(GameError) as found:
        Game.replay(game.rules, layout=layout, actions=[*game.log, bad])
    assert str(found.value) == why


@many(600)
@given(st.data())
def test_the_kernel_goes_to_the_end_of_a_log_as_the_game_does_move_by_move(data: DataObject) -> None:
    chosen = data.draw(rules(judges_guesses=True))
    layout = FixedLayout(data.draw(minefields(chosen.level)))
    game = Game(chosen, layout=layout)
    for action in data.draw(st.lists(actions(chosen.level), max_size=40)):
        with suppress(GameError):
            game.play(action)
    again = Game.replay(chosen, layout=layout, actions=game.log)
    assert_same(again, game)
    assert again._fast_forward(game.log), "the kernel plays what it played move by move"


@many(300)
@given(st.data())
def test_a_log_with_an_action_that_is_refused_fails_as_it_does_move_by_move(data: DataObject) -> None:
    chosen = data.draw(rules(judges_guesses=True))
    layout = FixedLayout(data.draw(minefields(chosen.level)))
    game = Game(chosen, layout=layout)
    for action in data.draw(st.lists(actions(chosen.level), max_size=12)):
        with suppress(GameError):
            game.play(action, at=7)
    bad = LogEntry(data.draw(actions(chosen.level)), 7)
    beside = LogEntry(Action("open", 0, chosen.level.width), 8)
    bad = data.draw(st.sampled_from([bad, beside, LogEntry(Action("open", 99, 0), 8), LogEntry(Action("hint"), 6)]))
    played = [*game.log, bad, *game.log]
    why = refusal(game, played[len(game.log) :])
    if why is None:
        assert Game.replay(chosen, layout=layout, actions=played).board == game.board
    else:
        with pytest.raises(GameError) as found:
            Game.replay(chosen, layout=layout, actions=played)
        assert str(found.value) == why


@given(st.data())
def test_a_game_rebuilt_from_rules_seed_and_actions_is_identical(data: DataObject) -> None:
    chosen = data.draw(rules(most=12, judges_guesses=True))
    seed = data.draw(st.text() | st.integers())
    game = Game(chosen, seed)
    for at, action in enumerate(data.draw(st.lists(actions(chosen.level), max_size=25))):
        try:
            game.play(action, at=at * 10, by=at % 3)
        except GameError:
            continue
    again = Game.replay(Rules.parse(str(chosen)), seed, actions=game.log)
    assert_same(again, game)
    if game.log:
        shorter = game.before()
        assert shorter.log == game.log[:-1]
        last = game.log[-1]
        shorter.apply(last)
        assert (shorter.board, shorter.status) == (game.board, game.status)


@given(st.data())
def test_an_action_sent_twice_changes_nothing_more(data: DataObject) -> None:
    chosen = data.draw(rules())
    minefield = data.draw(minefields(chosen.level))
    game = Game(chosen, layout=FixedLayout(minefield))
    for action in data.draw(st.lists(actions(chosen.level), max_size=15)):
        if action.kind in ("chord", "undo", "redo"):
            continue
        try:
            game.play(action)
            board, status = game.board.copy(), game.status
            game.play(action)
        except GameError:
            continue
        assert (game.board, game.status) == (board, status)


def test_the_opening_ripples_outward_in_waves() -> None:
    field = Minefield.from_mines(40, 40, [(0, 0), (39, 39), (10, 30)])
    game = Game(Rules(field.level, first="any"), layout=FixedLayout(field))
    delta = game.open(20, 15)
    zeros = {(row, col) for row, col, value in delta if value == 0}
    depth = {(20, 15): 0}
    last = 0
    for row, col, _ in list(delta)[1:]:
        near = zeros.intersection(neighbours(40, 40, (row, col)), depth)
        depth[row, col] = min(depth[cell] for cell in near) + 1
        assert depth[row, col] >= last
        last = depth[row, col]
    assert game.status is Status.WON or len(depth) > 1500


def test_entries_keep_time_and_player() -> None:
    game = Game(Rules("beginner"), 1)
    delta = game.play(Action("open", 0, 0), at=1500, by=2)
    assert (delta.seq, delta.at, delta.by) == (1, 1500, 2)
    assert game.log == [LogEntry(Action("open", 0, 0), 1500, 2)]
    with pytest.raises(GameError, match="time runs forward"):
        game.play(Action("flag", 7, 7), at=1499)


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (LogEntry(Action("open", 0, 0), -5), "whole number of milliseconds from 0, not -5"),
        (LogEntry(Action("open", 0, 0), 1.5), "whole number of milliseconds from 0, not 1.5"),  # type: ignore[arg-type]
        (
            LogEntry(Action("open", 0, 0), 0, 0, "nose"),
            "no device 'nose': choose mouse, key, touch, text, bot",
        ),
    ],
)
def test_what_a_replay_cannot_hold_is_not_played(entry: LogEntry, says: str) -> None:
    game = Game("8x8/10", seed=1)
    with pytest.raises(GameError, match=says):
        game.apply(entry)
    assert game.log == []


def test_undo_restores_the_count_of_right_flags() -> None:
    field = Minefield.from_text("*.*")
    game = Game(Rules.parse("modern 3x1/2 first=any completion=mark practice=on"), layout=FixedLayout(field))
    game.open(0, 1)
    game.flag(0, 0)
    game.flag(0, 2)
    for _ in range(3):
        assert game.is_won
        game.play(Action("undo"))
        game.play(Action("undo"))
        assert game.status is Status.PLAYING
        game.play(Action("redo"))
        game.play(Action("redo"))
    assert game.is_won


def test_nothing_is_played_again_after_giving_up() -> None:
    game = Game(Rules.parse("modern 3x1/1 first=any practice=on"), layout=FixedLayout(Minefield.from_text(".*.")))
    game.open(0, 0)
    game.play(Action("undo"))
    game.play(Action("resign"))
    with pytest.raises(GameOver, match="abandoned"):
        game.play(Action("redo"))
    assert game.status is Status.ABANDONED


def test_a_loss_leaves_the_counter_as_it_was() -> None:
    for loss in ("hit", "all"):
        field = Minefield.from_text("*.*..")
        game = Game(Rules.parse(f"modern 5x1/2 first=any lives=2 loss={loss}"), layout=FixedLayout(field))
        counts = []
        for act, col in ((game.open, 4), (game.flag, 1), (game.open, 0), (game.open, 2)):
            act(0, col)
            counts.append(game.mines_left)
        assert counts == [2, 1, 0, 0]
        assert (game.status, game.board.flags, game.board.wrong_flags) == (Status.LOST, 1, 1)


ON_FOUR = "*..*"


def game_on_four(more: str = "") -> Game:
    game = Game(Rules.parse(f"modern 4x1/2 first=any {more}"), layout=FixedLayout(Minefield.from_text(ON_FOUR)))
    game.open(0, 1)
    return game


def test_what_wins_can_change_in_the_running_game() -> None:
    game = game_on_four()
    game.play(Action("completion-mark"))
    assert (game.rules.completion, game.starting_rules.completion) == ("mark", "clear")
    game.open(0, 2)
    assert game.status is Status.PLAYING
    game.flag(0, 0)
    game.flag(0, 3)
    assert game.is_won
    assert Game.replay(game.starting_rules, layout=FixedLayout(game.minefield), actions=game.log).is_won
    assert game.before(2).rules == game.rules
    assert game.restarted().rules == game.starting_rules
    with pytest.raises(GameOver):
        game.play(Action("completion-both"))


@pytest.mark.parametrize("second_flag", [2, 3])
def test_a_change_of_what_wins_does_not_reveal_whether_the_flags_are_right(second_flag: int) -> None:
    game = game_on_four()
    game.flag(0, 0)
    game.flag(0, second_flag)
    for completion in ("mark", "either"):
        with pytest.raises(GameError, match="from the next game"):
            game.play(Action(f"completion-{completion}"))
    game.play(Action("completion-both"))
    assert (game.status, game.rules.completion) == (Status.PLAYING, "both")


def test_what_wins_needs_flags_and_a_game_that_is_not_paused() -> None:
    game = Game(Rules("beginner", ruleset="click"), 1)
    with pytest.raises(GameError, match="needs flags"):
        game.play(Action("completion-mark"))
    game = game_on_four()
    game.play(Action("pause"))
    with pytest.raises(GameError, match="paused"):
        game.play(Action("completion-mark"))


def test_undo_plays_each_move_under_the_rule_that_was_in_force() -> None:
    """All mines were flagged before marking won, so a replay under the last rule would end there."""
    game = game_on_four("practice=on")
    game.flag(0, 0)
    game.flag(0, 3)
    game.clear(0, 3)
    game.play(Action("completion-mark"))
    game.flag(0, 2)
    game.play(Action("undo"))
    assert (str(game.board).split()[1], game.status, game.rules.completion) == ("F1..", Status.PLAYING, "mark")
    game.play(Action("undo"))
    assert game.rules.completion == "clear"
    game.play(Action("redo"))
    assert game.rules.completion == "mark"
