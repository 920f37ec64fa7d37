"""Races end, also if no player wins: some time after all but one have finished, or after the last move."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from server.parties.test_race import frames, racing, win
from server.party_guests import MINES, PATIENT, Guest, eventually, game_of, let_pass, party_of, run, three_mines
from server.party_nodes import Nodes, until
from server.playground import Clock, open_lobby, settle

from sapper.game import Status
from sapper.server.parties.modes.race_limit import race_limit

if TYPE_CHECKING:
    from pathlib import Path

LIMITS = replace(PATIENT, race_rest=600.0)


async def statuses(one: Guest) -> list[str]:
    party = await one.when(stage="waiting", round=1)
    return [score["status"] for score in party["result"]]


def ends_in(one: Guest) -> int | None:
    """Return the time that the last message about the race gives, in milliseconds."""
    found: int | None = frames(one, "progress")[-1].get("ends_in")
    return found


def test_a_race_ends_some_time_after_all_but_one_have_finished(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=LIMITS, layout=three_mines, clock=clock) as lobby:
            ada, grace, alan = await racing(lobby, "Ada", "Grace", "Alan")
            clock.time += 1000
            await ada.play(ada.game, "open", MINES[0], 5)
            await settle(lobby)
            assert ends_in(grace) is None  # two still play
            clock.time += 1000
            await alan.play(alan.game, "resign", n=5)
            await eventually(lambda: ends_in(grace) == 600_000)
            let_pass(lobby, clock, 599)
            await settle(lobby)
            assert party_of(grace).state.is_playing
            let_pass(lobby, clock, 2)
            assert await statuses(ada) == ["lost", "abandoned", "abandoned"]

    run(play())


def test_the_last_player_cannot_put_the_end_off(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=LIMITS, layout=three_mines, clock=clock) as lobby:
            ada, grace = await racing(lobby, "Ada", "Grace")
            await ada.play(ada.game, "open", MINES[0], 5)
            await settle(lobby)
            let_pass(lobby, clock, 500)
            await grace.play(grace.game, "flag", MINES[0], 5)
            let_pass(lobby, clock, 101)
            assert await statuses(ada) == ["lost", "abandoned"]

    run(play())


def test_a_race_in_which_nobody_plays_warns_and_ends(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=LIMITS, layout=three_mines, clock=clock) as lobby:
            ada, grace = await racing(lobby, "Ada", "Grace")
            let_pass(lobby, clock, 541)
            await eventually(lambda: ends_in(grace) == 59_000)
            await ada.play(ada.game, "flag", MINES[0], 5)
            await eventually(lambda: ends_in(grace) is None)
            let_pass(lobby, clock, 541)
            await eventually(lambda: ends_in(grace) == 59_000)
            let_pass(lobby, clock, 60)
            assert await statuses(ada) == ["abandoned", "abandoned"]

    run(play())


def test_after_a_win_the_others_are_told_how_long_they_have(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=LIMITS, layout=three_mines, clock=clock) as lobby:
            ada, grace, _ = await racing(lobby, "Ada", "Grace", "Alan")
            clock.time += 1000
            await win(ada)
            await eventually(lambda: ends_in(grace) == 600_000)
            let_pass(lobby, clock, 300)
            await grace.play(grace.game, "open", MINES[0], 5)
            let_pass(lobby, clock, 301)
            assert await statuses(ada) == ["won", "lost", "abandoned"]

    run(play())


def test_a_race_ends_at_its_deadline_also_if_a_game_cannot_be_given_up(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=LIMITS, layout=three_mines, clock=clock) as lobby:
            ada, grace = await racing(lobby, "Ada", "Grace")
            await ada.play(ada.game, "open", MINES[0], 5)
            await settle(lobby)
            room = grace.connection.room
            assert room is not None
            room.post = lambda *_: True  # type: ignore[method-assign]  # what is posted is lost
            while party_of(ada).state.is_playing:
                let_pass(lobby, clock, 61)
                await asyncio.sleep(0.01)
            assert not game_of(grace).status.is_over
            assert await statuses(ada) == ["lost", "abandoned"]

    run(play())


def test_a_race_that_nobody_wins_ends_on_two_servers(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host(mode="race")
            await grace.join(ada.party)
            for one in (ada, grace):
                one.send("ready", n=2)
            for one in (ada, grace):
                one.game = (await one.board())["game"]
                await one.first_opening()
            await ada.play(ada.game, "resign", n=5)
            await until(lambda: None not in map(ends_in, (ada, grace)))
            await nodes.let_pass(601_000)
            assert await statuses(grace) == ["abandoned", "abandoned"]

    run(play())


def test_no_more_time_is_left_than_a_race_gives() -> None:
    """The board of the last player may have started later than that of the one who gave up."""

    def replica(at: int, status: Status) -> Any:
        game = SimpleNamespace(status=status, is_won=False, log=[SimpleNamespace(at=at)])
        return SimpleNamespace(game=game, in_progress=not status.is_over, live=SimpleNamespace(elapsed=lambda now: now))

    limit = race_limit([replica(105, Status.ABANDONED), replica(50, Status.PLAYING)], 100, 600.0)
    assert limit == (600.0, True)
