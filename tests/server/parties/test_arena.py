"""Arenas: the same sealed boards for everybody, points by verified results, and a file that anybody can check."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from server.party_guests import eventually, guest, playing, replica_of, run
from server.playground import FREE, Clock, open_lobby, settle
from waiting import PATIENCE

from sapper.analysis.arena import Arena
from sapper.cli import main
from sapper.history.store import StoreError, open_store
from sapper.layouts import layout_of
from sapper.server.parties.arena_result import read_result
from sapper.server.parties.modes import arena
from sapper.server.protocol.refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path

    from server.party_guests import Guest

TERMS: dict[str, Any] = {"mode": "arena", "rules": "modern 8x8/10", "boards": 3, "minutes": 1}
QUICK = replace(FREE, countdown=0.0, grace=0.05)
Message = dict[str, Any]


@pytest.fixture(autouse=True)
def _no_break(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "_BREAK", 0.0)


async def solve(player: Guest, board: int = 0, *, loses: bool = False) -> None:
    """Play the present board of somebody to its end, and wait for the next one."""
    while replica_of(player).game.first is None:
        await asyncio.sleep(0.001)
    replica = replica_of(player)
    rules, first = replica.rules, replica.game.first
    assert first is not None
    mines = {rules.level.index(*cell) for cell in layout_of(rules, replica.seed)(rules, first).mines()}
    for n, cell in enumerate(sorted(mines if loses else set(range(rules.level.cells)) - mines), 1):
        answer = await player.play(replica.id, "open", cell, 1000 * board + n)
        if answer["t"] == "refused" or answer["status"] in ("won", "lost"):
            break
    while replica_of(player) is replica and board + 1 < TERMS["boards"]:
        await asyncio.sleep(0.001)


def test_everybody_plays_the_same_sealed_boards_and_the_table_can_be_recomputed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> str:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            (ada, grace), _ = await playing(lobby, "Ada", "Grace", **TERMS)
            seals = ada.connection.party.message().seals  # type: ignore[union-attr]
            assert len(seals) == 3
            assert replica_of(ada).digest == replica_of(grace).digest == seals[0]
            for number in range(3):
                await solve(ada, number)
                await solve(grace, number, loses=number == 1)
            party = await ada.when(stage="waiting")
            assert [(score["seat"], score["place"]) for score in party["result"]] == [(0, 1), (1, 2)]
            assert party["result"][0]["points"] > party["result"][1]["points"] > 0
            with open_store(tmp_path / "games.db") as store:
                assert read_result(store, ada.party, 2) is None
                result = read_result(store, ada.party, 1)
            assert result is not None
            assert [line.points for line in result.table] == [score["points"] for score in party["result"]]
            assert [board.seal for board in result.boards] == seals
            return result.dump()

    written = asyncio.run(play())
    file = tmp_path / "arena.json"
    file.write_text(written, "utf-8")
    assert main(["verify", str(file)]) == 0
    printed = capsys.readouterr().out
    assert "every seal fits" in printed
    assert "Grace" in printed
    assert Arena.load(written.encode()).problems() == []
    file.write_text(written.replace('"seal": "', '"seal": "0', 1), "utf-8")
    assert main(["verify", str(file)]) == 1


def test_the_arena_ends_when_the_time_is_up(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, clock=clock) as lobby:
            (ada, grace), _ = await playing(lobby, "Ada", "Grace", **TERMS)
            await solve(ada)
            party = ada.connection.party
            assert party is not None
            assert party.rounds.mode is not None
            assert 0 < (party.rounds.mode.ends_in or 0) <= 60_000
            party.rounds.mode.deadline = clock.time / 1000 + 0.01
            clock.time += 1000
            party.timer.reschedule()
            result = (await grace.when(stage="waiting"))["result"]
            assert [score["seat"] for score in result] == [0, 1]

    run(play())


def test_the_result_is_secret_until_the_end_and_help_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            (ada, _), _ = await playing(lobby, "Ada", "Grace", **TERMS)
            await solve(ada)
            with open_store(tmp_path / "games.db") as store:
                assert read_result(store, ada.party, 1) is None
            ada.send("help", game=replica_of(ada).id, n=4, topic="hint")
            assert "no help" in (await ada.until("refused"))["why"]
            refused = await (await guest(lobby)).host(**{**TERMS, "hints": True})
            assert "no help" in refused["why"]

    run(play())


def test_an_arena_goes_on_after_the_server_stopped_and_lets_people_in(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            (ada, _grace), _ = await playing(lobby, "Ada", "Grace", **TERMS)
            await solve(ada)
            await settle(lobby)
        async with open_lobby(tmp_path, limits=replace(QUICK, grace=1000)) as lobby:
            again = await guest(lobby, player=ada.player)
            await again.join(ada.party)
            progress = await again.until("progress")
            assert progress["seats"][0]["board"] == 1
            assert progress["seats"][0]["solved"] == 1
            late = await guest(lobby, "Late")
            await late.join(ada.party)
            assert (await late.until("board"))["digest"] == replica_of(late).digest
            await solve(late)

    run(play())


class FailingReads:
    """Lets reads of finished boards fail, some or all of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, times: float) -> None:
        self.left = times
        original = arena.Arena._count

        async def count(mode: arena.Arena, *values: Any) -> None:
            if self.left > 0:
                self.left -= 1
                raise StoreError("put in by the test")
            await original(mode, *values)

        monkeypatch.setattr(arena.Arena, "_count", count)
        monkeypatch.setattr(arena, "_RETRY", 0.01)


def test_a_failed_read_of_a_finished_board_is_made_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            (ada, grace), _ = await playing(lobby, "Ada", "Grace", **TERMS)
            reads = FailingReads(monkeypatch, 3)
            for number in range(3):
                await solve(ada, number)
                await solve(grace, number, loses=True)
            result = (await ada.when(stage="waiting"))["result"]
            assert reads.left == 0
            assert result[0]["seat"] == 0
            with open_store(tmp_path / "games.db") as store:
                found = read_result(store, ada.party, 1)
            assert found is not None
            assert [line.points for line in found.table] == [score.get("points", 0) for score in result]

    run(play())


def test_an_arena_ends_at_its_deadline_whatever_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=QUICK, clock=clock) as lobby:
            lobby._sweeper.cancel()  # it would cut off clients that seem silent while the time leaps
            (ada, grace), _ = await playing(lobby, "Ada", "Grace", **TERMS)
            FailingReads(monkeypatch, float("inf"))
            party = ada.connection.party
            assert party is not None
            ada.send("play", game=replica_of(ada).id, kind="resign", n=50)
            async with asyncio.timeout(PATIENCE):
                while party.state.is_playing:
                    clock.time += 1000
                    party.timer.reschedule()
                    await asyncio.sleep(0.002)
            assert [score["seat"] for score in (await grace.when(stage="waiting"))["result"]] == [0, 1]
            for one in (ada, grace):
                one.send("ready", n=60)
            await ada.when(stage="playing", round=2)

    run(play())


def test_who_comes_late_and_is_refused_at_first_gets_a_board_later_and_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            (ada, grace), _ = await playing(lobby, "Ada", "Grace", **TERMS)
            monkeypatch.setattr(arena, "_RETRY", 0.01)
            original, refused = arena.Arena._make_room, 0

            async def make_room(mode: arena.Arena, seat: int, player: Any) -> None:
                nonlocal refused
                if seat in turned_away:
                    refused += 1
                    raise Refusal("limit", "put in by the test")
                await original(mode, seat, player)

            monkeypatch.setattr(arena.Arena, "_make_room", make_room)
            turned_away = {2, 3}
            late = await guest(lobby, "Late")
            await late.join(ada.party)
            await eventually(lambda: refused >= 3)
            turned_away = {3}
            await eventually(lambda: late.connection.room)
            later = await guest(lobby, "Later")
            await later.join(ada.party)
            for number in range(3):
                for one in (ada, grace, late):
                    await solve(one, number, loses=True)
            result = (await ada.when(stage="waiting"))["result"]
            assert {0, 1, 2} <= {score["seat"] for score in result}

    run(play())


def test_whoever_comes_late_plays_without_a_place_and_the_table_can_be_recomputed(tmp_path: Path) -> None:
    async def play() -> tuple[str, list[Message]]:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            (ada, grace), _ = await playing(lobby, "Ada", "Grace", **TERMS)
            for number in range(3):
                await solve(ada, number)
            late = await guest(lobby, "Late")
            await late.join(ada.party)
            assert (await late.until("board"))["known_board"]
            for number in range(3):
                await solve(late, number)
            await grace.play(replica_of(grace).id, "resign", n=5)
            await grace.ask("quit")
            party = await ada.when(stage="waiting")
            with open_store(tmp_path / "games.db") as store:
                result = read_result(store, ada.party, 1)
                known = [game.summary.known_board for game in store.games() if game.summary]
            assert result is not None
            assert known.count(True) == 3  # of the late one: no time of theirs is ranked
            return result.dump(), party["result"]

    written, result = asyncio.run(play())
    assert [(score["seat"], score["place"]) for score in result] == [(0, 1), (1, 2), (2, 0)]
    assert result[2]["points"] == result[0]["points"]
    arena = Arena.load(written.encode())
    assert arena.problems() == []
    assert [(line.place, line.name, line.points) for line in arena.table] == [
        (score["place"], name, score.get("points", 0))
        for score, name in zip(result, ("Ada", "Grace", "Late"), strict=True)
    ]
    in_time = arena.replace(players=tuple(player.replace(is_late=False) for player in arena.players))
    assert "does not say that they came in time" in in_time.problems()[0]


def test_what_a_board_is_worth_is_shown_in_the_end(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            (ada, grace), _ = await playing(lobby, "Ada", "Grace", **TERMS)
            await solve(ada)
            for one in (ada, grace):
                while not any(line.get("solved") for line in (await one.until("progress"))["seats"]):
                    pass
                assert not any('"points"' in frame or '"metrics"' in frame for frame in one.frames)

    run(play())
