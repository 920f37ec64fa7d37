"""The history: every saved game, however many, and what can be done with each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.pilot import Player, play
from tui.saved_games import NOW, a_store, save_game, save_history, save_summary

from sapper import Status
from sapper.errors import GameError
from sapper.history.store import Filter, GameInUse
from sapper.tui.pages.game_list import MOST_PAGES, PAGE, GameList
from sapper.tui.pages.history import HistoryPage

if TYPE_CHECKING:
    import pytest

    from sapper.history.store import Store


def page(player: Player) -> Any:
    return player.app.screen


def history(script: Any, store: Store | None, **options: Any) -> None:
    async def opened(player: Player) -> None:
        await player.press("f10", "y")
        assert isinstance(page(player), HistoryPage)
        await script(player)

    play(opened, store=store, now=lambda: NOW, **options)


def test_unfinished_games_stand_on_top_and_the_rest_newest_first() -> None:
    async def script(player: Player) -> None:
        rows = page(player).body.text.splitlines()[4:]
        assert "Unfinished" in rows[0]
        assert "1 move" in rows[0] or "2 moves" in rows[0]
        assert "2.22" in rows[1]
        assert "Lost" in rows[1]
        assert "1.11" in rows[2]
        assert "Won" in rows[2]
        assert "3 games" in player.text()

    store = a_store()
    save_summary(store, 1, elapsed=1_110)
    save_summary(store, 2, elapsed=2_220, status="lost")
    save_game(store, end="leave")
    history(script, store, size=(120, 30))


def test_filters_by_level_and_result() -> None:
    async def script(player: Player) -> None:
        assert page(player).count() == 4
        walk = ["l3", "l1", "l4", "r2", "r1", "r0", "r1", "r4", "tab4", "left1", "left3", "tab3", "right1", "left3"]
        for step in walk:
            await player.press(step[:-1])
            left = int(step[-1])
            assert page(player).count() == left, step
            assert ("No matching game" in player.text()) is (left == 0)

    store = a_store()
    save_summary(store, 1)
    save_summary(store, 2, status="lost")
    save_summary(store, 3, level="16x16/40")
    save_game(store, end="leave")
    history(script, store)


def test_enter_takes_up_an_unfinished_game_and_leaves_the_other_one() -> None:
    async def script(player: Player) -> None:
        await player.press("escape")
        await player.go((3, 3))
        await player.press("space", "f10", "y")
        assert page(player).count() == 2
        await player.press("down", "enter")
        assert player.app.screen is player.screen
        assert str(player.session.game.rules.level) == "16x16/40"
        assert player.session.is_paused
        assert "You left a game: Intermediate" in " ".join(player.text().split())
        await player.press("p")
        assert player.session.game.status is Status.PLAYING
        assert player.app.store is not None
        taken, left = sorted(player.app.store.unfinished(), key=lambda game: game.rules)
        assert (taken.rules, taken.seq) == ("modern 16x16/40 v1", player.session.game.seq)
        assert left.rules == "modern 8x8/10 v1"

    store = a_store()
    save_game(store, "modern 16x16/40", end="leave")
    history(script, store)


def test_the_game_on_the_board_is_not_deleted_and_enter_goes_back_to_it() -> None:
    async def script(player: Player) -> None:
        await player.press("escape")
        await player.go((3, 3))
        await player.press("space", "f10", "y", "delete")
        assert "This game is on the board." in player.text()
        await player.press("enter")
        assert player.app.screen is player.screen
        assert player.session.game.status == "playing"

    history(script, a_store())


def test_an_unfinished_game_is_deleted_after_a_question() -> None:
    async def script(player: Player) -> None:
        await player.press("delete", "y")
        assert player.app.store is not None
        assert not player.app.store.unfinished()
        assert "Nothing to show yet" in player.text()

    store = a_store()
    save_game(store, end="leave")
    history(script, store)


def test_a_game_that_cannot_go_on_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise GameError("this game cannot go on")

    async def script(player: Player) -> None:
        monkeypatch.setattr(player.session, "resume", refuse)
        await player.press("enter")
        assert "This game cannot be resumed." in player.text()

    store = a_store()
    save_game(store, end="leave")
    history(script, store)


def test_a_game_that_another_window_plays_is_left_there(monkeypatch: pytest.MonkeyPatch) -> None:
    store = a_store()
    save_game(store, end="leave")

    def refuse(*_: object) -> None:
        raise GameInUse(1234)

    async def script(player: Player) -> None:
        await player.press("enter")
        assert "This game is being played in another window (process 1234)" in " ".join(player.text().split())
        await player.press("delete", "y")
        assert "This game is being played in another window" in " ".join(player.text().split())
        assert len(store.unfinished()) == 1

    monkeypatch.setattr(store, "lock", refuse)
    monkeypatch.setattr(store, "_check_free", refuse)
    history(script, store)


def test_a_long_list_is_read_as_it_comes_into_view(monkeypatch: pytest.MonkeyPatch) -> None:
    store = a_store()
    for number in range(PAGE * 2 + 10):
        save_summary(store, number, elapsed=1_000 + number)
    asked = []
    real = store.games

    def games(limit: int = 50, offset: int = 0, *rest: Any) -> Any:
        asked.append((limit, offset))
        return real(limit, offset, *rest)

    monkeypatch.setattr(store, "games", games)

    async def script(player: Player) -> None:
        assert asked == [(PAGE, 0)]
        await player.press("pagedown", "down", "up")
        assert asked == [(PAGE, 0)]
        await player.press("end")
        assert asked == [(PAGE, 0), (PAGE, PAGE), (PAGE, 2 * PAGE)] or asked == [(PAGE, 0), (PAGE, 2 * PAGE)]
        assert page(player).chosen.id == 1
        assert "1.00" in player.text()

    history(script, store)


def test_a_shelf_holds_a_few_pages_only() -> None:
    class Endless:
        def games(self, limit: int, offset: int, _: object) -> list[int]:
            return list(range(offset, offset + limit))

    game_list: Any = GameList(Endless(), Filter(), [], 10**6)  # type: ignore[arg-type]
    assert len(game_list) == 10**6
    for place in range(0, 10**6, 9_973):
        assert game_list[place] == place
        assert len(game_list._pages) <= MOST_PAGES


def test_without_games_and_without_a_store() -> None:
    async def empty(player: Player) -> None:
        await player.press("enter", "x", "delete", "down", "l", "right")
        assert "Every game you play is listed here." in player.text()

    async def none(player: Player) -> None:
        await player.press("l", "r", "enter", "x")
        assert "Games are not being saved in this session." in player.text()

    history(empty, a_store())
    history(none, None)


def test_the_store_counts_what_it_lists() -> None:
    store = a_store()
    save_history(store, 20)
    for only in (Filter(), Filter(status="won"), Filter(status="lost", level="8x8/10"), Filter(plain=True)):
        assert store.count(only) == len(store.games(100, 0, only))
    assert {game.summary.status for game in store.games(100, 0, Filter(status="lost")) if game.summary} == {"lost"}
