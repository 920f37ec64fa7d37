"""The odds beside a game: computed once for each position, and never while painting; a failure is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tui.pilot import Player, play

from sapper.analysis import odds as solver
from sapper.analysis.odds import OutOfBudget
from sapper.board import CellState

if TYPE_CHECKING:
    from sapper import Board

TICKS = 25  # of the screen's timer, 2.5 seconds


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every position that the solver is asked for, in order."""
    asked: list[bytes] = []
    real = solver.odds

    def odds(board: Board, *given: Any, **options: Any) -> Any:
        asked.append(board.to_bytes())
        return real(board, *given, **options)

    monkeypatch.setattr(solver, "odds", odds)
    return asked


async def opened(player: Player) -> None:
    await player.go((4, 4))
    await player.press("space")


async def paint(player: Player) -> None:
    """Let the screen paint itself as it does while nothing is played."""
    for _ in range(TICKS):
        player.clock.now += 100
        player.screen.tick()
    player.screen.refresh_all()
    player.screen.lay_out()
    await player.pilot.pause()


def said(player: Player) -> str:
    """Return what is written beside the board, or below it where there is no room."""
    part = player.screen.side if player.screen.side.display else player.screen.line
    return " ".join(part.text.split())


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 15)])
def test_the_solver_rests_while_nothing_is_played(solved: list[bytes], size: tuple[int, int]) -> None:
    async def script(player: Player) -> None:
        await opened(player)
        await player.press("v")
        assert len(solved) == 1
        await paint(player)
        assert len(solved) == 1
        assert "arrangements" in said(player)

    play(script, size=size)


def test_a_move_asks_the_solver_once(solved: list[bytes]) -> None:
    async def script(player: Player) -> None:
        await opened(player)
        await player.press("v", "w")
        for moves in range(2, 5):
            await player.press("f")
            await paint(player)
            assert len(solved) == moves
            assert solved[-1] == player.session.game.board.to_bytes()

    play(script)


def test_without_odds_the_solver_is_not_asked(solved: list[bytes]) -> None:
    async def script(player: Player) -> None:
        await opened(player)
        await player.press("v", "v", "w", "f")
        await paint(player)
        assert len(solved) == 1
        assert not player.screen.board.marks.odds

    play(script)


def test_each_position_with_odds_counts_as_help_once() -> None:
    async def script(player: Player) -> None:
        await opened(player)
        await player.press("v")
        await paint(player)
        assert player.session.game.hints == 1
        await player.press("v", "v")
        assert player.session.game.hints == 1
        await player.press("w", "f")
        assert player.session.game.hints == 2

    play(script)


def test_the_odds_follow_undo_and_redo(solved: list[bytes]) -> None:
    async def script(player: Player) -> None:
        await opened(player)
        await player.press("v", "w", "f", "backspace")
        assert player.session.game.board.flags == 0
        assert solved[-1] == player.session.game.board.to_bytes()
        await player.press("ctrl+y")
        assert player.session.game.board.flags == 1
        assert solved[-1] == player.session.game.board.to_bytes()
        assert len(solved) == 4

    play(script, "modern 8x8/10 practice=on")


def test_the_odds_are_hidden_with_the_board(solved: list[bytes]) -> None:
    async def script(player: Player) -> None:
        await opened(player)
        await player.press("v", "p")
        assert not player.screen.board.marks.odds
        await player.press("p")
        assert player.screen.board.marks.odds
        assert len(solved) == 1

    play(script)


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
@pytest.mark.parametrize(
    ("error", "words"),
    [(OutOfBudget(), "take too long to compute."), (MemoryError(), "cannot be computed: there is not")],
)
def test_a_solver_that_fails_while_odds_are_shown_is_reported(
    monkeypatch: pytest.MonkeyPatch, error: Exception, words: str, size: tuple[int, int]
) -> None:
    real, fails = solver.odds, False

    def odds(board: Board, *given: Any, **options: Any) -> Any:
        if fails:
            raise error
        return real(board, *given, **options)

    monkeypatch.setattr(solver, "odds", odds)

    async def script(player: Player) -> None:
        nonlocal fails
        await opened(player)
        await player.press("v", "w")
        fails = True
        await player.press("f")
        assert player.session.game.board[player.screen.state.cursor] == CellState.FLAG
        await paint(player)
        assert words in said(player)
        assert not player.screen.board.marks.odds
        fails = False
        await player.press("f")
        assert player.screen.board.marks.odds
        assert "Exact, over" in said(player)

    assert play(script, size=size).failure is None


def test_a_board_that_is_too_large_is_refused_in_a_sentence() -> None:
    async def script(player: Player) -> None:
        await player.press("v")
        assert "On boards of more than 100 000 squares hints and odds would take too long." in said(player)
        assert player.screen.state.odds is None

    play(script, "modern 400x300/20000")


def test_only_the_rows_that_changed_are_painted() -> None:
    async def script(player: Player) -> None:
        await opened(player)
        view = player.screen.board
        for y in range(view.size.height):
            view.render_line(y)
        before = dict(view._strips)
        await player.press("w", "f")
        flagged = player.screen.state.cursor[0]
        height = view._look.cells.height
        for line, strip in before.items():
            is_same = view._strips.get(line) is strip
            assert is_same or line // height in (4, flagged)

    play(script)
