"""Parties under attack: floods, moments at which somebody leaves, a store that fails, and what nobody may read."""

from __future__ import annotations

import asyncio
import json
import time
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from msgspec.structs import replace
from server.party_guests import (
    QUICK,
    RULES,
    Guest,
    game_of,
    guest,
    playing,
    replica_of,
    room_of,
    run,
    three_mines,
)
from server.playground import PATIENCE, Clock, open_lobby, settle

from sapper.history.store import StoreError
from sapper.server import party as party_module
from sapper.server.api import make_api
from sapper.server.app import App
from sapper.server.modes import arena

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sapper.server.guests import Player
    from sapper.server.lobby import Lobby

Message = dict[str, Any]
ORIGIN = "http://test"
PATHS = ("", "/replay", "/steps", "/picture", "/review", "/same-board")  # of a finished game in the API
api = cache(make_api)
PATIENT = replace(QUICK, grace=1000.0)
TERMS: dict[str, dict[str, Any]] = {
    "coop": {},
    "race": {"mode": "race"},
    "duel": {"mode": "duel"},
    "arena": {"mode": "arena", "boards": 3, "minutes": 1},
}


async def eventually(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.001)


def real_time() -> int:
    return time.monotonic_ns() // 1_000_000


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


# What is left behind


def held(lobby: Lobby) -> tuple[int, int, int]:
    return lobby.services.memory.reserved, len(lobby.rooms), len(lobby.parties.in_memory)


@pytest.mark.parametrize("mode", TERMS)
@pytest.mark.parametrize("countdown", [0.0, 1000.0])
def test_everybody_leaves_in_the_middle_of_a_round_and_nothing_stays_in_memory(
    tmp_path: Path, mode: str, countdown: float
) -> None:
    async def play() -> None:
        limits = replace(PATIENT, countdown=countdown)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines) as lobby:
            before = held(lobby)
            ada, grace, watcher = [await guest(lobby, name) for name in ("Ada", "Grace", "Watcher")]
            await ada.host(**TERMS[mode])
            await grace.join(ada.party)
            await watcher.join(ada.party, watch=True)
            for one in (ada, grace):
                one.send("ready", n=2)
            await grace.until("board")
            if not countdown:
                await grace.when(starts_in=None)
            assert held(lobby)[1:] == (2 if mode in ("race", "arena") else 1, 1)
            assert (await ada.ask("quit"))["t"] == "parted"
            while (await grace.when())["owner"] != 1:
                pass
            assert (await grace.ask("quit"))["t"] == "parted"
            assert "closed" in (await watcher.until("parted"))["why"]
            await eventually(lambda: held(lobby) == before)
            assert not lobby.services.concealed
            assert lobby.services.counters.errors == 0

    run(play())


def test_the_boards_of_an_arena_are_unloaded_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "_BREAK", 0.0)

    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            (ada,), _ = await playing(lobby, "Ada", **{**TERMS["arena"], "boards": 4})
            for _ in range(3):
                replica = replica_of(ada)
                ada.send("play", game=replica.id, kind="resign", n=1)
                while replica_of(ada) is replica:
                    await asyncio.sleep(0.001)
                await eventually(lambda: len(lobby.rooms) == 1)

    run(play())


def test_rooms_are_opened_and_left_in_a_loop_and_nothing_stays(tmp_path: Path) -> None:
    async def play() -> None:
        limits = replace(QUICK, room_burst=50, rooms_per_minute=0.0)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines, clock=real_time) as lobby:
            before, opened = held(lobby), 0
            eve = await guest(lobby, "Eve")
            for turn in range(60):
                party = await eve.host()
                if party["t"] == "refused":
                    break
                opened += 1
                if turn % 2:
                    eve.send("ready", n=2)
                    await eve.until("board")
                    assert (await eve.ask("quit"))["t"] == "parted"
            assert (party["code"], opened) == ("limit", 50)
            other = await guest(lobby, "Ada")
            other.connection.address = "elsewhere"
            assert (await other.host())["t"] == "party"
            assert (await other.ask("quit"))["t"] == "parted"
            await eve.leave()
            await eventually(lambda: held(lobby) == before)  # also those that were left for the next one
            await settle(lobby)
            with lobby.services.writer._opener() as store:
                assert store.old_parties(1 << 40, 100) == []

    run(play())


def test_a_connection_that_is_lost_before_it_entered_leaves_no_party(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines, clock=real_time) as lobby:
            before = held(lobby)
            eve = await guest(lobby, "Eve")
            eve.send("host", n=1, terms={"rules": RULES})
            await asyncio.sleep(0)
            await eve.leave()
            await eventually(lambda: lobby.parties.in_memory)
            await eventually(lambda: held(lobby) == before)

    run(play())


def test_those_who_only_watch_do_not_hold_a_party_in_memory(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            before = held(lobby)
            writer = lobby.services.writer
            append, calls = writer.run, 0

            async def fails(work: Any) -> Any:
                nonlocal calls
                calls += 1
                if calls > 1:
                    raise StoreError("the disk is full")
                return await append(work)

            writer.run = fails  # type: ignore[method-assign]
            ada = await guest(lobby)
            assert (await ada.host())["code"] == "store"
            assert held(lobby) == before
            writer.run = append  # type: ignore[method-assign]

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
            terms_there = ada.connection.party.state.terms  # type: ignore[union-attr]
            party = await lobby.parties.find_match(terms_there, "somebody", "there")
            assert party is ada.connection.party
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
    monkeypatch.setattr(party_module, "_RETRY", 0.02)

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


# What nobody may read


@pytest.mark.parametrize("mode", ["race", "arena"])
def test_replays_of_a_round_in_play_stay_concealed_after_a_restart(
    tmp_path: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "_BREAK", 0.0)

    async def answers(lobby: Lobby, player: Player, number: int) -> list[int]:
        app = App(lobby.services, lobby, [ORIGIN], api())
        headers = {"cookie": f"sapper={player.token}", "host": "test", "origin": ORIGIN}
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers) as web:
            found = [await web.get(f"/api/games/{number}{path}") for path in PATHS]
            found.append(await web.get(f"/api/arenas/{party}/1"))
            return [answer.status_code for answer in found]

    party = ""

    async def play() -> None:
        nonlocal party
        terms = {**TERMS[mode], "rules": "modern beginner"}
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            (ada, eve), _ = await playing(lobby, "Ada", "Eve", **terms)
            await settle(lobby)
            await eventually(lambda: game_of(eve).first is not None)
            party, replica = ada.party, replica_of(eve)
            await eve.play(replica.id, "resign", n=5)
            await eventually(lambda: replica.finished_id is not None)
            number = replica.finished_id or 0
            assert set(await answers(lobby, ada.player, number)) == {409, 404}
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            stranger = lobby.services.guests.new()
            assert await answers(lobby, stranger, number) == [409] * len(PATHS) + [404]
            again = await guest(lobby, player=ada.player)
            await again.join(party)
            assert await answers(lobby, stranger, number) == [409] * len(PATHS) + [404]
            back = await guest(lobby, player=eve.player)
            await back.join(party)
            for one in (back, again):
                await one.ask("quit")
            await settle(lobby)
            assert (await answers(lobby, stranger, number))[:-1] == [200] * len(PATHS)
            assert not lobby.services.open_rounds

    run(play())


def test_what_is_deleted_after_a_while_and_what_stays(tmp_path: Path) -> None:
    now = 1_800_000_000

    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines, now=lambda: now) as lobby:
            nobody = await guest(lobby)
            await nobody.host()
            await nobody.ask("quit")
            (ada,), game = await playing(lobby, "Ada")
            await ada.play(game, "resign", n=3)
            await ada.when(stage="waiting")
            (grace,), _ = await playing(lobby, "Grace")
            await ada.ask("quit")
            await settle(lobby)

            def stored() -> list[bool]:
                with lobby.services.writer._opener() as store:
                    return [store.party(one.party) is not None for one in (nobody, ada, grace)]

            assert stored() == [False, True, True]
            nonlocal now
            for days, left in ((29, [False, True, True]), (31, [False, False, True])):
                now = 1_800_000_000 + days * 86_400
                await lobby.expiry.sweep()
                assert stored() == left
            with lobby.services.writer._opener() as store:
                assert len(store.games()) == 1

    run(play())


# Moments


@pytest.mark.parametrize("mode", TERMS)
@pytest.mark.parametrize("countdown", [0.0, 0.05])
def test_the_owner_leaves_in_the_middle_and_the_round_comes_to_its_end(
    tmp_path: Path, mode: str, countdown: float
) -> None:
    async def play() -> None:
        limits = replace(PATIENT, countdown=countdown)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines, clock=real_time) as lobby:
            ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
            await ada.host(**TERMS[mode])
            await grace.join(ada.party)
            await ada.ask("start")
            await grace.until("board")
            assert (await ada.ask("quit"))["t"] == "parted"
            if mode != "duel":  # which is won by whoever stays
                while True:  # every board of an arena
                    party = await grace.until("party", "board")
                    if party["t"] == "party" and party["stage"] == "waiting":
                        break
                    grace.send("play", game=replica_of(grace).id, kind="resign", n=int(time.monotonic() * 1e6) % 2**31)
            else:
                party = await grace.when(stage="waiting")
            assert party["owner"] == 1
            statuses = {score["seat"]: score.get("status") for score in party["result"]}
            expected = {
                "coop": {0: "abandoned", 1: "abandoned"},
                "race": {0: "abandoned", 1: "abandoned"},
                "duel": {0: "abandoned", 1: "won"},
                "arena": {0: None, 1: None},
            }
            assert statuses == expected[mode]
            assert lobby.services.counters.errors == 0

    run(play())


@pytest.mark.parametrize("mode", TERMS)
def test_somebody_is_removed_during_the_countdown_and_the_others_play(tmp_path: Path, mode: str) -> None:
    async def play() -> None:
        limits = replace(PATIENT, countdown=0.1)
        async with open_lobby(tmp_path, limits=limits, layout=three_mines, clock=real_time) as lobby:
            ada, eve = await guest(lobby, "Ada"), await guest(lobby, "Eve")
            await ada.host(**TERMS[mode])
            await eve.join(ada.party)
            await ada.ask("start")
            game = (await eve.until("board"))["game"]
            await ada.ask("kick", seat=1)
            assert "removed" in (await eve.until("parted"))["why"]
            eve.send("play", game=game, kind="open", cell=0, n=3)
            assert (await eve.until("refused"))["code"] == "game"
            if mode == "duel":
                assert (await ada.when(stage="waiting"))["result"][0]["seat"] == 0
            else:
                await ada.when(starts_in=None, stage="playing")
                assert (await ada.play(replica_of(ada).id, "open", 7, 5))["t"] == "delta"
            assert "starts_in" not in json.loads(ada.frames[-1])

    run(play())


def test_the_owner_cannot_hold_the_countdown_by_starting_again(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(
            tmp_path, limits=replace(PATIENT, countdown=3.0), layout=three_mines, clock=clock
        ) as lobby:
            ada = await guest(lobby, "Ada")
            await ada.host()
            await ada.ask("start")
            clock.time += 2000
            assert (await ada.ask("start"))["t"] == "refused"
            assert ada.connection.party is not None
            assert ada.connection.party.message().starts_in == 1000

    run(play())


def test_two_tabs_of_one_player_have_one_seat_and_leave_together(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace")
            second = await guest(lobby, player=grace.player)
            await second.join(ada.party)
            assert second.seat == 1
            await grace.leave()
            assert (await second.play(game, "flag", 9, 4))["by"] == 1
            third = await guest(lobby, player=grace.player)
            await third.join(ada.party)
            other = await third.host()  # and one of them goes to another party
            assert other["party"] != ada.party
            assert (await second.play(game, "flag", 36, 5))["by"] == 1
            await third.join(ada.party)
            assert third.seat == 1
            assert (await second.ask("quit"))["t"] == "parted"
            await third.until("parted")
            assert (await third.play(game, "flag", 54, 6))["code"] == "game"

    run(play())


@pytest.mark.parametrize("mode", TERMS)
@pytest.mark.parametrize("stage", ["waiting", "countdown", "playing", "over"])
def test_the_server_stops_and_starts_at_any_stage(tmp_path: Path, mode: str, stage: str) -> None:
    async def play() -> None:
        limits = replace(PATIENT, countdown=1000.0 if stage == "countdown" else 0.0)
        terms = {**TERMS[mode], "boards": 1, "rules": "modern beginner"}
        async with open_lobby(tmp_path, limits=limits) as lobby:
            ada, grace = await guest(lobby, "Ada"), await guest(lobby, "Grace")
            await ada.host(**terms)
            await grace.join(ada.party)
            if stage != "waiting":
                await ada.ask("start")
                await grace.until("board")
            if stage in ("playing", "over"):
                await grace.when(starts_in=None, stage="playing")
                await settle(lobby)
            if stage == "over":
                for one in (ada, grace):
                    one.send("play", game=replica_of(one).id, kind="resign", n=5)
                await grace.when(stage="waiting")
            party, players, before = ada.party, (ada.player, grace.player), ada.connection.party.message()  # type: ignore[union-attr]
        async with open_lobby(tmp_path, limits=replace(limits, countdown=0.0)) as lobby:
            ada, grace = [await guest(lobby, player=player) for player in players]
            for number, one in enumerate((ada, grace)):
                shown = await one.join(party)
                assert (one.seat, shown.get("round", 0)) == (number, before.round)
            after = ada.connection.party.message()  # type: ignore[union-attr]
            assert (after.stage, after.result, after.terms) == (before.stage, before.result, before.terms)
            if stage == "countdown":
                assert after.starts_in is not None
                return
            if stage != "playing":
                for one in (ada, grace):
                    assert (await one.ask("ready"))["t"] == "done"
                await ada.when(stage="playing", starts_in=None)
            await settle(lobby)
            for one in (ada, grace):
                if not game_of(one).status.is_over:
                    one.send("play", game=replica_of(one).id, kind="resign", n=9)
            party_over = await grace.when(stage="waiting")
            assert len(party_over["result"]) == 2
            assert lobby.services.counters.errors == 0

    run(play())


def test_nothing_that_is_sent_has_a_secret_a_seed_or_a_key(tmp_path: Path) -> None:
    async def play(mode: str) -> None:
        folder = tmp_path / mode
        folder.mkdir()
        terms = {**TERMS[mode], "rules": "modern beginner", "is_public": True}
        async with open_lobby(folder, limits=PATIENT) as lobby:
            ada, grace, watcher = [await guest(lobby, name) for name in ("Ada", "Grace", "Watcher")]
            await ada.host(**terms)
            await grace.join(ada.party)
            await watcher.join(ada.party, watch=True)
            await ada.ask("start")
            await ada.board()
            await settle(lobby)
            state = ada.connection.party.state  # type: ignore[union-attr]
            replica = replica_of(ada)
            app = App(lobby.services, lobby, [ORIGIN], api())
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers={"host": "test"}) as web:
                answers = [(await web.get(path)).text for path in ("/api/parties", "/api/games", "/api/rooms")]
            sent = "\n".join([*ada.frames, *grace.frames, *watcher.frames, *answers])
            assert ada.party in answers[0]
            hidden = [state.secret.hex(), replica.seed.text, replica.salt.hex(), '"mines":[']
            for one in (ada, grace, watcher):
                hidden += [one.player.key.hex(), one.player.token]
            assert [secret for secret in hidden if secret in sent] == []

    for mode in TERMS:
        run(play(mode))


def test_names_and_chat_are_cleaned_wherever_they_come_from(tmp_path: Path) -> None:
    bad = "\u202eE\x1b]0;x\x07v\u200be\u2066\ue000"

    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, eve = await guest(lobby, "Ada"), await guest(lobby, bad)
            await ada.host(name=bad, is_public=True)
            await eve.join(ada.party)
            eve.send("rename", name=bad + "1")
            await ada.ask("choose", terms={"rules": RULES, "name": bad + "2", "is_public": True})
            eve.send("say", n=4, text=bad)
            await ada.until("said")
            await ada.ask("start")
            await ada.play((await ada.board())["game"], "resign", n=5)
            await ada.when(stage="waiting")
            await settle(lobby)
            app = App(lobby.services, lobby, [ORIGIN], api())
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers={"host": "test"}) as web:
                paths = ("/api/parties", "/api/games", "/api/games/1", "/api/games/1/replay")
                answers = [(await web.get(path)).text for path in paths]
            shown = "\n".join([*map(json.dumps, map(json.loads, [*ada.frames, *eve.frames])), *answers])
            for letter in bad:
                if letter in "\u202e\x1b\x07\u200b\u2066\ue000":
                    assert letter not in shown
                    assert json.dumps(letter)[1:-1] not in shown
            assert "E]0;xve1" in shown
            assert "E]0;xve2" in shown

    run(play())
