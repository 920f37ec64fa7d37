"""A player's own games over HTTP: charts, lists, deleting, backup and restore. Nobody reaches those of another."""

from __future__ import annotations

import csv
import io
import json
from base64 import b64decode, b64encode
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from own_history import DAY, NOW, fill, player_of, replays
from server.http.test_api import finished
from waiting import PATIENCE

from sapper.history import luck
from sapper.history.statistics import figures
from sapper.history.store import Filter, open_store
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.conftest import Running, Start

    from sapper.server.http.cookies import Player

MINE = "mine=1&source=all"
GAMES = 24


@contextmanager
def client_of(server: Running) -> Iterator[httpx.Client]:
    """Open a client with the cookie of a new player."""
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=PATIENCE) as web:
        web.get("/api/me")
        yield web


@pytest.fixture
def ann(server: Running) -> Iterator[tuple[httpx.Client, Player]]:
    """A player with a history."""
    with client_of(server) as web:
        player = player_of(web.cookies["sapper"])
        with open_store(server.folder / "games.db") as store:
            fill(store, player.key, GAMES)
        yield web, player


def stored(server: Running, only: Filter) -> dict[str, Any]:
    with open_store(server.folder / "games.db") as store:
        made: dict[str, Any] = json.loads(json.dumps(figures(store.results(only))))
        return made


def test_charts_have_the_figures_of_the_history(server: Running, ann: tuple[httpx.Client, Player]) -> None:
    web, player = ann
    charts = web.get(f"/api/statistics/charts?{MINE}").json()
    right = stored(server, Filter(owner=player.key))
    assert {name: charts[name] for name in right} == right
    assert right == web.get(f"/api/statistics?{MINE}").json()
    assert (charts["games"], charts["wins"], charts["abandoned"]) == (20, 15, 4)
    assert len(charts["points"]) == 15
    assert min(point["elapsed"] for point in charts["points"]) == charts["best"] == charts["fastest"][0]["elapsed"]
    assert (charts["survival"][0], charts["survival"][-1]) == (1, charts["rate"])
    assert charts["days"] == [], "played years ago"


@pytest.mark.parametrize(
    ("query", "only"),
    [
        ("level=beginner", {"level": "8x8/10"}),
        ("level=custom", {"not_level": "8x8/10,16x16/40,30x16/99,32x16/99"}),
        ("layout=no-guess", {"layout": "no-guess"}),
        ("ruleset=amiga", {"ruleset": "amiga"}),
        ("device=touch", {"device": "touch"}),
        (f"since={NOW - 3 * DAY}", {"since": NOW - 3 * DAY}),
        (f"until={NOW - 3 * DAY}", {"until": NOW - 3 * DAY}),
        ("plain=1", {"plain": True}),
        ("status=won", {"status": "won"}),
    ],
)
def test_filters_choose_the_games(
    server: Running, ann: tuple[httpx.Client, Player], query: str, only: dict[str, Any]
) -> None:
    web, player = ann
    found = web.get(f"/api/statistics/charts?{MINE}&{query}").json()
    right = stored(server, Filter(owner=player.key, **only))
    assert {name: found[name] for name in right} == right
    assert "ruleset" in only or 0 < found["games"] + found["abandoned"] < GAMES


def test_skill_and_luck_are_looked_at_part_by_part(server: Running, ann: tuple[httpx.Client, Player]) -> None:
    web, player = ann
    left = [GAMES]
    while left[-1]:
        found = web.get(f"/api/statistics/luck?{MINE}").json()
        left.append(found["left"])
        assert left[-1] < left[-2]
    with open_store(server.folder / "games.db") as store:
        balances = store.balances(luck.VERSION, Filter(owner=player.key))
    whole = luck.total(balances)
    assert whole is not None
    assert found["all"] == pytest.approx({name: getattr(whole, name) for name in whole.field_names()})
    assert {one["level"]: one["games"] for one in found["levels"]} == {
        level: one.games for level, one in luck.by_level(balances).items()
    }
    assert [(one["first"], one["games"]) for one in found["progress"]] == [
        (one.first, one.total.games) for one in luck.over_time(balances)
    ]
    level = web.get(f"/api/statistics/luck?{MINE}&level=beginner").json()
    assert [one["level"] for one in level["levels"]] == ["8x8/10"]
    with client_of(server) as other:  # nobody has the games of another looked at, or sees what they amount to
        assert other.get("/api/statistics/luck?source=all").json() == {
            "left": 0,
            "all": None,
            "levels": [],
            "progress": [],
        }


@pytest.mark.parametrize("query", ["since=yesterday", "until=-1", "status=fine", "offset=841", "offset=x", "level=9"])
def test_a_wrong_filter_is_refused_with_a_sentence(ann: tuple[httpx.Client, Player], query: str) -> None:
    answer = ann[0].get(f"/api/statistics/charts?{query}")
    assert answer.status_code == 422
    assert answer.json()["error"].endswith(".")
    assert ann[0].get("/api/games?order=up").status_code == 422


def test_games_come_in_order_and_as_csv(server: Running, ann: tuple[httpx.Client, Player]) -> None:
    web, player = ann
    listed = web.get(f"/api/games?{MINE}&status=won&order=fastest&limit=5").json()
    times = [game["elapsed"] for game in listed]
    assert times == sorted(times)
    assert times[0] == web.get(f"/api/statistics?{MINE}").json()["best"]
    rows = list(csv.DictReader(io.StringIO(web.get(f"/api/games/csv?{MINE}&level=beginner").text)))
    with open_store(server.folder / "games.db") as store:
        right = store.games(100, 0, Filter(owner=player.key, level="8x8/10"))
    assert [int(row["game"]) for row in rows] == [game.id for game in right]
    assert [int(row["elapsed"]) for row in rows] == [game.summary.elapsed for game in right if game.summary]


def test_a_player_deletes_own_games_only(server: Running, ann: tuple[httpx.Client, Player]) -> None:
    web, player = ann
    own = [game["id"] for game in web.get(f"/api/games?{MINE}&order=fastest&status=won").json()]
    best = web.get(f"/api/statistics?{MINE}").json()["best"]
    with client_of(server) as other:
        assert other.get(f"/api/games?{MINE}").json() == []
        assert other.get("/api/backup").text.count("\n") == 1
        assert other.get("/api/games/csv").text.count("\n") == 1
        assert other.delete(f"/api/games/{own[0]}").status_code == 404
        assert other.delete(f"/api/games?{MINE}&count=0").json() == {"games": 0}
        assert other.delete(f"/api/games?count={GAMES}").status_code == 409
    assert web.delete(f"/api/games/{own[0]}", headers={"origin": "http://elsewhere"}).status_code == 403
    assert web.delete(f"/api/games/{own[0]}").json() == {"games": 1}
    assert web.delete(f"/api/games/{own[0]}").status_code == 404
    assert web.get(f"/api/statistics?{MINE}").json()["best"] > best, "its time is gone too"
    assert web.get(f"/api/games/{own[0]}/replay").status_code == 404
    left = GAMES - 1
    custom = stored(server, Filter(owner=player.key, not_level="8x8/10"))
    count = custom["games"] + custom["abandoned"]
    refused = web.delete(f"/api/games?{MINE}&level=custom&count={count + 1}")
    assert (refused.status_code, refused.json()["error"]) == (
        409,
        f"By now these are {count} games, not {count + 1}. Nothing was deleted.",
    )
    assert web.delete(f"/api/games?{MINE}&level=custom&device=all&count={count}").json() == {"games": count}
    assert web.delete(f"/api/games?{MINE}&device=all&count={left - count}").json() == {"games": left - count}
    assert web.get(f"/api/games?{MINE}").json() == []


def test_a_backup_restores_the_same_statistics_on_another_server(
    start: Start, server: Running, ann: tuple[httpx.Client, Player]
) -> None:
    web, _ = ann
    file = web.get("/api/backup").text
    head, *lines = file.splitlines()
    assert (json.loads(head)["format"], json.loads(head)["games"], len(lines)) == ("sapper-backup", GAMES, GAMES)
    assert {Replay.load(b64decode(line)).players for line in lines} == {("Ann",)}
    with client_of(start()) as new:
        damaged = b64encode(b64decode(lines[3])[:-5]).decode()
        body = "\n".join([*lines[:10], "no replay!", damaged])
        answer = new.post("/api/backup", content=body).json()
        assert (answer["restored"], answer["known"], [one["line"] for one in answer["refused"]]) == (10, 0, [10, 11])
        assert all(one["why"].endswith(".") for one in answer["refused"])
        assert new.post("/api/backup", content="\n".join(lines)).json()["restored"] == GAMES - 10
        again = new.post("/api/backup", content="\n".join(lines)).json()
        assert again == {"restored": 0, "known": GAMES, "refused": []}
        restored = new.get(f"/api/statistics?{MINE}").json()
        assert restored == web.get(f"/api/statistics?{MINE}").json()
        assert not any(game["ranked"] for game in new.get(f"/api/games?{MINE}").json()), "nobody saw them played here"
        assert new.get("/api/games").json() != []
        assert new.get("/api/best-times").json() == [], "others see nothing of it among the best times"
        moved = new.get("/api/backup").text.splitlines()[1:]
        assert new.post("/api/backup", content="\n".join(moved)).json()["known"] == GAMES


def test_a_game_that_this_server_signed_is_restored_as_it_was(server: Running) -> None:
    with client_of(server) as web, client_of(server) as other:
        number = finished(server, web.cookies["sapper"])["finished_id"]
        (line,) = web.get("/api/backup").text.splitlines()[1:]
        before = web.get(f"/api/games?{MINE}").json()
        assert web.post("/api/backup", content=line).json()["known"] == 1
        assert other.post("/api/backup", content=line).json()["restored"] == 1
        (copy,) = other.get(f"/api/games?{MINE}").json()
        assert copy["remarks"] == ["known board"], "another player's game is no own one"
        assert web.delete(f"/api/games/{number}").json() == {"games": 1}
        assert web.post("/api/backup", content=line).json()["restored"] == 1
        (after,) = web.get(f"/api/games?{MINE}").json()
        assert after | {"id": 0} == before[0] | {"id": 0}
        verdict = web.post("/api/replays/verify", content=web.get(f"/api/games/{after['id']}/replay").text).json()
        assert verdict["genuine"]


def test_restoring_has_limits_with_reasons(start: Start) -> None:
    lines = [b64encode(replay.pack()).decode() for replay in replays(6)]
    limits = ("restore-body=4000", "games-per-player=4", "restore-burst=3000")
    with client_of(start(*(word for limit in limits for word in ("--limit", limit)))) as web:
        assert web.post("/api/backup", content="x" * 4001).status_code == 413
        refused = web.post("/api/backup", content="\n".join(lines[:5]))
        assert (refused.status_code, "at most 4 games" in refused.json()["error"]) == (507, True)
        statuses = [web.post("/api/backup", content="\n".join(lines[:3])).status_code for _ in range(20)]
        assert statuses[0] == 200
        assert statuses[-1] in (429, 507)
        assert web.get("/api/backup").text.count("\n") <= 5
        nothing = web.post("/api/backup", content="").json()
        assert nothing == {"restored": 0, "known": 0, "refused": []}


def test_a_video_with_the_name_of_the_player_is_an_own_game_and_others_are_found_by_name(server: Running) -> None:
    ann_made, *_, bob_made = replays(5)
    with client_of(server) as web, client_of(server) as other:
        web.post("/api/me/name", json={"name": "Ann"})
        for replay in (ann_made, bob_made.replace(players=("Bob",))):
            other.post("/api/replays", content=replay.pack())
            assert web.post("/api/replays", content=replay.pack()).status_code == 200
        (own,) = web.get(f"/api/games?{MINE}").json()
        assert (own["name"], own["ranked"]) == ("Ann", False)
        assert other.get(f"/api/games?{MINE}").json() == []
        assert web.get("/api/games/players").json() == ["Ann", "Bob"]
        found = web.get("/api/games?source=imported&player=Bob").json()
        assert [game["name"] for game in found] == ["Bob"]
        lists = other.get("/api/best-times?source=imported&player=Ann").json()
        assert [[game["name"] for game in one["others"]] for one in lists] == [["Ann", "Ann"]], (
            "of both who imported it"
        )
        assert web.delete(f"/api/games/{own['id']}").status_code == 200
