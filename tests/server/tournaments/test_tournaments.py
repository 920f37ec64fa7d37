"""Tournaments on one server and on two: races are begun once, whoever is killed, and the table follows from them."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from server.parties.test_race import mines_of
from server.party_guests import PATIENT, QUICK, Guest, eventually, game_of, guest, replica_of, run
from server.party_nodes import Nodes, shared_store
from server.rooms.test_room_guessing import next_move
from waiting import PATIENCE

from sapper import Rules
from sapper.analysis.rounds import RoundError, TournamentFile
from sapper.history.store import Store
from sapper.modes.tournaments import FORMATS
from sapper.modes.tournaments.calendar import HOUR, slots
from sapper.server.parties.round_file import read_round, round_file
from sapper.server.protocol.refusal import Refusal
from sapper.server.tournaments import tournament as tournaments
from sapper.server.tournaments.events import TournamentTerms
from sapper.server.tournaments.file import tournament_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from sapper.server.rooms.lobby import Lobby
    from sapper.server.tournaments.state import TournamentState
    from sapper.server.tournaments.tournament import Tournament

ARENA, SWISS = FORMATS
BOARD = "modern 5x5/7"  # which the first square never opens as a whole
CALENDAR = replace(QUICK, calendar=1)


@pytest.fixture(autouse=True)
def always_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each question read the store: a server that shares one may have been shown what it has a moment ago."""
    monkeypatch.setattr(tournaments, "_FRESH", 0.0)


async def made(lobby: Lobby, **terms: object) -> str:
    """Return a new tournament that has begun."""
    chosen = TournamentTerms(format=ARENA, mode="race", rules=BOARD, starts_at=lobby.services.now())
    return (await lobby.tournaments.make(replace(chosen, **terms), "")).id


async def ready(one: Guest, id_: str, name: str) -> Tournament:
    """Sign a player up, who is ready for the next race."""
    key = one.player.key.hex()
    tournament = await one.lobby.tournaments.find(id_, key)
    await tournament.enter(key, name)
    await tournament.be_ready(key, is_ready=True, network=name)
    return tournament


async def tick(*lobbies: Lobby) -> None:
    """Let servers do what is due, all at once."""
    await asyncio.gather(*(lobby.tournaments.tick() for lobby in lobbies))


async def until_state(lobbies: Sequence[Lobby], id_: str, is_so: Callable[[TournamentState], bool]) -> Tournament:
    """Let servers do what is due until the last of them has a tournament so: a tick may be another one's turn."""
    async with asyncio.timeout(PATIENCE):
        while not is_so((tournament := await lobbies[-1].tournaments.find(id_)).state):
            await tick(*lobbies)
    return tournament


def is_at(turn: int, state: TournamentState) -> bool:
    return state.turn == turn


async def race_of(one: Guest, id_: str) -> str:
    """Return the party of the race that a player is in."""
    tournament = await one.lobby.tournaments.find(id_)
    race = tournament.state.race_of(one.player.key.hex())
    assert race is not None
    return race.party


async def into_race(one: Guest, id_: str) -> None:
    """Enter the race that a player is in."""
    await one.join(await race_of(one, id_))
    await eventually(lambda: one.connection.room is not None and one.connection.room.replica is not None)
    await one.first_opening()
    one.game = replica_of(one).id


async def win(one: Guest) -> None:
    """Open every safe square."""
    mines = mines_of(one)
    for cell in range(25):
        if cell not in mines and not game_of(one).status.is_over:
            await one.play(one.game, "open", cell, 100 + cell)


async def until_over(lobby: Lobby, id_: str, races: int) -> Tournament:
    """Wait until some races are over."""
    while True:
        tournament = await lobby.tournaments.find(id_)
        if len(tournament.state.rounds) == races:
            return tournament
        await asyncio.sleep(0.01)


def points(tournament: Tournament) -> dict[str, int]:
    return {tournament.state.entrants[line.player].name: line.points for line in tournament.state.lines}


def file_of(folder: Path, lobby: Lobby, tournament: Tournament) -> TournamentFile:
    """Return the signed file of a tournament, as the server writes it."""
    with shared_store(folder / "games.db") as store:
        stored = [read_round(store, played.public_id) for played in tournament.state.rounds.values()]
    rounds = {one.played.party: round_file(one) for one in stored if one is not None}
    assert len(rounds) == len(stored)
    return lobby.services.signer.sign_tournament(tournament_file(tournament.id, tournament.state, rounds))


def test_two_servers_announce_each_arena_of_the_calendar_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, limits=CALENDAR) as nodes:
            first, second = nodes.lobbies
            await tick(first, second)
            now = first.services.now()
            week = 7 * 24 * HOUR
            due = [slot.id for slot in slots(now, now + week) if slot.is_weekly or slot.starts_at < now + 12 * HOUR]
            for lobby in (first, second):
                listed = await lobby.tournaments.near(now, now + week)
                assert [one.id for one in listed] == due
                assert all(len(one.state.entrants) == 0 for one in listed)
            assert sum(one.startswith("weekly") for one in due) == 1

    run(scenario())


def test_what_many_players_want_at_once_is_stored_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, limits=QUICK) as nodes:
            lobby = nodes.lobbies[0]
            found = await lobby.tournaments.find(await made(lobby))
            keys, stored = [f"{number:032x}" for number in range(300)], []
            append = Store.append_tournament

            def counted(store: Store, id_: str, seq: int, events: list[bytes], **more: Any) -> bool:
                stored.append(len(events))
                return append(store, id_, seq, events, **more)

            monkeypatch.setattr(Store, "append_tournament", counted)
            refused = asyncio.gather(found.be_ready("nobody", is_ready=True), found.withdraw("nobody"))
            await asyncio.gather(*(found.enter(key, "Ann") for key in [*keys, *keys]), refused)
            assert [*found.state.entrants] == keys
            assert sum(stored) == len(keys)
            assert len(stored) <= 4
            await asyncio.gather(*(found.be_ready(key, is_ready=True) for key in keys), found.withdraw(keys[0]))
            assert len(found.state.ready) == len(keys) - 1
            assert found.state.entrants[keys[0]].is_out

    run(scenario())


def test_what_is_too_large_for_a_server_is_not_in_its_calendar(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, limits=replace(CALENDAR, no_guess_cells=64)) as nodes:
            lobby = nodes.lobbies[0]
            await tick(lobby)
            listed = await lobby.tournaments.near(0, 1 << 40)
            assert listed
            assert {Rules.parse(one.state.terms.rules).level.cells for one in listed} == {64}

    run(scenario())


def test_a_host_can_have_no_calendar(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, limits=QUICK) as nodes:
            lobby = nodes.lobbies[0]
            await tick(lobby)
            assert await lobby.tournaments.near(0, 1 << 40) == []

    run(scenario())


def test_an_arena_goes_on_when_its_servers_are_killed_within_and_between_races(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, limits=PATIENT) as nodes:
            first, second = nodes.lobbies
            names = ("Ann", "Ben", "Cat", "Dan", "Eve")
            people = await nodes.guests(*names)
            id_ = await made(first, starts_at=first.services.now() + 1)
            for one, name in zip(people, names, strict=True):
                await ready(one, id_, name)
            await nodes.let_pass(1000)
            tournament = await until_state([first, second], id_, lambda state: len(state.races) == 2)
            assert sorted(len(race.players) for race in tournament.state.races) == [2, 3]
            for one in people:
                await into_race(one, id_)

            nodes.kill(first)  # in the middle of both races
            third = await nodes.start()
            for number, one in enumerate(people):
                if one.lobby is first:
                    people[number] = back = await guest(third, player=one.player)
                    await into_race(back, id_)
            for one in people:
                nodes.clock.time += 500
                await win(one)
            tournament = await until_over(third, id_, 2)
            assert sorted(points(tournament).values()) == [0, 1, 1, 2, 2]

            nodes.kill(second)  # between two races
            people = [await guest(third, player=one.player) for one in people]
            for one, name in zip(people, names, strict=True):
                await ready(one, id_, name)
            await until_state([third], id_, lambda state: len(state.races) == 4)
            for one in people:
                await into_race(one, id_)
            for one in people:
                nodes.clock.time += 500
                await win(one)
            tournament = await until_over(third, id_, 4)
            assert sum(points(tournament).values()) == 12
            await nodes.let_pass(30 * 60_000)
            tournament = await until_state([third], id_, lambda state: state.is_over)
            played = file_of(tmp_path, third, tournament)
            again = TournamentFile.load(played.dump().encode())
            assert again.problems() == []
            assert again.signer == third.services.signer.public_key
            given = [(line.points, tournament.state.entrants[line.player].name) for line in tournament.state.lines]
            assert [(points_, again.players[player]) for _, player, points_, _ in again.table] == given

            changed = json.loads(played.dump())
            changed["table"][0][2] += 2
            forged = TournamentFile.load(json.dumps(changed).encode())
            assert [str(one) for one in forged.problems()] == ["the table is not the one that the races give"]
            assert forged.signer is None

    run(scenario())


def test_a_swiss_tournament_pairs_each_player_with_another_one_in_each_round(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, limits=PATIENT) as nodes:
            names = ("Ann", "Ben", "Cat", "Dan", "Eve")
            people = await nodes.guests(*names)
            id_ = await made(nodes.lobbies[0], format=SWISS, turns=3, starts_at=nodes.lobbies[0].services.now() + 1)
            for turn in (1, 2, 3):
                for one, name in zip(people, names, strict=True):
                    await ready(one, id_, name)
                await nodes.let_pass(1000)
                tournament = await until_state(nodes.lobbies, id_, partial(is_at, turn))
                playing = [one for one in people if tournament.state.race_of(one.player.key.hex()) is not None]
                for one in playing:
                    await into_race(one, id_)
                for one in playing:
                    nodes.clock.time += 500
                    await win(one)
                tournament = await until_over(nodes.lobbies[0], id_, 2 * turn)
            races = tournament.state.races
            pairs = [frozenset(race.players) for race in races if not race.is_bye]
            assert len(set(pairs)) == len(pairs) == 6
            assert len({race.players for race in races if race.is_bye}) == 3
            assert sum(points(tournament).values()) == 3 * 6
            tournament = await until_state(nodes.lobbies, id_, lambda state: state.is_over)
            played = file_of(tmp_path, nodes.lobbies[0], tournament)
            assert played.problems() == []
            first, second = (race.players for race in played.races[:2])
            swapped = [race.replace(players=(first[0], second[1])) for race in played.races[:1]]
            swapped += [played.races[1].replace(players=(second[0], first[1])), *played.races[2:]]
            assert "the pairings" in " ".join(map(str, played.replace(races=tuple(swapped)).problems()))

    run(scenario())


def test_a_tournament_is_played_by_rules_that_judge_guesses_and_a_duel_refuses_them(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, limits=PATIENT) as nodes:
            lobby, people = nodes.lobbies[0], await nodes.guests("Ann", "Ben")
            rules = "modern 8x8/14 v1 guessing=punished"
            with pytest.raises(Refusal):
                await made(lobby, mode="duel", rules=rules)
            id_ = await made(lobby, rules=rules, starts_at=lobby.services.now() + 1)
            for one, name in zip(people, ("Ann", "Ben"), strict=True):
                await ready(one, id_, name)
            await nodes.let_pass(1000)
            await until_state(nodes.lobbies, id_, lambda state: len(state.races) == 1)
            for one in people:
                await into_race(one, id_)
            for one in people:
                nodes.clock.time += 500
                for number in range(90):
                    if not game_of(one).status.is_over:
                        await one.play(one.game, "open", next_move(game_of(one)), 100 + number)
                assert game_of(one).is_won  # every guess was forced, so each was safe
            tournament = await until_over(lobby, id_, 1)
            assert sorted(points(tournament).values()) == [1, 2]

    run(scenario())


def test_a_player_who_does_not_ask_any_more_is_not_paired(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, count=1, limits=PATIENT) as nodes:
            lobby = nodes.lobbies[0]
            ann, ben, cat = await nodes.guests("Ann", "Ben", "Cat")
            id_ = await made(lobby, starts_at=lobby.services.now() + 60)
            for one, name in ((ann, "Ann"), (ben, "Ben"), (cat, "Cat")):
                await ready(one, id_, name)
            await nodes.let_pass(61_000)
            for one in (ann, ben):
                await lobby.tournaments.find(id_, one.player.key.hex())
            await tick(lobby)
            tournament = await lobby.tournaments.find(id_)
            races = tournament.state.races
            if not races:  # those who are left wait for some seconds for one who is signed up
                await nodes.let_pass(9_000)
                await tick(lobby)
                races = tournament.state.races
            assert [set(race.players) for race in races] == [{ann.player.key.hex(), ben.player.key.hex()}]

    run(scenario())


def test_the_solver_plays_with_a_player_who_is_alone(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, count=1, limits=PATIENT) as nodes:
            lobby = nodes.lobbies[0]
            lobby.opponents.pace = 0.01
            (ann,) = await nodes.guests("Ann")
            id_ = await made(lobby)
            await ready(ann, id_, "Ann")
            await tick(lobby)
            tournament = await lobby.tournaments.find(id_, ann.player.key.hex())
            assert tournament.state.races == []
            await nodes.let_pass(13_000)
            await lobby.tournaments.find(id_, ann.player.key.hex())
            await tick(lobby)
            await into_race(ann, id_)
            await win(ann)
            tournament = await until_over(lobby, id_, 1)
            assert points(tournament) in ({"Ann": 2}, {"Ann": 1})

    run(scenario())


def test_a_file_that_is_no_tournament_is_refused() -> None:
    for data in (b"{}", b"[]", b'{"format": "sapper tournament 1"}', b"\xff", b"[" * 10_000):
        try:
            TournamentFile.load(data)
        except RoundError:
            continue
        raise AssertionError(data)
