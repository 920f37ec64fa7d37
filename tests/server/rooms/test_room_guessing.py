"""Rules that judge guesses in rooms: the same choice for everybody, and a seal that the finished game opens."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from server.parties.test_race import racing
from server.party_guests import QUICK, eventually, game_of, playing, replica_of, run
from server.playground import FREE, Client, open_lobby
from server.shared_nodes import open_nodes, settled

from sapper import Game, Rules, Seed, Status, odds
from sapper.history.store import open_store
from sapper.replay import Replay
from sapper.replay.seal import is_opened_by
from sapper.server.parties.arena_result import read_result
from sapper.server.parties.modes import arena

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from server.party_guests import Guest

    from sapper import Board

RULES = "modern 9x9/20 v1 first=any guessing=forgiven"


def next_move(game: Game) -> int:
    """Return a certain cell, else the first that may be safe."""
    chances = odds(game.board)
    closed = (cell for cell in game.board.closed() if cell not in chances.mines)
    cell = min(chances.safe) if chances.safe else next(closed)
    return game.rules.level.index(*cell)


def test_a_forced_guess_is_safe_and_the_seal_opens_the_whole_game(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES, seed="a")
            game, delta = board["game"], await client.play(board["game"], "open", 0, 1)
            (room,) = lobby.rooms.values()
            assert room.replica is not None
            assert delta["forgiven"] == 1
            for n in range(2, 90):
                if room.replica.game.status.is_over:
                    break
                delta = await client.play(game, "open", next_move(room.replica.game), n)
            over = await client.until("over")
            played = room.replica.game
            assert (over["status"], played.is_won) == ("won", True)
            assert delta["forgiven"] == played.forgiven > 1
            assert over["mines"] == [played.rules.level.index(*cell) for cell in played.minefield.mines()]
            seed = Seed.of(over["seed"])
            assert is_opened_by(board["digest"], Rules.parse(RULES), seed, bytes.fromhex(over["salt"]))
            again = Game.replay(Rules.parse(RULES), seed, actions=played.log)
            assert (again.board, again.minefield) == (played.board, played.minefield)
            finished = over["finished_id"]
        with open_store(tmp_path / "games.db") as store:
            packed = store.replay(finished)
        assert packed is not None
        replay = Replay.unpack(packed)
        assert replay.final_minefield == played.minefield

    asyncio.run(play())


def test_in_a_race_the_same_guess_has_the_same_outcome(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            ada, bo = await racing(lobby, "ada", "bo", rules="modern 9x9/20 v1 guessing=forgiven")
            moves = []
            for n in range(100, 190):
                if game_of(ada).status.is_over:
                    break
                moves.append(next_move(game_of(ada)))
                await ada.play(ada.game, "open", moves[-1], n)
            assert game_of(ada).is_won
            for n, cell in enumerate(moves, 100):
                await bo.play(bo.game, "open", cell, n)
            assert game_of(bo).is_won
            assert game_of(bo).board == game_of(ada).board
            assert game_of(bo).minefield == game_of(ada).minefield
            assert replica_of(bo).game is not replica_of(ada).game

    run(play())


def test_two_servers_choose_the_same_minefield(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path) as nodes:
            one = await Client(nodes[0]).connect()
            await one.hello(tab="one")
            board = await one.new(RULES, seed="two servers")
            await one.play(board["game"], "open", 0, 1)
            other = await Client(nodes[1], one.player).connect()
            await other.hello(tab="other", room=board["room"])
            await other.until("board")
            rooms = [node.rooms[board["room"]] for node in nodes]
            first, second = (room.replica.game for room in rooms if room.replica is not None)
            turns = itertools.cycle((one, other))
            for n in range(2, 90):
                if first.status.is_over:
                    break
                await next(turns).play(board["game"], "open", next_move(first), n)
                await settled(*nodes)
                assert first.board == second.board
            assert (first.is_won, second.is_won) == (True, True)
            assert first.forgiven == second.forgiven > 1
            assert first.minefield == second.minefield

    asyncio.run(play())


def test_in_an_arena_the_same_guesses_have_the_same_outcome_and_the_result_adds_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "_BREAK", 0.0)
    terms: dict[str, Any] = {"mode": "arena", "rules": "modern 8x8/14 v1 guessing=punished", "boards": 2, "minutes": 5}

    async def play() -> None:
        async with open_lobby(tmp_path, limits=replace(FREE, countdown=0.0, grace=0.05)) as lobby:
            (ada, grace), _ = await playing(lobby, "Ada", "Grace", **terms)
            for number in range(2):
                boards = [await solve(player, number) for player in (ada, grace)]
                assert boards[0] == boards[1]
            party = await ada.when(stage="waiting")
            assert [score["points"] > 0 for score in party["result"]] == [True, True]
            with open_store(tmp_path / "games.db") as store:
                result = read_result(store, ada.party, 1)
            assert result is not None
            assert result.problems() == []
            assert all(replay.status is Status.WON for one in result.players for replay in one.games.values())

    asyncio.run(play())


async def solve(player: Guest, number: int) -> Board:
    """Win the present board of an arena, guessing only where nothing is certain; return it at its end."""
    await eventually(lambda: replica_of(player).game.first is not None)
    replica = replica_of(player)
    for n in range(1, 90):
        if replica.game.status.is_over:
            break
        await player.play(replica.id, "open", next_move(replica.game), 1000 * number + n)
    assert replica.game.is_won
    if number == 0:
        await eventually(lambda: replica_of(player) is not replica)
    return replica.game.board.copy()
