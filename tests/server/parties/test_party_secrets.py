"""What nobody may read in parties: rounds in play, seeds and keys, and texts that are not clean."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from server.party_guests import (
    PATIENT,
    RULES,
    TERMS,
    eventually,
    game_of,
    guest,
    playing,
    replica_of,
    run,
    three_mines,
)
from server.playground import open_lobby, settle

from sapper.server.app import App
from sapper.server.http.routes import make_api
from sapper.server.parties.modes import arena

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.server.http.cookies import Player
    from sapper.server.rooms.lobby import Lobby

Message = dict[str, Any]
ORIGIN = "http://test"
# Of a finished game in the API.
PATHS = ("", "/replay", "/steps", "/picture", "/review", "/board", "/proof", "/same-board")
api = cache(make_api)


@pytest.mark.parametrize("mode", ["race", "arena"])
def test_replays_of_a_round_in_play_stay_concealed_after_a_restart(
    tmp_path: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "_BREAK", 0.0)

    async def answers(lobby: Lobby, player: Player, number: int) -> list[int]:
        app = App(lobby.services, lobby, [ORIGIN], api())
        headers = {"cookie": f"sapper={player.token}", "host": "test", "origin": ORIGIN}
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers) as web:
            found = [await web.get(f"/api/games/{number}{path}") for path in PATHS]
            found.append(await web.get(f"/api/arenas/{party}/1"))
            return [answer.status_code for answer in found]

    party = ""

    async def play() -> None:
        nonlocal party
        terms = {**TERMS[mode], "rules": "modern beginner"}
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            (ada, eve), _ = await playing(lobby, "Ada", "Eve", **terms)
            await settle(lobby)
            await eventually(lambda: game_of(eve).first is not None)
            party, replica = ada.party, replica_of(eve)
            await eve.play(replica.id, "resign", n=5)
            await eventually(lambda: replica.finished_id is not None)
            number = replica.finished_id or 0
            assert set(await answers(lobby, ada.player, number)) == {409, 404}
        async with open_lobby(tmp_path, limits=PATIENT) as lobby:
            stranger = lobby.services.guests.new()
            assert await answers(lobby, stranger, number) == [409] * len(PATHS) + [404]
            again = await guest(lobby, player=ada.player)
            await again.join(party)
            assert await answers(lobby, stranger, number) == [409] * len(PATHS) + [404]
            back = await guest(lobby, player=eve.player)
            await back.join(party)
            for one in (back, again):
                await one.ask("quit")
            await settle(lobby)
            assert (await answers(lobby, stranger, number))[:-1] == [200] * len(PATHS)

    run(play())


def test_what_is_deleted_after_a_while_and_what_stays(tmp_path: Path) -> None:
    now = 1_800_000_000

    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines, now=lambda: now) as lobby:
            nobody = await guest(lobby)
            await nobody.host()
            await nobody.ask("quit")
            (ada,), game = await playing(lobby, "Ada")
            await ada.play(game, "resign", n=3)
            await ada.when(stage="waiting")
            (grace,), _ = await playing(lobby, "Grace")
            await ada.ask("quit")
            await settle(lobby)

            def stored() -> list[bool]:
                with lobby.services.writer._opener() as store:
                    return [store.party(one.party) is not None for one in (nobody, ada, grace)]

            assert stored() == [False, True, True]
            nonlocal now
            for days, left in ((29, [False, True, True]), (31, [False, False, True])):
                now = 1_800_000_000 + days * 86_400
                await lobby.expiry.sweep()
                assert stored() == left
            with lobby.services.writer._opener() as store:
                assert len(store.games()) == 1

    run(play())


def test_nothing_that_is_sent_has_a_secret_a_seed_or_a_key(tmp_path: Path) -> None:
    async def play(mode: str) -> None:
        folder = tmp_path / mode
        folder.mkdir()
        terms = {**TERMS[mode], "rules": "modern beginner", "is_public": True}
        async with open_lobby(folder, limits=PATIENT) as lobby:
            ada, grace, watcher = [await guest(lobby, name) for name in ("Ada", "Grace", "Watcher")]
            await ada.host(**terms)
            await grace.join(ada.party)
            await watcher.join(ada.party, watch=True)
            await ada.ask("start")
            await ada.board()
            await settle(lobby)
            state = ada.connection.party.state  # type: ignore[union-attr]
            replica = replica_of(ada)
            app = App(lobby.services, lobby, [ORIGIN], api())
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers={"host": "test"}) as web:
                answers = [(await web.get(path)).text for path in ("/api/parties", "/api/games", "/api/rooms")]
            sent = "\n".join([*ada.frames, *grace.frames, *watcher.frames, *answers])
            assert ada.party in answers[0]
            hidden = [state.secret.hex(), replica.seed.text, replica.salt.hex(), '"mines":[']
            for one in (ada, grace, watcher):
                hidden += [one.player.key.hex(), one.player.token]
            assert [secret for secret in hidden if secret in sent] == []

    for mode in TERMS:
        run(play(mode))


def test_names_and_chat_are_cleaned_wherever_they_come_from(tmp_path: Path) -> None:
    bad = "\u202eE\x1b]0;x\x07v\u200be\u2066\ue000"

    async def play() -> None:
        async with open_lobby(tmp_path, limits=PATIENT, layout=three_mines) as lobby:
            ada, eve = await guest(lobby, "Ada"), await guest(lobby, bad)
            await ada.host(name=bad, is_public=True)
            await eve.join(ada.party)
            eve.send("rename", name=bad + "1")
            await ada.ask("choose", terms={"rules": RULES, "name": bad + "2", "is_public": True})
            eve.send("say", n=4, text=bad)
            await ada.until("said")
            await ada.ask("start")
            await ada.play((await ada.board())["game"], "resign", n=5)
            await ada.when(stage="waiting")
            await settle(lobby)
            app = App(lobby.services, lobby, [ORIGIN], api())
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers={"host": "test"}) as web:
                paths = ("/api/parties", "/api/games", "/api/games/1", "/api/games/1/replay")
                answers = [(await web.get(path)).text for path in paths]
            shown = "\n".join([*map(json.dumps, map(json.loads, [*ada.frames, *eve.frames])), *answers])
            for letter in bad:
                if letter in "\u202e\x1b\x07\u200b\u2066\ue000":
                    assert letter not in shown
                    assert json.dumps(letter)[1:-1] not in shown
            assert "E]0;xve1" in shown
            assert "E]0;xve2" in shown

    run(play())
