"""The log: bounded, with ids, one line for each request if that is wanted, and nothing that is secret."""

from __future__ import annotations

import json
import logging
import re
import socket
import stat
import struct
import sys
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from waiting import PATIENCE

from sapper.server.operations import logs
from sapper.server.operations.logs import RateLimit

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from server.conftest import Running, Start


class Target(logging.Handler):
    """Records what it is passed."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


class Clock:
    time = 0.0

    def __call__(self) -> float:
        return self.time


def limited() -> tuple[logging.Logger, RateLimit, Target, Clock]:
    target, clock = Target(), Clock()
    handler = RateLimit(target, most=3, seconds=10, clock=clock)
    logger = logging.Logger("sapper.server")
    logger.addHandler(handler)
    return logger, handler, target, clock


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_lines_of_one_kind_are_counted_when_they_are_many() -> None:
    logger, handler, target, clock = limited()
    for number in range(5000):
        logger.warning("room %d: the disk is full", number)
    logger.warning("something else")
    assert target.lines == [*(f"room {number}: the disk is full" for number in range(3)), "something else"]
    clock.time = 10
    logger.warning("later")
    assert target.lines[4:] == ["room 0: the disk is full ... and 4,997 more in 10 s", "later"]
    handler.close()


def test_what_was_counted_is_reported_when_nothing_follows() -> None:
    target = Target()
    handler = RateLimit(target, most=1, seconds=0.05)
    logger = logging.Logger("sapper.server")
    logger.addHandler(handler)
    for _ in range(4):
        logger.warning("again")
    wait_for(lambda: len(target.lines) == 2)
    assert target.lines[1].startswith("again ... and 3 more")
    handler.close()


def test_what_was_counted_is_reported_at_the_end() -> None:
    logger, handler, target, _ = limited()
    for _ in range(5):
        logger.warning("again")
    handler.close()
    assert target.lines == ["again"] * 3 + ["again ... and 2 more in 0 s"]


def test_few_lines_pass_as_they_are() -> None:
    logger, handler, target, clock = limited()
    for _ in range(20):
        logger.warning("again")
        clock.time += 5
    handler.close()
    assert target.lines == ["again"] * 20


def test_the_access_log_is_not_limited() -> None:
    _, handler, target, _ = limited()
    logger = logging.Logger(logs.ACCESS)
    logger.addHandler(handler)
    for _ in range(100):
        logger.info("GET /")
    handler.close()
    assert len(target.lines) == 100


def test_a_log_file_is_bounded_and_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "_FILE_BYTES", 1000)
    file = logs._PrivateFile(tmp_path / "log")
    for number in range(1000):
        file.emit(logging.LogRecord("sapper", logging.INFO, "", 0, f"line {number}", None, None))
    file.close()
    files = sorted(tmp_path.iterdir())
    assert len(files) == 5
    assert all(path.stat().st_size <= 1000 for path in files)
    assert "line 999" in (tmp_path / "log").read_text("utf-8")
    if sys.platform != "win32":
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


# A real server


def test_the_log_goes_to_a_file(start: Start, tmp_path: Path) -> None:
    server = start("--log-file", str(tmp_path / "sapper.log"))
    server.stop()
    text = (tmp_path / "sapper.log").read_text("utf-8")
    assert re.search(r"^20\d\d-.* INFO sapper.server: serving at ", text)
    assert text.count("stopped") == 1
    assert server.log == ""


def test_a_log_file_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    import subprocess

    command = [
        sys.executable,
        "-m",
        "sapper",
        "web",
        "--no-open",
        "--data",
        str(tmp_path),
        "--log-file",
        "/no/such/log",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert done.stderr == "sapper: /no/such/log: No such file or directory\n"


def test_every_answer_has_an_id(server: Running) -> None:
    ids = set()
    for path in ("/", "/api/me", "/nowhere", "/assets/none.js", "/api/games/x"):
        ids.add(httpx.get(server.url + path).headers["x-request-id"])
    ids.add(httpx.get(server.url, headers={"host": "evil.example"}).headers["x-request-id"])
    with server.connect() as client:
        ids.add(client.response.headers["X-Request-Id"])  # type: ignore[union-attr]
    assert len(ids) == 7
    given = httpx.get(server.url, headers={"x-request-id": "mine"})
    assert given.headers["x-request-id"] != "mine"


def test_a_trusted_proxy_gives_the_id(start: Start) -> None:
    server = start("--proxy", "127.0.0.1")
    for given, is_taken in (("edge-7.42_a", True), ("x" * 65, False), ("a b", False), ("é", False), ("", False)):
        answer = httpx.get(server.url, headers={b"x-request-id": given.encode()})
        assert (answer.headers["x-request-id"] == given) == is_taken


def line_of(record: logging.LogRecord, node: str = "n") -> dict[str, Any]:
    text = logs.JsonLines(node).format(record)
    assert "\n" not in text
    line: dict[str, Any] = json.loads(text)
    return line


def test_a_line_in_json_has_the_room_the_request_and_the_node() -> None:
    marker = logs.request_id.set("r1")
    record = logging.LogRecord("sapper.server", logging.WARNING, "f.py", 1, "room %s: %s", ("abcd", "a\nb"), None)
    line = line_of(record, "node-7")
    logs.request_id.reset(marker)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("time"))
    assert line == {
        "level": "warning",
        "logger": "sapper.server",
        "message": "room abcd: a\nb",
        "node": "node-7",
        "request": "r1",
        "room": "abcd",
    }


def test_a_line_in_json_has_the_traceback_and_what_json_cannot_say() -> None:
    try:
        raise ValueError("x")
    except ValueError:
        record = logging.LogRecord("a", logging.ERROR, "f.py", 1, "it failed", None, sys.exc_info())
    record.__dict__["place"] = object
    line = line_of(record)
    assert line["traceback"].endswith("ValueError: x")
    assert line["place"] == "<class 'object'>"
    assert "request" not in line


def test_a_server_logs_in_json(start: Start) -> None:
    server = start("--log-format", "json", "--access-log")
    answer = httpx.get(server.url + "/g/SecretRoomSecretRoom")
    wait_for(lambda: '"sapper.access"' in server.log)
    lines = [json.loads(line) for line in server.log.splitlines()]
    (found,) = [line for line in lines if line["logger"] == "sapper.access"]
    assert found["request"] == answer.headers["x-request-id"]
    assert (found["method"], found["path"], found["status"]) == ("GET", "/g/Secr...", 200)
    assert found["ms"] > 0
    assert all(line["node"] == f"{socket.gethostname().lower()}-{server.process.pid}" for line in lines)


def test_a_name_is_in_every_line(start: Start) -> None:
    server = start("--node", "web-1")
    assert re.search(r" INFO sapper\.server web-1: serving at ", server.log)


def access(server: Running) -> list[str]:
    return [line for line in server.log.splitlines() if " sapper.access" in line]


def test_there_is_no_access_log_unless_it_is_wanted(server: Running) -> None:
    httpx.get(server.url)
    assert not access(server)


def test_the_access_log_has_a_line_for_every_request(start: Start) -> None:
    server = start("--access-log", "--proxy", "127.0.0.1")
    httpx.get(server.url + "/g/SecretRoomSecretRoom?token=secret", headers={"x-forwarded-for": "203.0.113.7"})
    answer = httpx.get(server.url + "/a%0ab c")
    with server.connect() as client:
        client.send(json.dumps({"t": "hello"}))
        you = json.loads(client.recv(PATIENCE))["you"]
        token = client.response.headers["Set-Cookie"].partition("=")[2].partition(";")[0]  # type: ignore[union-attr]
    wait_for(lambda: len(access(server)) == 4)
    page, missing, opened, closed = access(server)
    assert re.fullmatch(
        r"20\S+ \S+ INFO sapper.access \[[0-9a-f]{16}\]: 203\.0\.113\.7 [0-9a-f]{16} GET /g/Secr\.\.\. 200 "
        r"in=0 out=\d+ ms=[\d.]+",
        page,
    )
    assert f"[{answer.headers['x-request-id']}]" in missing
    assert r"GET /a\nb%20c 404" in missing
    assert f" {you} WS open /play 101 " in opened
    assert f" {you} WS close /play 101 " in closed
    for secret in ("secret", "SecretRoomSecretRoom", token):
        assert secret not in server.log


def test_an_aborted_post_is_no_error(start: Start) -> None:
    server = start()
    before = server.log.count("\n")
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            head = f"POST /api/odds HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 1000\r\n\r\n"
            client.sendall(head.encode() + b"x" * 10)
            linger = struct.pack("ii", 1, 0)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)  # closing resets the connection
    wait_for(lambda: "sapper_aborted_total 3.0" in _metrics(server))
    assert "sapper_errors_total 0.0" in _metrics(server)
    assert server.log.count("\n") - before <= 1


def test_text_that_is_no_text_is_at_most_one_line(start: Start) -> None:
    server = start()
    before = server.log.count("\n")
    with server.connect() as client:
        client.send(json.dumps({"t": "hello"}))
        client.recv(PATIENCE)
        client.send(b"\xff\xfe", text=True)
        wait_for(lambda: _is_closed(client))
    assert server.log.count("\n") - before <= 1


def test_a_refused_move_is_no_line(start: Start) -> None:
    server = start()
    before = server.log.count("\n")
    with server.connect() as client:
        client.send(json.dumps({"t": "hello"}))
        for n in range(20):
            client.send(json.dumps({"t": "play", "game": "none", "n": n, "kind": "open", "cell": 0}))
        while json.loads(client.recv(PATIENCE)).get("n") != 19:
            pass
    assert server.log.count("\n") == before


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of another process can be set on Linux only")
def test_a_full_disk_does_not_fill_the_log(start: Start) -> None:
    server = start()
    with server.connect() as client:
        client.send(json.dumps({"t": "hello"}))
        client.send(json.dumps({"t": "new", "n": 0, "rules": "modern expert"}))
        while (board := json.loads(client.recv(PATIENCE)))["t"] != "board":
            pass
        for n in range(1, 61):
            if n == 20:
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
            client.send(json.dumps({"t": "play", "game": board["game"], "n": n, "kind": "flag", "cell": n}))
            while (answer := json.loads(client.recv(PATIENCE))).get("n") != n:
                pass
        assert answer["t"] == "refused"
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    server.stop()
    assert "the disk" in server.log
    assert re.search(r"\.\.\. and \d+ more in ", server.log)
    assert server.log.count("\n") < 30


def test_a_long_name_of_a_file_is_not_found(server: Running) -> None:
    for name in ("a" * 300 + ".js", "/".join(["a"] * 3000) + ".js"):
        assert httpx.get(f"{server.url}/assets/{name}").status_code == 404
    assert "Traceback" not in server.log


def _metrics(server: Running) -> str:
    return httpx.get(server.health + "/metrics").text


def _is_closed(client: Any) -> bool:
    try:
        client.recv(0.01)
    except TimeoutError:
        return False
    except Exception:
        return True
    return False
