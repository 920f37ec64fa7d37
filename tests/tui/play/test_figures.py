"""The numbers beside the board: nothing hidden while a game is played, everything when it is over."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING

import pytest
from tui.pilot import Player, play
from waiting import PATIENCE

from sapper import FixedLayout, Game, Minefield, Rules, generator
from sapper.action import Action, LogEntry
from sapper.display.metric_words import metric_label
from sapper.generator import NoBoard
from sapper.history.recorder import import_replay
from sapper.history.store import open_store
from sapper.replay.model import Replay
from sapper.tui import clipboard
from sapper.tui.play.board_search import Search, Stopped

if TYPE_CHECKING:
    from sapper.history.store import Store

# D4 opens all but A1.
FIELD = ".*.. *... .... ...."
WIDE = " ".join(row + "." * 16 for row in FIELD.split())


def win(store: Store, milliseconds: int) -> None:
    """Keep a win of the configuration that is played here."""
    field = Minefield.from_text(FIELD)
    game = Game(Rules(field.level, first="any"), layout=FixedLayout(field))
    game.apply(LogEntry(Action("open", 3, 3), 0))
    game.apply(LogEntry(Action("open", 0, 0), milliseconds))
    import_replay(store, Replay.of(game, None, players=("Bob",), played_at=1), "test")


async def open_most(player: Player) -> None:
    await player.go((3, 3))
    await player.press("space")


async def win_here(player: Player, time: int = 1000) -> None:
    await open_most(player)
    player.clock.now = time
    await player.go((0, 0))
    await player.press("space")
    await finish(player)


async def finish(player: Player) -> None:
    await player.until(lambda: player.screen.state.summary is not None)
    await player.until(lambda: player.screen.state.summary.review_task.share == 1.0)
    await player.pilot.pause()


def rows(text: str) -> dict[str, str]:
    """The pairs of a panel by their names."""
    found = {}
    for line in text.splitlines():
        name, _, value = line.partition("  ")
        found[name] = value.strip()
    return found


def test_live_figures_show_only_what_is_visible() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space")
        player.clock.now = 2000
        await player.press("w", "f")
        await player.until(lambda: rows(player.screen.side.text).get("clicks") == "2")
        shown = rows(player.screen.side.text)
        solved = int(shown["3BV solved"])
        assert shown["3BV/s"] == f"{solved / 2:.2f}"
        assert shown["efficiency"] == f"{solved / 2 * 100:.0f} %"
        assert "3BV" not in shown

    play(script, size=(120, 40))


def test_the_pace_is_shown_with_the_best_time() -> None:
    async def script(player: Player) -> None:
        await open_most(player)
        player.clock.now = 10_000
        player.screen.refresh_all()
        text = player.screen.side.text
        assert "92 % open" in text
        assert f"on course for {round(10 * 14 / 13)} s" in text
        assert rows(text)["best"] == "7.00 s"

    with open_store(":memory:") as store:
        win(store, 7000)
        win(store, 9000)
        play(script, field=FIELD, size=(120, 40), store=store)


def test_the_best_time_is_read_once_a_game() -> None:
    asked: list[str] = []

    async def script(player: Player) -> None:
        real = store.fastest
        store.fastest = lambda rules, **options: asked.append(rules) or real(rules, **options)  # type: ignore[method-assign, func-returns-value]
        await player.go((4, 4))
        await player.press("space", "right", "f", "right", "f")
        assert len(asked) == 1

    with open_store(":memory:") as store:
        play(script, store=store)


def test_the_strip_of_speed_and_the_last_moves_stand_under_the_board() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space")
        player.clock.now = 5000
        await player.press("w", "f")
        text = player.screen.under.text
        assert "Speed" in text
        assert "5 s" in text
        assert "Last moves" in text
        assert "flag" in text

    play(script, "modern 30x16/99", size=(120, 40))


@pytest.mark.parametrize(
    ("others", "time", "words", "rank"),
    [
        ([], 5000, "Your first win with these rules", ("rank of 1 win", "1")),
        ([9430, 20_000], 5000, "New best, by 4.43 s", ("rank of 3 wins", "1")),
        ([919], 710, "New best, by 0.20 s", ("rank of 2 wins", "1")),
        ([1260, 2000], 10_000, "8.74 s behind your best", ("rank of 3 wins", "3")),
    ],
)
def test_a_win_is_compared_in_words(others: list[int], time: int, words: str, rank: tuple[str, str]) -> None:
    async def script(player: Player) -> None:
        await win_here(player, time)
        text = player.screen.side.text
        assert words in text
        assert rows(text)[rank[0]] == rank[1]
        assert player.screen.state.summary.metrics.bbbv == int(rows(text)["3BV"])

    with open_store(":memory:") as store:
        for other in others:
            win(store, other)
        play(script, field=FIELD, size=(120, 40), store=store)


def test_a_win_that_does_not_count_says_why() -> None:
    async def script(player: Player) -> None:
        await player.press("y")
        await win_here(player)
        assert "Not ranked: hinted" in player.screen.side.text
        assert "rank of" not in player.screen.side.text

    with open_store(":memory:") as store:
        play(script, field=FIELD, size=(120, 40), store=store)


def test_a_paused_win_is_ranked_and_marked() -> None:
    async def script(player: Player) -> None:
        await open_most(player)
        await player.press("p", "p")
        await player.go((0, 0))
        await player.press("space")
        await finish(player)
        text = " ".join(player.screen.side.text.split())
        assert "rank of 1 win" in text
        assert "Ranked, with the remark: paused." in text

    with open_store(":memory:") as store:
        play(script, field=FIELD, size=(120, 40), store=store)


def test_guesses_and_luck_come_from_a_review_in_the_background() -> None:
    async def script(player: Player) -> None:
        await win_here(player)
        shown = rows(player.screen.side.text)
        assert shown["guesses"] == "1"
        assert shown["luck: chance to survive"] == "88 %"

    play(script, field=FIELD, size=(120, 40))


def test_the_panels_of_a_loss_count_guesses_alike() -> None:
    """The first move is a guess under these rules, and the second is one that was not needed."""

    async def script(player: Player) -> None:
        await player.go((3, 3))
        await player.press("space")
        await player.go((0, 1))
        await player.press("space")
        await finish(player)
        assert player.session.game.is_lost
        assert rows(player.screen.side.text)["guesses"] == "1, 1 mistake"
        assert rows(player.screen.under.text)["guesses before this one"] == "1"

    play(script, field=WIDE, size=(120, 40))


def test_the_first_second_has_no_speed_and_no_course() -> None:
    async def script(player: Player) -> None:
        await open_most(player)
        player.clock.now += 999
        figures = player.screen.state.figures
        assert (dict(figures.rows())["3BV/s"], figures.course) == ("-", None)
        player.clock.now += 1001
        assert dict(figures.rows())["3BV/s"] == "0.50"
        assert figures.course == 2

    play(script, field=FIELD, size=(120, 40))


def test_where_there_is_little_room_six_numbers_matter() -> None:
    async def script(player: Player) -> None:
        await win_here(player)
        text = player.screen.side.text
        for name in ("3BV", "3BV/s", "efficiency", "guesses", "rank of 1 win"):
            assert name in rows(text)
        assert len(text.splitlines()) <= player.screen.side.size.height
        assert "new game" in text or "Your name" in text

    with open_store(":memory:") as store:
        play(script, field=FIELD, size=(80, 24), store=store)


def test_more_numbers_has_all_of_them() -> None:
    async def script(player: Player) -> None:
        await win_here(player)
        await player.press("m")
        metrics = player.screen.state.summary.metrics
        seen = ""
        for _ in range(3):
            seen += player.screen.drawer.text
            await player.press("pagedown")
        for name, _, _, _ in metrics.rows():
            assert metric_label(name) in seen, name
        assert "Chance to survive" in seen

    play(script, field=FIELD, size=(120, 40))


def test_no_number_of_the_board_is_shown_before_the_end() -> None:
    async def script(player: Player) -> None:
        await open_most(player)
        player.screen.commands.do("numbers")
        await player.pilot.pause()
        assert "when the game is over" in " ".join(player.screen.side.text.split())
        assert player.screen.drawer is None

    play(script, field=FIELD, size=(120, 40))


def test_a_loss_shows_how_it_went() -> None:
    async def script(player: Player) -> None:
        await open_most(player)
        await player.go((0, 1))
        await player.press("space")
        await finish(player)
        text = " ".join(player.text().split())
        assert "Mistake" in text or "Needless guess" in text
        assert "guesses before this one 1" in text
        assert player.session.seed
        assert player.session.seed.text in text
        assert rows(player.screen.side.text)["3BV solved"] == "1 of 2"

    play(script, field=WIDE, size=(120, 40))


# -- Sharing


def test_a_shared_board_is_opened_at_once() -> None:
    async def script(player: Player) -> None:
        await player.until(lambda: player.session.game.seq == 1)
        assert player.session.game.first == (2, 3)

    play(script, first=(2, 3))


def test_copied_is_said_only_where_the_terminal_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(player: Player) -> None:
        await win_here(player)
        await player.press("x")
        said = " ".join(player.screen.side.text.split())
        assert "sapper play --ruleset modern" in said
        assert "Copied" not in said
        monkeypatch.setattr(clipboard, "copy", lambda app, text: True)
        await player.press("x")
        assert "Copied: sapper play" in " ".join(player.screen.side.text.split())

    play(script, field=FIELD, size=(120, 40))


# -- Searching


def test_a_stopped_search_ends_and_the_next_waits_for_it() -> None:
    running, most, go, done = [0], [0], Event(), Event()

    def work(search: Search) -> None:
        running[0] += 1
        most[0] = max(most[0], running[0])
        try:
            for tried in range(10_000):
                search.on_progress(tried)
                assert go.wait(PATIENCE)
                if tried > 3:
                    return
        finally:
            running[0] -= 1

    finished: list[Search] = []

    def finish(search: Search) -> None:
        finished.append(search)
        done.set()

    searches = [Search(Action("open", 0, 0), "key", 0) for _ in range(5)]
    for search in searches:
        search.start(lambda search=search: work(search), finish)  # type: ignore[misc]
    for search in searches[:-1]:
        search.stop()
    go.set()
    assert done.wait(PATIENCE)
    assert finished == [searches[-1]]
    assert most == [1]
    with pytest.raises(Stopped):
        searches[0].on_progress(1)


def test_a_watched_search_finds_the_same_board_and_counts() -> None:
    level, first, seed = "30x16/99", (0, 0), "rain"
    tried: list[int] = []
    watched = generator.generate(level, first, seed, "single", on_progress=tried.append)
    assert watched == generator.generate(level, first, seed, "single")
    assert tried[0] == 0
    assert tried == sorted(tried)
    with pytest.raises(NoBoard):
        generator.generate("16x16/200", (4, 4), "rain", "single", budget=1 << 22, on_progress=tried.append)
    assert tried[-1] > 100
