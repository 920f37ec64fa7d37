"""Finished games of rooms: who played is in the replay, in everybody's list, and apart from games alone."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx
from server.conftest import Running
from waiting import PATIENCE

from sapper import best_move
from sapper.client import Client, Terms
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.client import RemoteParty

QUICK = ("--limit", "countdown=0.05", "--limit", "connections-per-address=100")


def has_seen(party: RemoteParty, seq: int) -> bool:
    return party.game is not None and party.game.seq >= seq


async def play_together(url: str) -> tuple[list[str], int]:
    """Let two people win a game, and return their tokens and its number."""
    async with Client(url, name="Ada", device="key") as ada, Client(url, name="Bo", device="mouse") as bo:
        hers = await ada.host(Terms(rules="modern beginner lives=30"))
        his = await bo.join(hers.id)
        for party in (hers, his):
            await party.ready()
        for party in (hers, his):
            await party.until(lambda party: party.can_move)
        turn = 0
        assert hers.game is not None
        await hers.game.flag(7, 7)
        await hers.game.clear(7, 7)
        while hers.can_move:
            game = (hers, his)[turn % 2].game
            assert game is not None
            move = best_move(game.board)
            await game.open(move.row, move.col)
            await hers.until(partial(has_seen, seq=game.seq))
            turn += 1
        end = await hers.game.ended()
        assert end.finished_id is not None
        assert end.standing is None
        return [client.token or "" for client in (ada, bo)], end.finished_id


def test_a_game_of_two_is_stored_with_both_and_counted_apart(tmp_path: Path) -> None:
    server = Running(tmp_path, *QUICK)
    try:
        (ada, bo), number = asyncio.run(asyncio.wait_for(play_together(server.url), PATIENCE))
        with httpx.Client(base_url=server.url) as web:

            def ask(path: str, token: str = ada) -> Any:
                answer = web.get(path, headers={"Authorization": f"Bearer {token}"})
                assert answer.status_code == 200, answer.text
                return answer.json()

            for token in (ada, bo):
                assert [game["id"] for game in ask("/api/games?mine=1", token)] == [number]
                assert ask("/api/statistics?mine=1", token)["games"] == 0
                assert ask("/api/statistics?mine=1&together=yes", token)["games"] == 1
                assert ask("/api/statistics?mine=1&together=race", token)["games"] == 0
                assert ask("/api/rooms", token) == []
            assert ask("/api/games?mine=1&together=no") == []
            assert ask("/api/best-times") == []
            assert len(ask("/api/best-times?together=coop")) == 1
            assert web.get("/api/statistics?together=maybe").status_code == 422
            game = ask(f"/api/games/{number}")
            assert (game["together"], game["name"]) == ("coop", "Ada, Bo")
            assert [part["name"] for part in game["parts"]] == ["Ada", "Bo"]
            assert sum(part["share"] for part in game["parts"]) == 1
            text = web.get(f"/api/games/{number}/replay").text
            lines = web.get("/api/backup", headers={"Authorization": f"Bearer {bo}"}).text.splitlines()
            assert (json.loads(lines[0])["games"], len(lines)) == (1, 2)
            assert web.delete(f"/api/games/{number}", headers={"Authorization": f"Bearer {bo}"}).status_code == 200
            assert ask("/api/games?mine=1", bo) == []
            assert len(ask("/api/games?mine=1", ada)) == 1
    finally:
        server.close()
    replay = Replay.parse(text)
    assert replay.players == ("Ada", "Bo")
    assert {entry.by for entry in replay.entries} == {0, 1}
