"""Games survive: real processes that are killed, resumed, and moved between folders."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from command_line import run
from history.samples import game_of
from processes import Program
from processes import start as start_process
from strategies import some

from sapper import Action, Game, LogEntry, Rules, Seed
from sapper.history.store import open_store
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from pathlib import Path

SAPPER = [sys.executable, "-m", "sapper"]


def acknowledged(process: subprocess.Popen[str] | Program, lines: int) -> list[dict[str, Any]]:
    assert process.stdout
    return [json.loads(process.stdout.readline()) for _ in range(lines)]


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_a_killed_game_loses_no_acknowledged_action(tmp_path: Path) -> None:
    chance = random.Random(7)
    data = ["--data", str(tmp_path)]
    cells = [(row, col) for row in range(16) for col in range(30)]
    rounds = some(100)
    for round_ in range(rounds):
        words = ["text", "--json", "--level", "expert", "--seed", str(round_), *data]
        process = start_process(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin
        assert process.stdout
        acknowledged(process, 1)
        count = chance.randrange(1, 60)
        for row, col in chance.sample(cells, count):
            process.stdin.write(json.dumps({"action": "flag", "row": row, "col": col}) + "\n")
        process.stdin.flush()
        seen = chance.randrange(1, count + 1)
        last = acknowledged(process, seen)[-1]
        os.kill(process.pid, 9)
        process.wait()
        process.close()
        with open_store(tmp_path / "games.db") as store:
            stored = store.load(store.unfinished()[0].id)
        assert seen == last["seq"] <= stored.seq <= count
        game = game_of(stored)
        assert game.seq == stored.seq == game.board.flags
    listed = run("resume", "--list", *data).stdout.splitlines()
    assert len(listed) == rounds


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9, and no timer for the text game")
def test_a_killed_game_gives_no_time_to_think_back(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)]
    often = "import sapper.session; sapper.session.CLOCK_NOTED_S = 0.05"
    process = start_process(
        ["text", "--json", "--seed", "1", *data], stdin=subprocess.PIPE, stdout=subprocess.PIPE, code=often
    )
    assert process.stdin
    process.stdin.write('{"action": "open", "row": 3, "col": 3}\n')
    process.stdin.flush()
    acknowledged(process, 2)
    with open_store(tmp_path / "games.db") as store:
        while store.load(1).clock < 300:
            time.sleep(0.01)
        os.kill(process.pid, 9)
        process.wait()
        process.close()
        stored = store.load(1)
    assert (stored.seq, stored.entries[0].at) == (1, 0), "the log has the move alone"
    run("resume", "--json", *data, given='{"command": "quit"}\n')
    with open_store(tmp_path / "games.db") as store:
        assert store.load(1).entries[1].at >= stored.clock, "paused where the clock was"


def test_a_game_can_be_resumed_in_another_dialogue(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)]
    run("text", "--json", "--seed", "1", *data, given='{"action": "open", "row": 3, "col": 3}\n')
    done = run("resume", *data, given="s\nf A1\nq\n")
    assert "playing" in done.stdout
    again = run("resume", "--json", *data, given='{"command": "board"}\n')
    first = json.loads(again.stdout.splitlines()[0])
    assert (first["seq"], first["status"]) == (6, "playing"), "open, flag, and a pause each time it was resumed"
    assert run("resume", "99", *data).stderr == ("sapper: no game 99 is unfinished: see sapper resume --list\n")


def test_rebuild_names_a_damaged_replay_and_goes_on(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)]
    for seed in "123":
        run("text", "--level", "2x1/1", "--seed", seed, *data, given="r A1\nq\n")
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        database.execute("update game set replay = substr(replay, 1, 20) where id = 2")
        database.commit()
    rebuilt = run("rebuild", *data)
    assert (rebuilt.returncode, rebuilt.stdout) == (1, "rebuilt from 2 replays\n")
    assert rebuilt.stderr.startswith("sapper: the replay of game 2 cannot be read: ")
    assert run("times", *data).stdout.count("known board") == 2


def test_replays_are_listed_shown_exported_verified_and_imported(tmp_path: Path) -> None:
    here, there = ["--data", str(tmp_path / "here")], ["--data", str(tmp_path / "there")]
    file = tmp_path / "game.replay"
    assert run("replay", "list", *here).stdout == "no game is stored yet\n"
    run("text", "--level", "2x1/1", "--seed", "1", *here, given="r A1\nq\n")
    assert " won " in run("replay", "list", *here).stdout
    shown = run("replay", "show", "1", *here).stdout
    assert "open 0 0: A1=1" in shown
    assert "0 1 ." in run("replay", "show", "1", "--at", "0", *here).stdout
    assert run("replay", "show", "1", "--speed", "1000", *here).stdout == shown
    assert run("replay", "export", "1", str(file), *here).returncode == 0
    assert run("replay", "export", "1", *here).stdout == file.read_text()
    verified = run("replay", "verify", str(file))
    assert (verified.returncode, "consistent: won" in verified.stdout) == (0, True)
    assert run("replay", "import", str(file), *there).stdout == f"{file}: stored as game 1\n"
    assert run("replay", "export", "1", *there).stdout == file.read_text()
    assert run("rebuild", *there).stdout == "rebuilt from 1 replay\n"
    assert run("replay", "show", str(file), *there).stdout == shown
    file.write_text(file.read_text().replace("won", "lost"))
    refused = run("replay", "verify", str(file))
    assert (refused.returncode, "refused: the digest does not match" in refused.stdout) == (1, True)


def test_the_seal_of_a_game_alone_is_shown_first_and_opens_at_the_end(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)]
    lines = run("text", "--level", "2x1/1", *data, given="seal\nr A1\nn\nseal\nq\n").stdout.splitlines()
    first, second = (line.removeprefix("Sealed ") for line in lines if line.startswith("Sealed "))
    assert f". Sealed {first[:4].upper()}. " in lines[0]
    assert (len(first), first != second) == (64, True)
    checked = run("verify", "1", "--digest", first, *data)
    assert (checked.returncode, "the seal fits" in checked.stdout) == (0, True)
    refused = run("verify", "1", "--digest", second, *data)
    assert (refused.returncode, "the seal does NOT fit" in refused.stdout) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["replay", "show", "17"], "there is no finished game 17"),
        (["replay", "show", "../secret"], "not the number of a game"),
        (["replay", "export", "x"], "not the number of a game"),
        (["replay", "show", "1", "--at", "nan"], "a time in seconds from 0"),
        (["replay", "show", "1", "--speed", "nan"], "a number above 0"),
        (["replay", "list", "--limit", "0"], "from 1 to 1000000"),
        (["replay"], "required"),
        (["resume"], "no game is unfinished"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str, tmp_path: Path) -> None:
    data = [] if arguments == ["replay"] else ["--data", str(tmp_path)]
    done = run(*arguments, *data)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_cannot_be_imported_is_named(tmp_path: Path) -> None:
    done = run("replay", "import", "no-such-file", "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "no-such-file: refused: No such file or directory\n")


def test_an_unusable_folder_is_reported_and_the_game_goes_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    done = run("text", "--data", str(blocked), given="r A1\nq\n")
    assert done.returncode == 0
    assert "playing" in done.stdout or "won" in done.stdout
    assert done.stderr.startswith("sapper: this game is not saved: ")
    assert done.stderr.count("\n") == 1


def test_a_replay_file_of_a_whole_game_plays_to_the_same_board(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)]
    run("text", "--seed", "5", *data, given="r D4\nf A1\nh\nn\nq\n")
    text = run("replay", "export", "1", *data).stdout
    replay = Replay.parse(text)
    assert Game.replay(Rules(), 5, actions=replay.entries).board == replay.after(len(replay)).board


def test_the_settings_choose_the_usual_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAPPER_CONFIG", str(tmp_path))
    (tmp_path / "settings.toml").write_text('[game]\nlevel = "expert"\nruleset = "amiga"\n')
    assert run("text", given="q\n").stdout.startswith("Sapper: amiga 32x16/99 v1.")
    assert run("text", "--level", "beginner", given="q\n").stdout.startswith("Sapper: amiga 8x8/10 v1.")
    (tmp_path / "settings.toml").write_text('[game]\nlevel = "huge"\n')
    bad = run("text", given="q\n")
    assert bad.stdout.startswith("Sapper: modern 8x8/10 v1.")
    assert "line 2" in bad.stderr
    assert bad.stderr.count("\n") == 1


def test_the_file_gets_what_it_missed_once_it_is_usable(tmp_path: Path) -> None:
    games = tmp_path / "games.db"
    games.write_text("this is not a database, and long enough to be one " * 100)
    process = subprocess.Popen(
        [*SAPPER, "text", "--show", "diff", "--seed", "rain", "--data", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stderr
    assert "sapper: this game is not saved: " in process.stderr.readline()
    process.stdin.write("r E5\n")
    process.stdin.flush()
    games.unlink()
    out, complaints = process.communicate("f A1\nr A1\n")
    assert "the game is saved again" in out
    assert complaints == ""
    with open_store(games) as store:
        (left,) = store.unfinished()
        kinds = [entry.action.kind for entry in store.load(left.id).entries]
    assert kinds == ["open", "flag", "open", "pause"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("dialogue", [["--json"], [], ["--ruleset", "terminal"]])
def test_a_signal_saves_the_text_game_with_its_time(tmp_path: Path, name: str, dialogue: list[str]) -> None:
    process = subprocess.Popen(
        [*SAPPER, "text", "--first", "4,4", "--seed", "rain", "--data", str(tmp_path), *dialogue],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # also where the tests outlive their terminal
    )
    assert process.stdout
    process.stdout.readline()  # now it waits for input, or is about to
    number = getattr(signal, name)
    process.send_signal(number)
    process.communicate()
    assert process.returncode == 128 + number
    with open_store(tmp_path / "games.db") as store:
        (left,) = store.unfinished()
        assert [entry.action.kind for entry in store.load(left.id).entries] == ["open", "pause"]
        assert store.in_use() == {}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    process = subprocess.Popen(
        ["nohup", *SAPPER, "text", "--json", "--data", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    acknowledged(process, 1)
    process.send_signal(signal.SIGHUP)
    assert process.stdin
    process.stdin.write('{"action": "open", "row": 4, "col": 4}\n')
    process.stdin.flush()
    assert acknowledged(process, 1)[0]["seq"] == 1
    process.communicate()
    assert process.returncode == 0


def test_a_resumed_game_goes_on_where_it_was_played(tmp_path: Path) -> None:
    def create(source: str) -> None:
        with open_store(tmp_path / "games.db") as store:
            game = store.create("modern 8x8/10 v1", Seed.of(1), created_at=0, source=source)
            assert store.append(game, 0, [LogEntry(Action("open", 4, 4), 0)])

    data = ["--data", str(tmp_path)]
    create("text")
    assert "playing" in run("resume", *data, given="q\n").stdout
    create("terminal")
    assert "playing" in run("resume", *data, given="q\n").stdout  # here is no terminal, so it is the text game
    refused = run("resume", "--play", *data)
    assert (refused.returncode, "sapper resume --text" in refused.stderr) == (2, True)
    create("web")
    assert "playing" in run("resume", *data, given="q\n").stdout  # the newest that can go on here
    refused = run("resume", "3", *data)
    assert "game 3 is played in the browser: run sapper web" in refused.stderr


def test_a_game_in_another_window_is_named_by_every_command(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)]
    process = subprocess.Popen(
        [*SAPPER, "text", "--json", "--first", "4,4", "--seed", "rain", *data],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    acknowledged(process, 1)
    window = f"another window (process {process.pid})"
    assert window in run("resume", "--list", *data).stdout
    assert window in run("replay", "list", *data).stdout
    for arguments in (["resume"], ["resume", "1"], ["delete", "1", "--yes"]):
        refused = run(*arguments, *data)
        assert refused.returncode == 2
        assert window in refused.stderr
    everything = run("delete", "--all", "--yes", *data)
    assert "nothing to delete" in everything.stdout
    assert f"{window}: it is not deleted" in everything.stderr
    assert "rebuilt from 0 replays" in run("rebuild", *data).stdout
    process.communicate('{"action": "flag", "row": 0, "col": 0}\n')
    with open_store(tmp_path / "games.db") as store:
        kinds = [entry.action.kind for entry in store.load(1).entries]
    assert kinds == ["open", "flag", "pause"]
    assert "playing" in run("resume", *data, given="q\n").stdout
