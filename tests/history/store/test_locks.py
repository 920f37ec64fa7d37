"""A game in play belongs to one process: others neither go on with it nor delete it, until that process is gone."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from sapper import Action, LogEntry, Rules, Seed
from sapper.history.recorder import Recorder
from sapper.history.store import (
    GameElsewhere,
    GameInUse,
    Store,
    open_store,
)
from sapper.history.store.databases import locks
from sapper.history.store.databases.locks import SERVER_LOCK, LockFiles
from sapper.history.store.rows import NewRound
from sapper.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLAY = """
import sys
from sapper import Rules, Seed
from sapper.history.recorder import Recorder
from sapper.history.store import open_store
from sapper.session import Session

recorder = Recorder(open_store(sys.argv[1]), now=lambda: 0, source="test", program="test")
session = Session(Rules(), clock=lambda: 0, seeds=lambda: Seed.of(1), recorder=recorder)
session.play("open", 4, 4)
print(recorder.number, session.failure, flush=True)
for line in sys.stdin:
    session.play("flag" if session.game.board[0, 0] != 10 else "clear", 0, 0)
    print(session.failure, flush=True)
recorder.close()
"""
HOLD = """
import sys
from sapper.history.store.databases.locks import LockFiles
LockFiles(sys.argv[1]).take(sys.argv[2])
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def process(script: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        try:
            yield child
        finally:
            child.kill()


def line(child: subprocess.Popen[str]) -> str:
    assert child.stdout
    return child.stdout.readline().strip()


def say(child: subprocess.Popen[str]) -> str:
    assert child.stdin
    child.stdin.write("\n")
    child.stdin.flush()
    return line(child)


def session_on(store: Store) -> Session:
    recorder = Recorder(store, now=lambda: 0, source="test", program="test")
    return Session(Rules(), clock=lambda: 0, seeds=lambda: Seed.of(2), recorder=recorder)


def test_a_game_that_another_process_plays_is_neither_resumed_nor_changed(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with process(PLAY, path) as player, open_store(path) as store:
        assert line(player) == "1 None"
        assert store.in_use() == {1: player.pid}
        session = session_on(store)
        assert not session.resume_newest(store)
        with pytest.raises(GameInUse, match=rf"another window \(process {player.pid}\)"):
            session.resume(store.load(1))
        session.play("open", 0, 0)
        assert [game.id for game in store.unfinished()] == [2, 1]
        assert say(player) == "None"
        assert [str(entry.action) for entry in store.load(1).entries] == ["open 4 4", "flag 0 0"]
        session.leave()


def test_a_game_that_another_process_plays_is_not_deleted(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with process(PLAY, path) as player, open_store(path) as store:
        assert line(player) == "1 None"
        other = store.create("modern 9x9/10", Seed.of(1), created_at=0)
        with pytest.raises(GameInUse):
            store.delete([other, 1])
        with pytest.raises(GameInUse):
            store.delete_all()
        assert [game.id for game in store.unfinished()] == [other, 1]
        assert store.delete([other]) == 1


def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with process(PLAY, path) as player, open_store(path) as store:
        assert line(player) == "1 None"
        player.kill()
        player.wait()
        assert store.in_use() == {}
        session = session_on(store)
        assert session.resume_newest(store)
        assert session.recorder
        assert session.recorder.number == 1
        assert session.failure is None


def test_a_process_that_leaves_gives_its_game_back_and_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with process(PLAY, path) as player, open_store(path) as store:
        assert line(player) == "1 None"
        assert player.stdin
        player.stdin.close()
        player.wait()
        assert store.in_use() == {}
        assert list((tmp_path / "games.db.playing").iterdir()) == []


def test_a_finished_game_is_given_back(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        session = session_on(store)
        session.play("open", 4, 4)
        assert (tmp_path / "games.db.playing" / "1").exists()
        session.play("resign")
        assert list((tmp_path / "games.db.playing").iterdir()) == []


def test_a_resumed_game_that_is_only_looked_at_is_given_back(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        session = session_on(store)
        session.play("open", 4, 4)
        session.stop_clock()
        session.leave()
        later = session_on(store)
        later.resume(store.load(1))
        assert (tmp_path / "games.db.playing" / "1").exists()
        later.leave()
        assert list((tmp_path / "games.db.playing").iterdir()) == []


def test_a_game_that_cannot_go_on_is_given_back(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        store.create("modern 9x9/10", Seed.of(1), created_at=0)
        assert not session_on(store).resume_newest(store)
        assert list((tmp_path / "games.db.playing").iterdir()) == []


def test_a_game_is_read_again_once_it_is_locked(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        session = session_on(store)
        session.play("open", 4, 4)
        session.leave()
        seen = store.load(1)
        assert store.append(1, 1, [LogEntry(Action("flag", 0, 0), 5)])
        later = session_on(store)
        later.resume(seen)
        assert [entry.action.kind for entry in later.game.log] == ["open", "flag", "pause"]
        assert later.failure is None


def test_the_games_of_a_running_server_are_in_use(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        game = store.begin_round(
            "modern 9x9/10", Seed.of(1), NewRound(public_id="g", room="r", player=b"p", salt=b"s", created_at=0)
        )
        with process(HOLD, path, f"{SERVER_LOCK}1") as server:
            assert line(server) == "held"
            assert store.in_use() == {game: server.pid}
        assert store.in_use() == {}
        session = session_on(store)
        assert not session.resume_newest(store)
        with pytest.raises(GameElsewhere, match="sapper web"):
            session.resume(store.load(game))


def test_many_processes_that_look_do_not_disturb_the_one_that_takes(tmp_path: Path) -> None:
    look = """
import sys
from sapper.history.store.databases.locks import LockFiles
files = LockFiles(sys.argv[1])
print("looks", flush=True)
while True:
    files.holder("1")
"""
    path = tmp_path / "games.db"
    files = LockFiles(path)
    files.take("1")
    with process(look, path) as one, process(look, path) as two:
        assert (line(one), line(two)) == ("looks", "looks")
        for _ in range(200):
            files.release("1")
            (tmp_path / "games.db.playing" / "1").touch()  # as a killed process leaves it
            files.take("1")
    files.release("1")


def test_a_folder_without_locks_plays_on_and_says_so_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(file: int, shared: bool) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(locks, "_lock", refuse)
    with open_store(tmp_path / "games.db") as store:
        session = session_on(store)
        session.play("open", 4, 4)
        assert session.failure is None
        assert store.in_use() == {}
        warning = session.take_warning()
        assert "cannot be locked" in warning
        assert "Operation not supported" in warning
        assert session.take_warning() == ""


def test_a_full_disk_does_not_prevent_a_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    files = LockFiles(tmp_path / "games.db")
    monkeypatch.setattr(os, "write", full)
    files.take("1")
    assert files.problem is None
    monkeypatch.undo()
    with process(HOLD, tmp_path / "games.db", "1") as other:
        assert line(other) == ""  # it is refused
    files.release("1")


def test_a_store_in_memory_needs_no_locks() -> None:
    with open_store(":memory:") as store:
        store.lock(1)
        store.unlock(1)
        assert (store.in_use(), store.lock_problem) == ({}, None)
