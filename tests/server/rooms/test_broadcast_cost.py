"""What a move costs, in counts that are the same in every run: encodings, frames, and calls of Python functions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from server.party_guests import QUICK, guest, playing, run, three_mines
from server.playground import RULES, Client, open_lobby, settle

import sapper
from sapper.server.protocol import game_messages
from sapper.server.socket.frames import text_frame

if TYPE_CHECKING:
    from types import FrameType

SOURCE = str(Path(sapper.__file__).parent)
MOST_CALLS = 85  # of functions in Python, from a message that arrives to the frame of its answer; 100 took 5 us more


@pytest.mark.parametrize("watchers", [0, 1, 40])
def test_moves_are_encoded_once_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watchers: int) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            people, game = await playing(lobby, "Ada", "Grace", "Alan", "Edsger")
            watching = [await guest(lobby) for _ in range(watchers)]
            for one in watching:
                await one.join(people[0].party, watch=True)
            await people[0].play(game, "open", 7, 9)  # makes the game; those after it are the usual case
            await settle(lobby)
            encoded: list[object] = []
            framed: list[object] = []
            monkeypatch.setattr(game_messages, "encode", counting(game_messages.encode, encoded))
            monkeypatch.setattr("sapper.server.rooms.audience.text_frame", counting(text_frame, framed))
            for n, one in enumerate(people):
                one.send("play", game=game, kind="flag", cell=9 + n, n=20)
            await settle(lobby)
            assert (len(encoded), len(framed)) == (4, 4)
            for one in (*people, *watching):
                deltas = [frame for frame in one.frames[-6:] if '"t":"delta"' in frame and '"flag"' in frame]
                assert len(deltas) == 4

    run(play())


def counting(function: object, calls: list[object]) -> object:
    def counted(*given: object) -> object:
        calls.append(given)
        return function(*given)  # type: ignore[operator]

    return counted


def test_the_event_loop_makes_few_calls_for_a_move(tmp_path: Path) -> None:
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call" and frame.f_code.co_filename.startswith(SOURCE)

    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK, layout=three_mines) as lobby:
            clients = [await Client(lobby).connect() for _ in range(20)]
            games = []
            for client in clients:
                await client.hello(tab="tab")
                games.append((await client.new(RULES))["game"])
                client.send("play", game=games[-1], kind="open", cell=7, n=10)
                await client.until("delta")
            await settle(lobby)
            sys.setprofile(count)
            for client, game in zip(clients, games, strict=True):
                client.send("play", game=game, kind="flag", cell=9, n=11)
            for client in clients:
                assert (await client.until("delta"))["n"] == 11
            sys.setprofile(None)
            assert calls / len(clients) < MOST_CALLS

    run(play())
