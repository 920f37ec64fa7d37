"""The search for a no-guess board in the background: its progress, how it is stopped, and that nothing is swapped."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

import pytest
from tui import pilot
from tui.pilot import Player, play
from waiting import PATIENCE

from sapper import generator, layouts
from sapper.generator import NoBoard
from sapper.rules import Grade, LayoutKind

if TYPE_CHECKING:
    from sapper import Minefield
    from sapper.generator import Progress

HARD = "modern 16x16/40 layout=no-guess-single"


class Slow:
    """A generator that waits until it is let go, and may then fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, fails: bool = False) -> None:
        self.go = Event()
        self.done = Event()
        self.fails = fails
        self.asked: list[Grade | None] = []
        real = generator.generate

        def generate(
            level: object, first: object, seed: object, grade: Grade, on_progress: Progress | None = None
        ) -> object:
            self.asked.append(grade)
            assert self.go.wait(PATIENCE)
            try:
                if self.fails:
                    raise NoBoard(level, grade, False)  # type: ignore[arg-type]
                return real(level, first, seed, grade, on_progress=on_progress)  # type: ignore[arg-type]
            finally:
                self.done.set()

        monkeypatch.setattr(layouts, "generate", generate)
        monkeypatch.setattr(pilot, "ANSWERING", set())


def test_progress_is_shown_and_the_cursor_still_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)

    async def script(player: Player) -> None:
        await player.press("space")
        assert player.session.game.seq == 0
        player.clock.now = 1800
        await player.until(lambda: "0 boards tried, 1.8 s" in " ".join(player.screen.side.text.split()))
        await player.press("down", "space", "f")
        assert player.screen.state.cursor == (1, 0)
        assert player.session.game.seq == 0
        slow.go.set()
        await player.until(lambda: player.session.game.seq == 1)
        assert player.session.game.first == (0, 0)

    play(script, HARD)


def test_a_search_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)

    async def script(player: Player) -> None:
        await player.press("space", "escape")
        assert player.screen.search is None
        assert "Search stopped." in player.text()
        slow.go.set()
        await player.until(slow.done.is_set)
        await player.pilot.pause()
        assert player.session.game.seq == 0
        await player.press("space")
        await player.until(lambda: player.session.game.seq == 1)

    play(script, HARD)


def test_quitting_does_not_wait_for_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)

    async def script(player: Player) -> None:
        await player.press("space", "ctrl+q")

    play(script, HARD)
    slow.go.set()


@pytest.mark.parametrize(
    ("key", "layout"), [("k", LayoutKind.NO_GUESS_SINGLE), ("g", LayoutKind.NO_GUESS_PAIRS), ("r", LayoutKind.RANDOM)]
)
def test_where_no_board_is_found_the_player_chooses(
    key: str, layout: LayoutKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch, fails=True)
    slow.go.set()

    async def script(player: Player) -> None:
        await player.press("space")
        await player.until(lambda: player.screen.failed is not None)
        assert "We never swap it silently" in " ".join(player.screen.side.text.split())
        assert player.session.game.seq == 0
        slow.fails = False
        await player.press(key)
        await player.until(lambda: player.session.game.seq == 1)
        assert player.session.game.rules.layout is layout

    play(script, HARD)


def test_a_minefield_found_is_the_one_played(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Minefield] = []
    real = generator.generate

    def generate(*given: object, **options: object) -> object:
        puzzle = real(*given, **options)  # type: ignore[arg-type]
        found.append(puzzle.minefield)
        return puzzle

    monkeypatch.setattr(layouts, "generate", generate)

    async def script(player: Player) -> None:
        await player.press("space")
        await player.until(lambda: player.session.game.seq == 1)
        assert len(found) == 1

    play(script, HARD)
