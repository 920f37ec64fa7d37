"""Players who are away: how long a seat waits, what they are told when they come back, and what time it is then."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from server.party_guests import (
    MINES,
    PATIENT,
    QUICK,
    TERMS,
    Guest,
    eventually,
    game_of,
    guest,
    let_pass,
    party_of,
    playing,
    run,
    three_mines,
)
from server.party_nodes import Nodes, until
from server.playground import Clock, open_lobby, settle

if TYPE_CHECKING:
    from pathlib import Path

USUAL = replace(QUICK, grace=45.0)


async def come_back(gone: Guest, **fields: object) -> tuple[Guest, dict[str, object]]:
    """Return the player at another connection, and how the server greets them."""
    again = await guest(gone.lobby, player=gone.player)
    again.send("join", n=1, party=gone.party, **fields)
    return again, await again.until("entered", "refused")


@pytest.mark.parametrize("mode", ["race", "duel", "arena"])
def test_a_player_who_was_away_for_too_long_is_told_that_the_game_was_given_up(tmp_path: Path, mode: str) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=USUAL, layout=three_mines, clock=clock) as lobby:
            (ada, _), _ = await playing(lobby, "Ada", "Grace", **TERMS[mode])
            await settle(lobby)
            party = party_of(ada)
            await ada.leave()
            let_pass(lobby, clock, 46)
            await eventually(lambda: party.state.seats[0].has_left)
            await settle(lobby)
            _, entered = await come_back(ada)
            assert (entered["away"], entered["missed"], entered["seat"]) == (45, "game", 0)
            _, entered = await come_back(ada)
            assert "away" not in entered  # it was said

    run(play())


def test_a_player_whose_seat_became_free_is_told_so_in_co_op_and_between_rounds(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=USUAL, layout=three_mines, clock=clock) as lobby:
            (ada, grace), _ = await playing(lobby, "Ada", "Grace")
            party = party_of(ada)
            await grace.leave()
            let_pass(lobby, clock, 46)
            await eventually(lambda: party.state.seats[1].has_left)
            _, entered = await come_back(grace)
            assert (entered["away"], entered["missed"], entered["seat"]) == (45, "seat", 1)

    run(play())


def test_a_player_whose_seat_was_taken_meanwhile_is_told_so_and_watches(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=USUAL, layout=three_mines, clock=clock) as lobby:
            ada, grace, alan = [await guest(lobby, name) for name in ("Ada", "Grace", "Alan")]
            await ada.host(seats=2)
            await grace.join(ada.party)
            party = party_of(ada)
            await grace.leave()
            let_pass(lobby, clock, 46)
            await eventually(lambda: party.state.seats[1].has_left)
            await alan.join(ada.party)
            _, entered = await come_back(grace)
            assert (entered["away"], entered["missed"], entered.get("seat")) == (45, "seat", None)

    run(play())


def test_a_player_who_left_by_themselves_is_told_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, grace = [await guest(lobby, name) for name in ("Ada", "Grace")]
            await ada.host()
            await grace.join(ada.party)
            grace.send("quit", n=2)
            await grace.until("parted")
            _, entered = await come_back(grace)
            assert "away" not in entered
            assert "missed" not in entered

    run(play())


def test_a_player_is_told_that_the_round_ended_while_they_were_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace")
            await grace.leave()
            await ada.play(game, "open", MINES[0], 5)
            await ada.when(stage="waiting")
            _, entered = await come_back(grace, game=game, seq=0)
            assert entered["missed"] == "round"
            _, entered = await come_back(grace, game=game, seq=game_of(ada).seq)
            assert "missed" not in entered

    run(play())


def test_another_server_tells_what_happened_too(tmp_path: Path) -> None:
    async def play() -> None:
        async with Nodes(tmp_path, 2) as nodes:
            ada, grace = await nodes.guests("Ada", "Grace")
            await ada.host(grace=120)
            await grace.join(ada.party)
            await grace.leave()
            party = party_of(ada)
            await until(lambda: 1 in party.state.seats and 1 in party.people.away)
            await nodes.let_pass(121_000)
            await until(lambda: party.state.seats[1].has_left)
            again = await guest(nodes.lobbies[1], player=grace.player)
            again.send("join", n=1, party=ada.party)
            entered = await again.until("entered")
            assert (entered["away"], entered["missed"]) == (120, "seat")

    run(play())


@pytest.mark.parametrize("mode", list(TERMS))
def test_the_owner_sets_how_long_a_seat_waits(tmp_path: Path, mode: str) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=USUAL, layout=three_mines, clock=clock) as lobby:
            ada, grace = [await guest(lobby, name) for name in ("Ada", "Grace")]
            party = await ada.host(**TERMS[mode])
            assert party["terms"]["grace"] == 45  # what is usual here
            await grace.join(ada.party)
            assert (await ada.ask("choose", terms={**party["terms"], "grace": 300}))["t"] == "done"
            await grace.leave()
            let_pass(lobby, clock, 299)
            await settle(lobby)
            state = party_of(ada).state
            assert not state.seats[1].has_left
            let_pass(lobby, clock, 2)
            await eventually(lambda: state.seats[1].has_left)

    run(play())


def test_a_seat_waits_no_longer_than_the_server_allows(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=USUAL, layout=three_mines) as lobby:
            ada = await guest(lobby, "Ada")
            refused = await ada.host(grace=901)
            assert (refused["code"], refused["why"]) == ("limit", "A seat waits for at most 900 seconds.")

    run(play())


@pytest.mark.parametrize("mode", ["coop", "race", "duel"])
def test_whoever_comes_back_and_has_missed_nothing_learns_the_playing_time(tmp_path: Path, mode: str) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines, clock=clock) as lobby:
            (ada, _), _ = await playing(lobby, "Ada", "Grace", **TERMS[mode])
            if mode == "coop":
                await ada.play(game_id(ada), "open", 0, 3)
            await settle(lobby)
            game, seq = game_id(ada), game_of(ada).seq
            await ada.leave()
            clock.time += 9000
            again, entered = await come_back(ada, game=game, seq=seq)
            assert entered["at"] == 9000
            await settle(lobby)
            assert not any('"t":"board"' in frame for frame in again.frames)
            _, entered = await come_back(ada, game="another game, of before", seq=3)
            assert "at" not in entered

    run(play())


def game_id(one: Guest) -> str:
    room = one.connection.room
    assert room is not None
    assert room.replica is not None
    return room.replica.id
