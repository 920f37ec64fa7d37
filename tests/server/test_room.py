"""Rooms: actions are committed before they are acknowledged, and players who come back find everything."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from server.playground import Client, Clock, Entropy, open_lobby, settle

from sapper import Game, Rules, Seed
from sapper.action import Action, LogEntry
from sapper.generator import NoBoard
from sapper.history.sqlite import SqliteStore
from sapper.history.store import Append, Store, StoreError, open_store
from sapper.layouts import fixed_layout
from sapper.live_game import LiveGame
from sapper.minefield import Minefield
from sapper.replay.seal import is_opened_by
from sapper.rules import Grade
from sapper.server import advice
from sapper.server.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from sapper.generator import Progress

FIELD = """
........
.*......
........
........
....*...
........
......*.
........
"""
RULES = "modern 8x8/3"


def three_mines(_rules: Rules, _seed: Seed) -> Any:
    return fixed_layout(Minefield.from_text(FIELD))


def test_an_action_is_committed_before_it_is_acknowledged(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            game = (await client.new(RULES))["game"]
            with open_store(tmp_path / "games.db") as other:
                for n, cell in enumerate((9, 10, 17), 1):
                    delta = await client.play(game, "flag", cell, n)
                    (stored,) = other.unfinished()
                    assert (delta["seq"], stored.seq) == (n, n)

    asyncio.run(play())


def test_deltas_have_no_gaps_and_rebuild_the_board(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            board = await client.new(RULES)
            assert board["cells"] == "."
            cells = [9] * 64
            for n, (kind, cell) in enumerate([("flag", 9), ("open", 0), ("open", 56), ("clear", 9), ("flag", 9)], 1):
                delta = await client.play(board["game"], kind, cell, n)
                assert (delta["seq"], delta["n"], delta["tab"], delta["cell"]) == (n, n, "t", cell)
                for index, value in zip(delta["cells"][::2], delta["cells"][1::2], strict=True):
                    cells[index] = value
            (room,) = lobby.rooms.values()
            assert room.replica is not None
            assert bytes(cells) == room.replica.game.board.to_bytes()
            assert delta["mines_left"] == 2

    asyncio.run(play())


def test_many_actions_in_many_rooms_share_commits(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            clients = [await Client(lobby).connect() for _ in range(20)]
            games = []
            for client in clients:
                await client.hello()
                games.append((await client.new(RULES))["game"])
                await client.play(games[-1], "flag", 0)
            writer, began, free = lobby.services.writer, threading.Event(), threading.Event()

            def block(_: Store) -> bool:
                began.set()
                return free.wait(20)

            blocked = asyncio.ensure_future(writer.run(block))
            await asyncio.to_thread(began.wait, 20)
            for n in range(2, 12):
                for client, game in zip(clients, games, strict=True):
                    client.send("play", game=game, kind="flag", cell=n, n=n)
            async with asyncio.timeout(20):
                while writer.waiting < 20:
                    await asyncio.sleep(0.001)
            before = writer.commits
            free.set()
            for client in clients:
                while (await client.receive()).get("n") != 11:
                    pass
            assert await blocked
            assert lobby.services.counters.moves == 220
            assert writer.commits - before == 2, "the one that was blocked, and one for all rooms"

    asyncio.run(play())


def test_a_message_that_comes_twice_is_answered_twice_and_played_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            game = (await client.new(RULES))["game"]
            first = await client.play(game, "flag", 9, 1)
            assert await client.play(game, "flag", 9, 1) == first
            await client.leave()
            again = await Client(lobby, client.player).connect()
            await again.hello(tab="t", room=next(iter(lobby.rooms)), game=game, seq=1)
            assert await again.play(game, "flag", 9, 1) == first
            assert (await again.play(game, "flag", 10, 2))["seq"] == 2

    asyncio.run(play())


def test_somebody_who_comes_back_gets_what_is_missing(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            board = await client.new(RULES)
            deltas = [await client.play(board["game"], "flag", cell, cell) for cell in range(5)]
            again = await Client(lobby, client.player).connect()
            welcome = await again.hello(tab="u", room=board["room"], game=board["game"], seq=2)
            assert welcome["room"] == board["room"]
            assert [await again.receive() for _ in range(3)] == deltas[2:]
            fresh = await Client(lobby, client.player).connect()
            await fresh.hello(tab="v", room=board["room"])
            whole = await fresh.receive()
            assert (whole["t"], whole["seq"], whole["cells"][:6]) == ("board", 5, "FFFFF.")
            liar = await Client(lobby, client.player).connect()
            await liar.hello(tab="w", room=board["room"], game=board["game"], seq=99)
            assert (await liar.receive())["t"] == "board"

    asyncio.run(play())


def test_a_welcome_says_how_fast_to_send_and_how_long_the_game_has_lasted(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        limits = Limits(messages_per_second=30, message_burst=50)
        async with open_lobby(tmp_path, layout=three_mines, clock=clock, limits=limits) as lobby:
            client = await Client(lobby).connect()
            welcome = await client.hello(tab="t")
            assert (welcome["rate"], welcome["burst"], welcome.get("at")) == (30, 50, None)
            board = await client.new(RULES)
            await client.play(board["game"], "open", 0, 1)
            clock.time += 7000
            again = await Client(lobby, client.player).connect()
            welcome = await again.hello(tab="u", room=board["room"], game=board["game"], seq=1)
            assert welcome["at"] == 7000

    asyncio.run(play())


def test_everybody_in_a_room_hears_the_same_bytes(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            one = await Client(lobby).connect()
            await one.hello(tab="a")
            board = await one.new(RULES)
            two = await Client(lobby, one.player).connect()
            await two.hello(tab="b", room=board["room"])
            await two.until("board")
            await one.play(board["game"], "open", 56)
            await two.until("delta")
            assert one.frames[-1] == two.frames[-1]

    asyncio.run(play())


def test_a_room_is_nobody_elses(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            owner = await Client(lobby).connect()
            await owner.hello()
            board = await owner.new(RULES)
            await owner.play(board["game"], "flag", 0)
            stranger = await Client(lobby).connect()
            for room in (board["room"], "nowhere"):
                stranger.send("hello", room=room)
                assert "room" not in await stranger.until("welcome")
                refused = await stranger.receive()
                assert (refused["code"], refused["why"]) == ("room", "There is no such room, or it is not yours.")
            refused = await stranger.play(board["game"], "flag", 1)
            assert refused["code"] == "game"
            assert len(owner.frames) == 3

    asyncio.run(play())


def test_a_pause_hides_the_board_until_it_is_over(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, layout=three_mines, clock=clock) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            game = board["game"]
            clock.time += 5000
            assert (await client.play(game, "pause", None, 1))["at"] == 0
            assert (await client.play(game, "pause", None, 8))["code"] == "paused"
            assert (await client.play(game, "resume", None, 9))["status"] == "ready"
            assert (await client.play(game, "resume", None, 10))["code"] == "rules"
            assert (await client.play(game, "open", 56, 2))["at"] == 0
            clock.time += 700
            paused = await client.play(game, "pause", None, 3)
            assert (paused["at"], paused["status"], paused.get("cells")) == (700, "paused", None)
            clock.time += 60_000
            loaded = await Client(lobby, client.player).connect()
            await loaded.hello(room=board["room"])
            hidden = await loaded.until("board")
            assert ("cells" in hidden, hidden["at"], hidden["status"]) == (False, 700, "paused")
            assert (await client.play(game, "open", 0, 4))["code"] == "paused"
            client.send("help", game=game, n=5, topic="odds")
            assert (await client.until("refused"))["code"] == "paused"
            assert (await client.play(game, "resume", None, 6))["at"] == 700
            shown = await client.until("board")
            assert shown["cells"].count("0") > 20
            clock.time += 50
            assert (await client.play(game, "flag", 9, 7))["at"] == 750

    asyncio.run(play())


def test_a_reload_in_a_pause_shows_no_chunk(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern 100x100/1000")
            assert board["chunked"]
            await client.play(board["game"], "open", 0, 1)
            await client.play(board["game"], "pause", None, 2)
            client.send("view", game=board["game"], top=0, left=0, height=100, width=100)
            await settle(lobby)
            assert not [frame for frame in client.frames if '"t":"chunk"' in frame]
            client.send("play", game=board["game"], kind="resume", n=3)
            await settle(lobby)
            assert len([frame for frame in client.frames if '"t":"chunk"' in frame]) == 4

    asyncio.run(play())


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
    ready, review = threading.Event(), advice.review

    def slow(*given: Any) -> Any:
        assert ready.wait(20)
        return review(*given)

    monkeypatch.setattr(advice, "review", slow)

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
            assert answer["text"] == "Yes: some square is certainly safe."
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


def test_the_search_for_a_board_is_announced_and_can_be_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sapper.server import background

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
    from sapper.server import replica

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


def test_a_room_that_nobody_is_in_is_unloaded_paused_and_comes_back(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, layout=three_mines, clock=clock) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            await client.play(board["game"], "open", 56, 1)
            (room,) = lobby.rooms.values()
            room.unload()
            await settle(lobby)
            assert lobby.rooms, "somebody is here"
            clock.time += 3000
            await client.leave()
            room.unload()
            async with asyncio.timeout(10):
                while lobby.rooms:
                    await asyncio.sleep(0.005)
            clock.time += 99_000
            again = await Client(lobby, client.player).connect()
            await again.hello(room=board["room"], game=board["game"], seq=1)
            back = await again.until("board")
            assert (back["game"], back["seq"], back["status"], back["at"]) == (board["game"], 2, "paused", 3000)
            await again.play(board["game"], "resume", None, 2)
            assert (await again.until("board"))["cells"].count("0") > 20

    asyncio.run(play())


def test_a_finished_game_is_still_there_when_the_page_is_loaded_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern expert layout=no-guess")
            opened = await client.play(board["game"], "open", 9, 1)
            await client.play(board["game"], "resign", None, 2)
            over = await client.until("over")
            player = client.player
        async with open_lobby(tmp_path) as lobby:
            again = await Client(lobby, player).connect()
            await again.hello(room=board["room"])
            shown = await again.until("board")
            assert (shown["status"], shown["cells"].count(".")) == ("abandoned", 480 - len(opened["cells"]) // 2)
            assert await again.until("over") == over

    asyncio.run(play())


def test_an_end_that_was_not_packed_is_packed_when_the_room_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> bool:
        raise StoreError("the power went")

    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            with monkeypatch.context() as patch:
                patch.setattr(SqliteStore, "finish", fails)
                await client.play(board["game"], "open", 9)
                await client.until("over")
            player = client.player
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            again = await Client(lobby, player).connect()
            await again.hello(room=board["room"])
            assert (await again.until("over"))["finished_id"] == 1

    asyncio.run(play())


def test_another_node_that_was_faster_is_caught_up_with(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            await client.play(board["game"], "flag", 0, 1)
            with open_store(tmp_path / "games.db") as other:
                assert other.append(1, 1, [LogEntry(Action("flag", 0, 1), 5), LogEntry(Action("flag", 0, 2), 6)])
            delta = await client.play(board["game"], "flag", 3, 2)
            assert (delta["seq"], lobby.services.counters.conflicts) == (4, 1)
            deltas = [json.loads(frame) for frame in client.frames if '"t":"delta"' in frame]
            assert [(delta["seq"], delta["cell"]) for delta in deltas] == [(1, 0), (2, 1), (3, 2), (4, 3)]
            with open_store(tmp_path / "games.db") as other:
                assert other.unfinished()[0].seq == 4

    asyncio.run(play())


def test_an_action_that_another_node_made_illegal_is_refused_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            await client.play(board["game"], "flag", 0, 1)
            with open_store(tmp_path / "games.db") as other:
                assert other.append(1, 1, [LogEntry(Action("resign"), 5)])
            refused = await client.play(board["game"], "flag", 3, 2)
            assert (refused["code"], refused["n"], refused["game"]) == ("over", 2, board["game"])
            assert refused["why"][0].isupper()
            assert (await client.until("delta"))["status"] == "abandoned"
            assert (await client.until("over"))["seq"] == 2
            await settle(lobby)
            assert len([frame for frame in client.frames if '"t":"refused"' in frame]) == 1

    asyncio.run(play())


class _FailingStore(SqliteStore):
    """A store that fails on demand."""

    fails = False

    def append_many(self, batch: Sequence[Append]) -> list[bool]:
        if type(self).fails:
            raise StoreError("the disk is full")
        return super().append_many(batch)


def test_an_action_that_cannot_be_stored_is_refused_and_not_played(tmp_path: Path) -> None:
    def opener() -> Store:
        return _FailingStore(str(tmp_path / "games.db"))

    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines, opener=opener) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            await client.play(board["game"], "flag", 0, 1)
            _FailingStore.fails = True
            refused = await client.play(board["game"], "flag", 1, 2)
            _FailingStore.fails = False
            assert refused["code"] == "store"
            assert (await client.until("board"))["cells"].startswith("F.")
            assert (await client.play(board["game"], "flag", 2, 3))["seq"] == 2

    try:
        asyncio.run(play())
    finally:
        _FailingStore.fails = False


def test_large_openings_are_announced_as_chunks_and_those_in_view_follow(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern 200x130/1")
            game = board["game"]
            client.send("view", game=game, top=0, left=0, height=64, width=70)
            first = [await client.until("chunk") for _ in range(2)]
            assert [(chunk["chunk"], chunk["cells"]) for chunk in first] == [(0, "."), (1, ".")]
            delta = await client.play(game, "open", 0)
            assert delta["chunks"] == list(range(12))
            assert "cells" not in delta
            shown = [await client.until("chunk") for _ in range(2)]
            (room,) = lobby.rooms.values()
            assert room.replica is not None
            rows = list(room.replica.game.board.rows())
            drawn = "".join("".join("012345678.F?*!x"[value] for value in row[64:128]) for row in rows[:64])
            assert shown[1]["cells"] in (drawn, drawn[0])
            client.send("view", game=game, top=66, left=64, height=200, width=500)
            corner = [await client.until("chunk") for _ in range(6)]
            assert [chunk["chunk"] for chunk in corner] == [5, 6, 7, 9, 10, 11]

    asyncio.run(play())


def test_rules_that_this_server_does_not_play_are_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            for rules, code in (
                ("modern 0x0/0", "rules"),
                ("modern -1x5/2", "rules"),
                ("modern 2147483648x2/1", "rules"),
                ("modern 99999999999x9/1", "rules"),
                ("modern NaNx3/1", "rules"),
                ("modern 8x8/64", "rules"),
                ("modern 100000x100000/5", "rules"),
                ("modern 20000x10000/5", "limit"),
                ("modern 500x500/5 layout=no-guess", "limit"),
                ("modern expert lives=0", "rules"),
                ("amiga 33x33/5", "rules"),
                ("", "board"),
            ):
                answer = await client.new(rules)
                assert answer.get("code", answer["t"]) == code, rules

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


def test_a_message_sent_again_after_a_restart_is_answered_and_not_played_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            board = await client.new("modern expert", seed="rain")
            game = board["game"]
            answers = [await client.play(game, "open", 0, n=10)]
            answers += [await client.play(game, "flag", 470 + n, n=11 + n) for n in range(3)]
            player = client.player
        async with open_lobby(tmp_path, entropy=Entropy(1000)) as lobby:
            back = await Client(lobby, player).connect()
            await back.hello(tab="t", room=board["room"])
            assert (await back.until("board"))["seq"] == 4
            for answer, (kind, cell) in zip(
                answers, [("open", 0), *(("flag", 470 + n) for n in range(3))], strict=True
            ):
                assert await back.play(game, kind, cell, n=answer["n"]) == answer
            assert (await back.play(game, "flag", 473, n=14))["seq"] == 5
            assert (await back.play(game, "resign", n=15))["seq"] == 6
            over = await back.until("over")
        async with open_lobby(tmp_path, entropy=Entropy(2000)) as lobby:
            last = await Client(lobby, player).connect()
            await last.hello(tab="t", room=board["room"])
            assert (await last.until("over"))["finished_id"] == over["finished_id"]
            assert (await last.play(game, "resign", n=15))["seq"] == 6, "also after the end"
            other = await Client(lobby, player).connect()
            await other.hello(tab="another", room=board["room"])
            assert (await other.play(game, "flag", 473, n=14))["code"] == "over", "another tab counts for itself"

    asyncio.run(play())


def test_a_message_that_was_answered_long_ago_is_not_played_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            game = (await client.new("modern expert"))["game"]
            for n in range(1, 301):
                await client.play(game, "flag" if n % 2 else "clear", 5, n=n)
            again = await client.play(game, "flag", 5, n=1)
            assert (again["t"], again["code"]) == ("refused", "stale")

    asyncio.run(play())
