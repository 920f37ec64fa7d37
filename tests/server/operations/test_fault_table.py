"""Each call of the store, the bus and the workers in a round fails once: the round ends, and others notice nothing."""

from __future__ import annotations

import asyncio
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from server.failing import FailingCalls
from server.party_guests import PATIENT, TERMS, guest
from server.playground import RULES, Client, Clock, settle, three_mines
from server.shared_nodes import open_nodes
from waiting import PATIENCE

from sapper.errors import SapperError
from sapper.server.parties.log import PartyLog
from sapper.server.parties.modes import arena, duel
from sapper.server.protocol.refusal import Refusal
from sapper.server.tournaments import tournament as tournaments
from sapper.server.tournaments.events import TournamentTerms

if TYPE_CHECKING:
    from server.party_guests import Guest

    from sapper.server.parties.party import Party
    from sapper.server.rooms.lobby import Lobby
    from sapper.server.tournaments.tournament import Tournament


CALLS = 6  # of one name that fail, each in a round of its own
NO_GUESS = "modern beginner layout=no-guess"
ROUNDS = {**TERMS, "arena": {**TERMS["arena"], "boards": 2}, "searched": {"mode": "duel", "rules": NO_GUESS}}


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "_BREAK", 0.0)
    monkeypatch.setattr(arena, "_RETRY", 0.01)
    monkeypatch.setattr(duel, "_RETRY", 0.01)
    monkeypatch.setattr(PartyLog, "retry", 0.01)
    monkeypatch.setattr(tournaments, "_FRESH", 0.0)


class Bystander:
    """A player who plays alone all the time, and has to be answered at once."""

    def __init__(self, client: Client, game: str) -> None:
        self.client = client
        self.moves = 0
        self._game = game

    @classmethod
    async def begin(cls, lobby: Lobby) -> Bystander:
        client = await Client(lobby).connect()
        await client.hello(tab="bystander")
        board = await client.new("modern 8x8/3")
        assert (await client.play(board["game"], "open", 0, n=2))["t"] == "delta"
        return cls(client, board["game"])

    @property
    def number(self) -> int:
        room = self.client.connection.room
        assert room is not None
        assert room.replica is not None
        assert room.replica.number is not None
        return room.replica.number

    async def play(self) -> None:
        kind = ("flag", "clear")[self.moves % 2]
        answer = await self.client.play(self._game, kind, 9, n=3 + self.moves)
        assert answer["t"] == "delta", answer
        self.moves += 1


async def play_round(people: list[Guest], party: Party, bystander: Bystander, clock: Clock) -> None:
    """Start a round and play until it is over, as people do who try again when something was refused."""
    before = party.state.round
    n = 1000 * (before + 1)
    async with asyncio.timeout(PATIENCE):
        while not (party.state.round > before and not party.state.is_playing):
            n += 1
            await bystander.play()
            for place, one in enumerate(people):
                if one.closed is not None:
                    people[place] = await _back(one, party)
                _act(people[place], party, n)
            clock.time += 100
            await asyncio.sleep(0.002)


async def _back(one: Guest, party: Party) -> Guest:
    """Connect again, as a client does that was asked to come later."""
    again = await guest(one.lobby, player=one.player)
    await again.join(party.id)
    return again


def _act(one: Guest, party: Party, n: int) -> None:
    """Be ready, open a square, or give up."""
    room = one.connection.room
    if not party.state.is_playing:
        one.send("ready", n=n)
    elif room is not None and room.replica is not None:
        replica = room.replica
        is_enough = replica.game.seq >= 3 or n % 50 == 0
        move = {"kind": "resign"} if is_enough else {"kind": "open", "cell": n % replica.rules.level.cells}
        one.send("play", game=replica.id, n=n, **move)


async def survive(
    folder: Path, terms: dict[str, Any], fails: tuple[str, int] | None, of_workers: Exception | None
) -> FailingCalls:
    """Play a round of which one call fails, then another one without a fault; return the calls of the first."""
    clock, layout = Clock(), None if "rules" in terms else three_mines
    async with open_nodes(folder, 1, layout=layout, limits=PATIENT, clock=clock) as (lobby,):
        bystander = await Bystander.begin(lobby)
        people = [await guest(lobby, name) for name in ("Ada", "Grace")]
        await people[0].host(**terms)
        party: Any = people[0].connection.party
        calls = FailingCalls(lobby.services, fails, of_workers)
        calls.spared.add(bystander.number)
        calls.arm()
        while (await people[1].join(people[0].party))["t"] == "refused":
            pass
        await play_round(people, party, bystander, clock)
        calls.disarm()
        await play_round(people, party, bystander, clock)
        assert party.state.result, "the round without a fault has a result"
        assert len(party.state.result) == 2
        await settle(lobby)
        return calls


async def play_races(
    lobby: Lobby, people: list[Guest], id_: str, count: int, bystander: Bystander, clock: Clock
) -> None:
    """Play until some races of a tournament are over, as people do who ask again when something was refused."""
    n = 1000 * count
    async with asyncio.timeout(PATIENCE):
        while True:
            n += 1
            await bystander.play()
            await lobby.tournaments.tick()
            for place, one in enumerate(people):
                with suppress(Refusal, SapperError, RuntimeError):  # answered with a status, over HTTP
                    tournament = await lobby.tournaments.find(id_, one.player.key.hex())
                    if len(tournament.state.rounds) >= count:
                        return
                    await take_part(tournament, one, place, n)
                if one.closed is not None:
                    people[place] = await guest(lobby, player=one.player)
            clock.time += 100
            await asyncio.sleep(0.002)


async def take_part(tournament: Tournament, one: Guest, place: int, n: int) -> None:
    """Be ready for a race, come to it, open a square, or give up."""
    key = one.player.key.hex()
    race, party = tournament.state.race_of(key), one.connection.party
    if race is None:
        await tournament.enter(key, f"Player {place}")
        await tournament.be_ready(key, is_ready=True, network=str(place))
        await tournament.table()
    elif party is None or party.id != race.party:
        one.send("join", n=n, party=race.party)
    elif party.state.is_playing:
        _act(one, party, n)


async def survive_race(folder: Path, fails: tuple[str, int] | None, of_workers: Exception | None) -> FailingCalls:
    """Play a race of a tournament of which one call fails, then another one without a fault."""
    clock = Clock()
    async with open_nodes(folder, 1, layout=three_mines, limits=PATIENT, clock=clock) as (lobby,):
        bystander = await Bystander.begin(lobby)
        people = [await guest(lobby, name) for name in ("Ada", "Grace")]
        terms = TournamentTerms(format="races", mode="race", rules=RULES, starts_at=lobby.services.now(), minutes=240)
        tournament = await lobby.tournaments.make(terms, "")
        calls = FailingCalls(lobby.services, fails, of_workers)
        calls.spared.add(bystander.number)
        calls.arm()
        await play_races(lobby, people, tournament.id, 1, bystander, clock)
        calls.disarm()
        await play_races(lobby, people, tournament.id, 2, bystander, clock)
        tournament = await lobby.tournaments.find(tournament.id)
        results = tournament.state.races[-1].results
        assert results is not None, "the race without a fault has a result"
        assert {one.player for one in results} == {one.player.key.hex() for one in people}
        assert [len(line.scores) for line in await tournament.table()] == [2, 2]
        await settle(lobby)
        return calls


@pytest.mark.parametrize("mode", [*ROUNDS, "tournament"])
def test_a_round_ends_whichever_call_fails_and_the_next_one_has_a_result(mode: str) -> None:
    made = in_folder(mode).made
    assert made["writer append"]
    assert sum(made.values()) > 10
    for name, count in made.items():
        for number in chosen(count):
            for unexpected in (None, RuntimeError()) if name.startswith("workers") else (None,):
                try:
                    in_folder(mode, (name, number), unexpected)
                except Exception as error:
                    raise AssertionError(f"{mode}: call {number} of {name}") from error


def chosen(count: int) -> list[int]:
    """Return which of some calls fail: all with SAPPER_EXAMPLES, otherwise the first, the last and some between."""
    if count <= CALLS or "SAPPER_EXAMPLES" in os.environ:
        return list(range(count))
    return [number * (count - 1) // (CALLS - 1) for number in range(CALLS)]


def in_folder(mode: str, fails: tuple[str, int] | None = None, of_workers: Exception | None = None) -> FailingCalls:
    with tempfile.TemporaryDirectory() as folder:
        if mode == "tournament":
            return asyncio.run(survive_race(Path(folder), fails, of_workers))
        return asyncio.run(survive(Path(folder), ROUNDS[mode], fails, of_workers))
