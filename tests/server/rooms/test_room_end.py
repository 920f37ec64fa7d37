"""The end of a game in a room: the seal, the standing, the review of what lost it, and a name."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import TYPE_CHECKING, Any

import pytest
from server.failing import FailingCalls
from server.playground import MINES, RULES, Client, Clock, open_lobby, settle, three_mines
from waiting import PATIENCE

from sapper import Game, Rules, Seed
from sapper.history.store import open_store
from sapper.replay.seal import is_opened_by
from sapper.server.rooms.help import solver_answers

if TYPE_CHECKING:
    from pathlib import Path


def test_an_end_that_is_no_daily_try_notes_no_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking for the try would be one more change of the store for every game that ends."""
    ended: list[object] = []

    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new("modern expert"))["game"]
            await client.play(game, "open", 0)
            client.send("play", game=game, kind="resign", n=20)
            assert (await client.until("over"))["status"] == "abandoned"

    monkeypatch.setattr("sapper.server.rooms.finish.daily_rooms.end_try", lambda *given: ended.append(given))
    asyncio.run(play())
    assert not ended


def test_the_end_opens_the_seal_and_shows_the_standing(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, clock=clock) as lobby:
            client = await Client(lobby).connect()
            await client.hello(name="Ada")
            for wanted in (1, 2):
                board = await client.new("modern 8x8/1")
                assert "seed" not in board
                clock.time += 1000 * wanted
                delta = await client.play(board["game"], "open", 0)
                while delta["status"] == "playing":
                    (room,) = lobby.rooms.values()
                    assert room.replica is not None
                    field = room.replica.game._field
                    assert field is not None
                    seen = room.replica.game.board.to_bytes()
                    safe = [cell for cell in range(64) if seen[cell] == 9 and not field.is_mine(cell)]
                    clock.time += 100
                    delta = await client.play(board["game"], "open", safe[0], delta["n"] + 1)
                over = await client.until("over")
                assert over["status"] == "won"
                assert over["standing"] == {"place": wanted, "wins": wanted, "best": None} | (
                    {"best": 0} if wanted == 2 else {}
                )
                assert over["digest"] == board["digest"]
                seed, salt = Seed.of(over["seed"]), bytes.fromhex(over["salt"])
                assert is_opened_by(board["digest"], Rules.parse(board["rules"]), seed, salt)
                game = Game(Rules.parse(board["rules"]), seed)
                game.open(0, 0)
                assert game._field is not None
                assert [cell for cell in range(64) if game._field.is_mine(cell)] == over["mines"]
            with open_store(tmp_path / "games.db") as store:
                names = [game.summary.name for game in store.games() if game.summary]
            assert names == ["Ada", "Ada"]

    asyncio.run(play())


def test_a_win_is_compared_with_the_players_own_wins(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, layout=three_mines, clock=clock) as lobby:
            ann, bob = await Client(lobby).connect(), await Client(lobby).connect()
            standings = []
            for client, seconds in ((ann, 1), (bob, 3), (bob, 2)):
                await client.hello()
                board = await client.new("modern 8x8/3 completion=mark")
                await client.play(board["game"], "open", 56, 1)
                clock.time += 1000 * seconds
                for n, mine in enumerate((9, 36, 54), 2):
                    await client.play(board["game"], "flag", mine, n)
                over = await client.until("over")
                standings.append(over["standing"])
                assert over["configuration"] == "modern 8x8/3 v1 completion=mark"
            assert standings == [
                {"place": 1, "wins": 1, "best": None},
                {"place": 1, "wins": 1, "best": None},
                {"place": 1, "wins": 2, "best": 3000},
            ]

    asyncio.run(play())


def test_s4_5_changing_the_custom_level_forgets_its_record_and_says_so(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("amiga 9x9/0")
            await client.play(board["game"], "open", 0, 1)
            await client.until("over")
            assert "forgotten" not in await client.new("amiga 9x9/0")
            assert "forgotten" not in await client.new("amiga expert")
            assert (await client.new("amiga 9x8/0"))["forgotten"] == 0
            assert "forgotten" not in await client.new("amiga 9x9/0")

    asyncio.run(play())


def test_a_win_of_no_time_has_no_speed(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern 8x8/0")
            await client.play(board["game"], "open", 0, 1)
            metrics = (await client.until("over"))["metrics"]
            assert (metrics["bbbv"], metrics["bbbv_per_second"], metrics["efficiency"]) == (1, None, 1.0)

    asyncio.run(play())


def test_a_review_of_the_losing_move_follows_the_end(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            await client.play(board["game"], "open", 56, 1)
            await client.play(board["game"], "open", 9, 2)
            over = await client.until("over")
            review = await client.until("review")
            assert (review["game"], review["seq"]) == (board["game"], over["seq"])
            assert (review["verdict"], review["avoidable"], review["opened"]) == ("mistake", True, [9])
            assert review["risk"] == 1
            assert review["text"].startswith("B2 was certainly a mine.")
            assert not {9, 36, 54} & set(review["safe"])
            late = await Client(lobby, client.player).connect()
            await late.hello(room=board["room"])
            assert [(await late.receive())["t"] for _ in range(3)] == ["board", "over", "review"]

    asyncio.run(play())


def test_a_review_that_comes_after_an_undo_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ready, review = threading.Event(), solver_answers.review

    def slow(*given: Any) -> Any:
        assert ready.wait(PATIENCE)
        return review(*given)

    monkeypatch.setattr(solver_answers, "review", slow)

    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new(f"{RULES} practice=on"))["game"]
            await client.play(game, "open", 56, 1)
            await client.play(game, "open", 9, 2)
            await client.until("over")
            await client.play(game, "undo", None, 3)
            ready.set()
            await settle(lobby)
            assert not [frame for frame in client.frames if '"t":"review"' in frame]
            await client.play(game, "redo", None, 4)
            assert (await client.until("review"))["opened"] == [9], "what a redo plays is judged too"

    asyncio.run(play())


def test_a_game_that_was_not_lost_has_no_review(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new(RULES))["game"]
            await client.play(game, "open", 56, 1)
            await client.play(game, "resign", None, 2)
            await settle(lobby)
            assert [json.loads(frame)["t"] for frame in client.frames[-2:]] == ["delta", "over"]

    asyncio.run(play())


def test_a_name_signs_the_game_that_is_over(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            await client.play(board["game"], "open", 9, 1)
            await client.play(board["game"], "resign", None, 2)
            await client.until("over")
            client.send("rename", name="Grace\u202e  Hopper\x07")
            assert (await client.until("named"))["name"] == "Grace Hopper"
            await settle(lobby)
            with open_store(tmp_path / "games.db") as store:
                (game,) = store.games()
                assert game.summary is not None
                assert game.summary.name == "Grace Hopper"

    asyncio.run(play())


@pytest.mark.parametrize(("part", "has_standing"), [("standing", False), ("finish", True)])
def test_one_failed_call_at_the_end_does_not_lose_a_game_that_can_be_stored(
    tmp_path: Path, part: str, has_standing: bool
) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern 8x8/3 completion=mark")
            await client.play(board["game"], "open", 0, 2)
            calls = FailingCalls(lobby.services)
            calls.arm()
            calls.fail_next("reader _standing.find" if part == "standing" else "writer store_finished")
            for n, cell in enumerate(MINES, 3):
                await client.play(board["game"], "flag", cell, n)
            over = await client.until("over")
            assert calls.has_failed
            assert over["finished_id"]
            assert ("standing" in over) is has_standing
            with open_store(tmp_path / "games.db") as store:
                assert store.replay(over["finished_id"]) is not None

    asyncio.run(play())
