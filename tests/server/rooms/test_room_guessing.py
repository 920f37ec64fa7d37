"""Rules that judge guesses in rooms: the same choice for everybody, and a seal that the finished game opens."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from server.parties.test_race import racing
from server.party_guests import QUICK, game_of, replica_of, run
from server.playground import Client, open_lobby

from sapper import Game, Rules, Seed, odds
from sapper.history.store import open_store
from sapper.replay import Replay
from sapper.replay.seal import is_opened_by

if TYPE_CHECKING:
    from pathlib import Path

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
