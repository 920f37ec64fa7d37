"""Where the seeds contradict one another: the default, and each of the other readings as a choice."""

from __future__ import annotations

import pytest
from seeds.play import (
    PROMPT,
    WALL,
    Clock,
    around,
    changed,
    dialogue,
    game_on,
    json_talk,
    ripple,
    session_on,
    shown,
    terminal_talk,
)

from sapper import CellState, FixedLayout, Game, GameError, GameOver, Level, Minefield, Rules, RulesError, Status
from sapper.controls.gestures import Button, Mouse
from sapper.controls.settings import controls_for
from sapper.rules import RULESETS, Chord, Completion, FirstClick, Flags, Flood, Loss


def test_c1_beginner_is_8_by_8_and_beginner_9_is_9_by_9() -> None:
    assert (Level.parse("beginner"), Level.parse("beginner-9")) == (Level(8, 8, 10), Level(9, 9, 10))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_c1_beginner_is_the_same_in_every_ruleset(ruleset: str) -> None:
    assert Rules("beginner", ruleset=ruleset).level == Level(8, 8, 10)


def test_c2_expert_is_30_wide_except_on_the_amiga() -> None:
    widths = {ruleset: Rules("expert", ruleset=ruleset).level.width for ruleset in RULESETS}
    assert widths == {ruleset: 32 if ruleset == "amiga" else 30 for ruleset in RULESETS}
    assert Level.parse("expert-amiga") == Level(32, 16, 99)


def test_c3_the_first_click_of_each_ruleset() -> None:
    assert {ruleset: str(Rules(ruleset=ruleset).first) for ruleset in RULESETS} == {
        "modern": "opening",
        "official": "cell",
        "amiga": "cell",
        "terminal": "cell",
        "click": "opening",
        "article": "opening",
    }


@pytest.mark.parametrize(
    ("first", "safe"),
    [
        (FirstClick.ANY, set()),
        (FirstClick.TOP_LEFT, {(0, 0)}),
        (FirstClick.CELL, {(2, 2)}),
        (FirstClick.OPENING, {(2, 2), *around(5, 5, 2, 2)}),
    ],
)
def test_c3_what_each_first_click_keeps_safe(first: FirstClick, safe: set[tuple[int, int]]) -> None:
    rules = Rules("5x5/10", first=first)
    mines = {mine for seed in range(200) for mine in Minefield.lay(rules, seed, (2, 2)).mines()}
    assert {(row, col) for row in range(5) for col in range(5)} - mines == safe


def test_c3_any_first_click_may_lose() -> None:
    endings = {Game(Rules("5x5/10", first="any"), seed=seed).open(2, 2).status for seed in range(100)}
    assert endings == {Status.PLAYING, Status.LOST}


@pytest.mark.parametrize("ruleset", ["modern", "official", "amiga"])
def test_c4_chording_is_on(ruleset: str) -> None:
    game = game_on(".*.. ....", ruleset)
    game.open(0, 0)
    game.flag(0, 1)
    assert set(changed(game.chord(0, 0))) == {(1, 0), (1, 1)}


@pytest.mark.parametrize("ruleset", ["terminal", "click", "article"])
def test_c4_chording_is_off_where_the_seed_has_none(ruleset: str) -> None:
    game = game_on(".*.. ....", ruleset)
    game.open(0, 0)
    with pytest.raises(GameError, match="no chording"):
        game.chord(0, 0)
    assert game.seq == 1


def test_c4_chording_with_more_flags_is_a_choice() -> None:
    game = game_on("*.. ...", f"modern chord={Chord.AT_LEAST}")
    game.open(0, 1)
    game.flag(0, 0)
    game.flag(0, 2)
    game.chord(0, 1)
    assert shown(game) == "F1F 110"


def test_c5_from_no_mine_to_all_cells_but_one() -> None:
    assert [Level(4, 4, mines).mines for mines in (0, 1, 15)] == [0, 1, 15]
    for mines in (-1, 16):
        with pytest.raises(RulesError):
            Level(4, 4, mines)


def test_c5_a_board_without_mines_is_won_at_once() -> None:
    assert Game(Rules("4x4/0"), seed=1).open(0, 0).status is Status.WON


@pytest.mark.parametrize("mines", range(8, 16))
def test_c5_when_the_zone_does_not_fit_as_many_neighbours_as_fit_are_safe(mines: int) -> None:
    zone = {(1, 1), *around(4, 4, 1, 1)}
    outside = {(row, col) for row in range(4) for col in range(4)} - zone
    for seed in range(30):
        laid = set(Minefield.lay(Rules(f"4x4/{mines}"), seed, (1, 1)).mines())
        assert outside <= laid
        assert (1, 1) not in laid
        assert len(zone - laid) == 16 - mines


def test_c5_the_neighbours_given_up_are_not_always_the_same() -> None:
    given_up = {
        mine
        for seed in range(200)
        for mine in Minefield.lay(Rules("4x4/8"), seed, (1, 1)).mines()
        if mine in around(4, 4, 1, 1)
    }
    assert given_up == around(4, 4, 1, 1)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_c7_every_ruleset_is_won_by_clearing(ruleset: str) -> None:
    assert Rules(ruleset=ruleset).completion is Completion.CLEAR
    game = game_on(".*.", ruleset)
    game.open(0, 0)
    assert game.open(0, 2).status is Status.WON


@pytest.mark.parametrize("completion", [Completion.MARK, Completion.EITHER])
def test_c7_a_wrong_mark_blocks_the_win_by_marks(completion: Completion) -> None:
    game = game_on(".*..", f"modern completion={completion}")
    game.open(0, 0)
    game.flag(0, 3)
    assert game.flag(0, 1).status is Status.PLAYING
    assert game.clear(0, 3).status is Status.WON


def test_c7_winning_by_marks_needs_flags() -> None:
    with pytest.raises(RulesError, match="needs flags"):
        Rules(ruleset="click", completion="mark")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_c8_what_each_ruleset_shows_on_a_loss(ruleset: str) -> None:
    game = game_on(".*.*", ruleset)
    game.open(0, 0)
    game.open(0, 1)
    assert shown(game) == ("1!.." if ruleset in ("terminal", "article") else "1!.*")


def test_c8_every_loss_crosses_wrong_flags() -> None:
    ends = {}
    for loss in Loss:
        game = game_on(".*..", f"modern loss={loss}")
        game.open(0, 0)
        game.flag(0, 3)
        game.open(0, 1)
        ends[loss] = shown(game)
    assert ends == {Loss.HIT: "1!.x", Loss.ALL: "1!.x"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_c9_question_marks_are_off_except_on_the_amiga(ruleset: str) -> None:
    assert Rules(ruleset=ruleset).questions is (ruleset == "amiga")


def test_c9_question_marks_are_one_switch_of_the_marking_cycle() -> None:
    def cycled(rules: str) -> list[str]:
        game = game_on(".*.", rules)
        mouse = Mouse(controls_for("modern", {}), game.rules)
        seen = []
        for _ in range(3):
            for action in mouse.press(game.board, Button.RIGHT, (0, 1)) + mouse.release(
                game.board, Button.RIGHT, (0, 1)
            ):
                game.play(action)
            seen.append(shown(game))
        return seen

    assert cycled("modern") == [".F.", "...", ".F."]
    assert cycled("modern questions=on") == [".F.", ".?.", "..."]


def test_c10_a_cascade_keeps_flags() -> None:
    game = game_on("......*")
    game.flag(0, 2)
    game.open(0, 0)
    assert (shown(game), game.board.flags) == ("00F....", 1)


def test_c10_a_cascade_may_sweep_flags_away() -> None:
    game = game_on("......*", f"modern flood={Flood.SWEEP}")
    game.flag(0, 2)
    assert game.open(0, 0).status is Status.WON
    assert (shown(game), game.board.flags, game.board.mines_left) == ("000001.", 0, 1)


def test_c10_sweeping_leaves_the_flags_on_mines() -> None:
    game = game_on("......*", f"modern flood={Flood.SWEEP} completion=both")
    game.flag(0, 6)
    game.flag(0, 2)
    assert game.open(0, 0).status is Status.WON
    assert shown(game) == "000001F"


def test_c11_a_flood_far_deeper_than_any_stack_opens() -> None:
    corridor = Minefield.from_mines(200_001, 1, [(0, 200_000)])
    game = Game(Rules(corridor.level), layout=FixedLayout(corridor))
    delta = game.open(0, 0)
    assert changed(delta) == [(0, col) for col in range(200_000)]
    assert delta.status is Status.WON


def test_c11_a_flood_goes_in_rings() -> None:
    minefield = Minefield.from_text(WALL)
    steps = ripple(minefield, (2, 0))
    order = [steps[cell] for cell in changed(game_on(WALL).open(2, 0))]
    assert order == sorted(order)


def test_c12_cells_are_row_and_column_from_0() -> None:
    game = game_on("...* .... ....")
    assert changed(game.open(1, 2)) == [(1, 2)]
    assert shown(game) == ".... ..1. ...."


def test_c12_text_also_reads_a_column_letter_and_a_row_from_1() -> None:
    sessions = [session_on("...* .... ....") for _ in range(3)]
    for session, line in zip(sessions, ("r 1 2", "r C2", "r c2"), strict=True):
        dialogue(session, line)
        assert shown(session.game) == ".... ..1. ...."


def test_c13_the_library_raises_after_the_end() -> None:
    game = game_on(".*.")
    game.open(0, 0)
    game.open(0, 1)
    for act in (game.open, game.flag, game.clear, game.chord):
        with pytest.raises(GameOver):
            act(0, 2)


def test_c13_text_answers_after_the_end_and_goes_on() -> None:
    session = session_on(".*.")
    lines = dialogue(session, "r 0 0", "r 0 1", "r 0 2", "f 0 2", "n", "s")
    assert lines.count("error: the game is over: lost") == 2
    assert lines[-1] == "ready, 2 squares to open, 1 mine left"


def test_c13_a_bot_gets_an_error_after_the_end_and_may_start_a_new_game() -> None:
    opens: list[dict[str, object]] = [{"action": "open", "row": 0, "col": col} for col in (0, 1, 2)]
    talk = json_talk(session_on(".*."), *opens, {"command": "new"})
    assert [message.get("status") for message in talk] == ["ready", "playing", "lost", None, "ready"]
    assert talk[3] == {"error": "the game is over: lost"}


def test_c13_the_oldest_text_game_asks_nothing_after_the_end() -> None:
    assert terminal_talk(session_on(".*.", "terminal"), "r 0 0", "r 0 1", "r 0 2").count(PROMPT) == 2


@pytest.mark.parametrize("ruleset", RULESETS)
def test_c15_nothing_is_flagged_or_opened_for_the_player(ruleset: str) -> None:
    game = game_on(".*.. ....", ruleset)
    assert changed(game.open(0, 0)) == [(0, 0)]
    if game.rules.flags is not Flags.OFF:
        assert changed(game.flag(0, 1)) == [(0, 1)]


def test_c15_assists_never_change_the_ruleset_unseen() -> None:
    assert str(Rules(ruleset="official", assists=["auto-flag"])) == "official 8x8/10 v1 assists=auto-flag"


@pytest.mark.parametrize("mark", [CellState.FLAG, CellState.QUESTION])
def test_c16_marks_before_the_first_reveal_do_not_start_the_clock(mark: CellState) -> None:
    clock = Clock()
    session = session_on(WALL, "amiga", clock=clock)
    session.mark(0, 2, mark)
    clock.now += 5000
    session.mark(0, 2, mark)
    assert session.elapsed == 0
    session.play("open", 0, 0)
    clock.now += 700
    assert session.elapsed == 700


def test_c16_an_open_that_a_flag_blocks_does_not_start_the_clock() -> None:
    clock = Clock()
    session = session_on(WALL, clock=clock)
    session.mark(0, 0, CellState.FLAG)
    session.play("open", 0, 0)
    clock.now += 5000
    assert (session.elapsed, session.game.status) == (0, Status.READY)


@pytest.mark.parametrize("ruleset", ["modern", "official", "amiga", "terminal", "article"])
def test_c17_flags_are_not_capped(ruleset: str) -> None:
    game = game_on(".*. ...", ruleset)
    for col in range(3):
        game.flag(1, col)
    assert (game.board.flags, game.board.mines_left) == (3, -2)
