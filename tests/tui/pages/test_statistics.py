"""The statistics page: what is counted, how it is shown, and that a long history does not hold it up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from own_history import fill
from tui import pilot
from tui.pilot import Player, play
from tui.saved_games import DAY, NOW, a_store, save_history, save_summary

from sapper.history import luck
from sapper.history.store import open_store
from sapper.tui.pages import store_query
from sapper.tui.pages.statistics import StatisticsPage

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def page(player: Player) -> Any:
    return player.app.screen


def test_the_cards_tell_what_the_games_amount_to() -> None:
    async def script(player: Player) -> None:
        await player.press("s")
        assert isinstance(page(player), StatisticsPage)
        cards = "\n".join(player.text().splitlines()[3:11])
        for words in ("8.00", "best, s", "10.00", "median, s", "mean, s", "75.0 %", "wins, 30-95 %", "streak, top 2"):
            assert words in cards, words
        for words in ("2.00", "3BV/s", "60 %", "efficiency", "4", "games", "1", "given up", "2 h 3 min", "played"):
            assert words in cards, words

    store = a_store()
    for number, elapsed in enumerate((10_000, 8_000, 12_000)):
        save_summary(store, number, elapsed=elapsed, left=30, solved=20, ended_at=NOW - 100 + number)
    save_summary(store, 8, status="lost", elapsed=0, left=10, solved=0, ended_at=NOW - 99)
    save_summary(store, 9, status="abandoned", elapsed=7_350_000, left=0, solved=0, ended_at=NOW - 1)
    play(script, store=store, now=lambda: NOW)


def test_the_chips_choose_what_is_counted() -> None:
    letters = ["s5", *"l4 l1 l5 m4 m1 m4 m0 m1 p1 p0 p0 p1 tab1 w1 left1".split()]  # noqa: SIM905
    arrows = ["s5", *"right4 right1 right5 tab5 right4 left5 tab5 right4 left5 tab5 right6".split()]  # noqa: SIM905

    async def script(player: Player) -> None:
        for walk in (letters, arrows):
            for step in walk:
                await player.press(step[:-1])
                assert page(player).counted.figures.games == int(step[-1]), (walk, step)
            await player.press("escape")

    store = a_store()
    save_summary(store, 1)
    save_summary(store, 2, level="16x16/40", ended_at=NOW - 3 * DAY)
    save_summary(store, 3, layout="no-guess", ended_at=NOW - 20 * DAY)
    save_summary(store, 4, ruleset="amiga", ended_at=NOW - 200 * DAY)
    save_summary(store, 5, ended_at=NOW - 500 * DAY)
    save_summary(store, 6, hints=1, ended_at=NOW - 500 * DAY)
    play(script, store=store, now=lambda: NOW)


def test_games_are_counted_by_what_they_were_played_with() -> None:
    async def script(player: Player) -> None:
        await player.press("s")
        for games in (3, 2, 1):  # one's own, with the mouse, with keys
            await player.until(lambda: page(player).counted is not None)
            assert page(player).counted.figures.games == games
            await player.press("g")

    store = a_store()
    for number, device in enumerate(("mouse", "mouse", "key")):
        save_summary(store, number, device=device)
    play(script, store=store)


def test_chips_by_mouse() -> None:
    async def script(player: Player) -> None:
        await player.press("s")
        chips = page(player).body.text.splitlines()[0]
        await player.pilot.click("#body", offset=(chips.index("Without"), 0))
        assert "With help" in page(player).body.text

    store = a_store()
    save_summary(store, 1)
    play(script, store=store)


def test_charts_of_progress_of_times_and_of_time_against_3bv() -> None:
    async def script(player: Player) -> None:
        await player.press("s", "l", "l", "l")
        text = player.text()
        for title in ("Median time over your games", "Win rate over your games", "Times of", "Time against 3BV"):
            assert title in text
        assert "█" in text
        assert "100 %" in text
        assert "•" in text

    store = a_store()
    save_history(store, 90)
    play(script, store=store, now=lambda: NOW, size=(80, 40))


def test_an_empty_history_says_so() -> None:
    async def script(player: Player) -> None:
        await player.press("s")
        assert "Nothing to show yet" in player.text()
        assert "Finish a game and it appears here." in player.text()

    play(script, store=a_store())


def test_a_long_history_is_read_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a thread reads, the page shows dots and takes keys; what came too late is not shown."""
    import threading

    gates = [threading.Event() for _ in range(3)]  # the levels, the games, the games once more
    asked, opened = iter(gates), threading.Event()
    opened.set()
    shut: list[threading.Event] = []  # gates that nobody opened in time
    real = store_query.StoreQuery.ask

    def slow(self: Any, work: Any, then: Any) -> None:
        gate = next(asked, opened)

        def wait(store: Any) -> Any:
            shut.extend([gate] * (not gate.wait(60)))
            return work(store)

        real(self, wait, then)

    monkeypatch.setattr(store_query.StoreQuery, "ask", slow)
    monkeypatch.setattr(pilot, "ANSWERING", set())

    async def script(player: Player) -> None:
        await player.press("s")
        assert "..." in player.text()
        await player.press("w")
        assert shut == []
        assert page(player).counted is None
        gates[2].set()
        await player.until(lambda: page(player).counted is not None)
        assert page(player).counted.figures.games == 2
        gates[0].set()
        gates[1].set()
        await player.until(lambda: len(page(player).levels) == 2)
        await player.until(lambda: "store query" not in {thread.name for thread in threading.enumerate()})
        await player.pilot.pause()
        assert page(player).counted.figures.games == 2

    with open_store(tmp_path / "games.db") as store:
        save_summary(store, 1)
        save_summary(store, 2, hints=1)
        play(script, store=store)


def test_leaving_while_it_reads_does_no_harm(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("s", "escape", "t", "escape")
        assert player.app.screen is player.screen

    with open_store(tmp_path / "games.db") as store:
        save_history(store)
        play(script, store=store)


def test_times_of_several_levels_are_not_mixed() -> None:
    async def script(player: Player) -> None:
        await player.press("s")
        await player.until(lambda: "Times are those of one level" in player.text())
        assert "12.34" not in player.text()
        await player.press("l")
        await player.until(lambda: "12.34" in player.text())
        assert "Times are those" not in player.text()

    store = a_store()
    save_summary(store, 1, elapsed=12_345)
    save_summary(store, 2, elapsed=98_765, level="30x16/99")
    play(script, store=store, now=lambda: NOW)


def test_skill_and_luck_are_of_the_games_that_are_shown() -> None:
    async def script(player: Player) -> None:
        await player.press("s")
        await player.until(lambda: page(player).looked is not None and not page(player).looked.left)
        whole = luck.total(page(player).looked.balances)
        assert whole is not None
        (row,) = (line for line in shown(player) if line.startswith("All levels"))
        figures = [str(whole.games), *(f"{abs(part) / 10:.1f} %" for part in whole.thousandths)]
        assert [figure for figure in figures if figure not in row] == []
        assert any(line.startswith("Custom 9x5/6") for line in shown(player))
        await player.press("l")  # one level: its games alone
        await player.until(lambda: page(player).looked is not None and not page(player).looked.left)
        assert len({one.level for one in page(player).looked.balances}) == 1
        assert not any(line.startswith("All levels") for line in shown(player))

    def shown(player: Player) -> list[str]:
        page(player).prepare(100)
        return ["".join(text for text, _ in line.parts) for line in page(player)._lines]

    store = a_store()
    fill(store, b"", 45, NOW)
    play(script, store=store, now=lambda: NOW)
