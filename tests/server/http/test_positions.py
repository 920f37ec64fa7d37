"""Positions over HTTP: everything about one, its proof, a minefield that fits, and positions from files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import httpx
import pytest
from server.conftest import Running
from waiting import PATIENCE

from sapper import Action, Board, Game, Minefield, Rules, Seed
from sapper.analysis.odds import odds
from sapper.formats import write_board
from sapper.phrase import Phrase
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.conftest import Start

CERTAIN = "4x2/2\n11..\n...."
GUESS = "4x3/3\n....\n.2..\n...."
FIELD = Minefield.from_mines(8, 8, [(0, 0), (5, 5), (3, 2), (7, 7)])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Hold one server that lets an address ask about as many positions as these tests do."""
    running = Running(tmp_path_factory.mktemp("server"), "--limit", "advice-burst=1000")
    yield running
    running.close()


@pytest.fixture
def web(server: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=PATIENCE) as client:
        yield client


def test_one_request_says_everything_about_a_position(web: httpx.Client) -> None:
    found = web.post("/api/analysis", json={"board": CERTAIN}).json()
    assert found["fits"] is True
    assert found["odds"] == web.post("/api/odds", json={"board": CERTAIN}).json()
    assert found["best"] == web.post("/api/move", json={"board": CERTAIN}).json()
    assert found["hint"] == web.post("/api/hint", json={"board": CERTAIN, "stage": 3}).json()
    assert found["log_arrangements"] == pytest.approx(odds(Board.parse(CERTAIN)).log_arrangements)
    assert "candidates" not in found
    guess = web.post("/api/analysis", json={"board": GUESS}).json()
    assert guess["hint"]["certain"] is False
    first, *others = guess["candidates"]
    assert first["cell"] == guess["best"]["cell"]
    assert others
    assert all(other["win"] <= first["win"] for other in others)


def test_a_contradiction_is_named(web: httpx.Client) -> None:
    found = web.post("/api/analysis", json={"board": "4x3/3\n....\n....\n21.."}).json()
    phrase = Phrase.from_json(found.pop("phrase"))
    assert found == {"fits": False, "text": "No minefield fits the 2 at A3 and the 1 at B3.", "clash": [8, 9]}
    assert str(phrase) == found["text"]
    found = web.post("/api/analysis", json={"board": "3x3/1\n3..\n...\n..."}).json()
    assert found["clash"] == [0], "where no number is at fault alone, all are with the count of mines"


def test_a_board_that_is_done_has_nothing_to_choose(web: httpx.Client) -> None:
    found = web.post("/api/analysis", json={"board": "2x1/1\n1."}).json()
    assert found["fits"] is True
    assert found["text"] == "Every safe square is open: there is nothing left to choose."
    assert "best" not in found


def test_the_proof_lists_every_step(web: httpx.Client) -> None:
    steps = web.post("/api/proof", json={"board": CERTAIN}).json()["steps"]
    assert {cell for step in steps if step["safe"] for cell in step["cells"]} == {2, 6}
    assert all(step["text"] and step["numbers"] for step in steps)
    assert web.post("/api/proof", json={"board": GUESS}).json() == {"steps": []}


def test_minefields_are_drawn_among_those_that_fit(web: httpx.Client) -> None:
    drawn = {web.post("/api/arrangement", json={"board": GUESS}).json()["minefield"] for _ in range(12)}
    assert len(drawn) > 1
    for rows in drawn:
        field = Minefield.from_text(rows)
        assert field.level.mines == 3
        assert field.number(1, 1) == 2
        assert not field.is_mine(1, 1)
    assert web.post("/api/arrangement", json={"board": "4x3/3\n....\n....\n21.."}).status_code == 422


@pytest.mark.parametrize("path", ["/api/analysis", "/api/proof", "/api/arrangement"])
def test_large_positions_and_nonsense_are_refused(web: httpx.Client, path: str) -> None:
    large = "65x64/9\n" + "\n".join(["." * 65] * 64)
    for body in ({"board": large}, {"board": ""}, {}, {"board": CERTAIN, "stage": 5}):
        answer = web.post(path, content=json.dumps(body))
        assert answer.status_code == 422
        assert answer.json().keys() - {"phrase"} == {"error"}


def test_positions_are_read_from_diagrams_files_and_replays(web: httpx.Client) -> None:
    def read(data: bytes, **query: str | int) -> dict[str, object]:
        answer = web.post("/api/position", content=data, params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, object] = answer.json()
        return found

    assert read(CERTAIN.encode()) == {"board": CERTAIN, "kind": "board"}
    assert read(b"\xef\xbb\xbf 1 1 . .\r\n . . # f\r\n", mines=2) == {"board": "4x2/2\n11..\n...F", "kind": "board"}
    assert read(b"1.\n", mines=40)["board"] == "2x1/1\n1."
    for kind, name in (("mbf", "a.mbf"), ("mbf", ""), ("diagram", ""), ("tatham", "")):
        found = read(write_board(FIELD, kind), name=name)
        assert (found["kind"], found["minefield"]) == ("minefield", FIELD.to_text())
        board = Board.parse(str(found["board"]))
        assert all(value > 8 or value == FIELD.number(*divmod(at, 8)) for at, value in enumerate(board.to_bytes()))
        assert 0 in board.to_bytes()
    game = Game(Rules("beginner"), "x")
    game.open(0, 0)
    before = str(game.board)
    game.play(Action("resign"), at=500)
    replay = Replay.of(game, Seed.of("x"))
    for data in (replay.to_text().encode(), replay.pack()):
        assert read(data) == {"board": before, "kind": "replay", "actions": 1}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"hello", "cannot be played"),
        (b"\xff\xfe\x00\x01\x02", "no board of a known format"),
        (b"30x3/9\n" + b"\n".join([b"." * 30, b"." * 29, b"." * 30]), "its number of squares is 29, and should be 30"),
        (b"65x64/9\n" + b"\n".join([b"." * 65] * 64), "at most 4096 squares"),
        (b"\n".join([b"*" + b"." * 64] * 64), "at most 4096 squares"),
        (b"sapper replay 1\n" * 9, ""),
        (b"SAPR\x01" + bytes(40), ""),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(web: httpx.Client, data: bytes, why: str) -> None:
    answer = web.post("/api/position", content=data, params={"mines": 3})
    assert answer.status_code == 422
    assert why in answer.json()["error"]
    assert answer.json()["error"].endswith(".")


def test_an_address_may_ask_about_so_many_positions(start: Start) -> None:
    server = start("--limit", "advice-burst=1", "--limit", "advice-per-second=0.001")
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=PATIENCE) as client:
        assert client.post("/api/analysis", json={"board": CERTAIN}).status_code == 200
        for path in ("odds", "analysis", "proof", "arrangement", "position"):
            answer = client.post(f"/api/{path}", json={"board": CERTAIN})
            assert answer.status_code == 429
            assert answer.json()["error"].startswith("Too many positions were asked about from your address.")
