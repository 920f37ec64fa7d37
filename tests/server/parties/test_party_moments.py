"""Moments in parties: an owner who leaves, somebody who is removed, two tabs, a server that stops."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from server.party_guests import (
    PATIENT,
    TERMS,
    eventually,
    game_of,
    guest,
    playing,
    real_time,
    replica_of,
    run,
    three_mines,
)
from server.playground import Clock, open_lobby, settle

if TYPE_CHECKING:
    from pathlib import Path


Message = dict[str, Any]


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
                party = ada.connection.party
                assert party is not None
                await eventually(lambda: party.message().stage == "playing" and party.message().starts_in is None)
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
                await (grace.until("board") if stage == "countdown" else grace.board())
                await settle(lobby)
            if stage == "over":
                for one in (ada, grace):
                    one.send("play", game=replica_of(one).id, kind="resign", n=5)
                await grace.when(stage="waiting")
            party, players, before = ada.party, (ada.player, grace.player), ada.connection.party.message()  # type: ignore[union-attr]
        async with open_lobby(tmp_path, limits=limits) as lobby:
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
