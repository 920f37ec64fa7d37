"""Parties that people leave, at any moment and in any way: nothing of them stays in memory."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from server.party_guests import (
    PATIENT,
    QUICK,
    RULES,
    TERMS,
    eventually,
    guest,
    held,
    playing,
    real_time,
    replica_of,
    run,
    three_mines,
)
from server.playground import open_lobby, settle

from sapper.history.store import StoreError
from sapper.server.parties.modes import arena

if TYPE_CHECKING:
    from pathlib import Path


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
            await (grace.until("board") if countdown else grace.board())
            assert held(lobby)[1:] == (2 if mode in ("race", "arena") else 1, 1)
            assert (await ada.ask("quit"))["t"] == "parted"
            while (await grace.when())["owner"] != 1:
                pass
            assert (await grace.ask("quit"))["t"] == "parted"
            assert "closed" in (await watcher.until("parted"))["why"]
            await eventually(lambda: held(lobby) == before)
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
            append, calls = writer.change, 0

            async def fails(work: Any) -> Any:
                nonlocal calls
                calls += 1
                if calls > 1:
                    raise StoreError("the disk is full")
                return await append(work)

            writer.change = fails  # type: ignore[method-assign]
            ada = await guest(lobby)
            assert (await ada.host())["code"] == "store"
            assert held(lobby) == before
            writer.change = append  # type: ignore[method-assign]

    run(play())
