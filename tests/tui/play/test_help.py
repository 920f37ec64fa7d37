"""Hints in stages, odds, the best move, the proof, and what a loss teaches."""

from __future__ import annotations

from threading import Event, current_thread, main_thread
from typing import Any

import pytest
from analysis.test_hints import LONG
from tui import pilot
from tui.pilot import STILL, Player, play
from waiting import PATIENCE

from sapper import Action, Board, Game, Rules, Status, hint
from sapper.analysis import verdict
from sapper.analysis.odds import odds
from sapper.board import CellState
from sapper.coordinates import cell_name
from sapper.display.wording import wording
from sapper.tui.play.hint_steps import HintSteps

# After opening the far corner the 1 at C3 has one closed neighbour that can be a mine.
FIELD = "*.... ..... ..... ....* ....."
ASKING = STILL.change("game", help="ask")


def test_hint_stages_show_and_mark_a_little_more_each_time() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 0))
        await player.press("space")
        shown = []
        for step in (1, 2, 3):
            await player.press("h")
            shown.append(player.screen.side.text)
            marks = player.screen.board.marks
            assert f"Hint {step} of 4" in shown[-1]
            assert (marks.region is not None) is (step == 1)
            assert bool(marks.reason) is (step > 1)
            assert bool(marks.safe | marks.mine) is (step == 3)
        assert len(set(shown)) == 3
        assert "hinted" in player.screen.title_bar.text
        shown_hint = player.screen.state.hint_steps.hint
        before = player.session.game.seq
        await player.press("h")
        assert player.session.game.log[-1].action.kind == shown_hint.action
        assert player.session.game.seq == before + 1
        assert player.screen.state.hint_steps.hint is None
        assert player.session.game.hints == 1

    play(script, field=FIELD)


def test_a_hint_can_be_closed_and_a_move_ends_it() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 0))
        await player.press("space", "h", "h")
        await player.press("escape")
        assert not player.session.is_paused
        assert player.screen.state.hint_steps.hint is None
        assert not player.screen.board.marks.reason
        await player.go((0, 0))
        await player.press("h", "f")
        assert player.screen.state.hint_steps.hint is None

    play(script, field=FIELD)


def test_without_a_panel_the_hint_is_one_line_above_the_keys() -> None:
    async def script(player: Player) -> None:
        await player.go((8, 15))
        await player.press("space", "h")
        assert not player.screen.side.display
        assert player.screen.line.text.strip() == player.screen.state.hint_steps.sentences[0]

    play(script, "modern 30x16/99", size=(80, 24))


def test_the_odds_are_drawn_on_the_board() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space", "v")
        chances = odds(player.session.game.board)
        marks = player.screen.board.marks
        assert marks.odds
        for cell, chance in marks.odds.items():
            assert abs(chance - (chances[cell] or 0)) < 1e-9
        between = [chance for chance in marks.odds.values() if 0.01 < chance < 0.99]
        assert any(f"{round(chance * 100):2}" in row for chance in between for row in player.board()) or not between
        assert player.session.game.is_assisted
        assert "not ranked" in player.text()
        await player.press("v")
        assert not player.screen.board.marks.odds

    play(script, seed="fog")


def test_the_best_move_is_named_and_pointed_at() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space", "y")
        assert player.screen.state.note.startswith("Best move: ")
        assert player.session.game.board[player.screen.state.cursor] == CellState.HIDDEN
        assert player.session.game.is_assisted

    play(script)


def test_prove_it_lists_the_whole_solution_after_the_end() -> None:
    async def script(player: Player) -> None:
        player.screen.commands.do("prove")
        assert "The proof is shown when the game is over." in player.screen.state.note
        await player.go((4, 4))
        await player.press("space")
        await player.until(lambda: player.session.game.seq == 1)
        while player.session.game.status is Status.PLAYING:
            player.screen.commands.do("hint")
        await player.press("v")
        drawer = player.screen.drawer
        assert "Proof" in drawer.text
        await player.press("pagedown", "pagedown", "pagedown", "pagedown", "pagedown")
        assert "No guess was needed." in " ".join(drawer.text.split())

    play(script, "modern 8x8/10 layout=no-guess")


def test_a_loss_says_what_was_safe() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 0))
        await player.press("space")
        await player.go((0, 0))
        await player.press("space")
        await player.until(lambda: "A1 was" in player.screen.side.text)
        loss = player.screen.state.loss
        assert loss.is_mistake
        assert wording().verdict(loss.kind).name in player.screen.side.text
        assert loss.safe <= {(row, col) for row in range(5) for col in range(5)}
        assert all(player.session.game.board[cell] not in (CellState.MINE, CellState.EXPLODED) for cell in loss.safe)
        assert player.screen.board.marks.was_safe == loss.safe

    play(script, field=FIELD)


def test_a_loss_is_painted_before_it_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    go, real = Event(), verdict.judge
    threads = []

    def judge(*given: Any, **options: Any) -> Any:
        threads.append(current_thread())
        assert go.wait(PATIENCE)
        return real(*given, **options)

    monkeypatch.setattr("sapper.analysis.review.judge", judge)
    monkeypatch.setattr(pilot, "ANSWERING", set())

    async def script(player: Player) -> None:
        await player.go((4, 0))
        await player.press("space")
        await player.go((0, 0))
        await player.press("space")
        await player.until(lambda: bool(threads))
        assert "Lost at" in player.text()
        assert player.screen.state.loss is None
        go.set()
        await player.until(lambda: "A1 was" in player.screen.side.text)
        assert main_thread() not in threads

    play(script, field=FIELD)


def test_hint_steps_without_a_hint_mark_nothing() -> None:
    assert HintSteps().marks(Board("3x3/1")).region is None


def test_reading_aloud() -> None:
    async def script(player: Player) -> None:
        await player.press("x")
        assert "2 mines left." in player.text()
        await player.press("z")
        assert "0.0 s." in player.text()
        await player.press("r")
        assert "Around A1: B1 closed, A2 closed, B2 closed." in " ".join(player.screen.side.text.split())

    play(script, field=FIELD)


# Before the first click


PROMISES = {
    "opening": "The first click always opens an area: choose any square.",
    "cell": "The first click is always safe: choose any square.",
    "top-left": "The top left corner, A1, is never a mine.",
    "any": "Nothing is promised to the first click: every square has the same risk.",
}


@pytest.mark.parametrize(("first", "promise"), PROMISES.items())
@pytest.mark.parametrize("key", ["h", "v"])
def test_before_the_first_click_help_says_what_the_rules_promise(first: str, promise: str, key: str) -> None:
    async def script(player: Player) -> None:
        before = player.screen.board.marks
        await player.press(key)
        assert player.screen.state.note.startswith(promise)
        assert player.screen.board.marks == before
        assert player.screen.state.odds is None
        assert player.session.game.hints == 0

    play(script, f"modern 8x8/10 first={first}", settings=ASKING)


@pytest.mark.parametrize(("first", "counts"), [("opening", 0), ("top-left", 0), ("cell", 1), ("any", 1)])
def test_a_best_first_square_is_named_where_the_choice_matters(first: str, counts: int) -> None:
    async def script(player: Player) -> None:
        await player.press("y")
        note = player.screen.state.note
        assert note.startswith(PROMISES[first])
        assert ("Best move: A1" in note) is bool(counts)
        assert "to win" not in note
        assert ("15.6 %" in note) is (first == "any")  # 10 of 64
        assert player.session.game.hints == counts

    play(script, f"modern 8x8/10 first={first}")


# Asking before the ranking is lost


@pytest.mark.parametrize("answer", ["enter", "same"])
@pytest.mark.parametrize("key", ["h", "v", "y"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_help_asks_once_in_a_ranked_game(key: str, answer: str, size: tuple[int, int]) -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space", key)
        assert "out of the best times" in player.screen.state.note
        assert "show it" in player.text()
        assert player.session.game.hints == 0
        assert not player.screen.board.marks.odds
        await player.press(key if answer == "same" else "enter")
        assert player.session.game.hints == 1
        assert "out of the best times. The same key" not in player.screen.state.note
        await player.press("escape")
        await player.press("v" if key != "v" else "h")
        assert player.session.game.hints == 1  # one position, and no second question
        assert "out of the best times. The same key" not in player.screen.state.note

    play(script, settings=ASKING, size=size)


@pytest.mark.parametrize("other", ["escape", "left", "x"])
def test_anything_else_is_a_no(other: str) -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space", "h", other)
        assert not player.screen.state.asked_help
        assert "out of the best times" not in player.screen.state.note
        assert not player.session.is_paused
        assert player.session.game.hints == 0
        await player.press("h")
        assert "out of the best times" in player.screen.state.note

    play(script, settings=ASKING)


def test_games_that_are_not_ranked_anyway_are_not_asked_about() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space", "h")
        assert player.screen.state.hint_steps.hint is not None

    play(script, "modern 8x8/10 practice=on", settings=ASKING)
    play(script, "modern 8x8/10 assists=auto-flag", settings=ASKING)


def test_help_can_be_switched_off() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space")
        for key in ("h", "v", "y"):
            await player.press(key)
            assert player.screen.state.note.startswith("Help is switched off in the settings")
        player.screen.commands.do("certain")
        assert player.session.game.hints == 0

    play(script, settings=STILL.change("game", help="off"))


def test_whether_a_move_is_certain_is_answered_without_a_place() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 0))
        await player.press("space", "shift+y")
        assert player.screen.state.note == "No: some square is certainly safe. " + wording().message("hint.hinted")
        assert player.screen.state.hint_steps.hint is None
        assert player.session.game.hints == 1

    play(script, field=FIELD)


# Flags


def test_a_wrong_flag_is_named_and_the_fourth_step_removes_it() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 0))
        await player.press("space")
        wrong = next(cell for cell in odds(player.session.game.board).safe if player.session.game.board[cell] > 8)
        await player.go(wrong)
        await player.press("f", "h", "h", "h")
        assert f"flag at {cell_name(*wrong)} is wrong" in " ".join(player.text().split())
        assert player.screen.board.marks.wrong_flag == wrong
        await player.press("h")
        assert player.session.game.board[wrong] == CellState.HIDDEN

    play(script, field=FIELD, size=(120, 40))


def test_flags_stay_visible_under_odds() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space", "w", "f", "v")
        flag = player.screen.state.cursor
        assert player.session.game.board[flag] == CellState.FLAG
        assert flag not in player.screen.board.marks.odds

    play(script, seed="fog")


def test_the_better_cell_of_a_loss_is_marked() -> None:
    """Nothing is certain on the first board after B1 is open: the far squares are better than its neighbours."""

    async def script(player: Player) -> None:
        await player.go((0, 1))
        await player.press("space", "left", "space")
        await player.until(lambda: player.screen.state.loss is not None)
        player.screen.refresh_all()
        loss, marks = player.screen.state.loss, player.screen.board.marks
        assert loss.best is not None
        assert marks.best == {loss.best}
        assert set(marks.odds) == {loss.best}

    play(script, field="*....... ........ ........ ........ .......*", size=(120, 40))


def test_a_loss_by_redo_is_judged_as_the_move_it_plays() -> None:
    async def script(player: Player) -> None:
        rules = Rules.parse("modern 8x8/10 practice=on")
        known = Game(rules, "rain")
        known.open(4, 4)
        known.play(Action("resign"))
        await player.go((4, 4))
        await player.press("space")
        await player.go(min(known.minefield.mines()))
        await player.press("space")
        await player.until(lambda: player.screen.state.loss is not None)
        said = player.screen.state.loss.sentence
        await player.press("backspace", "ctrl+y")
        await player.until(lambda: player.screen.state.loss is not None)
        assert player.screen.state.loss.sentence == said

    play(script, "modern 8x8/10 practice=on", seed="rain")


def test_the_longest_hint_is_shown_whole_where_there_is_no_panel() -> None:
    async def script(player: Player) -> None:
        await player.go((8, 15))
        await player.press("space")
        state = player.screen.state
        state.hint_steps.hint, state.hint_steps.step = hint(Board.parse(LONG)), 3
        player.screen.refresh_all()
        await player.pilot.pause()
        words = " ".join(player.screen.line.text.split())
        assert words == state.hint_steps.sentences[0]
        assert player.screen.board.size.height >= 7

    play(script, "modern 30x16/99", size=(80, 24))
