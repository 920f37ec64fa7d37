"""A finished round as one replay: over HTTP once it is over, signed, and recomputed by `sapper verify`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from server.party_guests import QUICK, Guest, eventually, game_of, party_of, playing, replica_of, run
from server.playground import KEY, open_lobby, settle

from sapper.analysis.rounds import RoundFile
from sapper.cli import main
from sapper.layouts import layout_of
from sapper.server.app import App
from sapper.server.http.routes import make_api
from sapper.server.parties.ids import round_identity
from sapper.server.parties.modes import arena
from sapper.server.store.signer import Signer

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.server.rooms.lobby import Lobby

ORIGIN = "http://test"
RULES = "modern 8x8/10"
TERMS: dict[str, dict[str, Any]] = {
    "coop": {"mode": "coop"},
    "race": {"mode": "race"},
    "duel": {"mode": "duel"},
    "arena": {"mode": "arena", "boards": 1, "minutes": 5},
}


@pytest.fixture(autouse=True)
def _no_break(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "_BREAK", 0.0)


async def answer(lobby: Lobby, path: str) -> httpx.Response:
    app = App(lobby.services, lobby, [ORIGIN], make_api())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=ORIGIN) as web:
        return await web.get(path)


def safe_cells(one: Guest) -> list[int]:
    replica = replica_of(one)
    assert replica.game.first is not None
    level = replica.rules.level
    mines = {
        level.index(*cell) for cell in layout_of(replica.rules, replica.seed)(replica.rules, replica.game.first).mines()
    }
    return [cell for cell in range(level.cells) if cell not in mines]


async def end(mode: str, ada: Guest, bob: Guest) -> None:
    """Play a round to its end: Ada wins, and Bob gives up."""
    await eventually(lambda: mode == "coop" or game_of(ada).first is not None)
    if mode == "coop":
        await ada.play(replica_of(ada).id, "open", 0, 10)
    if mode == "duel":
        await bob.play(replica_of(bob).id, "resign", n=20)
        return
    if mode != "coop":
        await bob.play(replica_of(bob).id, "resign", n=20)
    replica = replica_of(ada)
    for cell in safe_cells(ada):
        if not replica.game.status.is_over:
            await ada.play(replica.id, "open", cell, 100 + cell)


@pytest.mark.parametrize("mode", TERMS)
def test_a_round_is_one_signed_replay_once_it_is_over_and_not_before(
    tmp_path: Path, mode: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> bytes:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            (ada, bob), _ = await playing(lobby, "Ada", "Bob", **({"rules": RULES} | TERMS[mode]))
            name = round_identity(party_of(ada).state.secret)
            assert (await answer(lobby, f"/api/rounds/{name}")).status_code == 404
            assert (await answer(lobby, f"/api/rounds/{name}/file")).status_code == 404
            await end(mode, ada, bob)
            party = await ada.when(stage="waiting")
            await settle(lobby)
            assert party["replay"] == name
            told = (await answer(lobby, f"/api/rounds/{name}")).json()
            assert told["mode"] == mode
            assert [seat["name"] for seat in told["seats"]] == ["Ada", "Bob"]
            assert [(seat["place"], seat["at"]) for seat in told["seats"]] == [
                (score["place"], score.get("at", 0)) for score in party["result"]
            ]
            assert sum(len(game["seats"]) for game in told["games"]) == 2
            file = await answer(lobby, f"/api/rounds/{name}/file")
            assert file.status_code == 200
            return file.content

    data = asyncio.run(play())
    played = RoundFile.load(data)
    assert played.problems() == []
    assert played.signer == Signer(KEY).public_key
    path = tmp_path / "round.json"
    path.write_bytes(data)
    key = ["--server-key", Signer(KEY).public_key.hex()]
    assert main(["verify", str(path), *key]) == 0
    assert "consistent" in capsys.readouterr().out
    assert main(["replay", "round", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "Ada" in shown
    assert "Bob" in shown
    assert main(["replay", "round", str(path), "--at", "0"]) == 0
    path.write_bytes(data.replace(b'"Ada"', b'"Eva"', 1))
    assert main(["verify", str(path), *key]) == 1


def test_the_events_of_a_race_say_who_led_and_how_everybody_ended(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            (ada, bob), _ = await playing(lobby, "Ada", "Bob", mode="race", rules=RULES)
            await end("race", ada, bob)
            name = (await ada.when(stage="waiting"))["replay"]
            await settle(lobby)
            told = (await answer(lobby, f"/api/rounds/{name}")).json()
            ends = [(event["kind"], event["seat"], event["place"]) for event in told["events"] if "place" in event]
            assert sorted(ends) == [("abandoned", 1, 2), ("won", 0, 1)]
            assert told["seats"][0]["curve"][-1][1] == 1
            steps = await answer(lobby, f"/api/games/{told['games'][0]['game']}/steps")
            assert steps.status_code == 200

    run(play())


def test_what_is_no_round_is_not_found(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=QUICK) as lobby:
            for name in ("none", "x" * 500, "%00"):
                assert (await answer(lobby, f"/api/rounds/{name}")).status_code == 404

    run(play())
