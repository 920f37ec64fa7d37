"""A room passes on from an owner who is away, or who lets the others wait and does nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from server.party_guests import QUICK, Guest, eventually, guest, let_pass, party_of, run, three_mines
from server.playground import Clock, open_lobby, settle

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.server.rooms.lobby import Lobby

LIMITS = replace(QUICK, grace=45.0)


async def together(lobby: Lobby, *names: str, **terms: object) -> list[Guest]:
    people = [await guest(lobby, name) for name in names]
    await people[0].host(**terms)
    for one in people[1:]:
        await one.join(people[0].party)
    await settle(lobby)
    return people


def test_a_room_passes_on_from_an_owner_who_is_away_although_the_seat_waits(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=LIMITS, layout=three_mines, clock=clock) as lobby:
            ada, grace, _ = await together(lobby, "Ada", "Grace", "Alan", grace=900)
            await ada.leave()
            let_pass(lobby, clock, 44)
            await settle(lobby)
            state = party_of(grace).state
            assert state.owner == 0
            let_pass(lobby, clock, 2)
            await eventually(lambda: state.owner == 1)
            assert not state.seats[0].has_left
            assert (await grace.ask("start"))["t"] == "done"

    run(play())


def test_a_room_whose_others_are_away_too_stays_with_its_owner(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=LIMITS, layout=three_mines, clock=clock) as lobby:
            ada, grace = await together(lobby, "Ada", "Grace", grace=900)
            state = party_of(ada).state
            await ada.leave()
            await grace.leave()
            let_pass(lobby, clock, 100)
            await settle(lobby)
            assert state.owner == 0
            again = await guest(lobby, player=grace.player)
            await again.join(ada.party)
            await eventually(lambda: state.owner == 1)

    run(play())


def test_a_room_passes_on_from_an_owner_for_whom_everybody_waits_and_who_does_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=LIMITS, layout=three_mines, clock=clock) as lobby:
            ada, grace, alan = await together(lobby, "Ada", "Grace", "Alan")
            state = party_of(ada).state
            assert (await alan.ask("ready"))["t"] == "done"
            let_pass(lobby, clock, 1000)
            await settle(lobby)
            assert state.owner == 0  # Grace is not ready either
            assert (await grace.ask("ready"))["t"] == "done"
            let_pass(lobby, clock, 299)
            await settle(lobby)
            ada.send("say", n=9, text="a moment")
            await ada.until("said")
            let_pass(lobby, clock, 299)
            await settle(lobby)
            assert state.owner == 0  # who is not asleep
            let_pass(lobby, clock, 2)
            await eventually(lambda: state.owner == 1)

    run(play())
