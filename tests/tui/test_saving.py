"""What the screen shows while the store fails, and once it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.pilot import play
from tui.saved_games import a_store

from sapper.history.store import StoreError
from sapper.tui import app

if TYPE_CHECKING:
    import pytest
    from tui.pilot import Player


def test_saving_is_tried_again_without_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    store = a_store()
    append = store.append

    def refuse(*_: object) -> bool:
        raise StoreError("games.db cannot be used: the disk is full: free some space", "the disk is full")

    async def script(player: Player) -> None:
        await player.go((3, 3))
        monkeypatch.setattr(store, "append", refuse)
        await player.press("space")
        assert "not saved: the disk is full" in player.text()
        assert "This game is not saved: games.db cannot be used" in " ".join(player.text().split())
        monkeypatch.setattr(store, "append", append)
        while player.session.failure:
            await player.pilot.pause(0.01)
        await player.pilot.pause()
        assert "not saved" not in player.text()
        assert store.load(store.unfinished()[0].id).seq == 1

    monkeypatch.setattr(app, "RETRY_S", 0.01)
    play(script, store=store)


def test_a_long_reason_is_cut_in_a_narrow_title(monkeypatch: pytest.MonkeyPatch) -> None:
    store = a_store()

    def refuse(*_: object, **__: object) -> int:
        raise StoreError("the folder cannot be created", "the data folder cannot be created")

    monkeypatch.setattr(store, "create", refuse)

    async def script(player: Player) -> None:
        await player.press("space")
        assert "not saved:" in player.text().splitlines()[0]

    for width in (60, 80, 100, 140):
        play(script, store=store, size=(width, 24))


def test_the_clock_is_noted_between_two_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    store = a_store()

    async def script(player: Player) -> None:
        await player.go((3, 3))
        await player.press("space")
        player.clock.now = 4_000
        game = store.unfinished()[0].id
        await player.until(lambda: store.load(game).clock == 4_000)
        assert store.load(game).seq == 1

    monkeypatch.setattr(app, "CLOCK_NOTED_S", 0.01)
    play(script, store=store)
