"""A move costs one encoding and one frame, however many people play and watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from server.party_guests import QUICK, guest, playing, run, three_mines
from server.playground import open_lobby, settle

from sapper.server import protocol
from sapper.server.frames import text_frame

if TYPE_CHECKING:
    from pathlib import Path


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
            monkeypatch.setattr(protocol, "encode", counting(protocol.encode, encoded))
            monkeypatch.setattr("sapper.server.audience.text_frame", counting(text_frame, framed))
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
