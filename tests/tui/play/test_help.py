"""Hints in stages, odds, the best move, the proof, and what a loss teaches."""

from __future__ import annotations

from threading import Event, current_thread, main_thread
from typing import TYPE_CHECKING, Any

from tui.pilot import Player, play

from sapper import Board, Status
from sapper.analysis import verdict
from sapper.analysis.odds import odds
from sapper.board import CellState
from sapper.display.wording import wording
from sapper.tui.play.hint_steps import HintSteps

if TYPE_CHECKING:
    import pytest

# After opening the far corner the 1 at C3 has one closed neighbour that can be a mine.
FIELD = "*.... ..... ..... ....* ....."


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
        hint = player.screen.state.hint_steps.hint
        before = player.session.game.seq
        await player.press("h")
        assert player.session.game.log[-1].action.kind == hint.action
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
        assert go.wait(20)
        return real(*given, **options)

    monkeypatch.setattr(verdict, "judge", judge)

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
