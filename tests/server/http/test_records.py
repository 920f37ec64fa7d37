"""Records that can be trusted: signed results, imports within limits, and help that counts wherever it comes from."""

from __future__ import annotations

import asyncio
import json
import threading
import zlib
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from server.http.test_api import finished, replay_of
from server.playground import KEY, RULES, Client, Clock, open_lobby, settle, three_mines
from waiting import PATIENCE

from sapper import Board, Game, Rules, Seed
from sapper.action import Action, LogEntry
from sapper.history.store import StoreError, open_store
from sapper.replay import Replay, action_list
from sapper.replay.packed import MAGIC
from sapper.server.app import App
from sapper.server.http.cookies import tidy_name
from sapper.server.http.endpoints import advice
from sapper.server.http.routes import make_api
from sapper.server.limits import Limits
from sapper.server.rooms.help import solver_answers
from sapper.server.store.signer import Signer, public_key_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from server.conftest import Running, Start

    from sapper.server.rooms.lobby import Lobby

ORIGIN = "http://here:1"
OTHER_BOARD = "4x2/1\n01F.\n011."
LONG_BOARD = "\n".join(["80x60/100", "1" + "." * 79, *["." * 80] * 59])


@asynccontextmanager
async def web_of(lobby: Lobby, address: str = "here", token: str = "") -> AsyncIterator[httpx.AsyncClient]:
    """Open the HTTP side of a lobby for a client at an address."""
    transport = httpx.ASGITransport(App(lobby.services, lobby, [ORIGIN], make_api()), client=(address, 1))
    headers = {"authorization": f"Bearer {token}"} if token else {}
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers) as client:
        yield client


@pytest.fixture
def web(server: Running) -> Any:
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=PATIENCE) as client:
        yield client


def resealed(text: str) -> str:
    body = text.rpartition("digest: ")[0]
    return f"{body}digest: {sha256(body.encode()).hexdigest()}\n"


# Signatures


def test_a_result_that_the_server_saw_is_genuine_and_a_changed_one_is_not(server: Running, web: httpx.Client) -> None:
    number = finished(server)["finished_id"]
    key = web.get("/api/server-key").json()["key"]
    assert public_key_of(server.folder / "games.db") == bytes.fromhex(key)
    assert web.get(f"/api/games/{number}").json()["signed_by"] == key
    text = web.get(f"/api/games/{number}/replay").text
    for form in (text.encode(), Replay.parse(text).pack()):
        verdict = web.post("/api/replays/verify", content=form).json()
        assert (verdict["consistent"], verdict["genuine"], verdict["signed_by"], verdict["why"]) == (
            True,
            True,
            key,
            None,
        )
    status, _, elapsed = text.partition("result: ")[2].partition("\n")[0].partition(" ")
    slower = text.replace(f"result: {status} {elapsed}", f"result: {status} 99999")
    slower = resealed(slower.replace(f"\n{elapsed} resign", "\n99999 resign"))
    verdict = web.post("/api/replays/verify", content=slower).json()
    assert (verdict["consistent"], verdict["genuine"], verdict["signed_by"]) == (True, False, None)
    assert verdict["elapsed"] == 99999
    assert "signature is wrong" in verdict["why"]
    unsigned = Replay.parse(slower).replace().to_text()
    verdict = web.post("/api/replays/verify", content=unsigned).json()
    assert (verdict["consistent"], verdict["genuine"], verdict["signed_by"], verdict["why"]) == (
        True,
        False,
        None,
        None,
    )


def test_a_key_outlives_the_process_and_belongs_to_one_server(start: Start, tmp_path: Path) -> None:
    first = start()
    text = httpx.get(f"{first.url}/api/games/{finished(first)['finished_id']}/replay").text
    key = httpx.get(f"{first.url}/api/server-key").json()["key"]
    first.stop()
    again = start()
    assert httpx.get(f"{again.url}/api/server-key").json()["key"] == key
    assert httpx.post(f"{again.url}/api/replays/verify", content=text).json()["genuine"] is True
    again.stop()
    (tmp_path / "server.key").unlink()
    other = start()
    verdict = httpx.post(f"{other.url}/api/replays/verify", content=text).json()
    assert (verdict["consistent"], verdict["genuine"], verdict["signed_by"]) == (True, False, key)


def test_a_name_given_after_the_end_is_signed_too(tmp_path: Path) -> None:
    async def play() -> int:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new())["game"]
            await client.play(game, "open", 0, 1)
            await client.play(game, "resign", None, 2)
            number: int = (await client.until("over"))["finished_id"]
            client.send("rename", name="Ann")
            await client.until("named")
            return number

    number = asyncio.run(play())
    with open_store(tmp_path / "games.db") as store:
        replay = Replay.unpack(store.replay(number) or b"")
    assert replay.players == ("Ann",)
    assert Signer(KEY).has_signed(replay)
    assert not Signer(bytes(range(32))).has_signed(replay)
    assert not Signer(KEY).has_signed(replay.with_player("Eve"))


# Imports


def packed(body: bytes) -> bytes:
    data = MAGIC + b"\1" + zlib.compress(body, 9)
    return data + sha256(data).digest()[:16]


def with_name(name: str) -> bytes:
    replay = replay_of("long")
    replay.players = (name,)
    return replay.pack()


def late() -> bytes:
    """Return a replay whose times are beyond what a database holds."""
    replay = replay_of("late")
    replay._actions = action_list.pack([LogEntry(Action("resign"), (1 << 63) - 1)] * 1, replay.rules.level)
    replay.minefield = None
    return replay.pack()


def undone(times: int = 10_000) -> bytes:
    """Return a practice replay that opens and closes a large board again and again."""
    rules = Rules("200x200/40", practice=True)
    game = Game(rules, "s")
    game.play(Action("open", 0, 0), 0)
    if not game.status.is_over:
        game.play(Action("resign"), 0)
    first, *rest = game.log
    again = [LogEntry(Action(kind), 0) for _ in range(times) for kind in ("undo", "redo")]
    return Replay(
        rules, Seed.of("s"), game.minefield, [first, *again, *rest], status=game.status, players=["Eve"]
    ).pack()


HOSTILE = {
    "an opening undone and redone": undone(),
    "the same in some hundred bytes": undone(300),
    "a name of eight million letters": with_name("x" * 8_000_000),
    "a name of a few hundred letters": with_name("x" * 201),
    "a bomb": packed(bytes(15 << 20)),
    "a million undos": replay_of("undo")
    .replace(entries=replay_of("undo").packed_actions + bytes([9, 0]) * 1_000_000)
    .pack(),
    "times without end": late(),
    "a thousand players": replay_of("many").replace(players=["x"] * 1000).pack(),
    "a board that is too large": resealed(replay_of("big").to_text().replace("8x8/10", "20000x20000/10")).encode(),
    "automatic moves on a board that is too large": resealed(
        replay_of("moves").to_text().replace("modern 8x8/10 v1", "modern 500x500/10 v1 assists=auto-open")
    ).encode(),
    "a no-guess board that is too large": resealed(
        replay_of("guess").to_text().replace("modern 8x8/10 v1", "modern 2000x500/10 v1 layout=no-guess")
    ).encode(),
}


def test_many_small_moves_may_be_undone_on_a_large_board(web: httpx.Client) -> None:
    game = Game(Rules("200x200/40", practice=True), "s")
    for cell in range(400):
        game.flag(0, cell % 200)
        game.play(Action("undo"), 0)
    game.play(Action("resign"), 0)
    verdict = web.post("/api/replays/verify", content=Replay.of(game, Seed.of("s")).pack()).json()
    assert verdict["consistent"], verdict


@pytest.mark.parametrize("what", HOSTILE)
def test_a_replay_beyond_the_limits_is_refused_in_a_sentence(server: Running, web: httpx.Client, what: str) -> None:
    answer = web.post("/api/replays", content=HOSTILE[what])
    assert answer.status_code == 422
    assert len(answer.json()["error"]) < 200
    verdict = web.post("/api/replays/verify", content=HOSTILE[what]).json()
    assert (verdict["consistent"], verdict["genuine"]) == (False, False)
    assert web.get("/api/games?source=imported&limit=1").status_code == 200


def test_an_imported_name_is_as_tidy_as_any_other(server: Running, web: httpx.Client) -> None:
    name = "E\u0301" * 60 + "z" + "\u0336" * 70
    number = web.post("/api/replays", content=with_name(name)).json()["id"]
    shown = web.get(f"/api/games/{number}").json()
    assert shown["name"] == tidy_name(name)
    assert len(shown["name"]) <= 24
    signed = Signer(bytes(32)).sign(replay_of("signed elsewhere"), "game")
    number = web.post("/api/replays", content=signed.pack()).json()["id"]
    assert web.get(f"/api/games/{number}").json()["signed_by"] is None, "it is not stored as it was signed"


def test_imports_are_counted_by_address_and_in_all(tmp_path: Path) -> None:
    limits = Limits(import_burst=3, imports_per_hour=1, imported_games=2)

    async def play() -> list[tuple[int, str]]:
        answers = []
        async with open_lobby(tmp_path, limits=limits) as lobby:
            for number, address in enumerate(("a", "a", "a", "a", "b", "b")):
                async with web_of(lobby, address) as web:
                    answer = await web.post("/api/replays", content=replay_of(str(number)).pack())
                    answers.append((answer.status_code, answer.json().get("error", "")))
        return answers

    answers = asyncio.run(play())
    assert [status for status, _ in answers] == [200, 200, 507, 429, 507, 507]
    assert "no more replays" in answers[2][1]
    assert "your address" in answers[3][1]


# Help from outside a room


class Asking:
    """A game in play, and questions to the API about it."""

    def __init__(self, lobby: Lobby, client: Client, game: str) -> None:
        self.lobby = lobby
        self.client = client
        self.game = game
        self._n = 1

    @property
    def _replica(self) -> Any:
        (room,) = self.lobby.rooms.values()
        return room.replica

    @property
    def hints(self) -> int:
        return self._replica.game.hints  # type: ignore[no-any-return]

    @property
    def kinds(self) -> list[str]:
        return [str(entry.action.kind) for entry in self._replica.game.log]

    @property
    def position(self) -> str:
        return str(self._replica.game.board)

    async def play(self, kind: str, cell: int | None = None) -> None:
        self._n += 1
        answer = await self.client.play(self.game, kind, cell, self._n)
        assert answer["t"] == "delta", answer

    async def ask(self, board: str, *, route: str = "odds", address: str = "here", as_player: bool = False) -> int:
        token = self.client.player.token if as_player else ""
        async with web_of(self.lobby, address, token) as web:
            answer = await web.post(f"/api/{route}", json={"board": board})
            assert answer.status_code == 200, answer.text
        return self.hints


@asynccontextmanager
async def asking(folder: Path) -> AsyncIterator[Asking]:
    async with open_lobby(folder, layout=three_mines, clock=Clock()) as lobby:
        client = await Client(lobby).connect()
        await client.hello()
        found = Asking(lobby, client, (await client.new(RULES))["game"])
        await found.play("open", 0)
        yield found


@pytest.mark.parametrize("route", ["odds", "hint", "move"])
def test_advice_of_the_api_counts_in_the_own_game_before_it_is_given(tmp_path: Path, route: str) -> None:
    async def play() -> int:
        async with asking(tmp_path) as game:
            assert await game.ask(game.position, route=route, as_player=True) == 1
            with open_store(tmp_path / "games.db") as other:
                assert other.unfinished()[0].seq == 2, "it is committed"
            assert await game.ask(game.position, route=route, as_player=True) == 1, "once for each position"
            await game.play("open", 7)
            assert await game.ask(OTHER_BOARD, route=route, as_player=True) == 2, "whatever is asked about"
            assert (await game.client.until("delta"))["hints"] >= 1, "the player sees it"
            await game.play("resign")
            number: int = (await game.client.until("over"))["finished_id"]
            assert await game.ask(game.position, route=route, as_player=True) == 2
            return number

    number = asyncio.run(play())
    with open_store(tmp_path / "games.db") as store:
        listed = store.finished(number)
    assert listed is not None
    assert listed.summary is not None
    assert (listed.summary.hints, listed.summary.is_ranked) == (2, False)


def test_in_a_pause_other_boards_can_be_studied(tmp_path: Path) -> None:
    async def play() -> None:
        async with asking(tmp_path) as game:
            position = game.position
            await game.play("pause")
            assert await game.ask(OTHER_BOARD, as_player=True) == 0
            assert await game.ask(position, as_player=True) == 1
            assert game.kinds == ["open", "pause", "resume", "hint", "pause"]
            assert await game.ask(position, as_player=True) == 1
            assert await game.ask(position) == 1
            await game.play("resume")
            assert await game.ask(position, as_player=True) == 1, "it is the same position"

    asyncio.run(play())


def test_without_a_cookie_the_position_tells_whom_it_helps(tmp_path: Path) -> None:
    async def play() -> None:
        async with asking(tmp_path) as game:
            assert await game.ask(OTHER_BOARD) == 0
            assert await game.ask(game.position, address="elsewhere") == 0
            assert await game.ask("8x8/3\n" + "........\n" * 8) == 0, "an untouched board is nobody's"
            marked = game.position
            await game.play("flag", 9)
            assert await game.ask(marked) == 1, "flags do not matter"
            await game.client.leave()
            await settle(game.lobby)
            assert await game.ask(game.position) == 1

    asyncio.run(play())


def test_two_players_at_one_address_are_told_apart(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            players = [await Client(lobby).connect() for _ in range(2)]
            for client, cell in zip(players, (0, 9 + 8), strict=True):
                await client.hello()
                await client.play((await client.new(RULES))["game"], "open", cell)
            rooms = [next(iter(lobby.seats_of(client.player.key))) for client in players]
            boards = [str(room.replica.game.board) for room in rooms if room.replica]
            assert boards[0] != boards[1]
            async with web_of(lobby) as web:
                assert (await web.post("/api/odds", json={"board": boards[1]})).status_code == 200
            assert [room.replica.game.hints for room in rooms if room.replica] == [0, 1]

    asyncio.run(play())


def test_a_store_that_fails_gives_no_advice(tmp_path: Path) -> None:
    async def play() -> None:
        async with asking(tmp_path) as game:
            position = game.position

            def fail(what: object, done: Callable[[object], None]) -> None:
                done(StoreError("the disk is gone"))

            game.lobby.services.writer.append = fail  # type: ignore[method-assign]
            async with web_of(game.lobby, token=game.client.player.token) as web:
                answer = await web.post("/api/odds", json={"board": position})
            assert answer.status_code == 503
            assert "could not be saved" in answer.json()["error"]

    asyncio.run(play())


# Work


def test_long_diagrams_are_read_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    class Watched(Board):
        @classmethod
        def parse(cls, text: str) -> Board:
            threads.append(threading.current_thread())
            return Board.parse(text)

    monkeypatch.setattr(advice, "Board", Watched)

    async def ask() -> None:
        async with open_lobby(tmp_path) as lobby, web_of(lobby) as web:
            for route in ("odds", "hint", "move"):
                assert (await web.post(f"/api/{route}", json={"board": LONG_BOARD})).status_code == 200

    asyncio.run(ask())
    assert len(threads) == 3
    assert threading.main_thread() not in threads


def test_a_new_player_at_every_request_gains_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(jobs_per_address=2)
    release = threading.Event()
    usual = solver_answers.odds

    def slow(*given: Any) -> Any:
        release.wait(PATIENCE)
        return usual(*given)

    monkeypatch.setattr(solver_answers, "odds", slow)

    async def ask() -> tuple[list[int], int]:
        async with open_lobby(tmp_path, limits=limits) as lobby, web_of(lobby) as web, web_of(lobby, "there") as other:

            async def post(client: httpx.AsyncClient) -> int:
                return (await client.post("/api/odds", json={"board": OTHER_BOARD})).status_code

            asked = [asyncio.create_task(post(web)) for _ in range(8)]
            async with asyncio.timeout(PATIENCE):
                while sum(task.done() for task in asked) < 6:
                    await asyncio.sleep(0.01)
            elsewhere = asyncio.create_task(post(other))
            release.set()
            return sorted(await asyncio.gather(*asked)), await elsewhere

    answers, elsewhere = asyncio.run(ask())
    assert answers == [200] * 2 + [503] * 6
    assert elsewhere == 200


def test_an_address_asks_only_so_often(tmp_path: Path) -> None:
    async def ask() -> list[int]:
        async with open_lobby(tmp_path, limits=Limits(advice_burst=3)) as lobby:
            answers = []
            for address in ("a", "a", "a", "a", "b"):
                async with web_of(lobby, address) as web:
                    answers.append((await web.post("/api/odds", json={"board": OTHER_BOARD})).status_code)
            return answers

    assert asyncio.run(ask()) == [200, 200, 200, 429, 200]


@pytest.mark.parametrize("board", ["9" * 5000 + "x1/1\n.", "1" * 50_000, "4x2/1\n" + "٣" * 4 + "\n....", "\n" * 20_000])
def test_a_diagram_that_is_none_is_answered_in_a_sentence(web: httpx.Client, board: str) -> None:
    answer = web.post("/api/odds", content=json.dumps({"board": board}))
    assert answer.status_code == 422
    assert len(answer.json()["error"]) < 300
