"""Help in a room: hints and odds say what the board shows, and no more."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from server.playground import RULES, Client, open_lobby, three_mines

if TYPE_CHECKING:
    from pathlib import Path


def test_help_shows_a_stage_and_nothing_of_the_next(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern expert", seed="a")
            game = board["game"]
            await client.play(game, "open", 8 * 30 + 15, 1)
            hints = []
            for stage in (1, 2, 3, 4):
                client.send("help", game=game, n=stage, topic="hint", stage=stage)
                hints.append(await client.until("hint"))
            one, two, three, four = hints
            assert one["cells"].keys() == {"region"}
            assert two["cells"].keys() == {"region", "reason", "scope"}
            assert three["cells"].keys() - two["cells"].keys() <= {"safe", "mine"}
            assert ("cell" in three, "cell" in four) == (False, True)
            assert {hint["seq"] for hint in hints} == {2}, "one position, one hint in the log"
            for topic in ("odds", "move", "next", "why"):
                client.send("help", game=game, n=9, topic=topic, cell=0)
                answer = await client.until(topic, "refused")
                assert (answer["t"], answer["n"], answer["seq"]) == (topic, 9, 2)
            client.send("help", game=game, n=10, topic="proof")
            assert (await client.until("refused"))["code"] == "rules"
            (room,) = lobby.rooms.values()
            assert room.replica is not None
            assert room.replica.game.is_assisted
            await client.play(game, "resign", None, 11)
            await client.until("over")
            client.send("help", game=game, n=12, topic="proof")
            assert (await client.until("proof"))["first"] == 8 * 30 + 15

    asyncio.run(play())


@pytest.mark.parametrize("first", ["opening", "cell"])
def test_before_the_first_click_the_answer_is_the_promise_and_nothing_counts(tmp_path: Path, first: str) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new(f"modern beginner first={first}", seed="a"))["game"]
            for topic in ("hint", "odds", "next", "why"):
                client.send("help", game=game, n=1, topic=topic, cell=0)
                answer = await client.until(topic, "refused")
                assert (answer["t"], answer.get("code")) == ("refused", "first-click")
                assert "choose any square" in answer["why"]
            (room,) = lobby.rooms.values()
            assert room.replica is not None
            assert room.replica.game.hints == 0
            client.send("help", game=game, n=2, topic="move")
            answer = await client.until("move", "refused")
            assert answer["t"] == ("refused" if first == "opening" else "move")
            if first == "cell":
                assert (answer["cell"], answer["safe"], answer["win"]) == (0, 1.0, None)
            assert room.replica.game.hints == (first == "cell")

    asyncio.run(play())


def test_stage_0_says_only_whether_a_move_is_certain_and_counts(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new("modern expert", seed="a"))["game"]
            await client.play(game, "open", 8 * 30 + 15, 1)
            client.send("help", game=game, n=2, topic="hint", stage=0)
            answer = await client.until("hint")
            assert answer["cells"] == {}
            assert answer["text"] == "No: some square is certainly safe."
            assert (answer["certain"], "cell" in answer) == (True, False)
            (room,) = lobby.rooms.values()
            assert room.replica is not None
            assert room.replica.game.hints == 1

    asyncio.run(play())


def test_odds_speak_of_closed_cells_and_are_right(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new(RULES))["game"]
            await client.play(game, "open", 56, 1)
            client.send("help", game=game, n=2, topic="odds")
            odds = await client.until("odds")
            (room,) = lobby.rooms.values()
            assert room.replica is not None
            seen = room.replica.game.board.to_bytes()
            assert odds["cells"] == [cell for cell in range(64) if seen[cell] > 8]
            assert sum(odds["chances"]) == pytest.approx(3, abs=0.01)

    asyncio.run(play())
