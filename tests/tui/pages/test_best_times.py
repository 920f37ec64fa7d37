"""The best times: tabs, rows, what is ranked, export, deletion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tui.pilot import Player, play
from tui.saved_games import DAY, NOW, a_store, save_game, save_history, save_summary
from tui.scenes import in_utc

from sapper import Action, Rules, Status
from sapper.history.best_times import change_custom_level
from sapper.replay.model import Replay
from sapper.tui.drawing.ink import Depth
from sapper.tui.pages.best_times import BestTimesPage
from sapper.tui.play.board_search import Search
from sapper.tui.replay.screen import ReplayViewer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sapper.history.store import Store


@pytest.fixture(autouse=True)
def _in_utc() -> Iterator[None]:
    with in_utc():
        yield


def page(player: Player) -> Any:
    return player.app.screen


def three(store: Store) -> None:
    save_summary(store, 1, elapsed=9_999, ended_at=NOW - 12 * DAY, name="Grace", bbbv=20, solved=20, left=32)
    save_summary(store, 2, elapsed=8_129, bbbv=13, solved=13, left=26)
    save_summary(store, 3, elapsed=20_000, ended_at=NOW - 500 * DAY)
    save_summary(store, 4, status="lost", elapsed=100)


def watch(script: Any, store: Store | None, **options: Any) -> None:
    play(script, store=store, now=lambda: NOW, **options)


def test_s4_9_the_list_as_it_is_designed() -> None:
    async def script(player: Player) -> None:
        await player.press("t")
        assert isinstance(page(player), BestTimesPage)
        rows = player.text().splitlines()
        assert rows[0].startswith(" ⚑ Sapper   Best times")
        assert "Beginner  Intermediate  Expert  Custom" in rows[2]
        assert "Random · Modern" in rows[2]
        table = [row.split() for row in rows if row.lstrip()[:1] in "123" and "━" in row]
        assert [row[:4] for row in table] == [
            ["1", "Ada", "8.12", "13"],
            ["2", "Grace", "9.99", "20"],
            ["3", "Ada", "20.00", "20"],
        ]
        assert table[0][4:8] == ["1.60", "50", "%", "today"]
        assert table[1][4:9] == ["2.00", "62", "%", "3", "Nov"]
        assert table[2][-3:-1] == ["Jul", "2025"]
        bars = [row[-1].count("━") for row in table]
        assert bars[0] > bars[1] > bars[2] > 0
        text = player.text()
        assert "3 wins of 4" in text
        assert "75.0 %" in text
        assert "median 9.99 s" in text
        assert "times of wins, 8 to" in text

    store = a_store()
    three(store)
    watch(script, store)


def test_levels_by_keys_and_by_mouse() -> None:
    async def script(player: Player) -> None:
        await player.press("t")
        assert page(player).level == "beginner"
        await player.press("right")
        assert "16x16" not in player.text()
        assert "Nothing to show yet" in player.text()
        await player.press("left", "left")
        assert page(player).level == "custom"
        assert "9x9/12 · Random · Modern" in player.text()
        await player.pilot.click("#body", offset=(18, 0))
        assert page(player).level == "intermediate"

    store = a_store()
    three(store)
    save_summary(store, 9, level="9x9/12")
    watch(script, store)


def test_every_configuration_has_its_own_list() -> None:
    async def script(player: Player) -> None:
        await player.press("t")
        assert "Random · Modern  2/2" in player.text()
        assert "8.12" in player.text()
        await player.press("tab")
        assert "No-guess · Modern  1/2" in player.text()
        assert "8.12" not in player.text()
        assert "5.00" in player.text()
        await player.press("shift+tab")
        assert "8.12" in player.text()

    store = a_store()
    three(store)
    save_summary(store, 8, layout="no-guess", elapsed=5_000)
    watch(script, store)


def test_unranked_wins_are_shown_as_what_they_are_when_asked() -> None:
    async def script(player: Player) -> None:
        await player.press("t")
        assert "1.23" not in player.text()
        await player.press("u", "end")
        assert "1.23" in player.text()
        assert "Not ranked: hinted." in player.text()
        await player.press("u")
        assert "hinted" not in player.text()

    store = a_store()
    three(store)
    save_summary(store, 7, elapsed=1_234, hints=2, assisted=True, pauses=1)
    watch(script, store)


def test_s4_5_a_forgotten_record_does_not_contradict_the_wins_below_it() -> None:
    async def script(player: Player) -> None:
        await player.press("t")
        await player.until(lambda: "1 win of 1" in player.text())
        assert "Earlier wins no longer count." in player.text()
        assert "No ranked win" not in player.text()

    store = a_store()
    save_summary(store, 1, ruleset="amiga", level="5x4/2")
    change_custom_level(store, Rules.parse("amiga 6x4/2"))
    watch(script, store, rules="amiga 5x4/2")


def test_ranking_style_asks_for_the_least_3bv() -> None:
    async def script(player: Player) -> None:
        await player.press("t")
        assert "0.50" in player.text()
        await player.press("r")
        assert "0.50" not in player.text()
        assert "8.12" in player.text()
        assert "at least 2, 30 and 100 3BV" in player.text()

    store = a_store()
    three(store)
    save_summary(store, 6, elapsed=500, bbbv=1, solved=1)
    watch(script, store)


def test_a_row_is_watched() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "y", "enter")
        viewer = player.app.screen
        assert isinstance(viewer, ReplayViewer)
        assert viewer.playback.replay.status is Status.ABANDONED
        await player.press("escape")
        assert page(player).heading == "History"

    store = a_store()
    save_game(store)
    watch(script, store)


def test_export_asks_for_a_name_and_never_overwrites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(player: Player) -> None:
        await player.press("f10", "y", "x")
        assert "Save game 1 to  sapper-1.rawvf_" in player.text()
        await player.press("enter")
        assert (tmp_path / "sapper-1.rawvf").read_text().startswith("RawVF_Version")
        assert "Saved to sapper-1.rawvf." in player.text()
        await player.press("x", "enter")
        assert "Sapper-1.rawvf exists already: choose another name." in player.text()
        assert "Save game 1 to  sapper-1.rawvf_" in player.text()  # the name stays, to be corrected
        await player.press("ctrl+u", *"g.txt", "enter")
        assert Replay.load((tmp_path / "g.txt").read_bytes()).status is Status.ABANDONED
        await player.press("x", "escape")
        assert page(player).question is None
        await player.press("x", "ctrl+u", "enter")
        assert "A file needs a name." in player.text()
        await player.press(*"no/such/x", "enter")
        assert "cannot be written" in player.text()

    store = a_store()
    save_game(store)
    watch(script, store)


def test_a_game_is_deleted_after_a_question_only() -> None:
    async def script(player: Player) -> None:
        await player.press("t", "down", "delete")
        assert "Delete game 1 for good?" in player.text()
        await player.press("n")
        assert "9.99" in player.text()
        await player.press("delete", "y")
        assert "Game 1 was deleted." in player.text()
        assert "9.99" not in player.text().replace("median 9.99", "")
        assert player.app.store is not None
        assert player.app.store.replay(1) is None
        await player.press("delete")
        await player.pilot.click("#footer", offset=(3, 0))
        assert "was deleted" in player.text()

    store = a_store()
    three(store)
    watch(script, store)


def test_rows_by_mouse_and_wheel() -> None:
    async def script(player: Player) -> None:
        await player.press("t")
        body = page(player).body
        top = next(y for y, row in enumerate(body.text.splitlines()) if row.split()[:1] == ["1"])
        await player.pilot.click("#body", offset=(10, top + 2))
        assert page(player).scroller.at == 2
        body.post_message(_wheel())
        await player.pilot.pause()
        assert page(player).scroller.first == 3
        assert page(player).scroller.at == 3

    store = a_store()
    for number in range(40):
        save_summary(store, number, elapsed=5_000 + number)
    watch(script, store)


def _wheel() -> Any:
    from textual.events import MouseScrollDown

    return MouseScrollDown(None, 5, 5, 0, 0, 0, False, False, False)


@pytest.mark.parametrize("keys", ["t", "s", "?", ",", "alt+y"])
def test_the_game_is_paused_behind_a_page_and_goes_on_after_it(keys: str) -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space")
        player.clock.now = 5_000
        await player.press(keys)
        assert page(player) is not player.screen
        assert player.session.is_paused
        player.clock.now = 90_000
        await player.press("escape")
        assert page(player) is player.screen
        assert player.session.game.status is Status.PLAYING
        assert player.session.elapsed == 5_000
        assert not player.screen.board.covered

    watch(script, a_store())


def test_a_game_that_the_player_paused_stays_so_behind_a_page() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space", "p", "t", "s", "escape")
        assert page(player) is player.screen
        assert player.session.is_paused

    watch(script, a_store())


def test_a_search_for_a_board_is_called_off() -> None:
    async def script(player: Player) -> None:
        player.screen.search = Search(Action("open", 0, 0), "key", 0)
        await player.press("?")
        assert player.screen.search is None

    watch(script, a_store())


def test_without_games_and_without_a_store() -> None:
    async def empty(player: Player) -> None:
        await player.press("t", "x", "delete", "enter", "u", "r", "tab", "down")
        assert "Nothing to show yet" in player.text()
        await player.press("escape")
        assert player.app.screen is player.screen

    async def none(player: Player) -> None:
        await player.press("t", "x", "enter")
        assert "Games are not being saved in this session" in player.text()
        await player.press("s")
        assert "Games are not being saved" in player.text()

    watch(empty, a_store())
    watch(none, None)


@pytest.mark.parametrize(
    ("size", "depth"),
    [((40, 15), Depth.TRUE), ((80, 24), Depth.NONE), ((120, 40), Depth.SIXTEEN), ((200, 60), Depth.MANY)],
)
def test_every_page_at_every_size(size: tuple[int, int], depth: Depth) -> None:

    async def script(player: Player) -> None:
        for keys in (["t"], ["s"], ["f10", "y"], ["f10", "w"], ["?"]):
            await player.press(*keys)
            shown = player.app.screen
            text = player.text()
            assert shown.heading in text.splitlines()[0]  # type: ignore[attr-defined]
            assert "back" in text.splitlines()[-1]
            assert shown.body.text.strip()  # type: ignore[attr-defined]
            if depth is Depth.NONE:
                assert text.isascii(), [sign for sign in text if not sign.isascii()]
            await player.press("end", "escape")
            assert player.app.screen is player.screen

    store = a_store()
    save_history(store)
    watch(script, store, size=size, depth=depth)


def test_a_page_fits_a_terminal_that_changes_its_size() -> None:

    async def script(player: Player) -> None:
        await player.press("t")
        assert "faster" in player.text()
        await player.pilot.resize_terminal(40, 15)
        await player.pilot.pause()
        assert "faster" not in player.text()
        assert max(map(len, player.text().splitlines())) <= 40
        await player.pilot.resize_terminal(120, 40)
        await player.pilot.pause()
        assert "faster" in player.text()
        assert "back" in player.text().splitlines()[39]

    store = a_store()
    save_history(store)
    watch(script, store)
