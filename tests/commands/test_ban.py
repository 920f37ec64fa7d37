"""`sapper ban` and `sapper delete --player`: who is banned is refused and cut off, who is deleted leaves nothing."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from command_line import run
from server.conftest import Running
from server.playground import Client, open_lobby
from waiting import PATIENCE
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sapper.history.identity import public_id
from sapper.history.store import open_store
from sapper.history.store.bans import Ban
from sapper.server.http.cookies import Guests, Player
from sapper.server.operations.bans import Bans

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

SAPPER = [sys.executable, "-m", "sapper"]
PLAYER = "0123456789abcdef"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    running.close()


def test_bans_are_added_listed_and_removed(tmp_path: Path) -> None:
    def ban(*arguments: str) -> subprocess.CompletedProcess[str]:
        return run("ban", *arguments, "--data", tmp_path)

    assert ban("--list").stdout == "no player is banned\n"
    assert ban(PLAYER.upper(), "--days", "3", "--reason", "  rude \n names ").returncode == 0
    assert "for good" in ban("203.0.113.7").stdout
    assert "2001:db8::/32 is banned" in ban("2001:DB8:0::1/32").stdout
    listed = ban("--list").stdout.splitlines()
    assert sorted(line.split()[0] for line in listed) == [PLAYER, "2001:db8::/32", "203.0.113.7"]
    assert [line.endswith("  rude names") for line in listed].count(True) == 1
    assert ban(PLAYER).returncode == 0
    assert len(ban("--list").stdout.splitlines()) == 3
    assert ban("--remove", "203.0.113.7").stdout == "203.0.113.7 is no longer banned\n"
    assert len(ban("--list").stdout.splitlines()) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["Mallory"],
        ["300.1.1.1"],
        ["1.2.3.4/33"],
        [PLAYER, "--days", "0"],
        [PLAYER, "--reason", "x" * 201],
        [PLAYER, "--list"],
        ["--remove", PLAYER],
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, arguments: list[str]) -> None:
    done = run("ban", *arguments, "--data", tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: ")
    assert done.stderr.count("\n") == 1


def test_bans_of_players_addresses_and_networks_hold_until_they_end() -> None:
    bans, player = Bans(), Player("token", bytes(16))

    def refusal(address: str, *who: str, until: int | None = None, reason: str = "") -> str | None:
        bans.replace(Ban(who=name, until=until, reason=reason, created_at=0) for name in who)
        found = bans.refusal(player, address, 1000)
        return None if found is None else str(found)

    assert refusal("1.2.3.4") is None
    assert refusal("1.2.3.4", PLAYER, "1.2.3.5", "2.0.0.0/8", "::1") is None
    assert refusal("", "2.0.0.0/8") is None
    assert refusal("1.2.3.4", player.id) == "You are banned from this server."
    assert refusal("1.2.3.4", "1.2.3.4", reason="rude") == "You are banned from this server: rude"
    assert refusal("::ffff:1.2.3.4", "1.2.3.4") is not None
    assert refusal("1.2.3.4", "1.0.0.0/8") is not None
    assert refusal("2001:db8::5", "2001:db8::/32") is not None
    until = refusal("1.2.3.4", player.id, until=86_400)
    assert until == "You are banned from this server until 1970-01-02 00:00 UTC."
    assert refusal("1.2.3.4", player.id, until=1000) is None
    bans.replace([Ban(player.id, 5, "", 0), Ban("1.2.3.4", None, "", 0)])
    assert bans.refusal(player, "1.2.3.4", 1000) is not None


def test_a_banned_player_is_cut_off_and_refused(server: Running) -> None:
    with server.connect() as client:
        client.send(json.dumps({"t": "hello"}))
        you = json.loads(client.recv(PATIENCE))["you"]
        token = client.response.headers["Set-Cookie"].partition("=")[2].partition(";")[0]  # type: ignore[union-attr]
        assert run("ban", you, "--reason", 'He "cheats".', "--data", server.folder).returncode == 0
        while (message := json.loads(client.recv(PATIENCE)))["t"] != "bye":
            pass
        assert message["why"] == 'You are banned from this server: He "cheats".'
        with pytest.raises(ConnectionClosed):
            client.recv(PATIENCE)
    headers = {"Cookie": f"sapper={token}"}
    with pytest.raises(InvalidStatus) as refused:
        server.connect(additional_headers=headers)
    assert refused.value.response.status_code == 403
    assert refused.value.response.body == message["why"].encode()
    for path in ("/", "/api/me", "/assets/app-main.js"):
        answer = httpx.get(server.url + path, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (403, message["why"])
    assert httpx.get(server.url + "/api/me").status_code == 200  # somebody else at the same address
    metrics = httpx.get(server.health + "/metrics").text
    assert 'sapper_rejected_total{reason="banned"} 4.0' in metrics
    run("ban", "--remove", you, "--data", server.folder)
    deadline = 200
    while httpx.get(server.url + "/api/me", headers=headers).status_code != 200:
        deadline -= 1
        assert deadline
        time.sleep(0.1)


def test_a_ban_holds_from_the_start_of_a_server(tmp_path: Path) -> None:
    assert run("ban", "127.0.0.0/8", "--data", tmp_path).returncode == 0
    running = Running(tmp_path)
    try:
        assert httpx.get(running.url).status_code == 403
        assert httpx.get(running.health + "/readyz").status_code == 200
    finally:
        running.close()


# Deleting a player


def test_a_player_is_deleted_with_name_and_games(tmp_path: Path) -> None:
    async def play() -> tuple[str, str]:
        async with open_lobby(tmp_path) as lobby:
            ids = []
            for name in ("Mallory", "Ann"):
                client = await Client(lobby).connect()
                ids.append((await client.hello(name=name))["you"])
                for _ in range(2):
                    game = (await client.new())["game"]
                    await client.play(game, "flag", 0)
            return ids[0], ids[1]

    bad, good = asyncio.run(play())
    assert "no player" in run("delete", "--player", PLAYER, "--yes", "--data", tmp_path).stderr
    done = run("delete", "--player", bad, "--yes", "--data", tmp_path)
    assert done.stdout == "deleted 2 games\n"
    with open_store(tmp_path / "games.db") as store:
        (key,) = store.players()
        assert (public_id(key), store.name_of(key)) == (good, "Ann")
        assert len(store.numbers_of(key)) == 2
    assert b"Mallory" not in (tmp_path / "games.db").read_bytes()


def test_the_games_of_a_running_server_stay(server: Running) -> None:
    with server.connect() as client:
        client.send(json.dumps({"t": "hello", "name": "Mallory"}))
        you = json.loads(client.recv(PATIENCE))["you"]
        client.send(json.dumps({"t": "new", "n": 0, "rules": "modern beginner"}))
        while (board := json.loads(client.recv(PATIENCE)))["t"] != "board":
            pass
        client.send(json.dumps({"t": "play", "n": 1, "game": board["game"], "kind": "flag", "cell": 0}))
        while json.loads(client.recv(PATIENCE))["t"] != "delta":
            pass
        done = run("delete", "--player", you, "--yes", "--data", server.folder)
        assert done.stdout == "deleted 0 games\n"
        assert "is being played" in done.stderr
    with open_store(server.folder / "games.db") as store:
        (key,) = store.players()
        assert store.name_of(key) == ""
        assert len(store.numbers_of(key)) == 1


def test_the_public_id_follows_from_the_key_and_not_the_other_way() -> None:
    guests = Guests(bytes(32), lambda count: bytes(count))
    player: Any = guests.new()
    assert player.id == public_id(player.key)
    assert player.key.hex() not in player.id
