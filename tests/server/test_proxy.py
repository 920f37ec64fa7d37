"""nginx as deploy/nginx configures it, before two servers: TLS, WebSockets, rooms, addresses, a server that dies."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import ssl
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import parts
import pytest
from server.conftest import Running
from websockets.asyncio.client import connect
from websockets.typing import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from websockets.asyncio.client import ClientConnection

DEPLOY = Path(__file__).parents[2] / "deploy"
SITE = "mines.example"
ROOMS = [f"room{number:02}abcdefghij" for number in range(12)]
MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/nodes.conf;
    include {folder}/sapper.conf;
}}
"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


def replaced(name: str, *pairs: tuple[str, str]) -> str:
    """Return a file of deploy/nginx with the places of this test instead of its own."""
    text = (DEPLOY / "nginx" / name).read_text("utf-8")
    for old, new in pairs:
        assert old in text, f"{name} has no {old}"
        text = text.replace(old, new)
    return text


class Line:
    """A WebSocket through the proxy.

    It is read and written in one thread: until Python 3.13 two threads may not use a TLS socket at the same time.
    """

    def __init__(self, url: str, port: int, trust: ssl.SSLContext) -> None:
        self._runner = asyncio.Runner()
        self._socket = self._runner.run(self._open(url, port, trust))
        assert self._socket.response is not None
        self.headers = self._socket.response.headers

    async def _open(self, url: str, port: int, trust: ssl.SSLContext) -> ClientConnection:
        options: dict[str, Any] = {"origin": Origin(f"https://{SITE}"), "compression": None, "open_timeout": 60}
        return await connect(url, host="127.0.0.1", port=port, ssl=trust, **options)

    def send(self, text: str) -> None:
        self._runner.run(self._socket.send(text))

    def receive(self) -> dict[str, Any]:
        async def receive() -> dict[str, Any]:
            async with asyncio.timeout(60):
                found: dict[str, Any] = json.loads(await self._socket.recv())
                return found

        return self._runner.run(receive())

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.run(self._socket.close())
        self._runner.close()


class Proxy:
    """A running nginx, and how it is reached from outside."""

    def __init__(self, folder: Path, nginx: str, nodes: list[Running]) -> None:
        self.folder = folder
        self.plain, self.secure = free_port(), free_port()
        subject = ["-subj", f"/CN={SITE}", "-addext", f"subjectAltName=DNS:{SITE}"]
        make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
        subprocess.run([*make, *subject, *files], check=True, capture_output=True)
        site = replaced(
            "sapper.conf",
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.secure} ssl;"),
            ("/etc/sapper/tls/", f"{folder}/"),
            ("/var/log/nginx/", f"{folder}/"),
        )
        first, second = (f"127.0.0.1:{node.port}" for node in nodes)
        servers = replaced("nodes.conf", ("127.0.0.1:8181", first), ("127.0.0.1:8182", second))
        for name, text in (("main", MAIN.format(folder=folder)), ("sapper", site), ("nodes", servers)):
            (folder / f"{name}.conf").write_text(text, "utf-8")
        self.process = subprocess.Popen([nginx, "-p", str(folder), "-c", str(folder / "main.conf")])
        self.trust = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.secure)).close()
                return
            except OSError:
                assert self.process.poll() is None, (self.folder / "error.log").read_text("utf-8")
                assert time.monotonic() < deadline
                time.sleep(0.02)

    def get(self, path: str, **headers: str) -> httpx.Response:
        url = f"https://127.0.0.1:{self.secure}{path}"
        with httpx.Client(verify=self.trust) as client:
            return client.get(url, headers={"host": SITE, **headers}, extensions={"sni_hostname": SITE}, timeout=20)

    def open(self, room: str = "") -> Line:
        """Open a WebSocket as the page does."""
        return Line(f"wss://{SITE}/play?room={room}" if room else f"wss://{SITE}/play", self.secure, self.trust)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Site:
    """Two servers of one store behind a proxy."""

    def __init__(self, folder: Path, nginx: str) -> None:
        self.folder = folder
        options = ["--origin", f"https://{SITE}", "--proxy", "127.0.0.1", "--access-log", "--log-format", "json"]
        self.nodes = [Running(folder, *options, "--node", name) for name in ("a", "b")]
        (folder / "nginx").mkdir()
        self.proxy = Proxy(folder / "nginx", nginx, self.nodes)

    def line(self, answer: httpx.Headers | Any) -> dict[str, Any]:
        """Return the line of the access log about an answer."""
        own = answer["x-request-id"]
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            lines: list[dict[str, Any]] = [json.loads(line) for line in self.nodes[0].log.splitlines()]
            found = [line for line in lines if line.get("request") == own]
            if found:
                return found[0]
            time.sleep(0.02)
        raise AssertionError("the log has no such request")

    def node_of_page(self, room: str) -> str:
        answer = self.proxy.get(f"/r/{room}")
        assert answer.status_code == 200
        return str(self.line(answer.headers)["node"])

    def node_of_socket(self, room: str) -> str:
        with self.proxy.open(room) as client:
            client.send('{"t":"hello"}')
            assert client.receive()["t"] == "welcome"
            return str(self.line(client.headers)["node"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    nginx = parts.need("nginx")
    folder = tmp_path_factory.mktemp("site")
    found = Site(folder, nginx)
    yield found
    found.proxy.close()
    for node in found.nodes:
        node.close()


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
    deadline = time.monotonic() + 20
    while '"GET /play" 101' not in log:  # written when the WebSocket is closed
        assert time.monotonic() < deadline
        time.sleep(0.02)
        log = (site.proxy.folder / "access.log").read_text("utf-8")
    assert '"GET /r/room..." 200' in log
    assert ROOMS[0] not in log


def test_a_server_that_dies_is_left_out(site: Site) -> None:
    site.nodes[1].stop(signal.SIGKILL)
    assert {site.node_of_page(room) for room in ROOMS} == {"a"}
    assert {site.node_of_socket(room) for room in ROOMS[:4]} == {"a"}
