"""What one tournament cannot do to others, and one player to a tournament: faults, floods of events, and waiting."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from server.off_the_loop import noting_loop
from server.party_guests import QUICK, Guest, guest, run
from server.party_nodes import Nodes
from server.tournaments.test_tournaments import SWISS, made, points, ready, tick

from sapper.history.store import StoreError
from sapper.server.protocol.refusal import Refusal
from sapper.server.tournaments import tournament as tournaments
from sapper.server.tournaments.events import Entered, Readied, Voided, encode
from sapper.server.tournaments.state import TournamentState

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.server.rooms.lobby import Lobby
    from sapper.server.tournaments.events import AnyEvent
    from sapper.server.tournaments.tournament import Tournament

DAMAGE = {
    "no JSON": b"\xff",
    "an event of another kind": b'{"e":"Other","at":1}',
    "a player who never entered": encode(Readied(at=1, player="ab")),
    "a race that was never begun": encode(Voided(at=1, party="none")),
}


@pytest.fixture(autouse=True)
def always_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each question read the store."""
    monkeypatch.setattr(tournaments, "_FRESH", 0.0)


async def two_ready(lobby: Lobby, people: list[Guest]) -> str:
    """Return a tournament that is due: two players of it are ready."""
    id_ = await made(lobby)
    for one, name in zip(people, ("Ann", "Ben"), strict=True):
        await ready(one, id_, name)
    return id_


async def damage(nodes: Nodes, lobby: Lobby, event: bytes) -> str:
    """Return a tournament in play with an event that cannot be read."""
    id_ = await made(lobby)
    with nodes.store() as store:
        assert store.append_tournament(id_, 1, [event], now=lobby.services.now())
    return id_


@pytest.mark.parametrize("what", DAMAGE)
def test_a_tournament_that_cannot_be_read_stops_no_other_one(
    tmp_path: Path, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)

    async def scenario() -> None:
        async with Nodes(tmp_path, count=1) as nodes:
            lobby = nodes.lobbies[0]
            people = await nodes.guests("Ann", "Ben")
            broken = await damage(nodes, lobby, DAMAGE[what])
            due = await two_ready(lobby, people)
            await nodes.let_pass(61_000)
            for _ in range(5):
                await lobby.tournaments.find(due, people[0].player.key.hex())
                await lobby.tournaments.find(due, people[1].player.key.hex())
                await tick(lobby)
            assert len((await lobby.tournaments.find(due)).state.races) == 1
            listed = await lobby.tournaments.near(0, 1 << 40)
            assert [one.id for one in listed] == [due]
            with pytest.raises(Refusal, match="There is no such tournament"):
                await lobby.tournaments.find(broken)
            said = [line.getMessage() for line in caplog.records if broken in line.getMessage()]
            assert 1 <= len(said) <= 2, "it is said, but not twice a second"

    run(scenario())


def test_a_tournament_that_cannot_be_stored_stops_no_other_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, count=1) as nodes:
            lobby = nodes.lobbies[0]
            people = await nodes.guests("Ann", "Ben", "Cat", "Dan")
            first, second = await two_ready(lobby, people[:2]), await two_ready(lobby, people[2:])
            fail_for(lobby, first)
            await tick(lobby)
            assert (await lobby.tournaments.find(first)).state.races == []
            assert len((await lobby.tournaments.find(second)).state.races) == 1
            assert lobby.services.counters.errors == 0

    run(scenario())


def fail_for(lobby: Lobby, id_: str) -> None:
    """Let nothing more be stored for a tournament."""
    change = lobby.services.writer.change

    async def failing(work: Any) -> Any:
        if any(cell.cell_contents == id_ for cell in work.__closure__):
            raise StoreError("the disk is full")
        return await change(work)

    lobby.services.writer.change = failing  # type: ignore[method-assign]


def test_a_calendar_that_cannot_be_stored_stops_no_tournament_in_play(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, count=1, limits=replace(QUICK, calendar=1)) as nodes:
            lobby = nodes.lobbies[0]
            due = await two_ready(lobby, await nodes.guests("Ann", "Ben"))

            async def failing(work: Any) -> None:
                raise StoreError("the disk is full")

            lobby.services.writer.run = failing  # type: ignore[assignment]
            await tick(lobby)
            assert len((await lobby.tournaments.find(due)).state.races) == 1

    run(scenario())


def test_who_watches_waits_for_no_commit(tmp_path: Path) -> None:
    """While an event is stored, which may take long, the tournament is shown as it was."""

    async def scenario() -> None:
        async with Nodes(tmp_path, count=1) as nodes:
            lobby = nodes.lobbies[0]
            (ann,) = await nodes.guests("Ann")
            id_ = await made(lobby)
            tournament = await lobby.tournaments.find(id_)
            is_stored, change = asyncio.Event(), lobby.services.writer.change

            async def slow(work: Any) -> Any:
                await is_stored.wait()
                return await change(work)

            lobby.services.writer.change = slow  # type: ignore[method-assign]
            entering = asyncio.create_task(tournament.enter(ann.player.key.hex(), "Ann"))
            await settle_reader(lobby)
            found = await asyncio.wait_for(lobby.tournaments.find(id_), 10)
            assert found.state.entrants == {}
            is_stored.set()
            await entering
            assert len((await lobby.tournaments.find(id_)).state.entrants) == 1

    run(scenario())


async def settle_reader(lobby: Lobby) -> None:
    """Wait until nothing is read."""
    for _ in range(3):
        await lobby.services.reader.run(lambda _: None)


def test_a_hundred_who_ask_at_once_are_answered_by_one_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, count=2) as nodes:
            first, second = nodes.lobbies
            id_ = await made(first)
            tournament = await second.tournaments.find(id_)
            readings, run_ = [], second.services.reader.run

            async def counted(work: Any) -> Any:
                readings.append(work)
                return await run_(work)

            second.services.reader.run = counted  # type: ignore[method-assign]
            (ann,) = await nodes.guests("Ann")
            await ready(ann, id_, "Ann")
            await asyncio.gather(*(second.tournaments.find(id_) for _ in range(100)))
            assert len(readings) == 1
            assert len(tournament.state.entrants) == 1
            monkeypatch.setattr(tournaments, "_FRESH", 1e9)
            for _ in range(100):
                await second.tournaments.find(id_)
            assert len(readings) == 1, "what was read a moment ago is not read again"

    run(scenario())


def test_what_is_read_while_it_is_stored_counts_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, count=2) as nodes:
            people = [await guest(nodes.lobbies[number % 2], f"Player {number}") for number in range(20)]
            id_ = await made(nodes.lobbies[0])
            asking = [nodes.lobbies[number % 2].tournaments.find(id_) for number in range(50)]
            await asyncio.gather(*(ready(one, id_, "one") for one in people), *asking)
            found = [await lobby.tournaments.find(id_) for lobby in nodes.lobbies]
            with nodes.store() as store:
                length = len(store.tournament_events(id_))
            assert [one.state.seq for one in found] == [length, length] == [41, 41]

    run(scenario())


async def come_and_go(tournament: Tournament, key: str) -> None:
    """Be ready and sit out, again and again."""
    for _ in range(tournaments._MOST_CHANGES + 1):
        await tournament.be_ready(key, is_ready=True)
        await tournament.withdraw(key)


async def rename(tournament: Tournament, key: str) -> None:
    """Take another name, again and again."""
    for number in range(tournaments._MOST_CHANGES + 1):
        await tournament.enter(key, f"Ann {number}")


@pytest.mark.parametrize("loop", [come_and_go, rename])
def test_a_player_who_changes_something_without_end_is_stopped(tmp_path: Path, loop: Any) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, count=1) as nodes:
            lobby = nodes.lobbies[0]
            ann, ben = await nodes.guests("Ann", "Ben")
            id_ = await made(lobby)
            tournament = await lobby.tournaments.find(id_)
            await tournament.enter(ann.player.key.hex(), "Ann")
            with pytest.raises(Refusal, match="Too many changes"):
                await loop(tournament, ann.player.key.hex())
            assert tournament.state.seq < 2 * tournaments._MOST_CHANGES + 10
            await tournament.withdraw(ann.player.key.hex())
            await ready(ben, id_, "Ben")
            await nodes.let_pass(30 * 60_000)
            await tick(lobby)
            assert (await lobby.tournaments.find(id_)).state.is_over

    run(scenario())


def test_a_race_gives_changes_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, count=1) as nodes:
            lobby = nodes.lobbies[0]
            people = await nodes.guests("Ann", "Ben")
            id_ = await two_ready(lobby, people)
            tournament = await lobby.tournaments.find(id_)
            for number in range(tournaments._MOST_CHANGES):
                if tournament.state.entrants[people[0].player.key.hex()].changes == tournaments._MOST_CHANGES:
                    break
                await tournament.enter(people[0].player.key.hex(), f"Ann {number}")
            await tick(lobby)
            assert len(tournament.state.races) == 1
            await tournament.enter(people[0].player.key.hex(), "Ann again")

    run(scenario())


def test_events_of_players_are_bounded_and_the_server_still_ends_a_full_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, count=1) as nodes:
            lobby = nodes.lobbies[0]
            people = await nodes.guests("Ann", "Ben", "Cat")
            id_ = await two_ready(lobby, people[:2])
            tournament = await lobby.tournaments.find(id_)
            monkeypatch.setattr(tournaments, "_MOST_EVENTS", tournament.state.seq)
            with pytest.raises(Refusal, match="full"):
                await tournament.enter(people[2].player.key.hex(), "Cat")
            await tick(lobby)
            assert len(tournament.state.races) == 1, "it is begun"
            await nodes.let_pass(25 * 60_000)
            await tick(lobby)
            assert tournament.state.races[0].is_void
            await nodes.let_pass(1000)
            await tick(lobby)
            assert tournament.state.is_over

    run(scenario())


def test_a_long_tournament_is_read_in_turns_with_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, count=2) as nodes:
            lobby, other = nodes.lobbies
            id_ = await made(lobby)
            events = [encode(Entered(at=1, player=f"{number:064x}", name="x")) for number in range(10_000)]
            with nodes.store() as store:
                store.append_tournament(id_, 1, events, now=lobby.services.now())
            turn, applied = 0, Counter[tuple[int, int]]()

            async def count_turns() -> None:
                nonlocal turn
                while True:
                    await asyncio.sleep(0)
                    turn += 1

            def counted(state: TournamentState, event: AnyEvent) -> None:
                applied[turn, id(state)] += 1
                apply(state, event)

            apply = TournamentState.apply
            monkeypatch.setattr(TournamentState, "apply", counted)
            counting = asyncio.create_task(count_turns())
            found = await other.tournaments.find(id_)
            counting.cancel()
            assert len(found.state.entrants) == 10_000
            assert max(applied.values()) <= tournaments._AT_ONCE

    run(scenario())


def test_pairings_and_tables_are_computed_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with Nodes(tmp_path, count=1) as nodes:
            lobby = nodes.lobbies[0]
            id_ = await made(lobby, format=SWISS, turns=2)
            for one, name in zip(await nodes.guests("Ann", "Ben"), ("Ann", "Ben"), strict=True):
                await ready(one, id_, name)
            tournament = await lobby.tournaments.find(id_)
            threads: list[bool] = []
            kind = type(tournament.state.format)
            for name in ("groups", "standings"):
                monkeypatch.setattr(kind, name, noting_loop(getattr(kind, name), threads))
            await tick(lobby)
            assert len(tournament.state.races) == 1
            assert [line.place for line in await tournament.table()] == [1, 1]
            await tournament.table()
            assert threads == [False] * 3, "groups, its standings, and the table once"
            assert points(tournament) == {"Ann": 0, "Ben": 0}

    run(scenario())
