"""`sapper backup`, `restore` and `check`: nothing acknowledged is lost, and nothing damaged is called whole."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
import zipfile
from contextlib import closing, suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from command_line import run
from server.conftest import Running
from server.messages import receive, send
from waiting import PATIENCE
from websockets.exceptions import ConnectionClosed

from sapper import Rules, Seed
from sapper.history.recorder import Recorder
from sapper.history.store import open_store
from sapper.history.store.rows import NewRound
from sapper.session import Session

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = sha256(b"the key of a server").digest()
SAPPER = [sys.executable, "-m", "sapper"]
FREE = ["--limit", "message-burst=1000000", "--limit", "address-message-burst=1000000"]
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs the signals and modes of POSIX")


def refused(*arguments: str | Path) -> str:
    """Run a command that has to be refused, and return the sentence."""
    done = run(*arguments)
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.startswith("sapper: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Hold a data folder with a finished game, one in play, and a key."""
    folder = tmp_path / "data"
    store = open_store(folder / "games.db")
    recorder = Recorder(store, now=lambda: 1_700_000_000, source="test", program="test", player="Ann")
    session = Session(Rules("9x9/10"), clock=lambda: 0, seeds=lambda: Seed.of(1), recorder=recorder)
    session.new()
    session.play("open", 0, 0)
    session.play("resign")
    session.new()
    session.play("open", 0, 0)
    recorder.close()
    (folder / "server.key").write_bytes(KEY)
    (folder / "server.key").chmod(0o600)
    return folder


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Any]:
    """Start servers, each on its folder."""
    begun: list[Running] = []

    def begin(name: str, *options: str) -> Running:
        (tmp_path / name).mkdir(exist_ok=True)
        begun.append(Running(tmp_path / name, *options))
        return begun[-1]

    yield begin
    for server in begun:
        server.close()


class Playing(threading.Thread):
    """Plays a long game, one move after the other, and notes what was acknowledged."""

    def __init__(self, server: Running) -> None:
        super().__init__()
        self._server = server
        self.room = self.token = ""
        self.acknowledged = 0

    def run(self) -> None:
        with suppress(ConnectionClosed, OSError, EOFError), self._server.connect() as client:
            self.token = client.response.headers["Set-Cookie"].partition("=")[2].partition(";")[0]  # type: ignore[union-attr]
            send(client, t="hello")
            send(client, t="new", n=0, rules="modern expert lives=99")
            board = receive(client, "board")
            self.room = board["room"]
            for n in range(1, 1_000_000):
                kind = ("flag", "clear")[n % 2]
                send(client, t="play", game=board["game"], n=n, kind=kind, cell=n * 7 % 480)
                answer = receive(client, "delta", "refused")
                if answer["t"] == "delta":
                    self.acknowledged = answer["seq"]


@posix
def test_a_backup_under_load_has_every_acknowledged_move_and_play_goes_on_from_it(start: Any, tmp_path: Path) -> None:
    server = start("data", *FREE)
    players = [Playing(server) for _ in range(4)]
    for player in players:
        player.start()
    deadline = time.monotonic() + PATIENCE
    while min(player.acknowledged for player in players) < 10:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    before = [player.acknowledged for player in players]
    done = run("backup", tmp_path / "backup.zip", "--data", server.folder)
    after = [player.acknowledged for player in players]
    assert done.returncode == 0, done
    assert "0 finished games, 4 in play, server.key" in done.stdout
    assert server.stop(signal.SIGKILL) == -signal.SIGKILL
    for player in players:
        player.join(PATIENCE)
    assert after != before, "the backup was not made under load"
    assert run("restore", tmp_path / "backup.zip", "--data", tmp_path / "elsewhere").returncode == 0
    with open_store(tmp_path / "elsewhere" / "games.db") as store:
        for player, count in zip(players, before, strict=True):
            found = store.last_round(player.room)
            assert found is not None
            assert store.load(found.game).seq >= count
    restored = start("elsewhere")
    cookie = {"Cookie": f"sapper={players[0].token}"}
    with restored.connect(additional_headers=cookie) as client:
        send(client, t="hello", room=players[0].room)
        board = receive(client, "board", "refused")
        assert board["seq"] >= before[0]
        send(client, t="play", game=board["game"], n=1, kind="open", cell=479)
        assert receive(client, "delta")["seq"] == board["seq"] + 1


def test_a_backup_has_the_key_and_only_its_owner_can_read_it(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "backup.zip"
    done = run("backup", target, "--data", data)
    assert done.stdout.startswith(f"{target}: 1 finished game, 1 in play, server.key; ")
    with zipfile.ZipFile(target) as packed:
        assert packed.read("server.key") == KEY
        assert set(packed.namelist()) == {"backup.json", "games.db", "server.key"}
    if sys.platform != "win32":
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.zip", "data"]


def test_a_backup_replaces_nothing_unless_it_is_forced(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "backup.zip"
    target.write_text("mine")
    assert "--force" in refused("backup", target, "--data", data)
    assert target.read_text() == "mine"
    assert run("backup", target, "--data", data, "--force").returncode == 0
    assert zipfile.is_zipfile(target)


def test_a_backup_that_cannot_be_made_leaves_nothing(data: Path, tmp_path: Path) -> None:
    assert "no folder" in refused("backup", tmp_path / "none" / "b.zip", "--data", data)
    assert "no database" in refused("backup", tmp_path / "b.zip", "--data", tmp_path / "none")
    with open(data / "games.db", "r+b") as file:
        file.seek(4096)
        file.write(b"damage" * 2000)
    assert "sapper check" in refused("backup", tmp_path / "b.zip", "--data", data)
    (data / "games.db").write_bytes(b"not a database" * 100)
    assert "cannot be read" in refused("backup", tmp_path / "b.zip", "--data", data)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@posix
def test_a_backup_on_a_full_disk_leaves_the_last_one(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "backup.zip"
    run("backup", target, "--data", data)
    before = target.read_bytes()
    limit = (20_000, resource.RLIM_INFINITY)
    done = subprocess.run(
        [*SAPPER, "backup", str(target), "--data", str(data), "--force"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert target.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.zip", "data"]


def test_an_older_database_is_backed_up_as_it_is(data: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(data / "games.db")) as connection:
        connection.execute("update schema_version set version = 3")
        connection.commit()
    assert run("backup", tmp_path / "b.zip", "--data", data).returncode == 0
    with closing(sqlite3.connect(data / "games.db")) as connection:
        assert connection.execute("select version from schema_version").fetchone() == (3,)
    assert json.loads(zipfile.ZipFile(tmp_path / "b.zip").read("backup.json"))["schema"] == 3


# Restore


def test_restoring_moves_what_is_there_aside(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "b.zip"
    run("backup", target, "--data", data)
    assert "--force" in refused("restore", target, "--data", data)
    (data / "server.key").write_bytes(bytes(32))
    with open_store(data / "games.db") as store:
        store.delete_all()
    done = run("restore", target, "--data", data, "--force")
    assert done.returncode == 0, done
    (aside,) = data.glob("before-restore-*")
    assert f"what was there before is in {aside}" in done.stdout
    assert (aside / "server.key").read_bytes() == bytes(32)
    assert (data / "server.key").read_bytes() == KEY
    with open_store(data / "games.db") as store, open_store(aside / "games.db") as old:
        assert (store.count(), len(store.unfinished())) == (1, 1)
        assert (old.count(), len(old.unfinished())) == (0, 0)
    if sys.platform != "win32":
        assert {stat.S_IMODE((data / name).stat().st_mode) for name in ("games.db", "server.key")} == {0o600}


def test_a_log_of_the_old_database_does_not_meet_the_restored_one(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "b.zip"
    run("backup", target, "--data", data)
    (data / "games.db").write_bytes(b"not a database" * 100)
    (data / "games.db-wal").write_bytes(b"old" * 1000)
    assert run("restore", target, "--data", data, "--force").returncode == 0
    assert not (data / "games.db-wal").exists()
    assert next(data.glob("before-restore-*/games.db-wal")).read_bytes() == b"old" * 1000
    assert run("check", "--data", data).returncode == 0


def test_nothing_is_restored_while_a_server_runs(start: Any, data: Path, tmp_path: Path) -> None:
    target = tmp_path / "b.zip"
    run("backup", target, "--data", data)
    server = start("data")
    why = refused("restore", target, "--data", data, "--force")
    assert f"a server (process {server.process.pid})" in why
    server.stop()
    assert run("restore", target, "--data", data, "--force").returncode == 0


def test_nothing_is_restored_while_another_program_has_the_database_open(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "b.zip"
    run("backup", target, "--data", data)
    with open_store(data / "games.db") as store:
        store.games()
        command = [*SAPPER, "restore", str(target), "--data", str(data), "--force"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "used by another program" in done.stderr
    assert not list(data.glob("before-restore-*"))


def test_a_damaged_database_is_replaced(data: Path, tmp_path: Path) -> None:
    target = tmp_path / "b.zip"
    run("backup", target, "--data", data)
    (data / "games.db").write_bytes(b"not a database" * 100)
    assert run("restore", target, "--data", data, "--force").returncode == 0
    assert run("check", "--data", data).returncode == 0


def rewritten(archive: Path, **changes: bytes | None) -> Path:
    """Return a copy of a backup with other files in it."""
    made = archive.with_name("changed.zip")
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(made, "w") as new:
        files = {name: old.read(name) for name in old.namelist()} | {
            name.replace("_", "."): text for name, text in changes.items()
        }
        for name, text in files.items():
            if text is not None:
                new.writestr(name, text)
    return made


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"games_db": b"other"}, "games.db is not what was written"),
        ({"server_key": bytes(32)}, "server.key is not what was written"),
        ({"server_key": None}, "its files are not those that it lists"),
        ({"extra": b""}, "its files are not those that it lists"),
        ({"backup_json": None}, "not a backup of Sapper"),
        ({"backup_json": b"[]"}, "not a backup of Sapper"),
        ({"backup_json": b"{"}, "not a backup of Sapper"),
    ],
)
def test_a_damaged_backup_changes_nothing(data: Path, tmp_path: Path, changes: dict[str, bytes], why: str) -> None:
    run("backup", tmp_path / "b.zip", "--data", data)
    changed = rewritten(tmp_path / "b.zip", **changes)
    before = [(data / name).read_bytes() for name in ("games.db", "server.key")]
    for command in (("restore", changed, "--data", data, "--force"), ("check", "--data", changed)):
        assert why in refused(*command)
    assert [(data / name).read_bytes() for name in ("games.db", "server.key")] == before
    assert not list(data.glob("before-restore-*"))


def test_a_file_that_is_no_backup_is_refused(data: Path, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(b"nothing")
    assert "not a backup" in refused("restore", tmp_path / "b.zip", "--data", data, "--force")
    assert "No such file" in refused("restore", tmp_path / "none.zip", "--data", data, "--force")


def test_a_backup_of_a_newer_version_is_refused(data: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(data / "games.db")) as connection:
        connection.execute("update schema_version set version = 999")
        connection.commit()
    run("backup", tmp_path / "b.zip", "--data", data)
    assert "update Sapper" in refused("restore", tmp_path / "b.zip", "--data", tmp_path / "new")


def test_a_path_in_a_backup_leads_nowhere_else(data: Path, tmp_path: Path) -> None:
    run("backup", tmp_path / "b.zip", "--data", data)
    with zipfile.ZipFile(tmp_path / "b.zip") as packed:
        manifest = json.loads(packed.read("backup.json"))
        key = packed.read("server.key")
        database = packed.read("games.db")
    manifest["digests"]["../evil.key"] = manifest["digests"]["server.key"]
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as packed:
        files = {
            "games.db": database,
            "server.key": key,
            "../evil.key": key,
            "backup.json": json.dumps(manifest).encode(),
        }
        for name, text in files.items():
            packed.writestr(name, text)
    assert "damaged" in refused("restore", tmp_path / "evil.zip", "--data", tmp_path / "new")
    assert not (tmp_path / "evil.key").exists()


# Check


def problems(place: Path) -> str:
    done = run("check", "--data", place)
    assert done.returncode == 1, done
    assert done.stderr == ""
    return done.stdout


def change(data: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(data / "games.db")) as connection:
        connection.execute(statement, values)
        connection.commit()


def test_what_is_whole_is_called_so(data: Path, tmp_path: Path) -> None:
    run("backup", tmp_path / "b.zip", "--data", data)
    for place in (data, data / "games.db", tmp_path / "b.zip"):
        done = run("check", "--data", place)
        assert done.returncode == 0, done
        assert "everything is whole: 1 finished game and 1 in play were replayed" in done.stdout
    assert "nothing at" in refused("check", "--data", tmp_path / "none")


def test_a_server_may_run_during_a_check(start: Any, data: Path) -> None:
    start("data")
    assert run("check", "--data", data).returncode == 0


def test_a_damaged_file_is_found(data: Path) -> None:
    with open(data / "games.db", "r+b") as file:
        file.seek(4096)
        file.write(b"damage" * 2000)
    assert "sapper restore" in problems(data)


@pytest.mark.parametrize(
    ("statement", "what", "advice"),
    [
        ("delete from action where seq = 1", "", ""),
        ("update action set seq = 5", "the log of game 2 has a gap", "sapper delete 2"),
        ("update action set kind = 99", "the log of game 2 does not replay", "sapper delete 2"),
        ("update action set row = 99", "the log of game 2 does not replay", "sapper delete 2"),
        ("update game set replay = x'0102' where id = 1", "the replay of game 1 is not valid", "sapper delete 1"),
        ("update game set length = 7 where id = 1", "game 1 has 7 actions, and its replay 2", "sapper delete 1"),
        ("update summary set elapsed = 1", "the summary of game 1 is not that of its replay", "sapper rebuild"),
        ("update summary set ranked = 1", "the summary of game 1 is not that of its replay", "sapper rebuild"),
        ("delete from summary", "1 finished game has no summary", "sapper rebuild"),
        ("insert into action select 77, seq, at_ms, player, kind, row, col, device, x, y from action", "not there", ""),
        ("update schema_version set version = 999", "newer Sapper", "update Sapper"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(data: Path, statement: str, what: str, advice: str) -> None:
    if not what:  # a game without its only action is a game that was not begun
        change(data, statement)
        assert run("check", "--data", data).returncode == 0
        return
    if statement.startswith("insert"):
        columns = "game_id, seq, at_ms, player, kind, row, col, device, x, y"
        statement = statement.replace("into action", f"into action ({columns})")
    change(data, statement)
    found = problems(data)
    assert what in found
    assert advice in found


def test_an_older_format_is_not_changed_by_a_check(data: Path) -> None:
    change(data, "update schema_version set version = 3")
    done = run("check", "--data", data)
    assert done.returncode == 0
    assert "its games were not checked" in done.stdout
    with closing(sqlite3.connect(data / "games.db")) as connection:
        assert connection.execute("select version from schema_version").fetchone() == (3,)


@posix
def test_a_key_that_is_missing_short_or_readable_is_found(data: Path) -> None:
    key = data / "server.key"
    key.chmod(0o644)
    assert f"chmod 600 {key}" in problems(data)
    key.chmod(0o600)
    key.write_bytes(b"short")
    assert "5 bytes instead of 32" in problems(data)
    key.write_bytes(bytes(range(32)))
    assert "the key can be guessed" in problems(data)
    key.unlink()
    assert run("check", "--data", data).returncode == 0  # nobody played on a server here
    with open_store(data / "games.db") as store:
        store.begin_round(
            "modern 9x9/10 v1",
            Seed.of(1),
            NewRound(public_id="a", room="r", player=bytes(16), salt=bytes(16), created_at=1),
        )
    assert "the key is missing" in problems(data)


@posix
def test_what_a_killed_server_leaves_can_be_backed_up_and_checked(start: Any, tmp_path: Path) -> None:
    server = start("data")
    player = Playing(server)
    player.start()
    deadline = time.monotonic() + PATIENCE
    while player.acknowledged < 5:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    server.stop(signal.SIGKILL)
    player.join(PATIENCE)
    copied = shutil.copytree(server.folder, tmp_path / "copied")
    for name in os.listdir(copied):
        if name.endswith("-shm"):
            (copied / name).unlink()
    assert run("check", "--data", copied).returncode == 0
    assert "1 in play" in run("backup", tmp_path / "b.zip", "--data", copied).stdout
