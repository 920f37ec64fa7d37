"""nginx as deploy/nginx configures it: TLS, WebSockets, rooms, addresses, servers that are restarted or die."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from typing import TYPE_CHECKING

import httpx
import parts
import pytest
from server.proxy import SITE, Site
from server.rolling import assert_nothing_was_lost, everybody_plays, playing, restart
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.rolling import Player

ROOMS = [f"room{number:02}abcdefghij" for number in range(12)]
PLAYERS = 30


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    nginx = parts.need("nginx")
    folder = tmp_path_factory.mktemp("site")
    found = Site(folder, nginx)
    yield found
    found.close()


def test_pages_come_by_tls_and_only_so(site: Site) -> None:
    answer = site.proxy.get("/")
    assert answer.status_code == 200
    assert "<title>Sapper" in answer.text
    assert "Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    plain = httpx.get(f"http://127.0.0.1:{site.proxy.plain}/r/x", headers={"host": SITE})
    assert (plain.status_code, plain.headers["location"]) == (301, f"https://{SITE}/r/x")
    assert site.proxy.get("/", host="evil.example").status_code == 421


def test_a_game_is_played_through_the_proxy(site: Site) -> None:
    with site.proxy.open() as client:
        client.send('{"t":"hello","tab":"t"}')
        client.send('{"t":"new","n":0,"rules":"modern beginner"}')
        while (board := client.receive())["t"] != "board":
            pass
        client.send(json.dumps({"t": "play", "game": board["game"], "n": 1, "kind": "open", "cell": 40}))
        while (answer := client.receive()).get("n") != 1:
            pass
        assert answer["t"] == "delta"


def test_the_people_of_a_room_meet_on_one_server(site: Site) -> None:
    nodes = {room: site.node_of_page(room) for room in ROOMS}
    assert set(nodes.values()) == {"a", "b"}
    for room in ROOMS[:4]:
        assert [site.node_of_socket(room), site.node_of_page(room), site.node_of_socket(room)] == [nodes[room]] * 3


def test_an_address_is_believed_from_the_proxy_only(site: Site) -> None:
    through = site.proxy.get("/", **{"x-forwarded-for": "203.0.113.9"})
    assert site.line(through.headers)["address"] == "127.0.0.1"
    node = site.nodes[0]
    with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2")) as stranger:
        direct = stranger.get(node.url, headers={"x-forwarded-for": "203.0.113.9"})
    assert site.line(direct.headers)["address"] == "127.0.0.2"
    proxied = httpx.get(node.url, headers={"x-forwarded-for": "198.51.100.4, 203.0.113.9"})
    assert site.line(proxied.headers)["address"] == "203.0.113.9"


def test_the_log_of_the_proxy_has_no_ids_of_rooms(site: Site) -> None:
    site.node_of_page(ROOMS[0])
    site.node_of_socket(ROOMS[0])
    log = ""
    deadline = time.monotonic() + PATIENCE
    while '"GET /play" 101' not in log:  # written when the WebSocket is closed
        assert time.monotonic() < deadline
        time.sleep(0.02)
        log = (site.proxy.folder / "access.log").read_text("utf-8")
    assert '"GET /r/room..." 200' in log
    assert ROOMS[0] not in log


def test_a_rolling_restart_loses_nobody_and_no_move(site: Site) -> None:
    """WebSockets do not end, and nginx forgets the failures of a server only when a request to it ends."""

    async def roll() -> list[Player]:
        async with playing(site, PLAYERS, pause=0.15) as players:
            for number in (0, 1):
                await restart(site, number)
                await everybody_plays(players)
            return players

    players = asyncio.run(roll())
    assert_nothing_was_lost(site.folder, players)
    assert sum(player.closings.count(1012) for player in players) >= PLAYERS
    assert "no live upstreams" not in (site.proxy.folder / "error.log").read_text("utf-8")
    print(f"the longest wait of {PLAYERS} players: {max(player.longest for player in players):.2f} s")


def test_a_server_that_dies_is_left_out(site: Site) -> None:
    site.nodes[1].stop(signal.SIGKILL)
    assert {site.node_of_page(room) for room in ROOMS} == {"a"}
    assert {site.node_of_socket(room) for room in ROOMS[:4]} == {"a"}
