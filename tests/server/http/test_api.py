"""HTTP for everything that is not play."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from waiting import PATIENCE

from sapper import Action, Game, Rules, Seed
from sapper.history.store import open_store
from sapper.replay.model import Replay
from sapper.server.http.endpoint import ENDPOINTS
from sapper.server.http.openapi import describe
from sapper.server.http.routes import make_api

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.conftest import Running

DIAGRAM = "4x2/1\n01F.\n011."


@pytest.fixture
def web(server: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=PATIENCE) as client:
        yield client


def replay_of(seed: str = "x") -> Replay:
    game = Game(Rules("beginner"), seed)
    game.open(0, 0)
    game.play(Action("resign"), at=500)
    return Replay.of(game, Seed.of(seed), players=("Eve",))


def finished(server: Running, token: str = "") -> dict[str, Any]:
    """Play a game to its end and return the message about it."""
    headers = {"Cookie": f"sapper={token}"} if token else {}
    with server.connect(additional_headers=headers) as client:

        def send(**message: object) -> None:
            client.send(json.dumps(message))

        def receive(kind: str) -> dict[str, Any]:
            while (message := json.loads(client.recv(PATIENCE)))["t"] != kind:
                pass
            found: dict[str, Any] = message
            return found

        send(t="hello")
        send(t="new", n=1, rules="modern beginner")
        game = receive("board")["game"]
        send(t="play", game=game, n=2, kind="open", cell=0)
        send(t="play", game=game, n=3, kind="resign")
        return receive("over")


def test_the_description_is_of_every_route_and_no_other() -> None:
    routes = {
        (method.lower(), re.sub(r":\w+}", "}", route.path))  # type: ignore[attr-defined]
        for route in make_api().routes
        for method in route.methods - {"HEAD"}  # type: ignore[attr-defined]
        if route.path.startswith("/api/") and route.path != "/api/openapi.json"  # type: ignore[attr-defined]
    }
    described = describe()
    assert routes == {(endpoint.method.lower(), endpoint.path) for endpoint in ENDPOINTS}
    assert routes == {(method, path) for path, methods in described["paths"].items() for method in methods}
    text = json.dumps(described)
    for name in re.findall(r"#/components/schemas/(\w+)", text):
        assert name in described["components"]["schemas"]


def test_a_finished_game_is_listed_with_its_seal_and_its_steps(server: Running, web: httpx.Client) -> None:
    over = finished(server)
    number = over["finished_id"]
    listed = web.get("/api/games?limit=1").json()
    assert (listed[0]["id"], listed[0]["status"]) == (number, "abandoned")
    whole = web.get(f"/api/games/{number}").json()
    assert (whole["seed"], whole["salt"], whole["digest"]) == (over["seed"], over["salt"], over["digest"])
    mines = [at for at, symbol in enumerate(whole["minefield"].replace("\n", "")) if symbol == "*"]
    assert mines == over["mines"]
    text = web.get(f"/api/games/{number}/replay").text
    assert Replay.parse(text).status == "abandoned"
    steps = web.get(f"/api/games/{number}/steps").json()
    assert [step["kind"] for step in steps["steps"]] == ["open", "resign"]
    assert steps["steps"][0]["cells"][:2] == [0, 0]


def test_games_can_be_asked_for_by_whose_they_are(server: Running, web: httpx.Client) -> None:
    finished(server)
    me = web.get("/api/me")
    token = me.cookies["sapper"]
    header = me.headers["set-cookie"]
    assert "HttpOnly" in header
    assert "SameSite=Lax" in header
    assert web.get("/api/games?mine=1").json() == []
    own = finished(server, token)["finished_id"]
    assert [game["id"] for game in web.get("/api/games?mine=1").json()] == [own]
    assert web.get("/api/statistics?mine=1").json()["abandoned"] == 1
    assert web.get("/api/statistics").json()["abandoned"] >= 2
    assert web.get("/api/rooms").json() == []
    with server.connect(additional_headers={"Cookie": f"sapper={token}"}) as client:
        client.send('{"t":"hello"}')
        client.send('{"t":"new","n":1,"rules":"modern beginner"}')
        client.recv(PATIENCE)
        board = json.loads(client.recv(PATIENCE))
        client.send(json.dumps({"t": "play", "game": board["game"], "n": 2, "kind": "flag", "cell": 0}))
        client.recv(PATIENCE)
    (room,) = web.get("/api/rooms").json()
    assert (room["room"], room["game"], room["actions"]) == (board["room"], board["game"], 1)


def test_replays_are_verified_and_imported_once(server: Running, web: httpx.Client) -> None:
    replay = replay_of()
    verdict = web.post("/api/replays/verify", content=replay.pack()).json()
    assert (verdict["consistent"], verdict["status"], verdict["elapsed"]) == (True, "abandoned", 500)
    assert (verdict["genuine"], verdict["signed_by"]) == (False, None), "this server did not see it"
    forged = replay.to_text().replace("500 resign", "400 resign")
    assert web.post("/api/replays/verify", content=forged).json()["consistent"] is False
    assert web.post("/api/replays", content=forged).status_code == 422
    number = web.post("/api/replays", content=replay.to_text()).json()["id"]
    again = {"id": number, "known": True, "notes": [], "phrases": []}
    assert web.post("/api/replays", content=replay.pack()).json() == again
    with open_store(server.folder / "games.db") as store:
        listed = store.finished(number)
        assert listed is not None
        assert listed.summary is not None
        assert listed.summary.known_board, "this server did not see it played"
    game = web.get(f"/api/games/{number}").json()
    assert (game["digest"], game["salt"], game["seed"]) == (None, None, Seed.of("x").text)


@pytest.mark.parametrize(
    "body",
    [b"", b"SAPR\x01" + bytes(40), b"sapper replay 1\n" * 1000, b"\xff" * 100, b"PK\x03\x04" + bytes(100)],
    ids=["empty", "cut", "repeated", "no text", "zip"],
)
def test_anything_but_a_replay_is_not_consistent(web: httpx.Client, body: bytes) -> None:
    assert web.post("/api/replays/verify", content=body).json()["consistent"] is False


def test_any_position_has_odds_a_hint_and_a_move(web: httpx.Client) -> None:
    odds = web.post("/api/odds", json={"board": DIAGRAM}).json()
    assert odds == {"cells": [2, 3, 7], "chances": [1.0, 0.0, 0.0], "safe": [3, 7], "mine": [2]}
    hint = web.post("/api/hint", json={"board": DIAGRAM, "stage": 3}).json()
    assert (hint["stage"], hint["cells"]["safe"]) == (3, [3, 7])
    assert web.post("/api/move", json={"board": DIAGRAM}).json()["cell"] in (3, 7)
    for body in (
        {"board": "4x2/1\n0999\n011."},
        {"board": "4x2/1\n88..\n011."},
        {"board": ""},
        {"board": DIAGRAM, "stage": 9},
        {"board": 5},
        {},
        {"board": f"300x200/5\n{('.' * 300 + chr(10)) * 200}"[:59_000]},
    ):
        answer = web.post("/api/odds", json=body)
        assert answer.status_code == 422
        assert answer.json().keys() - {"phrase"} == {"error"}


def test_bad_requests_are_answered_with_a_sentence(web: httpx.Client) -> None:
    for path, status in (
        ("/api/games/0", 404),
        ("/api/games/99999999999999999999999", 404),
        ("/api/games/-1", 404),
        ("/api/games?limit=-1", 422),
        ("/api/games?limit=100000", 422),
        ("/api/games?level=nothing", 422),
        ("/api/games?ruleset='%20or%201=1--", 200),
        ("/api/statistics?layout=%25", 200),
        ("/api/nothing", 404),
        ("/assets/../server/app.py", 404),
        ("/assets/..%2f..%2fpyproject.toml", 404),
        ("/assets/%2e%2e/__init__.py", 404),
        ("/assets/schema.py", 404),
        ("/assets/", 404),
    ):
        answer = web.get(path)
        assert answer.status_code == status, path
        if status != 200:
            assert answer.json().keys() - {"phrase"} == {"error"}


def test_a_file_is_sent_again_only_when_it_changed(web: httpx.Client) -> None:
    first = web.get("/themes.json")
    assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
    again = web.get("/themes.json", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert web.get("/").headers["content-type"] == "text/html; charset=utf-8"


def test_settings_and_rules_are_described(web: httpx.Client) -> None:
    found = web.get("/api/settings-schema").json()
    assert found["settings"]["controls"]["hold-ms"] == {
        "type": "number",
        "allowed": "a whole number from 80 to 600",
        "default": 180,
        "least": 80,
        "most": 600,
    }
    assert found["rulesets"]["amiga"]["levels"]["expert"] == "32x16/99"


def test_best_times_are_listed(web: httpx.Client) -> None:
    assert isinstance(web.get("/api/best-times").json(), list)


def win(server: Running, web: httpx.Client, rules: str) -> None:
    """Win a game of a player with one click."""
    web.get("/api/me")
    with server.connect(additional_headers={"Cookie": f"sapper={web.cookies['sapper']}"}) as client:
        client.send(json.dumps({"t": "hello"}))
        client.send(json.dumps({"t": "new", "n": 1, "rules": rules}))
        while (message := json.loads(client.recv(PATIENCE)))["t"] != "board":
            pass
        client.send(json.dumps({"t": "play", "game": message["game"], "n": 2, "kind": "open", "cell": 0}))
        while json.loads(client.recv(PATIENCE))["t"] != "over":
            pass


def test_wins_that_are_not_ranked_are_listed_to_their_player_only(server: Running, web: httpx.Client) -> None:
    win(server, web, "modern 7x7/0 assists=auto-open")
    own = [one for one in web.get("/api/best-times").json() if "7x7" in one["rules"]]
    assert [(one["ranked"], len(one["others"])) for one in own] == [([], 1)]
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as other:
        assert [one for one in other.get("/api/best-times").json() if "7x7" in one["rules"]] == []


def test_a_player_has_best_times_of_the_own_by_exact_rules(server: Running, web: httpx.Client) -> None:
    win(server, web, "modern 8x8/0")
    asked = {"rules": ["modern 8x8/0", "modern 8x8/0 questions=on", "official 8x8/0"]}
    found = web.get("/api/best-times/own", params=asked).json()
    assert [one["best"] for one in found] == [0, 0, None]
    assert found[1]["rules"] == "modern 8x8/0 v1"
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as other:
        assert [one["best"] for one in other.get("/api/best-times/own", params=asked).json()] == [None] * 3
        everybody, *_ = other.get("/api/best-times").json()
        assert len(everybody["ranked"]) == 1
        assert other.get("/api/best-times", params={"mine": "1"}).json() == []
        assert other.get("/api/best-times", params={"level": "expert"}).json() == []
    assert web.get("/api/best-times/own", params={"rules": "nonsense"}).status_code == 422
    assert web.get("/api/best-times", params={"device": "piano"}).status_code == 422
