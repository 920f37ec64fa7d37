"""Finished games over HTTP and in rooms: steps, verdicts, pictures, files of other programs, going on from a moment."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from formats import encoders
from server.playground import Client, open_lobby
from waiting import PATIENCE

from sapper import Action, Game, Rules, Seed
from sapper.action import LogEntry
from sapper.analysis.metrics import measure_game
from sapper.analysis.metrics.board import measure
from sapper.analysis.proof import prove
from sapper.analysis.report import report
from sapper.analysis.review import review
from sapper.board import SYMBOLS
from sapper.formats import read_replay, write_replay
from sapper.history.recorder import import_replay
from sapper.history.store import open_store
from sapper.phrase import Phrase
from sapper.replay.model import Replay
from sapper.replay.track import Track, TrackEvent

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from server.conftest import Running, Start


@pytest.fixture
def web(server: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=PATIENCE) as client:
        yield client


def played(seed: str, rules: str = "modern intermediate", *, step: int = 5, resigns: bool = True) -> Replay:
    """Open every `step`-th safe square: certain moves, guesses and mistakes."""
    game = Game(Rules.parse(rules), seed)
    truth = Game(Rules.parse(rules), seed)
    truth.open(4, 4)
    truth.play(Action("resign"))
    mines = set(truth.minefield.mines())
    level = game.rules.level
    cells = [(4, 4), *(level.cell(index) for index in range(0, level.cells, step))]
    at = 0
    for row, col in cells:
        if game.status.is_over:
            break
        kind = "flag" if (row, col) in mines else "open"
        game.apply(LogEntry(Action(kind, row, col), at, 0, "mouse", (col + 0.5, row + 0.25)))
        at += 250
    if resigns and not game.status.is_over:
        game.play(Action("resign"), at=at)
    return Replay.of(game, Seed.of(seed), players=("Ada",), played_at=1_700_000_000)


def imported(web: httpx.Client, data: bytes, name: str = "") -> dict[str, Any]:
    answer = web.post("/api/replays", content=data, params={"name": name})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_steps_have_pointers_and_the_counter(web: httpx.Client) -> None:
    replay = played("steps")
    number = imported(web, replay.pack())["id"]
    steps = web.get(f"/api/games/{number}/steps").json()["steps"]
    assert [(step["x"], step["y"]) for step in steps[:-1]] == [entry.pointer for entry in replay.entries[:-1]]
    assert steps[-1]["x"] is None
    counters = [game.mines_left for _, game in replay.steps()]
    assert [step["mines_left"] for step in steps] == counters


def test_the_review_is_that_of_every_front_end(web: httpx.Client) -> None:
    replay = played("review")
    number = imported(web, replay.pack())["id"]
    whole = review(replay)
    level = replay.rules.level
    assert whole.mistakes
    answer = web.get(f"/api/games/{number}/review").json()
    assert (answer["from"], answer["next"]) == (0, None)
    for found, move in zip(answer["moves"], whole.moves, strict=True):
        verdict = move.verdict
        assert (found["action"], found["at"], found["solved"]) == (move.place, move.at, move.solved)
        assert (found["verdict"], found["risk"]) == (verdict.kind.value, round(move.risk, 4))
        assert found["luck"] == pytest.approx(move.luck, abs=1e-6)
        if verdict.is_mistake or verdict.is_guess:
            assert found["text"] == verdict.sentence
            assert found["best"] == (level.index(*verdict.best) if verdict.best else None)
    later = whole.moves[len(whole.moves) // 2].place
    rest = web.get(f"/api/games/{number}/review", params={"from": later}).json()["moves"]
    assert rest == [move for move in answer["moves"] if move["action"] >= later]


def test_the_report_is_that_of_the_library_and_adds_up(web: httpx.Client) -> None:
    replay = played("review")
    found = web.get(f"/api/games/{imported(web, replay.pack())['id']}/report").json()
    whole = report(replay)
    assert found["start"] - found["given_away"] + found["luck"] == pytest.approx(found["end"])
    assert found["text"] == str(whole.phrase)
    assert Phrase.from_json(found["phrase"]) == whole.phrase
    assert [(move["action"], move["quality"]) for move in found["moves"]] == [
        (move.place, move.quality.value) for move in whole.moves
    ]


def test_a_game_that_cannot_be_divided_is_answered_with_the_reason(web: httpx.Client) -> None:
    replay = played("lives", "modern beginner lives=3")
    answer = web.get(f"/api/games/{imported(web, replay.pack())['id']}/report")
    assert answer.status_code == 200
    found = answer.json()
    assert not found["reported"]
    assert found["moves"] == []
    assert found["text"] == "a report is made for games with one life"
    assert Phrase.from_json(found["phrase"]) == Phrase("solver.report-lives")


def test_the_track_of_a_hand_is_sent_where_it_was_recorded(web: httpx.Client) -> None:
    replay = played("hand")
    track = Track.of(16, [TrackEvent(-50, "lc", 72, 72), TrackEvent(0, "lr", 72, 73, 1)])
    without, has_one = (imported(web, made.pack())["id"] for made in (replay, replay.replace(track=track)))
    assert web.get(f"/api/games/{without}/track").status_code == 404
    assert [web.get(f"/api/games/{number}").json()["has_track"] for number in (without, has_one)] == [False, True]
    assert web.get(f"/api/games/{has_one}/track").json() == {
        "square": 16,
        "times": [-50, 0],
        "kinds": "12",
        "xs": [72, 72],
        "ys": [72, 73],
        "actions": "01",
    }


def test_a_game_of_another_program_names_it_and_its_mode(web: httpx.Client) -> None:
    video = encoders.rmv(encoders.film(mode="no-guess"), 2)
    for data, origin in ((video, ("Minesweeper Arbiter 1", "no-guess")), (played("own").pack(), ("", ""))):
        game = web.get(f"/api/games/{imported(web, data)['id']}").json()
        assert (game["program"], game["mode"]) == origin


def test_a_page_of_the_review_ends_with_its_time(start: Start) -> None:
    server = start("--limit", "review-seconds=0.000001", "--limit", "request-burst=1000")
    replay = played("pages", "modern beginner")
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=PATIENCE) as web:
        number = imported(web, replay.pack())["id"]
        seen: list[int] = []
        part: dict[str, Any] = {"next": 0}
        while part["next"] is not None:
            part = web.get(f"/api/games/{number}/review", params={"from": part["next"]}).json()
            assert len(part["moves"]) <= 1
            seen += [move["action"] for move in part["moves"]]
    assert seen == [move.place for move in review(replay).moves]


def test_the_figures_grade_and_proof_of_a_board_are_those_of_the_library(web: httpx.Client) -> None:
    replay = played("board")
    number = imported(web, replay.pack())["id"]
    game = replay.after(len(replay))
    measured, proven = measure(game.minefield), prove(game)
    board = web.get(f"/api/games/{number}/board").json()
    figures = ("bbbv", "openings", "islands", "zini", "hzini", "max_efficiency")
    assert [board[name] for name in figures] == [getattr(measured, name) for name in figures]
    speed = measure_game(game)
    assert speed.stnb is not None
    right = [speed.rqp, speed.ios, speed.qg, speed.stnb.value]
    assert [board[name] for name in ("rqp", "ios", "qg", "stnb")] == pytest.approx(right)
    assert (board["hardest"], board["needs_guess"]) == (proven.difficulty.hardest, proven.difficulty.needs_guess)
    proof = web.get(f"/api/games/{number}/proof").json()
    assert (proof["complete"], proof["hardest"]) == (proven.is_complete, proven.difficulty.hardest)
    assert [step["text"] for step in proof["steps"]] == [step.explanation.sentence for step in proven.steps]


def test_a_board_is_not_proven_from_a_mine_or_from_nothing(web: httpx.Client) -> None:
    hit = Game(Rules.parse("modern 4x4/15 first=any"), "hit")
    while not hit.status.is_over:
        hit.open(*divmod(hit.seq, 4))
    given_up = Game(Rules.parse("modern beginner"), "nothing")
    given_up.play(Action("resign"))
    for game, why in ((hit, "The first click hit a mine"), (given_up, "No square was opened")):
        number = imported(web, Replay.of(game, Seed.of("hit" if game is hit else "nothing")).pack())["id"]
        for what in ("board", "proof"):
            answer = web.get(f"/api/games/{number}/{what}")
            assert (answer.status_code, answer.json()["error"].startswith(why)) == (422, True)


def test_only_finished_games_of_a_fitting_size_are_reviewed(server: Running, web: httpx.Client) -> None:
    with server.connect() as client:
        client.send('{"t":"hello"}')
        client.send('{"t":"new","n":1,"rules":"modern beginner"}')
        board: dict[str, Any] = {}
        while board.get("t") != "board":
            board = json.loads(client.recv(PATIENCE))
        client.send(json.dumps({"t": "play", "game": board["game"], "n": 2, "kind": "open", "cell": 0}))
        while board.get("t") != "delta":
            board = json.loads(client.recv(PATIENCE))
        with open_store(server.folder / "games.db") as store:
            number = store.unfinished()[0].id
        for what in ("review", "report", "track", "board", "proof", "picture", "same-board", "steps", "replay"):
            assert web.get(f"/api/games/{number}/{what}").status_code == 404
    large = Game(Rules.parse("modern 400x300/999"), "large")
    large.open(0, 0)
    large.play(Action("resign"))
    number = imported(web, Replay.of(large, Seed.of("large")).pack())["id"]
    for what in ("review", "board", "proof", "picture"):
        assert web.get(f"/api/games/{number}/{what}").status_code == 422
    assert not web.get(f"/api/games/{number}/report").json()["reported"]


def test_pictures_formats_filters_and_games_on_the_same_board(web: httpx.Client) -> None:
    one, two, other = played("same"), played("same", step=7), played("other")
    numbers = [imported(web, replay.pack())["id"] for replay in (one, two, other)]
    picture = web.get(f"/api/games/{numbers[0]}/picture").json()
    end = one.after(len(one)).board
    assert picture == {
        "width": 16,
        "height": 16,
        "cells": "".join(SYMBOLS[value] for value in end.to_bytes()),
    }
    same = web.get(f"/api/games/{numbers[0]}/same-board").json()
    assert [game["id"] for game in same] == [numbers[1]]
    for kind in ("text", "packed", "rawvf"):
        data = web.get(f"/api/games/{numbers[0]}/replay", params={"format": kind}).content
        assert read_replay(data).replay.entries == one.entries or kind == "rawvf"
        assert read_replay(data).replay.minefield == one.minefield
    assert web.get(f"/api/games/{numbers[0]}/replay?format=avi").status_code == 422
    film = encoders.evf(encoders.film(), 3)
    video = imported(web, film, "game.evf")["id"]
    answer = web.get(f"/api/games/{video}/replay?format=evf")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].endswith(f'"sapper-{video}.evf"')
    assert read_replay(answer.content).replay.entries == read_replay(film).replay.entries
    unopened = Game(Rules("8x8/10"), 3)
    unopened.apply(LogEntry(Action("resign"), 0))
    number = imported(web, Replay.of(unopened, Seed.of(3)).pack())["id"]
    refused = web.get(f"/api/games/{number}/replay?format=evf")
    assert refused.status_code == 422
    assert refused.json()["error"].startswith("No square was opened")
    found = {
        status: {game["id"] for game in web.get(f"/api/games?status={status}&source=imported").json()}
        for status in ("won", "abandoned")
    }
    assert (found["won"] & {*numbers}, found["abandoned"] >= {*numbers}) == (set(), True)
    assert web.get("/api/games?status=sideways").status_code == 422


def test_files_of_other_programs_are_played_and_stored_once(web: httpx.Client) -> None:
    replay = played("foreign", "modern beginner")
    data = write_replay(replay, "rawvf")
    found = imported(web, data, "game.rawvf")
    assert not found["known"]
    assert imported(web, data)["id"] == found["id"]
    steps = web.get(f"/api/games/{found['id']}/steps").json()["steps"]
    assert len(steps) == len(read_replay(data).replay)
    for wrong in (b"", b"RAWVF_Version: Rev6\nnothing", b"\x11\x4d" + bytes(99), b"no replay at all"):
        answer = web.post("/api/replays", content=wrong)
        assert answer.status_code == 422
        assert answer.json()["error"].endswith(".")


def test_a_broken_replay_is_shown_as_far_as_it_can_be_played(web: httpx.Client) -> None:
    replay = played("broken", "modern beginner")
    lines = replay.to_text().splitlines()
    lines[lines.index("actions:") + 4] = "99999 open 20 1"
    before = len(web.get("/api/games?source=imported&limit=200").json())
    answer = web.post("/api/replays/playable", content="\n".join(lines)).json()
    assert answer["why"] == "Action 4 is outside the board."
    assert len(answer["steps"]["steps"]) == 3
    assert len(web.get("/api/games?source=imported&limit=200").json()) == before
    for wrong in (b"\xff\xfe", b"sapper replay 1\nrules: modern 9x9/99999\n", b"hello"):
        assert web.post("/api/replays/playable", content=wrong).status_code == 422
    lines[1] = "rules: modern 4000x4000/99 v1"
    assert web.post("/api/replays/playable", content="\n".join(lines)).status_code == 422


# Going on from a moment of a replay


def test_a_game_goes_on_from_a_moment(tmp_path: Path) -> None:
    asyncio.run(_go_on(tmp_path))


async def _go_on(tmp_path: Path) -> None:
    replay = played("moment", "modern intermediate layout=no-guess-pairs")
    rules = str(replay.rules)
    async with open_lobby(tmp_path) as lobby:
        with open_store(tmp_path / "games.db") as store:
            number = import_replay(store, replay, "test")
            without_seed = import_replay(store, replay.replace(seed=None), "test")
        client = await Client(lobby).connect()
        await client.hello()
        moment = {"game": number, "actions": 9}
        board = await client.new(f"{rules} practice=on", moment=moment)
        there = replay.after(9)
        assert board["cells"] == "".join(SYMBOLS[value] for value in there.board.to_bytes())
        assert (board["seq"], board["at"], board["known_board"]) == (9, replay.entries[8].at, True)
        assert board["undo"] == there.seq
        assert (await client.play(board["game"], "undo", n=3))["seq"] == 10
        with open_store(tmp_path / "games.db") as store:
            stored = store.load(store.unfinished()[0].id)
        assert stored.entries[:9] == replay.entries[:9]
        assert stored.known_board
        raced = await client.new(rules, moment={"game": number, "actions": 1})
        assert (raced["seq"], raced["known_board"], raced["choices"]["practice"]) == (1, True, False)
        for wrong, message in (
            ({"game": number, "actions": len(replay)}, "already over"),
            ({"game": 9999, "actions": 1}, "no such finished game"),
            ({"game": without_seed, "actions": 1}, "no seed"),
        ):
            refused = await client.new(rules, moment=wrong)
            assert refused["t"] == "refused"
            assert message in refused["why"]
        refused = await client.new("modern beginner", moment=moment)
        assert "rules are not those" in refused["why"]
        unfinished = await client.new(rules, moment={"game": stored.id, "actions": 1})
        assert unfinished["t"] == "board", "the game that was left is finished"
        with open_store(tmp_path / "games.db") as store:
            in_play = store.unfinished()[0].id
        refused = await client.new(rules, moment={"game": in_play, "actions": 1})
        assert refused["t"] == "refused", "of a game in play nothing is known"
