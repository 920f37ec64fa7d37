"""The solver at a seat: in rooms, in a quick match, and what it may know."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, get_args

import pytest
from msgspec.structs import replace
from server.party_guests import MINES, PATIENT, Guest, eventually, game_of, guest, let_pass, party_of, run
from server.playground import Clock, open_lobby, settle, three_mines

from sapper.analysis.opponent import SKILLS
from sapper.server.protocol import party_messages

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.server.rooms.lobby import Lobby

ONE = {"rules": "modern 8x8/3", "seats": 2}


async def with_solver(lobby: Lobby, strength: str = "fast", **terms: object) -> Guest:
    """Return a player whose room has the solver."""
    lobby.opponents.pace = 0.0
    ada = await guest(lobby, "Ada")
    await ada.host(**{**ONE, **terms})
    assert (await ada.ask("solver", strength=strength))["t"] == "done"
    return ada


def seats(party: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(seat["name"], seat.get("device"), seat.get("strength")) for seat in party["seats"]]


def test_the_strengths_of_the_protocol_are_those_of_the_solver() -> None:
    assert list(get_args(party_messages.Strength)) == list(SKILLS)


@pytest.mark.parametrize("mode", ["race", "duel", "coop"])
def test_the_solver_plays_a_round_to_its_end_and_the_next_one(tmp_path: Path, mode: str) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada = await with_solver(lobby, mode=mode)
            for number in (1, 2):
                ada.send("ready", n=2)
                await ada.when(stage="playing", round=number)
                await ada.board()
                await take_part(ada, mode)
                over = await ada.when(stage="waiting")
                assert {score["seat"] for score in over["result"]} == {0, 1}
                if mode != "coop":
                    assert [score["seat"] for score in over["result"] if score["place"] == 1] == [1]

    run(play())


async def take_part(ada: Guest, mode: str) -> None:
    """Let a person open the first square of a team, or give up once the solver has moved."""
    if mode == "coop":
        ada.send("play", game=game_id(ada), kind="open", cell=0, n=3)
        return
    await ada.first_opening()
    if mode == "duel":
        board = game_of(ada).board
        safe = next(cell for cell, value in enumerate(board.to_bytes()) if value > 8 and cell not in MINES)
        ada.send("play", game=game_id(ada), kind="open", cell=safe, n=3)  # refused where the solver begins
        await eventually(lambda: any(entry.by == 1 for entry in game_of(ada).log[1:]))
    ada.send("play", game=game_id(ada), kind="resign", n=4)


def game_id(one: Guest) -> str:
    room = one.connection.room
    assert room is not None
    assert room.replica is not None
    return room.replica.id


def test_the_solver_is_marked_in_its_room(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada = await with_solver(lobby, "slow")
            assert seats(party_message(ada)) == [("Ada", None, None), ("Solver", "bot", "slow")]

    run(play())


def party_message(one: Guest) -> dict[str, Any]:
    parties: list[dict[str, Any]] = [one for one in map(json.loads, one.frames) if one["t"] == "party"]
    return parties[-1]


def test_only_the_owner_seats_the_solver_and_only_where_it_can_play(tmp_path: Path) -> None:
    async def play() -> None:
        limits = replace(PATIENT, solvers_per_address=1, solver_cells=100)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines) as lobby:
            ada = await with_solver(lobby, seats=4)
            bob = await guest(lobby, "Bob")
            await bob.join(ada.party)
            assert (await bob.ask("solver"))["code"] == "rules"
            assert (await ada.ask("solver"))["code"] == "limit"  # a second one
            eve = await guest(lobby, "Eve", address="elsewhere")
            await eve.host(mode="arena")
            assert (await eve.ask("solver"))["why"] == "The solver does not play in an arena."
            mia = await guest(lobby, "Mia", address="elsewhere")
            await mia.host(rules="modern 16x16/40")
            assert "100 squares" in (await mia.ask("solver"))["why"]

    run(play())


def test_a_locked_room_lets_the_solver_in_that_its_owner_asked_for(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            for entry in ("ask", "locked"):
                ada = await with_solver(lobby, entry=entry)
                assert len(party_of(ada).state.present) == 2

    run(play())


def test_the_solver_stands_up_when_it_is_removed_or_the_last_person_leaves(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada = await with_solver(lobby)
            assert len(lobby.opponents) == 1
            await ada.ask("kick", seat=1)
            await eventually(lambda: not len(lobby.opponents))
            await ada.ask("solver")
            ada.send("quit", n=9)
            await eventually(lambda: not len(lobby.opponents))
            await eventually(lambda: not lobby.parties.in_memory)
            await eventually(lambda: {ada.connection} >= lobby.connections)

    run(play())


def test_a_quick_match_that_finds_nobody_gets_the_solver_only_with_consent(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=PATIENT, clock=clock, layout=three_mines) as lobby:
            lobby.opponents.pace = 0.0
            race = {"mode": "race", "rules": "modern 8x8/3", "is_public": True}
            ada, bob = await guest(lobby, "Ada"), await guest(lobby, "Bob", address="there")
            for one, bots, terms in ((ada, True, race), (bob, False, {**race, "best_of": 3})):
                one.send("match", n=1, terms=terms, bots=bots)
                await one.entered()
            await settle(lobby)
            assert not len(lobby.opponents)
            let_pass(lobby, clock, lobby.services.limits.solver_after + 1)
            party = await ada.when(stage="playing")
            assert [seat.get("strength") for seat in party["seats"]] == [None, "steady"]
            assert len(lobby.opponents) == 1
            assert [seat.name for seat in party_of(bob).state.present] == ["Bob"]

    run(play())


def test_a_person_is_matched_before_the_solver(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=PATIENT, clock=clock, layout=three_mines) as lobby:
            ada, bob = await guest(lobby, "Ada"), await guest(lobby, "Bob")
            for one in (ada, bob):
                one.send("match", n=1, terms={"mode": "race", "rules": "modern 8x8/3"}, bots=True)
                await one.entered()
            let_pass(lobby, clock, lobby.services.limits.solver_after + 1)
            await settle(lobby)
            assert ada.party == bob.party
            assert not len(lobby.opponents)

    run(play())


def test_the_solver_waits_for_the_first_square_of_a_team(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada = await with_solver(lobby, mode="coop")
            ada.send("ready", n=2)
            await ada.board()
            await settle(lobby)
            for _ in range(50):
                await asyncio.sleep(0)
            assert not game_of(ada).log

    run(play())
