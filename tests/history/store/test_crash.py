"""Programs that are killed, and programs that play at the same time."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from history.samples import ENVIRONMENT, SUMMARY, begin, entries
from waiting import PATIENCE

from sapper.history.store import Store, open_store

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are forked and killed as Unix does")

# Forks a player that is killed after some acknowledgements, in the middle of whatever it does then, again and again.
# A line is in the file of acknowledgements only if the store had answered: a write of one line to a file either
# happens or does not.
PLAYERS = """
import os, random, signal, sys
from sapper.history.store.databases import sqlite
from sapper.history.store import Append, open_store
from history.samples import ENVIRONMENT, SUMMARY, begin, entries

path, acknowledged, first, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])

def play(luck, alive):
    file = os.open(acknowledged, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def acknowledge(*words):
        os.write(file, (" ".join(map(str, words)) + "\\n").encode())
        os.write(alive, b".")

    store = open_store(path, synchronous=luck.choice(["normal", "full"]))
    lengths = {game.id: game.seq for game in store.unfinished()}
    while True:
        while len(lengths) < 4:
            game = begin(store)
            lengths[game] = 0
            acknowledge(game, 0, "begun")
        game = luck.choice(list(lengths))
        seq = lengths[game]
        chance = luck.random()
        if chance < 0.6:
            count = luck.choice([1, 1, 1, 7])
            assert store.append(game, seq, entries(seq, count))
            lengths[game] = seq + count
            acknowledge(game, seq + count, "played")
        elif chance < 0.98:
            batch = [Append(one, length, entries(length, 2)) for one, length in lengths.items()]
            assert all(store.append_many(batch))
            for one, length, *_ in batch:
                lengths[one] = length + 2
                acknowledge(one, length + 2, "played")
        else:
            assert store.finish(game, seq, b"%d:%d" % (game, seq), SUMMARY)
            del lengths[game]
            acknowledge(game, seq, "finished")

for number in range(first, first + rounds):
    luck = random.Random(number)
    watched, alive = os.pipe()
    player = os.fork()
    if player == 0:
        try:
            play(luck, alive)
        finally:
            os._exit(1)
    os.close(alive)
    for _ in range(luck.choice([0, 1, 5, 20, 80])):
        assert os.read(watched, 1), "the player stopped by itself"
    os.kill(player, signal.SIGKILL)
    os.close(watched)
    _, status = os.waitpid(player, 0)
    assert os.WIFSIGNALED(status), "the player stopped by itself"
"""


def check(path: Path, log: Path) -> Counter[str]:
    """Compare what was acknowledged with what is stored."""
    connection = sqlite3.connect(path)
    assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
    assert connection.execute("pragma foreign_key_check").fetchall() == []
    connection.close()
    acknowledged: dict[int, int] = {}
    finished: dict[int, int] = {}
    for line in log.read_text().splitlines():
        *numbers, what = line.split()
        game, seq = map(int, numbers)
        acknowledged[game] = max(seq, acknowledged.get(game, 0))
        if what == "finished":
            finished[game] = seq
    with open_store(path) as store:
        for game, seq in acknowledged.items():
            stored = store.load(game)
            assert stored.seq >= seq
            if game in finished:
                assert stored.seq == finished[game]
                assert stored.finished
            if stored.finished:
                assert stored.replay == b"%d:%d" % (game, stored.seq)
            else:
                assert list(stored.entries) == entries(0, stored.seq)
        assert {game.summary for game in store.games(10_000)} <= {SUMMARY}
    return Counter(games=len(acknowledged), finished=len(finished), actions=sum(acknowledged.values()))


def test_killed_at_any_moment_it_loses_nothing_acknowledged(tmp_path: Path) -> None:
    path, log = tmp_path / "games.db", tmp_path / "log"
    log.touch()
    counts: Counter[str] = Counter()
    first = 0
    while first < 100 or counts["actions"] < 1000 or counts["finished"] < 5:
        command = [sys.executable, "-c", PLAYERS, str(path), str(log), str(first), "20"]
        done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=120)
        assert done.returncode == 0, done.stderr
        counts = check(path, log)
        first += 20


TOGETHER = """
import sys
from sapper import Action
from sapper.action import LogEntry
from sapper.history.store import open_store
from history.samples import begin, entries

path, player, shared, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
sys.stdin.readline()
store = open_store(path)
own = begin(store)
seq = refused = 0
for number in range(count):
    assert store.append(own, number, entries(number, 1))
    while not store.append(shared, seq, [LogEntry(Action("open", 0, number), seq, player)]):
        refused += 1
        seq = store.load(shared).seq
    seq += 1
print(own, refused)
"""


def test_programs_that_play_at_once_lose_nothing(tmp_path: Path) -> None:
    path, count = tmp_path / "games.db", 150
    with open_store(path) as store:
        shared = begin(store)
    players = [
        subprocess.Popen(
            [sys.executable, "-c", TOGETHER, str(path), str(player), str(shared), str(count)],
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for player in range(3)
    ]
    printed = together(players)
    with open_store(path) as store:
        for own, _ in printed:
            assert list(store.load(own).entries) == entries(0, count)
        log = store.load(shared).entries
    assert len(log) == 3 * count
    assert [entry.at for entry in log] == list(range(3 * count))
    for player in range(3):
        assert [entry.action.col for entry in log if entry.by == player] == list(range(count))
    assert sum(refused for _, refused in printed) > 0


def together(players: list[subprocess.Popen[str]]) -> list[list[int]]:
    """Start the players at the same moment and return what they print."""
    for player in players:
        assert player.stdin is not None
        player.stdin.write("go\n")
        player.stdin.flush()
    printed = [player.communicate(timeout=PATIENCE)[0] for player in players]
    assert [player.returncode for player in players] == [0] * len(players)
    return [[int(word) for word in line.split()] for line in printed]


OPENING = """
import sys
from sapper.history.store import open_store
from history.samples import begin
for path in sys.stdin:
    print(begin(open_store(path.rstrip()), count=3), flush=True)
"""


def test_programs_that_make_the_same_new_store_at_once_share_it(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OPENING]
    with ExitStack() as stack:
        players = [
            stack.enter_context(
                subprocess.Popen(command, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            )
            for _ in range(6)
        ]
        for attempt in range(3):
            for player in players:
                print(tmp_path / str(attempt) / "games.db", file=player.stdin, flush=True)
            made = [int(player.stdout.readline()) for player in players if player.stdout]
            assert sorted(made) == list(range(1, 7))


def test_a_store_that_was_never_closed_opens_as_if_it_had_been(tmp_path: Path) -> None:
    stores: list[Store] = [open_store(tmp_path / "games.db")]
    game = begin(stores[0], count=3)
    for suffix in ("", "-wal"):  # what a killed program leaves: the file and the log beside it
        (tmp_path / f"copy.db{suffix}").write_bytes((tmp_path / f"games.db{suffix}").read_bytes())
    with open_store(tmp_path / "copy.db") as store:
        assert list(store.load(game).entries) == entries(0, 3)
    stores[0].close()
