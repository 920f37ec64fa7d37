"""Games that a browser dealt without a server: played again before they count, and never ranked."""

from __future__ import annotations

import copy
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from waiting import PATIENCE

from sapper import Action, Game, Seed
from sapper.action import LogEntry
from sapper.daily import GRADES, daily_board, day_of
from sapper.history.store import open_store
from sapper.history.together import WITHOUT_SERVER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from server.conftest import Running

    Change = Callable[[dict[str, Any]], object]

PACE = 700  # milliseconds between two moves
RULES = "modern 8x8/10 v1"


@pytest.fixture
def web(server: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=PATIENCE) as client:
        client.get("/api/me")
        yield client


def won(seed: str, rules: str = RULES, first: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """Return a game that is won by opening every safe cell, as a page hands it over."""
    game = Game(rules, seed)
    game.apply(LogEntry(Action("open", *first), 0, 0, "mouse"))
    probe = game.copy()
    probe.play(Action("resign"))
    for row, col in cells(game):
        if not game.status.is_over and not probe.minefield.is_mine(row, col) and game.board[row, col] > 8:
            game.apply(LogEntry(Action("open", row, col), game.log[-1].at + PACE, 0, "mouse"))
    assert game.is_won
    return handed_over(game, seed)


def cells(game: Game) -> list[tuple[int, int]]:
    level = game.rules.level
    return [(row, col) for row in range(level.height) for col in range(level.width)]


def handed_over(game: Game, seed: str) -> dict[str, Any]:
    width, ended = game.rules.level.width, int(time.time())
    return {
        "rules": str(game.starting_rules),
        "seed": Seed.of(seed).text,
        "status": str(game.status),
        "began_at": ended - game.log[-1].at // 1000 - 5,
        "ended_at": ended,
        "name": "Ann",
        "actions": [
            {"kind": str(kind), "at": at, "device": device} | ({"cell": row * width + col} if row >= 0 else {})
            for (kind, row, col), at, _, device, _ in game.log
        ],
    }


def test_a_game_is_stored_in_a_list_of_its_own_and_never_ranked(server: Running, web: httpx.Client) -> None:
    given = won("alone and stored")
    answer = web.post("/api/games/alone", json=given)
    assert answer.status_code == 200, answer.text
    number = answer.json()["id"]
    (listed,) = web.get(f"/api/games?mine=1&together={WITHOUT_SERVER}&device=all").json()
    assert (listed["id"], listed["status"], listed["ranked"]) == (number, "won", False)
    assert listed["remarks"][0] == "alone"
    assert listed["elapsed"] == given["actions"][-1]["at"]
    assert web.get("/api/games?mine=1&together=no").json() == [], "not among the games of the server"
    assert web.get("/api/statistics?mine=1").json()["games"] == 0
    lists = web.get("/api/best-times").json()
    assert number not in {game["id"] for one in lists for game in one["ranked"]}
    with open_store(server.folder / "games.db") as store:
        found = store.finished(number)
        assert found is not None
        assert found.source == WITHOUT_SERVER


def test_a_game_is_stored_once(web: httpx.Client) -> None:
    given = won("alone and twice")
    first, again = (web.post("/api/games/alone", json=given).json() for _ in range(2))
    assert (first["known"], again["known"], again["id"]) == (False, True, first["id"])


def test_a_no_guess_board_is_found_again_from_its_seed(web: httpx.Client) -> None:
    assert web.post("/api/games/alone", json=won("alone in logic", f"{RULES} layout=no-guess-pairs")).status_code == 200


@pytest.mark.parametrize("level", GRADES)
def test_a_daily_board_is_that_of_the_day(web: httpx.Client, level: str) -> None:
    board = daily_board(day_of(int(time.time()) - 2 * 86_400), level)
    given = won(board.seed.text, str(board.rules), board.first) | {"daily": board.day}
    given["ended_at"] -= 2 * 86_400
    given["began_at"] -= 2 * 86_400
    other = copy.deepcopy(given)
    other["began_at"] -= 86_400
    other["daily"] = day_of(other["began_at"])
    for wrong in (other, given | {"daily": "2020-01-01"}, given | {"daily": "soon"}):
        answer = web.post("/api/games/alone", json=wrong)
        assert (answer.status_code, answer.json()["phrase"]["code"]) == (422, "alone.another-board")
    assert web.post("/api/games/alone", json=given).status_code == 200


def _swap_seed(game: dict[str, Any]) -> None:
    game["seed"] = Seed.of("another board").text


def _drop_moves(game: dict[str, Any]) -> None:
    del game["actions"][2:]


def _hurry(game: dict[str, Any]) -> None:
    for place, action in enumerate(game["actions"]):
        action["at"] = place * 10


def _play_longer_than_the_day(game: dict[str, Any]) -> None:
    game["actions"][-1]["at"] += 86_400_000


FORGED: dict[str, tuple[Change, str]] = {
    "a board that does not follow from the seed": (_swap_seed, "alone.another-end"),
    "fewer moves than a win takes": (_drop_moves, "alone.another-end"),
    "another result": (lambda game: game.update(status="lost"), "alone.another-end"),
    "a game that is not over": (lambda game: game.update(status="playing"), "alone.another-end"),
    "other rules": (lambda game: game.update(rules="modern 8x8/20 v1"), "alone.another-end"),
    "faster than a hand": (_hurry, "alone.impossible-time"),
    "an end in the future": (lambda game: game.update(ended_at=int(time.time()) + 3600), "alone.impossible-time"),
    "more playing time than has passed": (_play_longer_than_the_day, "alone.impossible-time"),
    "time that runs back": (lambda game: game["actions"][-1].update(at=0), "alone.broken"),
    "an action that there is not": (lambda game: game["actions"][1].update(kind="reveal"), "alone.broken"),
    "a cell off the board": (lambda game: game["actions"][1].update(cell=64), "alone.broken"),
    "rules that there are not": (lambda game: game.update(rules="classic"), "error.not-a-level"),
    "a board beyond the limits": (lambda game: game.update(rules="modern 5000x5000/10 v1"), "refusal.board-size"),
    "no actions": (lambda game: game.update(actions=[]), "alone.another-end"),
    "a body that is no game": (lambda game: game.pop("actions"), "alone.broken"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_game_is_refused_with_the_reason(web: httpx.Client, what: str) -> None:
    forge, reason = FORGED[what]
    given = copy.deepcopy(won(what))
    forge(given)
    answer = web.post("/api/games/alone", json=given)
    assert answer.status_code == 422, answer.text
    assert reason in str(answer.json()["phrase"]), answer.text
    assert web.get(f"/api/games?mine=1&together={WITHOUT_SERVER}&device=all").json() == []
