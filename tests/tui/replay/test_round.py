"""A finished round in the terminal: all boards at one moment, events, one board alone, and names that are only text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from simulated_rounds import race, store_race
from tui.pilot import Player, play

from sapper.analysis.rounds import RoundFile, story_of
from sapper.history.store import open_store
from sapper.server.parties.round_file import read_round, round_file
from sapper.tui.replay.round_screen import RoundViewer

if TYPE_CHECKING:
    from pathlib import Path

RULES = "modern beginner layout=no-guess"


@cache
def played(folder: Path) -> RoundFile:
    with open_store(folder / "games.db") as store:
        store_race(store, "round", race("terminal", rules=RULES), [bytes([number]) * 16 for number in range(4)])
        stored = read_round(store, "round")
    assert stored is not None
    return round_file(stored)


async def opened(player: Player, viewer: RoundViewer) -> Any:
    player.app.push_screen(viewer)
    await player.until(lambda: viewer.is_mounted and viewer.side.text != "")
    return viewer


def rows(board: Any) -> list[str]:
    """Return a board as the viewer draws it, without its colours."""
    signs = {"0": " ", ".": "·", "*": "✱", "!": "✱"}
    return ["".join(signs.get(sign, sign) for sign in line) for line in str(board).splitlines()[1:]]


def test_all_boards_are_shown_at_one_moment_with_who_leads(tmp_path: Path) -> None:
    one = played(tmp_path)
    story = story_of(one)

    async def run(player: Player) -> None:
        viewer = await opened(player, RoundViewer(one))
        for event in story.events[:2]:
            await player.press("]")
            assert viewer.playback.at == event.at
        at = viewer.playback.at
        shown = viewer.boards.text
        for game in one.games:
            for row in rows(game.replay.at(at).board):
                assert row.rstrip() in shown
        leader = story.leader_at(at)
        assert leader is not None
        assert f"{one.name_of(leader)} leads." in viewer.side.text
        assert f"{one.name_of(leader)}*" in shown
        await player.press("end")
        assert viewer.playback.at == one.length
        assert "100 %" in viewer.boards.text

    play(run, size=(120, 40))


def test_a_digit_shows_one_board_alone_and_0_all_again(tmp_path: Path) -> None:
    one = played(tmp_path)

    async def run(player: Player) -> None:
        viewer = await opened(player, RoundViewer(one))
        await player.press("2")
        assert "Grace" in viewer.boards.text
        assert "Ada" not in viewer.boards.text
        await player.press("tab")
        assert "Tomasz" in viewer.boards.text
        await player.press("0")
        assert all(name in viewer.boards.text for name in ("Ada", "Grace", "Tomasz", "Noor"))
        await player.press("escape")
        assert viewer not in player.app.screen_stack

    play(run, size=(80, 24))


def test_a_name_in_a_file_cannot_move_the_cursor(tmp_path: Path) -> None:
    one = played(tmp_path)
    players = tuple(player.replace(name="\x1b[2JEve\u202e") if player.seat == 0 else player for player in one.players)

    async def run(player: Player) -> None:
        viewer = await opened(player, RoundViewer(one.replace(players=players)))
        shown = viewer.boards.text + viewer.side.text
        assert "Eve" in shown
        assert "\x1b" not in shown
        assert "\u202e" not in shown

    play(run, size=(120, 40))
