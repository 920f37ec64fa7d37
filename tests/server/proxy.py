"""A running nginx as deploy/nginx configures it, before two servers of one store."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from server.conftest import Running
from waiting import PATIENCE
from websockets.asyncio.client import connect
from websockets.typing import Origin

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

DEPLOY = Path(__file__).parents[2] / "deploy"
SITE = "mines.example"
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

    origin = f"https://{SITE}"

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
        deadline = time.monotonic() + PATIENCE
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
            return client.get(
                url, headers={"host": SITE, **headers}, extensions={"sni_hostname": SITE}, timeout=PATIENCE
            )

    def open(self, room: str = "") -> Line:
        """Open a WebSocket as the page does."""
        return Line(f"wss://{SITE}/play?room={room}" if room else f"wss://{SITE}/play", self.secure, self.trust)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


class Site:
    """Two servers of one store behind a proxy."""

    def __init__(self, folder: Path, nginx: str) -> None:
        self.folder = folder
        self.options = ["--origin", f"https://{SITE}", "--proxy", "127.0.0.1", "--access-log", "--log-format", "json"]
        self.names = ("a", "b")
        self.nodes = [Running(folder, *self.options, "--node", name) for name in self.names]
        (folder / "nginx").mkdir()
        self.proxy = Proxy(folder / "nginx", nginx, self.nodes)

    def line(self, answer: httpx.Headers | Any) -> dict[str, Any]:
        """Return the line of the access log about an answer."""
        own = answer["x-request-id"]
        deadline = time.monotonic() + PATIENCE
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

    def close(self) -> None:
        self.proxy.close()
        for node in self.nodes:
            node.close()
