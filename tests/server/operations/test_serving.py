"""The whole program: it stops and is killed without losing anything, and its log reveals no secret."""

from __future__ import annotations

import os
import random
import signal
import stat
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from history.samples import game_of
from server.messages import receive, send
from waiting import PATIENCE
from websockets.exceptions import ConnectionClosed

from sapper.cli import main
from sapper.history.store import GameInUse, open_store
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from pathlib import Path

    from server.conftest import Running, Start


def test_sigterm_sends_bye_and_the_game_goes_on_after_a_restart(start: Start) -> None:
    server = start()
    with server.connect() as client:
        send(client, t="hello", tab="t")
        token = client.response.headers["Set-Cookie"].partition("=")[2].partition(";")[0]  # type: ignore[union-attr]
        send(client, t="new", n=1, rules="modern expert")
        board = receive(client, "board")
        send(client, t="play", game=board["game"], n=2, kind="open", cell=0)
        opened = receive(client, "delta")
        assert server.stop() == 0
        bye = receive(client, "bye")
        assert bye["retry_in"] > 0
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    again = start()
    with again.connect(additional_headers={"Cookie": f"sapper={token}"}) as client:
        send(client, t="hello", room=board["room"], game=board["game"], seq=0)
        assert receive(client, "delta") == opened, "what was missed"
        send(client, t="hello", room=board["room"])
        whole = receive(client, "board")
        assert (whole["seq"], whole["status"], whole["digest"]) == (1, "playing", board["digest"])
        assert 480 - whole["cells"].count(".") == len(opened["cells"]) // 2
        send(client, t="play", game=board["game"], n=3, kind="flag", cell=479)
        assert receive(client, "delta")["seq"] == 2


def test_kill_loses_nothing_that_was_acknowledged(start: Start) -> None:
    luck = random.Random(5)
    for _ in range(4):
        server = start("--limit", "message-burst=1000000", "--limit", "address-message-burst=1000000")
        acknowledged: dict[str, int] = {}
        threads = [threading.Thread(target=_play_until_killed, args=(server, acknowledged)) for _ in range(4)]
        for thread in threads:
            thread.start()
        _wait_for(acknowledged, luck.randrange(20, 200))
        assert server.stop(signal.SIGKILL) == -signal.SIGKILL
        for thread in threads:
            thread.join(PATIENCE)
        assert sum(acknowledged.values()) > 0
        with open_store(server.folder / "games.db") as store:
            _check(store, acknowledged)


def _wait_for(acknowledged: dict[str, int], moves: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while sum(acknowledged.copy().values()) < moves:
        assert time.monotonic() < deadline
        time.sleep(0.001)


def _play_until_killed(server: Running, acknowledged: dict[str, int]) -> None:
    with suppress(ConnectionClosed, OSError, TimeoutError, EOFError), server.connect() as client:
        send(client, t="hello")
        send(client, t="new", n=0, rules="modern expert lives=99")
        board = receive(client, "board")
        for n in range(1, 100_000):
            kind = ("open", "flag", "clear")[n % 3]
            send(client, t="play", game=board["game"], n=n, kind=kind, cell=n * 7 % 480)
            delta = receive(client, "delta", "refused")
            if delta["t"] == "delta":
                acknowledged[board["room"]] = delta["seq"]


def _check(store: Any, acknowledged: dict[str, int]) -> None:
    for room, seq in acknowledged.items():
        found = store.last_round(room)
        assert found is not None
        stored = store.load(found.game)
        assert stored.seq >= seq
        if stored.finished:
            Replay.unpack(stored.replay)
        else:
            assert game_of(stored).seq == stored.seq


WHOLE = 3  # milliseconds that two servers may differ by, since both count whole ones


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_servers_on_one_store_lose_neither_moves_nor_time(
    request: pytest.FixtureRequest, start: Start, kind: str
) -> None:
    url = request.getfixturevalue("postgres_url") if kind == "postgresql" else ""
    options = ["--database", url] if url else []
    one, two = start(*options), start(*options)
    with one.connect() as here:
        token = here.response.headers["Set-Cookie"].partition("=")[2].partition(";")[0]  # type: ignore[union-attr]
        send(here, t="hello", tab="a")
        send(here, t="new", n=0, rules="modern expert")
        board = receive(here, "board")
        sent = time.monotonic()
        send(here, t="play", game=board["game"], n=1, kind="open", cell=0)
        receive(here, "delta")
        began = time.monotonic()
        with two.connect(additional_headers={"Cookie": f"sapper={token}"}) as there:
            send(there, t="hello", tab="b", room=board["room"])
            assert receive(there, "board")["seq"] == 1
            for n in range(2, 12):
                time.sleep(0.05)  # of thinking, which a reload must not forget
                last = time.monotonic()
                player = (here, there)[n % 2]
                send(player, t="play", game=board["game"], n=n, kind="flag", cell=n)
                while (answer := receive(player, "delta", "refused")).get("n") != n:
                    pass
                assert (answer["t"], answer["seq"]) == ("delta", n)
                if not url:
                    elapsed = 1000 * (time.monotonic() - sent)
                    assert 1000 * (last - began) - WHOLE <= answer["at"] <= elapsed + WHOLE
            # Servers read the clock of their database as exactly as it answers quickly.
            assert answer["at"] > 1000 * (last - began) / 2
    with open_store(url or one.folder / "games.db") as store:
        assert [game.seq for game in store.unfinished()] == [11]


def test_the_games_of_a_running_server_are_neither_offered_nor_deleted(start: Start) -> None:
    server = start()
    with server.connect() as client:
        send(client, t="hello", tab="a")
        send(client, t="new", n=0, rules="modern expert")
        board = receive(client, "board")
        send(client, t="play", game=board["game"], n=1, kind="flag", cell=0)
        receive(client, "delta")
        with open_store(server.folder / "games.db") as store:
            assert list(store.in_use()) == [1]
            with pytest.raises(GameInUse):
                store.delete_all()
    server.stop()
    with open_store(server.folder / "games.db") as store:
        assert store.in_use() == {}


def test_the_log_and_the_metrics_reveal_no_secret(start: Start) -> None:
    server = start()
    with server.connect() as client:
        send(client, t="hello", name="Mallory")
        send(client, t="new", n=1, rules="modern beginner")
        game = receive(client, "board")["game"]
        send(client, t="play", game=game, n=2, kind="open", cell=0)
        client.send("\x00nonsense")
        send(client, t="play", game=game, n=3, kind="resign")
        over = receive(client, "over")
        token = client.response.headers["Set-Cookie"].partition("=")[2].partition(";")[0]  # type: ignore[union-attr]
    metrics = httpx.get(server.health + "/metrics").text
    server.stop()
    for secret in (over["seed"], over["salt"], token, game):
        assert secret not in server.log
        assert secret not in metrics
    assert "stopped" in server.log
    key = server.folder / "server.key"
    assert stat.S_IMODE(os.stat(key).st_mode) == 0o600


def test_health_is_on_a_port_of_its_own(server: Running) -> None:
    assert httpx.get(server.health + "/healthz").text == "alive\n"
    assert httpx.get(server.health + "/readyz").text == "ready\n"
    assert "sapper_moves_total" in httpx.get(server.health + "/metrics").text
    for path in ("/healthz", "/readyz", "/metrics"):
        assert httpx.get(server.url + path).status_code == 404


def test_the_command_refuses_what_makes_no_sense(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for options in (["--port", "70000"], ["--limit", "speed=3"], ["--limit", "rooms=0"], ["--limit", "rooms"]):
        assert main(["web", "--no-open", "--data", str(tmp_path), *options]) == 2
    assert "sapper: " in capsys.readouterr().err


def test_a_host_who_wants_no_calendar_has_no_arenas_on_it(start: Start) -> None:
    assert httpx.get(start("--limit", "calendar=0").url + "/api/tournaments").json() == []
    server = start()
    deadline = time.monotonic() + PATIENCE
    while not httpx.get(server.url + "/api/tournaments").json():
        assert time.monotonic() < deadline, "no arena was announced"
        time.sleep(0.05)


def test_a_server_whose_key_everybody_knows_does_not_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "server.key").write_bytes(bytes(range(32)))
    assert main(["web", "--no-open", "--data", str(tmp_path), "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert "server.key can be guessed" in said
    assert "delete it for a new one" in said


def test_a_port_that_is_taken_is_reported(server: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "--no-open", "--data", str(tmp_path), "--port", str(server.port)]) == 2
    assert "cannot be used" in capsys.readouterr().err


def test_the_program_starts_without_the_servers_libraries() -> None:
    import subprocess
    import sys

    script = "import sys; from sapper.commands.parser import parser; parser(); print([m for m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    for name in ("asyncio", "starlette", "uvicorn", "msgspec", "websockets", "prometheus_client"):
        assert f"'{name}'" not in done.stdout
