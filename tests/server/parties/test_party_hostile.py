"""Parties under attack: moves as somebody else, floods, readers that stop, and a store that fails."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from server.party_guests import (
    PATIENT,
    QUICK,
    RULES,
    Guest,
    eventually,
    game_of,
    guest,
    held,
    playing,
    real_time,
    replica_of,
    room_of,
    run,
    three_mines,
)
from server.playground import Clock, open_lobby, settle

from sapper.history.store import StoreError
from sapper.server.parties.log import PartyLog

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.server.rooms.lobby import Lobby

Message = dict[str, Any]


class Busy:
    """A room that commits nothing until the test lets it."""

    def __init__(self, lobby: Lobby) -> None:
        self._writer = lobby.services.writer
        self._append = self._writer.append
        self._held: list[tuple[Any, ...]] = []

    def __enter__(self) -> Busy:
        self._writer.append = lambda *call: self._held.append(call)  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.append = self._append  # type: ignore[method-assign]
        for call in self._held:
            self._append(*call)


# Who acts


@pytest.mark.parametrize("way", ["quit", "host", "lost", "kick"])
def test_a_move_that_waits_is_never_played_as_somebody_else(tmp_path: Path, way: str) -> None:
    """Grace gives up for everybody, which only the owner may, and is gone before the room gets to it."""

    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace")
            await ada.play(game, "flag", 9, 10)
            with Busy(lobby):
                ada.send("play", game=game, kind="flag", cell=36, n=11)
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                grace.send("play", game=game, kind="resign", n=12)
                grace.send("play", game=game, kind="flag", cell=54, n=13)
                if way == "lost":
                    await grace.leave()
                elif way == "kick":
                    await ada.ask("kick", seat=1)
                else:
                    grace.send(way, n=14, **({"terms": {"rules": RULES}} if way == "host" else {}))
                    await grace.until("parted", "entered")
                assert room_of(ada).waiting == 2
            await settle(lobby)
            assert not game_of(ada).status.is_over
            assert [(entry.by, entry.action.kind.value) for entry in game_of(ada).log] == [(0, "flag"), (0, "flag")]

    run(play())


def test_two_who_choose_the_same_tab_and_number_get_their_own_answers(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace")
            for one in (ada, grace):
                await one.hello(tab="the same")
            first = await ada.play(game, "flag", 9, 10)
            await grace.until("delta")
            second = await grace.play(game, "flag", 9, 10)
            assert (first["seq"], first.get("by", 0), second["seq"], second["by"]) == (1, 0, 2, 1)
            party, players = ada.party, (ada.player, grace.player)
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            for player, before in zip(players, (first, second), strict=True):
                again = await guest(lobby, player=player)
                await again.hello(tab="the same")
                await again.join(party, game=game, seq=2)
                answer = await again.play(game, "flag", 9, 10)
                assert (answer["seq"], answer.get("by", 0)) == (before["seq"], before.get("by", 0))
            assert len(game_of(again).log) == 2

    run(play())


def test_somebody_who_goes_to_a_game_of_their_own_leaves_the_party_and_plays_there_as_themselves(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            alone = await guest(lobby, "Grace")
            room = (await alone.new(RULES))["room"]
            (ada,), game = await playing(lobby, "Ada")
            grace2 = await guest(lobby, player=alone.player)
            await grace2.join(ada.party)
            assert grace2.seat == 1
            await grace2.hello()  # again, without a room: nothing changes
            await grace2.play(game, "flag", 9, 10)
            await grace2.hello(room=room)
            board = await grace2.until("board")
            await grace2.play(board["game"], "flag", 9, 11)
            assert [entry.by for entry in game_of(grace2).log] == [0]
            assert grace2.connection.party is None
            while not (await ada.when())["seats"][-1].get("leaves_in"):
                pass
            assert (await grace2.ask("ready"))["why"] == "You are in no room."

    run(play())


# What is shown again


def test_somebody_who_read_nothing_for_long_gets_the_party_again(tmp_path: Path) -> None:
    async def play() -> None:
        limits = replace(PATIENT, outbox_messages=8)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines) as lobby:
            (ada, grace), _ = await playing(lobby, "Ada", "Grace", mode="race")
            watcher = await guest(lobby, "Watcher")
            await watcher.join(ada.party, watch=True)
            await settle(lobby)
            for slow in (grace, watcher):
                slow.is_stuck = True
            for n in range(10):
                ada.send("rename", name=f"Ada {n}")
            await settle_but(lobby, grace, watcher)
            seen = [(slow, len(slow.frames)) for slow in (grace, watcher)]
            for slow, _ in seen:
                slow.is_stuck = False
            await settle(lobby)
            for slow, number in seen:
                messages = [json.loads(frame) for frame in slow.frames[number:]]
                assert messages[0]["t"] == "resync"
                shown = [message for message in messages if message["t"] == "party"]
                assert shown[-1]["seats"][0]["name"] == "Ada 9"
                assert any(message["t"] == "progress" for message in messages)
            assert len(shown) <= 3

    run(play())


async def settle_but(lobby: Lobby, *stuck: Guest) -> None:
    """Wait until everything is answered but for those who read nothing."""
    waiting = {one.connection for one in stuck}
    await eventually(
        lambda: (
            lobby.services.is_idle
            and lobby.parties.is_idle
            and all(one.is_idle for one in lobby.connections if one not in waiting)
        )
    )


# Floods


def test_rooms_of_parties_count_among_all_rooms(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=replace(PATIENT, rooms=3), layout=three_mines) as lobby:
            before = held(lobby)
            guests = [await guest(lobby, name) for name in ("Ada", "Grace", "Alan", "Eve")]
            await guests[0].host(mode="race")
            for other in guests[1:]:
                await other.join(guests[0].party)
            await guests[0].ask("start")
            assert "too many rooms" in (await guests[3].until("refused"))["why"]
            party = await guests[3].when(stage="waiting")
            assert "result" not in party
            await eventually(lambda: held(lobby)[:2] == before[:2])
            await guests[3].ask("quit")
            await guests[0].ask("start")
            await guests[0].board()

    run(play())


def test_changes_are_limited_for_each_address_and_leaving_is_not(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        limits = replace(PATIENT, changes_per_second=10.0, change_burst=20)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines, clock=clock) as lobby:
            ada, eve = await guest(lobby, "Ada"), await guest(lobby, "Eve")
            ada.connection.address = "elsewhere"
            await ada.host()
            await eve.join(ada.party)
            await settle(lobby)
            before = len(ada.frames)
            for n in range(1000, 1100):
                eve.send("ready", n=n, is_ready=bool(n % 2))
                eve.send("rename", name=f"Eve {n}")
                eve.send("join", n=n, party=ada.party)
                eve.send("match", n=n, terms={"rules": RULES, "seats": 1})
            await settle(lobby)
            assert len(ada.frames) - before <= 40  # Eve has twenty changes, one of which was to come
            assert lobby.services.counters.refused["limit"] >= 380
            assert (await ada.ask("choose", terms={"rules": RULES, "name": "Friday"}))["t"] == "done"
            assert (await eve.ask("quit"))["t"] == "parted"
            clock.time += 1000
            assert (await eve.join(ada.party))["t"] == "party"

    run(play())


def test_a_party_takes_so_many_events_and_everybody_can_still_leave(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=replace(PATIENT, party_events=10), layout=three_mines) as lobby:
            ada, eve = await guest(lobby, "Ada"), await guest(lobby, "Eve")
            await ada.host()
            await eve.join(ada.party)
            answers = [await eve.ask("ready", is_ready=not n % 2) for n in range(10)]
            assert [answer["t"] for answer in answers] == ["done"] * 7 + ["refused", "done", "refused"]
            assert "Open another" in answers[-1]["why"]
            assert (await ada.ask("kick", seat=1))["t"] == "done"
            assert (await ada.ask("quit"))["t"] == "parted"
            await settle(lobby)
            assert not lobby.parties.in_memory

    run(play())


def test_coming_and_going_does_not_use_up_the_seats(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
            await ada.host(is_public=True)
            await grace.join(ada.party)
            await ada.ask("start")
            game = (await grace.board())["game"]
            await grace.play(game, "flag", 9, 5)
            await grace.ask("quit")
            await ada.play(game, "resign", n=6)
            await ada.when(stage="waiting")
            for _ in range(300):
                eve = await guest(lobby)
                assert (await eve.join(ada.party))["t"] == "party"
                assert (await eve.ask("quit"))["t"] == "parted"
                await eve.leave()
            party = await grace.join(ada.party)
            assert grace.seat == 1
            assert len(party["seats"]) <= 33
            assert [seat["name"] for seat in party["seats"][:2]] == ["Ada", "Grace"]

    run(play())


def test_a_quick_match_is_with_somebody_who_is_here_and_has_not_removed_you(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            gone, ada, eve = [await guest(lobby, name) for name in ("Gone", "Ada", "Eve")]
            terms = {"rules": RULES, "mode": "race", "seats": 3}
            for one in (gone, ada):
                one.send("match", n=1, terms=terms)
                await one.entered()
                if one is gone:
                    await gone.leave()
            assert gone.party != ada.party
            party = ada.connection.party
            assert party is not None
            party.state._kicked.add(eve.player.key.hex())
            eve.send("match", n=1, terms=terms)
            await eve.entered()
            assert eve.party not in (ada.party, gone.party)

    run(play())


def test_a_flood_of_moves_does_not_drop_what_the_server_plays(tmp_path: Path) -> None:
    """The inbox of a game is full when its player is removed: the game is given up nevertheless, and unloaded."""

    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            (ada, eve), _ = await playing(lobby, "Ada", "Eve", mode="race")
            await settle(lobby)
            room, game = room_of(eve), replica_of(eve).id
            with Busy(lobby):
                for n in range(400):
                    eve.send("play", game=game, kind="flag", cell=9 + n % 2, n=n)
                    if not n:
                        await asyncio.sleep(0)
                        await asyncio.sleep(0)
                assert room.waiting == 256
                await ada.ask("kick", seat=1)
            await eventually(lambda: room.replica is not None and room.replica.finished_id is not None)
            assert (await ada.ask("quit"))["t"] == "parted"
            await eventually(lambda: not lobby.rooms)

    run(play())


# A store that fails


class Failing:
    """A store in which parties cannot change for a while."""

    def __init__(self, lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_failing = False
        self.refused: list[bytes] = []  # events
        with lobby.services.writer._opener() as opened:
            store = type(opened)
        append = store.append_party

        def failing(store: Any, party: str, seq: int, events: list[bytes], *others: Any, **named: Any) -> bool:
            if self.is_failing:
                self.refused += events
                raise StoreError("the disk is full")
            return bool(append(store, party, seq, events, *others, **named))

        monkeypatch.setattr(store, "append_party", failing)

    def count(self, kind: bytes) -> int:
        return sum(b'"%b"' % kind in event for event in self.refused)


def test_nothing_is_shown_that_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PartyLog, "retry", 0.02)

    async def play() -> None:
        limits = replace(QUICK, grace=0.2)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines, clock=real_time) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace")
            late = await guest(lobby, "Late")
            store = Failing(lobby, monkeypatch)
            store.is_failing = True
            before = ada.connection.party.message()  # type: ignore[union-attr]
            for asked in (grace.ask("quit"), ada.ask("kick", seat=1), ada.ask("mute", seat=1), late.join(ada.party)):
                assert (await asked)["code"] == "store"
            shown = ada.connection.party.message()  # type: ignore[union-attr]
            assert (shown.seq, shown.seats) == (before.seq, before.seats)
            await ada.play(game, "resign", n=9)  # the end of the round waits for the store
            await eventually(lambda: store.count(b"ended") > 1)
            assert (await ada.ask("ready"))["why"] == "A game is in play."
            await grace.leave()  # and so does the seat of somebody who is gone
            await eventually(lambda: store.count(b"stood") > 2)
            store.is_failing = False
            party = await ada.when(stage="waiting")
            assert party["result"][0]["status"] == "abandoned"
            while not party["seats"][1].get("has_left"):
                party = await ada.when()
            assert (await ada.ask("ready"))["t"] == "done"
            await ada.board()
            assert lobby.services.counters.errors == 0

    run(play())
