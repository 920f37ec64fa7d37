"""What the manual of the Amiga game promises, and its slips."""

from __future__ import annotations

import pytest
from seeds.play import (
    WALL,
    Clock,
    changed,
    command,
    dialogue,
    game_on,
    json_talk,
    ripple,
    session_on,
    shown,
)

from sapper import CellState, Game, GameError, Level, Minefield, Rules, RulesError, Seed, Status, __version__
from sapper.rules import Completion
from sapper.session import Session

CORNER = "*.... ..... ..... ..... ....*"


def test_s4_2_new_keeps_the_level_and_abandons_the_game_in_progress() -> None:
    clock = Clock()
    seeds = iter((Seed.of("first"), Seed.of("second")))
    session = Session(Rules("expert", ruleset="amiga"), clock=clock, seeds=lambda: next(seeds))
    session.play("open", 3, 3)
    clock.now += 7000
    session.new()
    assert session.game.rules == Rules("expert", ruleset="amiga")
    assert (session.game.status, session.game.board.opened, session.elapsed) == (Status.READY, 0, 0)
    assert session.seed == Seed.of("second")


def test_s4_2_new_after_the_end_sets_the_clock_to_zero() -> None:
    clock = Clock()
    session = session_on(".*.", "amiga", clock=clock)
    session.play("open", 0, 0)
    clock.now += 3000
    session.play("open", 0, 1)
    session.new()
    assert session.elapsed == 0


def test_s4_2_the_command_n_starts_a_new_game_of_the_same_level() -> None:
    lines = dialogue(session_on(".*.", "amiga"), "r 0 0", "n", "q")
    assert "0 1 . .  1" in lines
    assert lines[-4:] == ["  0 1 2", "0 . . .  1", "  A B C", "ready, 2 squares to open, 1 mine left"]


@pytest.mark.parametrize(
    ("name", "level"),
    [("beginner", Level(8, 8, 10)), ("intermediate", Level(16, 16, 40)), ("expert", Level(32, 16, 99))],
)
def test_s4_3_levels(name: str, level: Level) -> None:
    assert Rules(name, ruleset="amiga").level == level


def test_s4_3_the_level_is_changed_by_name() -> None:
    session = session_on(".*.", "amiga")
    dialogue(session, "n expert", "q")
    assert session.game.rules.level == Level(32, 16, 99)


@pytest.mark.parametrize("level", ["33x32/10", "32x33/10", "33x33/1024"])
def test_s4_4_custom_boards_beyond_the_limit_are_refused(level: str) -> None:
    with pytest.raises(RulesError, match="32x32 with 1023 mines"):
        Rules(level, ruleset="amiga")


def test_s4_4_the_largest_custom_board_with_the_most_mines_is_playable() -> None:
    game = Game(Rules("32x32/1023", ruleset="amiga"), seed=1)
    assert game.open(31, 31).status is Status.WON


def test_s4_4_other_rulesets_have_no_such_limit() -> None:
    assert Rules("33x33/1024").level == Level(33, 33, 1024)


def test_s4_7_the_counter_is_mines_less_marks_right_or_wrong() -> None:
    game = game_on("*.* ... ...", "amiga")
    counter = [game.board.mines_left]
    for row, col in ((0, 0), (1, 1), (2, 2)):
        game.flag(row, col)
        counter.append(game.board.mines_left)
    assert counter == [2, 1, 0, -1]


def test_s4_7_the_counter_goes_up_when_a_mark_is_cleared() -> None:
    game = game_on("*.* ... ...", "amiga")
    game.flag(1, 1)
    game.clear(1, 1)
    assert game.board.mines_left == 2


def test_s4_7_a_question_mark_is_not_counted() -> None:
    game = game_on("*.* ... ...", "amiga")
    game.question(0, 0)
    assert game.board.mines_left == 2


def test_s4_7_the_counter_may_read_zero_without_the_game_being_over() -> None:
    game = game_on(".*.", "amiga completion=mark")
    game.open(0, 0)
    game.flag(0, 2)
    assert (game.board.mines_left, game.status) == (0, Status.PLAYING)


def test_s4_7_a_negative_counter_is_shown_with_a_minus() -> None:
    lines = dialogue(session_on(".*.", "amiga"), "f 0 0", "f 0 1", "q")
    assert lines[-1] == "ready, 2 squares to open, -1 mines left"


def test_s4_8_the_timer_starts_when_a_square_is_first_uncovered() -> None:
    clock = Clock()
    session = session_on(WALL, "amiga", clock=clock)
    clock.now += 4000
    assert session.elapsed == 0
    session.play("open", 0, 0)
    assert session.elapsed == 0
    clock.now += 2500
    assert session.elapsed == 2500


@pytest.mark.parametrize("last", [1, 2])
def test_s4_8_the_timer_stops_at_the_end(last: int) -> None:
    clock = Clock()
    session = session_on(".*.", "amiga", clock=clock)
    session.play("open", 0, 0)
    clock.now += 3000
    session.play("open", 0, last)
    clock.now += 9000
    assert session.game.status.is_over
    assert session.elapsed == 3000


def test_s4_8_the_timer_is_shown_in_seconds() -> None:
    clock = Clock()
    session = session_on(WALL, "amiga", clock=clock)
    session.play("open", 0, 0)
    clock.now += 12_300
    assert dialogue(session, "s")[-1].endswith(", 12.3 s")


def test_s4_11_blank_mark_question_blank() -> None:
    game = game_on(".*.", "amiga")
    states = []
    for act in (game.flag, game.question, game.clear):
        act(0, 1)
        states.append(game.board[0, 1])
    assert states == [CellState.FLAG, CellState.QUESTION, CellState.HIDDEN]


def test_s4_12_marks_can_be_turned_on_in_the_running_game() -> None:
    """The front ends cycle with or without question marks; the engine accepts both under any rules."""
    game = game_on(".*.", "amiga questions=off")
    game.flag(0, 1)
    game.question(0, 1)
    assert game.board[0, 1] == CellState.QUESTION


def _chord_with(*flags: tuple[int, int]) -> Game:
    game = game_on("*.. *.. ... ..*", "amiga")
    game.open(0, 1)
    for cell in flags:
        game.flag(*cell)
    assert game.board[0, 1] == 2
    return game


def test_s4_15_chord_with_equal_marks_uncovers_around() -> None:
    game = _chord_with((0, 0), (1, 0))
    game.chord(0, 1)
    assert shown(game) == "F20 F20 .21 ..."


def test_s4_15_chord_with_too_few_flags_does_nothing() -> None:
    game = _chord_with((0, 0))
    assert len(game.chord(0, 1)) == 0
    assert shown(game) == "F2. ... ... ..."


def test_s4_15_chord_with_too_many_flags_does_nothing() -> None:
    game = _chord_with((0, 0), (1, 0), (1, 2))
    assert len(game.chord(0, 1)) == 0
    assert shown(game) == "F2. F.F ... ..."


def test_s4_15_marks_farther_away_do_not_count() -> None:
    game = _chord_with((0, 0), (2, 0))
    assert len(game.chord(0, 1)) == 0


def test_s4_16_chord_with_wrong_marks_uncovers_a_mine_and_loses() -> None:
    game = _chord_with((0, 0), (1, 2))
    assert game.chord(0, 1).status is Status.LOST
    assert game.board[1, 0] == CellState.EXPLODED


def test_s4_16_several_mines_may_explode_at_once() -> None:
    game = _chord_with((0, 2), (1, 2))
    assert game.chord(0, 1).status is Status.LOST
    assert (game.board[0, 0], game.board[1, 0]) == (CellState.EXPLODED, CellState.EXPLODED)


def test_s4_17_a_question_mark_can_be_uncovered() -> None:
    game = game_on(".*.", "amiga")
    game.question(0, 0)
    game.open(0, 0)
    assert game.board[0, 0] == 1


def test_s4_17_a_question_mark_can_become_a_mark() -> None:
    game = game_on(".*.", "amiga")
    game.question(0, 1)
    game.flag(0, 1)
    assert (game.board[0, 1], game.board.flags) == (CellState.FLAG, 1)


def test_s4_17_a_question_mark_does_not_count_for_clearing_around() -> None:
    game = _chord_with((0, 0))
    game.question(1, 0)
    assert len(game.chord(0, 1)) == 0


def test_s4_17_clearing_around_uncovers_question_marks() -> None:
    game = game_on("*.. ...", "amiga")
    game.open(0, 1)
    game.flag(0, 0)
    game.question(1, 0)
    game.chord(0, 1)
    assert shown(game) == "F10 110"


def test_s4_17_a_cascade_uncovers_question_marks() -> None:
    game = game_on(WALL, "amiga")
    game.question(2, 0)
    game.open(0, 0)
    assert shown(game) == "02... 03... 03... 03... 02..."


def test_s4_17_question_marks_can_be_protected() -> None:
    game = game_on("......*", "amiga protect-questions=on")
    game.question(0, 2)
    game.open(0, 0)
    game.open(0, 2)
    assert shown(game) == "00?...."


def test_s4_18_a_loss_shows_all_mines_and_crosses_wrong_marks() -> None:
    game = game_on("*.*. .... *..*", "amiga")
    game.open(0, 1)
    game.flag(0, 0)
    game.flag(1, 3)
    game.question(2, 3)
    game.open(0, 2)
    assert shown(game) == "F2!. ...x *..*"


def test_s4_18_a_loss_reports_every_cell_it_shows() -> None:
    game = game_on("*.*. .... *..*", "amiga")
    game.open(0, 1)
    before = game.board.copy()
    delta = game.open(0, 2)
    different = {(r, c) for r in range(3) for c in range(4) if before[r, c] != game.board[r, c]}
    assert set(changed(delta)) == different == {(0, 0), (0, 2), (2, 0), (2, 3)}


def test_s4_19_the_first_square_uncovered_has_no_mine() -> None:
    for seed in range(200):
        game = Game(Rules("8x8/60", ruleset="amiga"), seed=seed)
        assert game.open(seed % 8, seed // 8 % 8).status is not Status.LOST


def test_s4_19_formerly_the_upper_left_square_had_no_mine() -> None:
    rules = Rules("4x4/8", ruleset="amiga", first="top-left")
    mines = {mine for seed in range(100) for mine in Minefield.lay(rules, seed, (2, 2)).mines()}
    assert mines == {(row, col) for row in range(4) for col in range(4)} - {(0, 0)}


@pytest.mark.parametrize("seed", range(20))
def test_s4_20_uncovering_ripples_outward(seed: int) -> None:
    rules = Rules("30x20/30", ruleset="amiga", first="opening")
    steps = ripple(Minefield.lay(rules, seed, (10, 15)), (10, 15))
    order = [steps[cell] for cell in changed(Game(rules, seed=seed).open(10, 15))]
    assert len(order) == len(steps)
    assert order == sorted(order)


def test_s4_24_pause_stops_the_clock_and_keeps_the_game() -> None:
    clock = Clock()
    session = session_on(WALL, "amiga", clock=clock)
    session.play("open", 0, 0)
    board = session.game.board.copy()
    clock.now += 1000
    session.toggle_pause()
    clock.now += 60_000
    assert session.elapsed == 1000
    session.toggle_pause()
    clock.now += 500
    assert (session.elapsed, session.game.status) == (1500, Status.PLAYING)
    assert session.game.board == board


def test_s4_24_pause_before_the_first_square_leaves_the_clock_at_zero() -> None:
    clock = Clock()
    session = session_on(WALL, "amiga", clock=clock)
    session.toggle_pause()
    clock.now += 1000
    session.toggle_pause()
    clock.now += 1000
    assert (session.elapsed, session.game.status) == (0, Status.READY)


@pytest.mark.parametrize("kind", ["open", "flag", "question", "clear", "chord"])
def test_s4_24_nothing_can_be_played_while_paused(kind: str) -> None:
    session = session_on(WALL, "amiga")
    session.play("open", 0, 0)
    session.toggle_pause()
    before = session.game.board.copy()
    with pytest.raises(GameError, match="paused"):
        session.play(kind, 0, 2)
    assert session.game.board == before


def test_s4_24_the_paused_board_is_not_shown() -> None:
    session = session_on(WALL, "amiga")
    lines = dialogue(session, "r 0 0", "p", "b", "s", "")
    assert lines[-4:] == ["paused"] * 4


def test_s4_24_the_paused_board_is_not_sent() -> None:
    session = session_on(WALL, "amiga")
    session.play("open", 0, 0)
    paused, board = json_talk(session, {"action": "pause"}, {"command": "board"})[1:]
    assert (paused["delta"], board["board"], board["status"]) == ([], [], "paused")


def test_s4_24_a_game_begun_paused_is_still_ready_for_a_safe_first_square() -> None:
    session = session_on(WALL, "amiga")
    lines = dialogue(session, "p", "p", "r 0 0")
    assert lines[-1].startswith("playing, 10 squares to open")


def _completed(completion: str, *moves: str) -> Status:
    game = game_on(".*..*.", f"amiga completion={completion}")
    for move in moves:
        kind, col = move.split()
        {"open": game.open, "flag": game.flag, "clear": game.clear}[kind](0, int(col))
    return game.status


CLEAR = ("open 0", "open 2", "open 3", "open 5")
MARK = ("flag 1", "flag 4")


@pytest.mark.parametrize(
    ("completion", "moves", "status"),
    [
        ("mark", ("open 0", *MARK), Status.WON),
        ("mark", CLEAR, Status.PLAYING),
        ("mark", ("open 0", "flag 1"), Status.PLAYING),
        ("mark", ("open 0", "flag 2", *MARK), Status.PLAYING),
        ("mark", ("open 0", "flag 2", *MARK, "clear 2"), Status.WON),
        ("mark", (*MARK, "open 0"), Status.WON),
        ("clear", CLEAR, Status.WON),
        ("clear", ("open 0", *MARK), Status.PLAYING),
        ("clear", ("open 0", "flag 1", "open 2", "open 3", "open 5"), Status.WON),
        ("both", CLEAR, Status.PLAYING),
        ("both", ("open 0", *MARK), Status.PLAYING),
        ("both", (*CLEAR, *MARK), Status.WON),
        ("both", (*MARK, *CLEAR), Status.WON),
        ("either", CLEAR, Status.WON),
        ("either", ("open 0", *MARK), Status.WON),
        ("either", ("open 0", "flag 2", *MARK), Status.PLAYING),
    ],
)
def test_s4_25_completion(completion: str, moves: tuple[str, ...], status: Status) -> None:
    assert _completed(completion, *moves) is status


@pytest.mark.parametrize("completion", Completion)
def test_s4_25_a_mine_uncovered_loses_under_every_completion(completion: Completion) -> None:
    assert _completed(completion, "open 0", "open 1") is Status.LOST


def test_s4_30_the_command_prints_its_version() -> None:
    assert command("--version").stdout == f"sapper {__version__}\n"


def test_b4_1_by_default_uncovering_until_only_mines_are_covered_wins() -> None:
    assert Rules(ruleset="amiga").completion is Completion.CLEAR


def test_b4_2_there_are_four_completions() -> None:
    assert [str(completion) for completion in Completion] == ["clear", "mark", "both", "either"]


def test_b4_3_both_does_not_end_with_a_wrong_mark_on_the_last_safe_square() -> None:
    assert _completed("both", "open 0", "open 2", "open 3", *MARK, "flag 5") is Status.PLAYING


def test_b4_3_both_ends_when_the_wrong_mark_is_cleared_and_the_square_uncovered() -> None:
    moves = ("open 0", "open 2", "open 3", *MARK, "flag 5", "clear 5", "open 5")
    assert _completed("both", *moves) is Status.WON


@pytest.mark.parametrize("mark", ["clear", "flag", "question"])
def test_b4_4_clearing_around_a_covered_square_does_nothing(mark: str) -> None:
    session = session_on(WALL, "amiga")
    session.play("open", 0, 0)
    session.play(mark, 2, 2)
    before = session.game.board.copy()
    assert len(session.play("chord", 2, 2)) == 0
    assert session.game.board == before


def test_b4_4_clearing_around_an_uncovered_square_works() -> None:
    game = game_on(CORNER, "amiga")
    game.open(1, 1)
    game.flag(0, 0)
    assert set(changed(game.chord(1, 1))) >= {(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}
