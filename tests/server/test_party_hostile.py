"""Parties under attack: floods, moments at which somebody leaves, a store that fails, and what nobody may read."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

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
from server.playground import PATIENCE, open_lobby, settle

from sapper.history.store import StoreError
from sapper.server.modes import arena

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sapper.server.lobby import Lobby

Message = dict[str, Any]
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
            (ada, grace), game = await playing(lobby, "Ada", "Grace")
            grace2 = await guest(lobby, player=alone.player)
            await grace2.join(ada.party)
            assert grace2.seat == 2
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
                await eventually(lambda replica=replica: replica_of(ada) is not replica)
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
