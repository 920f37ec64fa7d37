"""The games of a room: another one, the same board again, other rules, undo, and boards that are searched for."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from server.playground import RULES, Client, open_lobby, settle, three_mines

from sapper import Game, Rules, Seed
from sapper.generator import NoBoard
from sapper.history.store import open_store
from sapper.live_game import LiveGame
from sapper.minefield import Minefield
from sapper.replay.seal import is_opened_by
from sapper.rules import Grade

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest

    from sapper.generator import Progress


def test_a_new_game_abandons_and_stores_the_one_in_play(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            first = await client.new(RULES)
            await client.play(first["game"], "open", 56)
            second = await client.new("official intermediate")
            assert (second["room"], second["game"] != first["game"]) == (first["room"], True)
            over = next(frame for frame in client.frames if '"t":"over"' in frame)
            assert '"status":"abandoned"' in over
            assert (await client.play(first["game"], "open", 0, 9))["code"] == "game"
            with open_store(tmp_path / "games.db") as store:
                (stored,) = store.games()
                assert stored.summary is not None
                assert (stored.summary.status, store.unfinished()) == ("abandoned", [])

    asyncio.run(play())


def test_a_retried_board_is_the_same_one_and_known(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            first = await client.new("modern expert")
            opened = await client.play(first["game"], "open", 240, 1)
            client.send("retry", n=2)
            again = await client.until("board")
            assert (again["known_board"], again["digest"] != first["digest"]) == (True, True)
            assert (await client.play(again["game"], "open", 240, 3))["cells"] == opened["cells"]
            given = await client.new("modern expert", seed="a rainy day")
            assert given["known_board"] is True

    asyncio.run(play())


def test_what_wins_changes_in_the_running_game_and_the_seal_still_opens(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            changed = await client.play(board["game"], "completion-mark", None, 1)
            assert (changed["completion"], changed["status"]) == ("mark", "ready")
            opened = await client.play(board["game"], "open", 56, 2)
            assert "completion" not in opened
            loaded = await Client(lobby, client.player).connect()
            await loaded.hello(room=board["room"])
            again = await loaded.until("board")
            assert (again["choices"]["completion"], again["rules"]) == ("mark", board["rules"])
            for n, mine in enumerate((9, 36, 54), 3):
                delta = await client.play(board["game"], "flag", mine, n)
            assert delta["status"] == "won"
            over = await client.until("over")
            seed, salt = Seed.of(over["seed"]), bytes.fromhex(over["salt"])
            assert is_opened_by(board["digest"], Rules.parse(board["rules"]), seed, salt)
            with open_store(tmp_path / "games.db") as store:
                (listed,) = store.games()
            assert listed.summary is not None
            assert (listed.rules, listed.summary.rules) == ("modern 8x8/3 v1", "modern 8x8/3 v1 completion=mark")
            client.send("retry", n=9)
            retried = await client.until("board")
            assert retried["rules"] == "modern 8x8/3 v1 completion=mark"

    asyncio.run(play())


def test_practice_is_undone_even_after_the_end(tmp_path: Path) -> None:
    async def play() -> None:
        rules = Rules.parse("modern 8x8/10 practice=on")
        (row, col), *_ = Minefield.lay(rules, "a", (7, 0)).mines()
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(str(rules), seed="a")
            game = board["game"]
            await client.play(game, "open", 56, 1)
            lost = await client.play(game, "open", row * 8 + col, 2)
            assert (lost["status"], lost["undo"]) == ("lost", 2)
            over = await client.until("over")
            assert not {"seed", "salt", "mines", "finished_id"} & over.keys()
            assert (await client.play(game, "undo", None, 3, seq=1))["code"] == "stale"
            back = await client.play(game, "undo", None, 4, seq=2)
            assert (back["status"], back["undo"], back["redo"], back["seq"]) == ("playing", 1, 1, 3)
            again = await client.play(game, "redo", None, 5, seq=3)
            assert again["status"] == "lost"
            assert again.get("redo", 0) == 0
            client.send("new", n=6, rules=RULES)
            while "seed" not in (over := await client.until("over")):
                pass
            assert over["game"] == game
            plain = await client.until("board")
            await client.play(plain["game"], "open", 56, 7)
            assert (await client.play(plain["game"], "undo", None, 8))["code"] == "rules"

    asyncio.run(play())


def test_the_search_for_a_board_is_announced_and_can_be_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sapper.server.rooms import background

    monkeypatch.setattr(background, "_REPORT", 0.01)

    def takes_long(self: LiveGame, first: tuple[int, int], on_progress: Progress) -> Callable[[], object]:
        def search() -> None:
            for tries in range(10_000):
                on_progress(tries)
                time.sleep(0.002)
            raise AssertionError("it was not stopped")

        return search

    monkeypatch.setattr(LiveGame, "preparation", takes_long)

    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new("modern expert layout=no-guess"))["game"]
            client.send("play", game=game, kind="open", cell=0, n=1)
            generating = await client.until("generating")
            assert generating["n"] == 1
            assert 0 < generating["share"] <= 1
            assert (await client.play(game, "open", 1, 2))["code"] == "busy"
            client.send("cancel", n=1)
            while (refused := await client.until("refused")).get("n") != 1:
                pass
            assert (refused["code"], refused["game"]) == ("cancelled", game)
            (room,) = lobby.rooms.values()
            assert room.replica is not None
            assert room.replica.game.seq == 0
            await settle(lobby)
            assert lobby.services.workers.waiting == 0

    asyncio.run(play())


def test_a_board_without_guessing_is_the_one_that_its_seed_means(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern 16x16/40 layout=no-guess-pairs", seed="rain")
            delta = await client.play(board["game"], "open", 100)
            game = Game(Rules.parse(board["rules"]), "rain")
            expected = [[row * 16 + col, value] for row, col, value in game.open(*divmod(100, 16))]
            assert delta["cells"] == [part for pair in expected for part in pair]

    asyncio.run(play())


def test_undoing_the_first_click_again_and_again_fills_no_memory(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern 9x9/10 layout=no-guess practice=on", seed="rain")
            game, (room,) = board["game"], lobby.rooms.values()
            assert room.replica is not None
            opened: dict[int, list[int]] = {}
            for n in range(0, 60, 3):
                opened[n] = (await client.play(game, "open", n, n))["cells"]
                await client.play(game, "undo", None, n + 1)
            assert len(room.replica.live.layout._ready) == 8
            room.replica.live.layout._ready.clear()
            again = await client.play(game, "redo", None, 99)
            assert again["cells"] == opened[57]
            assert len(room.replica.live.layout._ready) == 1

    asyncio.run(play())


def test_a_game_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sapper.server.rooms import replica

    monkeypatch.setattr(replica, "_MOST_ACTIONS", -110)

    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new(f"{RULES} practice=on"))["game"]
            for n in range(17):
                await client.play(game, "flag", n, n)
            assert (await client.play(game, "undo", None, 17))["undo"] == 16
            assert (await client.play(game, "flag", 60, 18))["code"] == "limit"
            assert (await client.play(game, "resign", None, 19))["status"] == "abandoned"

    asyncio.run(play())


def test_a_search_that_finds_no_board_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def finds_none(self: LiveGame, first: tuple[int, int], on_progress: Progress) -> Callable[[], object]:
        def search() -> None:
            raise NoBoard(self.rules.level, Grade.SINGLE, False)

        return search

    monkeypatch.setattr(LiveGame, "preparation", finds_none)

    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new("modern 8x8/30 layout=no-guess-single"))["game"]
            refused = await client.play(game, "open", 0)
            assert refused["code"] == "no-board"
            assert (await client.play(game, "flag", 0, 2))["seq"] == 1

    asyncio.run(play())
