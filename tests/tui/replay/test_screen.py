"""The replay viewer: a game is played again, judged, searched for mistakes, and continued."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from textual.events import MouseDown, MouseEvent, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp
from textual.geometry import Offset
from tui.pilot import Player, play

from sapper import FixedLayout, Game, Minefield, Rules, Seed, machine
from sapper.action import Action, LogEntry
from sapper.analysis import odds as solver
from sapper.cli import main
from sapper.commands.playing import play as play_command
from sapper.formats import write_replay
from sapper.game import Status
from sapper.history.recorder import import_replay
from sapper.history.store import open_store
from sapper.replay.model import Replay
from sapper.tui.board.layout import arrange_watch
from sapper.tui.board.marks import Person
from sapper.tui.replay.playback import SPEEDS, Playback
from sapper.tui.replay.screen import ReplayViewer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

# A1 is a guess at 2/7, C1 one at 1/5; D1 is then safe, and G1 a mistake at 1/3.
LINE = ".*...*."
MOVES = ("open 0 0", "open 0 2", "flag 0 1", "open 0 6", "flag 0 5", "open 0 3")


def recorded(field: str = LINE, *moves: str, **choices: Any) -> Replay:
    """A game with a second between its actions; without a seed, as videos of other programs are."""
    minefield = Minefield.from_text(field)
    game = Game(Rules(minefield.level, first="any", **choices), layout=FixedLayout(minefield))
    for number, move in enumerate(moves or MOVES):
        game.apply(LogEntry(Action.parse(move), number * 1000))
    return Replay.of(game, None, players=("Ann",), played_at=1_700_000_000)


def seeded(seed: str = "rain") -> Replay:
    game = Game(Rules("8x8/10"), seed)
    game.apply(LogEntry(Action("open", 4, 4), 0))
    game.apply(LogEntry(Action("flag", 0, 0), 500))
    game.apply(LogEntry(Action("resign"), 900))
    return Replay.of(game, Seed.of(seed))


def watch(script: Callable[[Player, Any], Awaitable[None]], replay: Replay | None = None, **options: Any) -> None:
    async def run(player: Player) -> None:
        viewer = ReplayViewer(replay or recorded())
        player.app.push_screen(viewer)
        await player.pilot.pause()
        await player.until(lambda: viewer.review_task.share == 1.0)
        await player.pilot.pause()
        await script(player, viewer)

    play(run, **({"size": (120, 40)} | options))


# -- The position


def test_time_passes_at_its_speed_and_stops_at_the_end() -> None:
    playback = Playback(recorded())
    playback.play(10_000)
    playback.advance(10_999)
    assert (playback.place, playback.at) == (1, 999)
    playback.advance(11_000)
    assert playback.place == 2
    playback.change_speed(1)
    playback.advance(11_500)
    assert (playback.place, playback.at, playback.speed) == (3, 2000, 2.0)
    playback.advance(60_000)
    assert (playback.place, playback.at, playback.is_playing) == (6, 5000, False)


def test_slow_speeds_lose_no_time() -> None:
    playback = Playback(recorded())
    playback.speed = 0.1
    playback.play(0)
    for now in range(0, 10_001, 7):
        playback.advance(now)
    assert playback.at == pytest.approx(1000, abs=1)


def test_speeds_go_from_a_tenth_to_sixteen() -> None:
    playback = Playback(recorded())
    for _ in range(20):
        playback.change_speed(1)
    assert playback.speed == SPEEDS[-1] == 16
    for _ in range(20):
        playback.change_speed(-1)
    assert playback.speed == SPEEDS[0] == 0.1


def test_any_moment_shows_the_board_as_it_was() -> None:
    replay = recorded()
    playback = Playback(replay)
    for place in (6, 2, 5, 0, 3):
        playback.go(place)
        assert playback.game.board.to_bytes() == replay.after(place).board.to_bytes()
    playback.seek(2500)
    assert (playback.place, playback.at) == (3, 2500)


# -- The screen


def test_keys_play_step_and_scrub() -> None:
    async def script(player: Player, viewer: Any) -> None:
        await player.press(".", ".", ",")
        assert viewer.playback.place == 1
        await player.press("end")
        assert viewer.playback.game.status is Status.WON
        assert "B)" in player.text()
        await player.press("home")
        assert viewer.playback.place == 0
        await player.press("space")
        player.clock.now += 2100
        await player.until(lambda: viewer.playback.place == 3)
        await player.press("space")
        assert not viewer.playback.is_playing
        at = viewer.playback.at
        await player.press("right", "right", "left")
        assert viewer.playback.at > at
        await player.press("+", "-", "-")
        assert "speed 0.5" in player.text()

    watch(script)


def test_mistakes_and_guesses_are_counted_marked_and_gone_to() -> None:
    async def script(player: Player, viewer: Any) -> None:
        text = player.text()
        assert "▲ 1 mistake " in text
        assert "◆ 2 guesses" in text
        assert "38 % survival" in text
        await player.press("]", "]", "]")
        assert viewer.playback.place == 4
        text = " ".join(player.text().split())
        assert "Needless guess. G1 was a guess at 33.3 %." in text
        assert "D1 was safe" in text
        assert viewer.board.marks.mistake == (0, 6)
        assert viewer.board.marks.safe == {(0, 3)}
        await player.press("]")
        assert "No mistake and no guess there" in player.text()
        await player.press("[")
        assert viewer.playback.place == 2
        assert "Nothing was certain" in player.text()

    watch(script)


def test_the_time_line_is_dragged() -> None:
    async def script(player: Player, viewer: Any) -> None:
        region = viewer.timeline.region

        async def point(kind: type, column: int) -> None:
            x, y = region.x + column, region.y + region.height - 2
            player.app.mouse_position = Offset(x, y)
            event = kind(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y)
            player.app.screen._forward_event(event)
            await player.pilot.pause()

        await point(MouseDown, region.width - 1)
        assert viewer.playback.place == 6
        await point(MouseMove, region.width // 2)
        assert viewer.playback.place == 3
        await point(MouseUp, region.width // 2)
        await point(MouseMove, 0)
        assert viewer.playback.place == 3

    watch(script)


async def turn(player: Player, widget: Any, kind: type[MouseEvent]) -> None:
    x, y = widget.region.x + 2, widget.region.y + 1
    event = kind(widget, x, y, 0, 0, 0, False, False, False, screen_x=x, screen_y=y)
    player.app.screen._forward_event(event)
    await player.pilot.pause()


@pytest.mark.parametrize("part", ["board", "timeline", "side"])
def test_the_wheel_steps(part: str) -> None:
    async def script(player: Player, viewer: Any) -> None:
        for kind, place in ((MouseScrollDown, 1), (MouseScrollDown, 2), (MouseScrollUp, 1)):
            await turn(player, getattr(viewer, part), kind)
            assert viewer.playback.place == place

    watch(script)


def test_the_wheel_steps_on_a_board_larger_than_the_screen() -> None:
    async def script(player: Player, viewer: Any) -> None:
        await turn(player, viewer.board, MouseScrollDown)
        assert viewer.playback.place == 1
        assert viewer.board._origin == (0, 0)

    field = " ".join(["*." + "." * 58] + ["." * 60] * 59)
    watch(script, recorded(field, "open 0 1", "flag 0 0", "resign"), size=(80, 24))


def test_a_move_of_the_list_is_clicked() -> None:
    async def script(player: Player, viewer: Any) -> None:
        lines = viewer.side.text.splitlines()
        row = next(number for number, line in enumerate(lines) if "G1" in line and "▲ 33 %" in line)
        await player.pilot.click(viewer.side, offset=(3, row))
        await player.pilot.pause()
        assert viewer.playback.place == 4

    watch(script)


def test_odds_at_any_moment() -> None:
    async def script(player: Player, viewer: Any) -> None:
        await player.press("]", "]", "v")
        assert viewer.board.marks.odds[0, 3] == 0.0
        assert "Exact, over 3 arrangements" in player.text()
        await player.press("end")
        assert not viewer.board.marks.odds

    watch(script)


def test_the_odds_of_a_position_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []
    real = solver.odds

    def odds(board: Any) -> Any:
        asked.append(board.to_bytes())
        return real(board)

    monkeypatch.setattr("sapper.tui.replay.screen.solver", SimpleNamespace(odds=odds))

    async def script(player: Player, viewer: Any) -> None:
        await player.press(".", "v")
        assert len(asked) == 1
        for _ in range(10):
            viewer.refresh_all()
            viewer._write()
        assert len(asked) == 1
        await player.press(".")
        assert len(asked) == 2
        await player.press(",", "v", ".")
        assert len(asked) == 3

    watch(script)


def test_a_solver_that_fails_while_odds_are_shown_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def odds(board: Any) -> Any:
        raise solver.OutOfBudget

    monkeypatch.setattr("sapper.tui.replay.screen.solver", SimpleNamespace(odds=odds))

    async def script(player: Player, viewer: Any) -> None:
        await player.press(".", "v", ".")
        assert "take too long to compute" in " ".join(viewer.side.text.split())
        assert not viewer.board.marks.odds

    watch(script)


def test_speed_luck_and_markers_stand_under_the_board() -> None:
    async def script(player: Player, viewer: Any) -> None:
        text = viewer.timeline.text
        assert "Speed" in text
        assert "Luck used" in text
        marks = text.splitlines()[-3]
        assert (marks.count("◆"), marks.count("▲")) == (2, 1)
        assert "0.00 / 5.00 s" in text

    watch(script)


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
def test_the_time_line_fits_small_terminals(size: tuple[int, int]) -> None:
    async def script(player: Player, viewer: Any) -> None:
        await player.press("]", "]", "]")
        text = player.text()
        assert "3.00 / 5.00 s" in text
        assert "●" in text
        assert "Needless guess" in text
        assert "Esc" in text

    watch(script, size=size)


def test_nothing_overlaps_at_any_size() -> None:
    for level in (Rules("8x8/10").level, Rules("30x16/99").level, Rules("16x16/40").level):
        for width in (40, 80, 100, 120, 200):
            for height in (15, 20, 24, 30, 40, 60):
                places, timeline = arrange_watch(width, height, level)
                assert timeline.y >= places.board.y + places.board.height, (level, width, height)
                last = places.line.y if places.line else places.footer.y
                assert timeline.y + timeline.height <= last, (level, width, height)


def test_play_from_here_is_practice_on_a_known_board() -> None:
    replay = seeded()

    async def script(player: Player, viewer: Any) -> None:
        await player.press(".", ".", "g")
        game = player.session.game
        assert player.app.screen is player.screen
        assert game.rules.practice
        assert player.session.known_board
        assert game.board.to_bytes() == replay.after(2).board.to_bytes()
        assert player.session.elapsed == 500
        await player.press("backspace")
        assert game.board.to_bytes() == replay.after(1).board.to_bytes()
        assert not player.session.rules.practice
        assert player.session.recorder
        assert player.session.failure is None

    with open_store(":memory:") as store:
        watch(script, replay, store=store)


def test_play_from_here_without_a_seed_says_that_it_is_not_saved() -> None:
    async def script(player: Player, viewer: Any) -> None:
        await player.press(".", ".", "g")
        assert player.session.game.seq == 2
        assert "has no seed" in str(player.session.failure)
        assert not store.unfinished()

    with open_store(":memory:") as store:
        watch(script, store=store)


@pytest.mark.parametrize("answer", ["g", "enter"])
def test_a_game_in_play_is_not_given_up_by_one_key(answer: str) -> None:
    async def run(player: Player) -> None:
        await player.press("space")
        game = player.session.game
        player.clock.now = 31_000
        player.app.push_screen(ReplayViewer(seeded()))
        await player.pilot.pause()
        await player.press(".", "g")
        assert player.session.game is game
        assert "Play from here? It gives up the game" in " ".join(player.text().split())
        await player.press(".", "g")
        assert player.session.game is game  # any other key has cancelled it
        await player.press(answer)
        assert player.session.game is not game

    play(run)


def test_after_the_end_there_is_nothing_to_play() -> None:
    async def script(player: Player, viewer: Any) -> None:
        await player.press("end", "g")
        assert player.app.screen is viewer
        assert "choose an earlier one" in " ".join(player.text().split())

    watch(script)


def test_the_game_just_finished_is_watched_and_left() -> None:
    async def run(player: Player) -> None:
        await player.press(":")
        for letter in "watch":
            await player.pilot.press(letter)
        await player.press("enter")
        assert "when the game is over" in " ".join(player.text().split())
        await player.press("space", "w")
        assert isinstance(player.app.screen, ReplayViewer)
        assert player.app.screen.playback.replay.status is Status.LOST
        await player.press("escape")
        assert player.app.screen is player.screen

    play(run, field="*... .... .... ...*")


def test_boards_that_are_too_large_are_watched_unjudged() -> None:
    game = Game(Rules("400x300/20000"), seed=1)
    game.open(0, 0)
    game.play(Action("resign"))

    async def script(player: Player, viewer: Any) -> None:
        assert "Moves are judged on boards up to 100000" in " ".join(player.text().split())
        await player.press("v")
        assert not viewer.shows_odds
        assert "Odds are available on boards of up to 100 000 squares." in player.text()

    watch(script, Replay.of(game, Seed.of(1)))


def test_a_replay_is_watched_by_file_or_number(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    seen: list[Replay | None] = []

    def show(options: object, replay: Replay | None = None) -> int:
        seen.append(replay)
        return 0

    monkeypatch.setattr(play_command, "_full_screen", show)
    monkeypatch.setattr(play_command, "why_not", lambda: None)
    replay = seeded()
    file = tmp_path / "game.replay"
    file.write_bytes(replay.to_text().encode())
    video = tmp_path / "video.rawvf"
    video.write_bytes(write_replay(recorded(), "rawvf"))
    with open_store(machine.database(str(tmp_path))) as store:
        number = import_replay(store, replay, "test")
    data = ["--data", str(tmp_path)]
    assert main(["play", "--replay", str(file), *data]) == 0
    assert main(["play", "--replay", str(number), *data]) == 0
    assert main(["replay", "show", str(file), "--watch", *data]) == 0
    assert main(["play", "--replay", str(video), *data]) == 0
    assert [given == replay for given in seen] == [True, True, True, False]
    assert main(["play", "--replay", str(tmp_path / "none.replay"), *data]) == 2


# -- The hand


def test_a_game_played_with_the_mouse_shows_the_way_of_the_pointer(tmp_path: Path) -> None:
    async def run(player: Player) -> None:
        player.session.records_hand = True
        player.session.new()
        await player.point(">", "L", (0, 2))
        player.clock.now += 300
        await player.click("L", (3, 3))
        player.clock.now += 500
        await player.point(">", "L", (0, 0))
        player.clock.now += 100
        await player.point("+", "R", (0, 0))
        player.clock.now += 50
        await player.point("-", "R", (0, 0))
        player.session.play("resign")
        replay = player.session.recorder.finished.replay  # type: ignore[union-attr]
        assert replay.track is not None
        assert [event.kind for event in replay.track.events] == ["mv", "lc", "lr", "mv", "rc", "rr", "mv"]
        viewer: Any = ReplayViewer(replay)
        player.app.push_screen(viewer)
        await player.pilot.pause()
        await player.until(lambda: viewer.review_task.share == 1.0)
        viewer.playback.seek(600)
        viewer.refresh_all()
        assert viewer.board.marks.pointers == {(0, 0): Person("R", "accent")}
        assert viewer.board.marks.trail == {(3, 3), (0, 0)}
        await player.press("t")
        assert viewer.board.marks.heat[3, 3] == 1.0
        assert "Where the pointer stayed" in player.text()
        await player.press("t")
        assert (viewer.board.marks.heat, viewer.board.marks.pointers) == ({}, {})

    with open_store(tmp_path / "games.db") as store:
        play(run, size=(120, 40), store=store)


def test_keys_leave_the_way_of_their_cursor(tmp_path: Path) -> None:
    async def run(player: Player) -> None:
        player.session.records_hand = True
        player.session.new()
        row, col = player.app.screen.state.cursor  # type: ignore[attr-defined]
        await player.press("right")
        player.clock.now += 300
        await player.press("space")
        player.clock.now += 500
        await player.press("right")
        player.session.play("resign")
        replay = player.session.recorder.finished.replay  # type: ignore[union-attr]
        assert replay.track is not None
        events = [(event.x // 16, event.y // 16, event.actions) for event in replay.track.events]
        assert events == [(col + 1, row, 0), (col + 1, row, 1), (col + 2, row, 0), (col + 2, row, 1)]
        viewer: Any = ReplayViewer(replay)
        player.app.push_screen(viewer)
        await player.pilot.pause()
        viewer.playback.seek(100)
        viewer.refresh_all()
        assert viewer.board.marks.pointers == {(row, col + 1): Person("K", "accent")}

    with open_store(tmp_path / "games.db") as store:
        play(run, size=(120, 40), store=store)


def test_a_video_of_another_program_names_it_and_its_mode() -> None:
    async def script(player: Player, viewer: Any) -> None:
        assert "Recorded by Other 1.2" in player.text()
        assert "Mode: no-guess" in player.text()

    watch(script, recorded().replace(program="Other 1.2", mode="no-guess"), size=(120, 40))


def test_a_game_without_a_track_says_so() -> None:
    async def script(player: Player, viewer: Any) -> None:
        await player.press("t")
        assert "The mouse of this game was not recorded." in player.text()

    watch(script)
