"""Daily boards: the same for everybody, one ranked try for each player, and nothing shown before its time."""

from __future__ import annotations

import asyncio
import json
from functools import cache, wraps
from itertools import count
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from server.playground import Client, Clock, Entropy, open_lobby, settle

from sapper import Seed
from sapper.daily import GRADES, DailyBoard, daily_board, day_of
from sapper.generator import generate
from sapper.layouts import FixedLayout, layout_of
from sapper.server.app import App
from sapper.server.http.routes import make_api
from sapper.server.rooms import secrecy

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from sapper import Rules
    from sapper.layouts import Layout
    from sapper.minefield import Minefield
    from sapper.server.http.cookies import Player
    from sapper.server.rooms.lobby import Lobby

ORIGIN = "http://test"
NOON = 1_800_014_400  # of a day
DAY = 24 * 3600
HAND = 100  # milliseconds that a hand takes from square to square


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Return a test that runs in an event loop of its own."""

    @wraps(test)
    def run(**given: Any) -> None:
        asyncio.run(test(**given))

    return run


class Calendar:
    """The seconds since 1970, which the test changes."""

    def __init__(self, now: int = NOON) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    @property
    def today(self) -> str:
        return day_of(self.now)


api = cache(make_api)
numbers = count()


async def ask(lobby: Lobby, player: Player, path: str = "/api/daily", address: str = "here") -> httpx.Response:
    transport = httpx.ASGITransport(App(lobby.services, lobby, [ORIGIN], api()), client=(address, 1))
    headers = {"cookie": f"sapper={player.token}", "host": "test"}
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers) as web:
        return await web.get(path)


async def asked(lobby: Lobby, player: Player, path: str = "/api/daily", address: str = "here") -> dict[str, Any]:
    answer = await ask(lobby, player, path, address)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def level_of(lobby: Lobby, player: Player, level: str, path: str = "/api/daily") -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in (await asked(lobby, player, path))["levels"] if one["level"] == level)
    return found


async def arrive(lobby: Lobby, player: Player | None = None, address: str = "", **fields: object) -> Client:
    """Return a client who has come, from an address of its own if none is given."""
    client = await Client(lobby, player, address or f"client {next(numbers)}").connect()
    await client.hello(**fields)
    return client


def minefield(board: DailyBoard) -> Minefield:
    return generate(board.rules.level, board.first, board.seed, GRADES[board.level]).minefield


async def solve(client: Client, game: str, board: DailyBoard, *, lose: bool = False) -> dict[str, Any]:
    """Open every safe cell that is closed, or a mine; return the end."""
    field, level = minefield(board), board.rules.level
    for index in range(level.cells):
        row, col = level.cell(index)
        if field.is_mine(row, col) == lose:
            client.lobby.services.clock.time += HAND  # type: ignore[attr-defined]
            client.send("play", game=game, kind="open", cell=index, n=index + 1)
            if lose:
                break
            if index % 64 == 0:
                await settle(client.lobby)  # an inbox has an end
    return await client.until("over")


@pytest.mark.parametrize("level", GRADES)
@in_loop
async def test_two_players_get_the_same_board_with_the_same_first_square_open(tmp_path: Path, level: str) -> None:
    calendar = Calendar()
    board = daily_board(calendar.today, level)
    async with open_lobby(tmp_path, now=calendar) as lobby:
        boards, ends = [], []
        clients = [await arrive(lobby) for _ in range(2)]
        for client in clients:
            begun = await client.new("", daily=level)
            boards.append(begun)
            assert (await solve(client, begun["game"], board))["sealed"] == "day"
        calendar.now += DAY
        await secrecy.open_day(lobby)
        ends = [await client.until("over") for client in clients]
    assert boards[0]["cells"] == boards[1]["cells"]
    assert boards[0]["cells"][board.rules.level.index(*board.first)] == "0"
    assert (boards[0]["status"], boards[0]["seq"], boards[0]["rules"]) == ("playing", 1, str(board.rules))
    assert ends[0]["mines"] == ends[1]["mines"]
    assert [(end["status"], end.get("objections", [])) for end in ends] == [("won", [])] * 2


@in_loop
async def test_the_first_game_is_the_ranked_try_and_the_next_ones_are_practice(tmp_path: Path) -> None:
    calendar, clock = Calendar(), Clock()
    board = daily_board(calendar.today, "beginner")
    async with open_lobby(tmp_path, now=calendar, clock=clock) as lobby:
        client = await arrive(lobby, name="Ada")
        assert (await level_of(lobby, client.player, "beginner"))["own"] is None
        begun = await client.new("", daily="beginner")
        playing = (await level_of(lobby, client.player, "beginner"))["own"]
        assert (playing["status"], playing["room"]) == ("playing", begun["room"])
        again = await client.new("", daily="beginner")
        assert (again["t"], again["code"]) == ("refused", "daily")
        clock.time += 12_345
        won = await solve(client, begun["game"], board)
        shown = await level_of(lobby, client.player, "beginner")
        assert (shown["own"]["status"], shown["own"]["time"], shown["own"]["place"]) == ("won", won["at"], 1)
        assert won["at"] >= 12_345
        assert won["daily"] == {"day": board.day, "level": "beginner", "is_try": True}
        assert [(line["name"], line["time"], line["you"]) for line in shown["table"]] == [("Ada", won["at"], True)]
        assert (shown["played"], shown["solved"], shown["median"]) == (1, 1, won["at"])
        practice = await client.new("", daily="beginner")
        assert practice["known_board"]
        opened = await client.until("delta")
        assert opened["cell"] == board.rules.level.index(*board.first)
        repeated = await solve(client, practice["game"], board)
        assert (repeated["objections"], repeated["sealed"]) == (["known board"], "day")
        assert repeated["daily"] == won["daily"] | {"is_try": False}
        assert "daily" not in await solve_other(client)
        assert (await level_of(lobby, client.player, "beginner"))["own"] == shown["own"]


async def solve_other(client: Client) -> dict[str, Any]:
    """Play a game with the rules of a daily board that is on none; return its end."""
    begun = await client.new(str(daily_board("2026-11-16", "beginner").rules), seed="another board")
    client.send("play", game=begun["game"], kind="open", cell=0, n=90)
    await client.until("delta")
    client.send("play", game=begun["game"], kind="resign", n=91)
    return await client.until("over")


@pytest.mark.parametrize("end", ["lost", "abandoned"])
@in_loop
async def test_a_lost_or_abandoned_try_is_used_and_not_in_the_table(tmp_path: Path, end: str) -> None:
    calendar = Calendar()
    board = daily_board(calendar.today, "beginner")
    async with open_lobby(tmp_path, now=calendar) as lobby:
        client = await arrive(lobby)
        begun = await client.new("", daily="beginner")
        if end == "lost":
            await solve(client, begun["game"], board, lose=True)
        else:
            await client.new("modern beginner")
        await settle(lobby)
        shown = await level_of(lobby, client.player, "beginner")
        assert (shown["own"]["status"], shown["own"]["place"], shown["table"]) == (end, None, [])
        assert shown["cells"] is None
        assert (await client.new("", daily="beginner"))["known_board"]


@in_loop
async def test_a_win_with_help_is_solved_and_not_in_the_table(tmp_path: Path) -> None:
    calendar = Calendar()
    board = daily_board(calendar.today, "beginner")
    async with open_lobby(tmp_path, now=calendar) as lobby:
        client = await arrive(lobby)
        begun = await client.new("", daily="beginner")
        client.send("help", game=begun["game"], topic="odds", n=900)
        await client.until("odds")
        await solve(client, begun["game"], board)
        shown = await level_of(lobby, client.player, "beginner")
        assert (shown["own"]["status"], shown["own"]["place"], shown["table"]) == ("won", None, [])
        assert (await asked(lobby, client.player))["streak"] == 1


@in_loop
async def test_of_two_tabs_at_once_one_gets_the_try(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, now=Calendar()) as lobby:
        first = await arrive(lobby)
        second = await arrive(lobby, first.player)
        answers = await asyncio.gather(first.new("", daily="expert"), second.new("", daily="expert"))
        assert sorted(answer["t"] for answer in answers) == ["board", "refused"]
        refused = next(answer for answer in answers if answer["t"] == "refused")
        assert refused["code"] == "daily"
        begun = next(answer for answer in answers if answer["t"] == "board")
        own = (await level_of(lobby, first.player, "expert"))["own"]
        assert (own["status"], own["room"]) == ("playing", begun["room"])


@in_loop
async def test_a_try_goes_on_after_a_restart_and_stays_the_only_one(tmp_path: Path) -> None:
    calendar = Calendar()
    board = daily_board(calendar.today, "beginner")
    async with open_lobby(tmp_path, now=calendar) as lobby:
        client = await arrive(lobby)
        begun = await client.new("", daily="beginner")
        assert begun["t"] == "board"
    async with open_lobby(tmp_path, now=calendar, entropy=Entropy(100)) as lobby:
        again = await arrive(lobby, client.player)
        refused = await again.new("", daily="beginner")
        assert (refused["t"], refused["code"]) == ("refused", "daily")
        back = await arrive(lobby, client.player, room=begun["room"])
        found = await back.until("board")
        assert (found["game"], found["seq"]) == (begun["game"], 1)
        over = await solve(back, begun["game"], board)
        assert (over["status"], over.get("objections", [])) == ("won", [])
        assert (await level_of(lobby, client.player, "beginner"))["own"]["place"] == 1


@in_loop
async def test_the_table_is_by_time_and_names_its_players(tmp_path: Path) -> None:
    calendar, clock = Calendar(), Clock()
    board = daily_board(calendar.today, "beginner")
    async with open_lobby(tmp_path, now=calendar, clock=clock) as lobby:
        for name, seconds in (("Ada", 30), ("Ben", 10), ("Cat", 20)):
            client = await arrive(lobby, name=name)
            begun = await client.new("", daily="beginner")
            clock.time += seconds * 1000
            await solve(client, begun["game"], board)
        shown = await level_of(lobby, client.player, "beginner")
        assert [(line["place"], line["name"], line["you"]) for line in shown["table"]] == [
            (1, "Ben", False),
            (2, "Cat", True),
            (3, "Ada", False),
        ]
        assert (shown["own"]["place"], shown["ranked"], shown["median"]) == (2, 3, shown["own"]["time"])
        assert [bar["count"] for bar in shown["times"] if bar["count"]] == [1, 1, 1]
        assert shown["times"][0]["start"] <= shown["table"][0]["time"] < shown["times"][0]["end"]
        assert {line["game"] for line in shown["table"]} == {None}
        assert (await level_of(lobby, client.player, "expert"))["table"] == []
        for season in (await asked(lobby, client.player, "/api/seasons")).values():
            lines = [(line["place"], line["name"], line["points"]) for line in season["lines"]]
            assert lines == [(1, "Ben", 10), (2, "Cat", 8), (3, "Ada", 7)]
            assert [line.get("you", False) for line in season["lines"]] == [
                shown["own"]["place"] == at for at in (1, 2, 3)
            ]
            assert season["players"] == 3
        yesterday, calendar.now = calendar.today, calendar.now + DAY
        past = await level_of(lobby, client.player, "beginner", f"/api/daily/{yesterday}")
        assert [line["name"] for line in past["table"]] == ["Ben", "Cat", "Ada"]
        assert all(line["game"] for line in past["table"])
        assert (await level_of(lobby, client.player, "beginner"))["table"] == []


@in_loop
async def test_a_streak_lasts_until_a_day_is_missed(tmp_path: Path) -> None:
    calendar = Calendar()
    async with open_lobby(tmp_path, now=calendar) as lobby:
        client = await arrive(lobby)

        async def play(*, lose: bool = False) -> int:
            begun = await client.new("", daily="beginner")
            await solve(client, begun["game"], daily_board(calendar.today, "beginner"), lose=lose)
            return int((await asked(lobby, client.player))["streak"])

        assert [await play(), (await asked(lobby, client.player))["best_streak"]] == [1, 1]
        calendar.now += DAY
        assert (await asked(lobby, client.player))["streak"] == 1, "the day is not over yet"
        assert await play() == 2
        calendar.now += DAY
        assert await play(lose=True) == 2
        calendar.now += DAY
        shown = await asked(lobby, client.player)
        assert (shown["streak"], shown["best_streak"]) == (0, 2)
        assert await play() == 1
        days = [day_of(calendar.now - back * DAY) for back in range(4)]
        shown = await asked(lobby, client.player)
        assert shown["days"] == {
            day: [status, "", ""] for day, status in zip(days, ("won", "lost", "won", "won"), strict=True)
        }


@in_loop
async def test_a_try_belongs_to_the_day_on_which_it_was_started(tmp_path: Path) -> None:
    calendar = Calendar(NOON + DAY // 2 - 1)
    board, before = daily_board(calendar.today, "beginner"), calendar.today
    async with open_lobby(tmp_path, now=calendar) as lobby:
        client = await arrive(lobby)
        assert (await asked(lobby, client.player))["seconds_left"] == 1
        begun = await client.new("", daily="beginner")
        calendar.now += 2
        over = await solve(client, begun["game"], board)
        assert (over["status"], over["objections"]) == ("won", ["known board"])  # everybody may see it since midnight
        assert (await level_of(lobby, client.player, "beginner"))["own"] is None
        shown = await level_of(lobby, client.player, "beginner", f"/api/daily/{before}")
        assert (shown["own"]["status"], shown["own"]["place"], shown["table"]) == ("won", None, [])


@in_loop
async def test_the_solution_is_shown_when_the_day_is_over(tmp_path: Path) -> None:
    calendar = Calendar()
    board = daily_board(calendar.today, "expert")
    async with open_lobby(tmp_path, now=calendar) as lobby:
        player = lobby.services.guests.new()
        path = f"/api/daily/{board.day}/expert"
        assert (await ask(lobby, player, path)).status_code == 404
        calendar.now += DAY
        solution = await asked(lobby, player, path)
        field, level = minefield(board), board.rules.level
        opened = [cell for step in solution["steps"] for cell in step["opened"]]
        safe = [index for index in range(level.cells) if not field.is_mine(*level.cell(index))]
        assert sorted(opened) == safe
        assert all(field.is_mine(*level.cell(cell)) for step in solution["steps"] for cell in step["mines"])
        assert solution["cells"] == (await level_of(lobby, player, "expert", f"/api/daily/{board.day}"))["cells"]


@in_loop
async def test_who_still_plays_yesterdays_board_is_shown_nothing_of_it(tmp_path: Path) -> None:
    calendar = Calendar()
    board = daily_board(calendar.today, "beginner")
    day = f"/api/daily/{board.day}"
    async with open_lobby(tmp_path, now=calendar) as lobby:
        other = await arrive(lobby)
        await solve(other, (await other.new("", daily="beginner"))["game"], board)
        client = await arrive(lobby)
        begun = await client.new("", daily="beginner")
        calendar.now += DAY
        shown = await level_of(lobby, client.player, "beginner", day)
        assert (shown["own"]["status"], shown["cells"]) == ("playing", None)
        assert [line["game"] for line in shown["table"]] == [None]
        assert (await ask(lobby, client.player, f"{day}/beginner")).status_code == 404
        assert (await ask(lobby, other.player, f"{day}/beginner")).status_code == 200
        await solve(client, begun["game"], board)
        shown = await level_of(lobby, client.player, "beginner", day)
        assert (shown["own"]["place"], all(line["game"] for line in shown["table"])) == (None, True)
        assert (await asked(lobby, client.player, f"{day}/beginner"))["cells"] == shown["cells"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/daily/2027-01-16", 404),
        ("/api/daily/tomorrow", 422),
        ("/api/daily/2027-1-5", 422),
        ("/api/daily/2027-02-30", 422),
        ("/api/daily/2027-01-14/hard", 422),
        ("/api/daily/2027-01-15/expert", 404),
        ("/api/daily/2027-01-14/expert", 200),
        ("/api/daily/1970-01-01", 200),
    ],
)
@in_loop
async def test_bad_days_and_levels_get_a_sentence(tmp_path: Path, path: str, status: int) -> None:
    async with open_lobby(tmp_path, now=Calendar()) as lobby:
        answer = await ask(lobby, lobby.services.guests.new(), path)
        assert answer.status_code == status
        if status != 200:
            assert answer.json()["error"].endswith(".")


@in_loop
async def test_hidden_cells_change_nothing_that_is_sent(tmp_path: Path) -> None:
    """Until the end, only the cells that are open tell one minefield from another."""
    board = daily_board(Calendar().today, "beginner")
    seen = []
    for number in range(2):
        field = generate(board.rules.level, board.first, Seed.of(number), GRADES[board.level]).minefield
        folder = tmp_path / str(number)

        def layout(rules: Rules, seed: Seed, field: Minefield = field) -> Layout:
            return FixedLayout(field) if rules.level == field.level else layout_of(rules, seed)

        async with open_lobby(folder, now=Calendar(), entropy=Entropy(), layout=layout) as lobby:
            client = await arrive(lobby)
            before = (await ask(lobby, client.player)).text
            begun = await client.new("", daily="beginner")
            during = (await ask(lobby, client.player)).text
            assert [level["cells"] for level in json.loads(during)["levels"]] == [None] * len(GRADES)
            assert board.seed.text not in "".join([before, during, *client.frames])
            seen.append([before, during, {name: value for name, value in begun.items() if name != "cells"}])
    assert seen[0] == seen[1]


@pytest.mark.parametrize("end", ["lost", "abandoned", "won"])
@in_loop
async def test_a_board_is_secret_until_its_day_is_over(tmp_path: Path, end: str) -> None:
    calendar = Calendar()
    board = daily_board(calendar.today, "beginner")
    async with open_lobby(tmp_path, now=calendar) as lobby:
        client, other = await arrive(lobby), await arrive(lobby)
        begun = await client.new("", daily="beginner")
        if end == "abandoned":
            client.send("play", game=begun["game"], kind="resign", n=1)
            over = await client.until("over")
        else:
            over = await solve(client, begun["game"], board, lose=end == "lost")
        assert (over["status"], over["sealed"]) == (end, "day")
        assert not {"mines", "seed", "salt", "metrics", "finished_id"} & over.keys()
        client.send("help", game=begun["game"], n=200, topic="proof")
        while (refused := await client.until("refused")).get("n") != 200:
            pass
        assert "when the day is over" in refused["why"]
        own = (await level_of(lobby, client.player, "beginner"))["own"]
        assert (own["status"], own["game"], own["bbbv"]) == (end, None, None)
        lists = ("/api/games", "/api/games?mine=1", "/api/best-times")
        assert [await _json(lobby, client.player, path) for path in lists] == [[], [], []]
        assert len((await ask(lobby, client.player, "/api/backup")).text.splitlines()) == 1
        for path in ("", "/replay", "/steps", "/picture", "/review", "/board", "/proof", "/same-board"):
            assert (await ask(lobby, other.player, f"/api/games/1{path}")).status_code == 409
        again = await arrive(lobby, client.player, room=begun["room"])
        cells = (await again.until("board"))["cells"]
        assert (cells.count("*"), cells.count("!")) == (0, end == "lost")
        calendar.now += DAY
        await secrecy.open_day(lobby)
        for one in (client, again):
            while "sealed" in (over := await one.until("over")):
                pass
            assert (over["seed"], over["finished_id"], len(over["mines"])) == (board.seed.text, 1, 10)
        assert (await ask(lobby, other.player, "/api/games/1/replay")).status_code == 200
        assert len(await _json(lobby, client.player, "/api/games?mine=1")) == 1


async def _json(lobby: Lobby, player: Player, path: str) -> Any:
    return (await ask(lobby, player, path)).json()


@in_loop
async def test_a_seal_whose_day_is_over_is_open_for_whoever_comes_later(tmp_path: Path) -> None:
    calendar = Calendar()
    board = daily_board(calendar.today, "beginner")
    async with open_lobby(tmp_path, now=calendar) as lobby:
        client = await arrive(lobby)
        begun = await client.new("", daily="beginner")
        await solve(client, begun["game"], board, lose=True)
    calendar.now += DAY
    async with open_lobby(tmp_path, now=calendar) as lobby:
        await lobby.expiry.sweep()
        again = await arrive(lobby, client.player, room=begun["room"], game=begun["game"], seq=2)
        assert (await again.until("board"))["cells"].count("*") == 9
        assert len((await again.until("over"))["mines"]) == 10
        assert (await ask(lobby, client.player, "/api/games/1/replay")).status_code == 200
