"""What a player learns over HTTP: answers from several devices, positions to train, insights, and the path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from own_history import fill, player_of
from server.http.test_own_history import client_of

from sapper import Action, Game, Seed
from sapper.action import LogEntry
from sapper.board import Board
from sapper.history.store import open_store
from sapper.history.store.learning import Answered
from sapper.history.summary import summary_of
from sapper.learn import moments, trainer
from sapper.learn.insights import chosen, insights
from sapper.learn.path import STEPS, own_progress
from sapper.replay.model import Replay
from sapper.server.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx
    from server.conftest import Running

    from sapper.server.http.cookies import Player

GAMES = 24


@pytest.fixture
def ann(server: Running) -> Iterator[tuple[httpx.Client, Player]]:
    with client_of(server) as web:
        yield web, player_of(web.cookies["sapper"])


def answer(item: str, at: int = 1, subject: str = "puzzle", grade: int = 3) -> dict[str, Any]:
    return {"subject": subject, "item": item, "answered_at": at, "grade": grade, "elapsed": 900}


def exchange(web: httpx.Client, *answers: dict[str, Any], known: int = 0) -> list[dict[str, Any]]:
    found = web.post("/api/answers", json={"answers": list(answers), "known": known})
    assert found.status_code == 200, found.text
    listed: list[dict[str, Any]] = found.json()["answers"]
    return listed


def test_answers_of_two_devices_become_one_list_and_each_is_stored_once(ann: tuple[httpx.Client, Player]) -> None:
    web, _ = ann
    first, second = answer("a", 1), answer("b", 2, "trainer")
    assert exchange(web, first, known=1) == []  # nothing but what this device has sent
    assert exchange(web, second, known=1) == [first, second]  # the other device learns of the first one
    assert exchange(web, first, second, known=2) == []
    assert exchange(web) == [first, second]


def test_many_answers_come_in_parts_of_less_than_a_megabyte(server: Running, ann: tuple[httpx.Client, Player]) -> None:
    web, player = ann
    longest = [("puzzle", Answered(f"{n:040}", 1_800_000_000_000 + n, 4, 10**9)) for n in range(12_000)]
    with open_store(server.folder / "games.db") as store:
        assert store.add_answers(longest, player.key, 50_000) == 12_000
    found: list[str] = []
    left = 1
    while left:
        part = web.post("/api/answers", json={"answers": [], "known": 7, "skip": len(found)})
        assert len(part.content) < Limits().answer
        found += [one["item"] for one in part.json()["answers"]]
        left = part.json()["left"]
    assert found == [one.item for _, one in longest]
    assert web.post("/api/answers", json={"answers": [], "known": 12_000}).json() == {"answers": [], "left": 0}


def test_more_answers_at_once_than_a_part_has_are_refused(ann: tuple[httpx.Client, Player]) -> None:
    web, _ = ann
    found = web.post("/api/answers", json={"answers": [answer("a", at) for at in range(5001)]})
    assert (found.status_code, "5000" in found.json()["error"]) == (422, True)


def test_answers_of_others_are_not_seen(server: Running, ann: tuple[httpx.Client, Player]) -> None:
    web, _ = ann
    exchange(web, answer("a"))
    with client_of(server) as other:
        assert exchange(other) == []


@pytest.mark.parametrize("wrong", [{"subject": "else"}, {"grade": -1}, {"item": "x" * 41}, {"answered_at": "now"}])
def test_an_answer_that_makes_no_sense_is_refused_with_a_reason(
    ann: tuple[httpx.Client, Player], wrong: dict[str, Any]
) -> None:
    web, _ = ann
    found = web.post("/api/answers", json={"answers": [answer("a") | wrong]})
    assert (found.status_code, bool(found.json()["error"])) == (422, True)
    assert exchange(web) == []


def all_of(web: httpx.Client, path: str) -> dict[str, Any]:
    """Ask until the server has looked at every game."""
    while (found := web.get(path)).json()["left"]:
        assert found.status_code == 200
    made: dict[str, Any] = found.json()
    return made


def test_the_positions_and_insights_are_those_of_the_players_own_games(
    server: Running, ann: tuple[httpx.Client, Player]
) -> None:
    web, player = ann
    assert web.get("/api/trainer").json() == {"left": 0, "cards": []}
    with open_store(server.folder / "games.db") as store:
        fill(store, player.key, GAMES)
    cards = all_of(web, "/api/trainer")["cards"]
    with open_store(server.folder / "games.db") as store:
        studied = store.studied(moments.VERSION, player.key)
        assert len(studied) == GAMES
        assert store.studied(moments.VERSION, b"another") == []
        assert [one["key"] for one in cards] == [one.key for one in trainer.cards(studied, ())]
        one = trainer.cards(studied, ())[0]
        right = trainer.question(store, one)
    found = all_of(web, "/api/insights?level=beginner&layout=random")
    games = chosen(studied, levels="8x8/10", layout="random")
    assert found["games"] == len(games)
    assert [(one["technique"], one["seen"], one["missed"]) for one in found["techniques"]] == [
        (one.technique, one.seen, one.missed) for one in insights(games)
    ]
    board = web.get(f"/api/games/{one.game}/question?place={one.place}").json()["board"]
    assert Board.parse(board) == right.board
    with client_of(server) as other:
        assert all_of(other, "/api/trainer")["cards"] == []


def test_a_win_on_the_path_is_progress(server: Running, ann: tuple[httpx.Client, Player]) -> None:
    web, player = ann
    assert [one["won"] for one in web.get("/api/path").json()["steps"]] == [[]] * len(STEPS)
    board = STEPS[0].boards[1]
    game = Game(board.rules, board.seed)
    game.apply(LogEntry(Action("open", *board.first), 0, 0, "mouse"))
    mines = set(board.minefield().mines())
    for cell in [(row, col) for row in range(5) for col in range(5)]:
        if cell not in mines and game.board[cell] > 8:
            game.apply(LogEntry(Action("open", *cell), 2000, 0, "mouse"))
    replay = Replay.of(game, Seed.of(board.seed), program="test", played_at=1_700_000_000)
    with open_store(server.folder / "games.db") as store:
        summary = summary_of(replay)
        store.add(
            *(replay.pack(), summary),
            rules=str(replay.rules),
            seed=replay.seed,
            length=len(replay),
            created_at=replay.played_at,
            source="server",
            owner=player.key,
            public_id="path",
        )
        right = own_progress(store, player.key)[0]
    step = web.get("/api/path").json()["steps"][0]
    assert (step["won"], step["best"], step["stars"]) == ([1], 2000, sorted(right.stars))
    assert "time" in step["stars"]
