"""`sapper host` and `sapper join` as programs: two of them play a game line by line, and mistakes get one sentence."""

from __future__ import annotations

import os
import re
import socket
import threading
import time
from contextlib import ExitStack, contextmanager
from subprocess import PIPE, STDOUT
from typing import TYPE_CHECKING

import pytest
from command_line import run
from processes import start
from server.conftest import Running
from waiting import PATIENCE

from sapper.analysis.odds import odds
from sapper.board import Board, CellState
from sapper.coordinates import cell_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

RULES = ("modern", "8x8/10", "layout=no-guess-single", "lives=3")


class Line:
    """A program that reads and writes lines, and what it has written so far."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        environment = os.environ | {"SAPPER_DATA": str(folder), "SAPPER_CONFIG": str(folder)}
        self.process = start(arguments, stdin=PIPE, stdout=PIPE, stderr=STDOUT, env=environment)
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def until(self, pattern: str, since: int = 0) -> str:
        """Wait for a line that matches, and return what it captures."""
        deadline = time.monotonic() + PATIENCE
        while True:
            for line in self.lines[since:]:
                if found := re.search(pattern, line):
                    return found[1] if found.groups() else line
            assert time.monotonic() < deadline, f"{pattern!r} did not come:\n" + "\n".join(self.lines)
            time.sleep(0.01)

    def board(self) -> Board:
        """Ask for the board, and return it."""
        since = len(self.lines)
        self.type("b")
        self.until(r"squares? to open|0 squares", since)
        rows = [row for line in self.lines[since:] if (row := re.match(r"\d ((?:\S ){7}\S)  \d", line))]
        return Board.parse("8x8/10\n" + "\n".join(row[1].replace(" ", "") for row in rows[-8:]))

    def wait(self) -> int:
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._reader.join()  # the streams are closed after the last line
        self.process.close()


@contextmanager
def programs(folder: Path) -> Iterator[Callable[..., Line]]:
    """Start programs, each with a folder of its own."""
    with ExitStack() as stack:

        def begin(name: str, *arguments: str) -> Line:
            line = Line(folder / name, *arguments)
            stack.callback(line.close)
            return line

        yield begin


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Hold one server whose rounds start soon, for all tests of this file."""
    running = Running(tmp_path_factory.mktemp("server"), "--limit", "countdown=0.1")
    yield running
    running.close()


def test_two_programs_solve_a_board_line_by_line(server: Running, tmp_path: Path) -> None:
    with programs(tmp_path) as begin:
        ada = begin("ada", "host", *RULES, "--server", server.url, "--name", "Ada", "--title", "Lunch", "--text")
        link = ada.until(r"Your room is (http\S+)")
        code = ada.until(r"Its code, to read aloud: (\w{8})")
        grace = begin("grace", "join", link, "--name", "Grace", "--text")
        grace.until("^Lunch: co-op, modern 8x8/10")
        linus = begin("linus", "join", code, "--server", server.url, "--name", "Linus", "--text")
        ada.until("^Linus: is here")
        linus.type("q")
        assert linus.wait() == 0
        ada.until("^Linus: has left")
        grace.type("say hello; there")
        ada.until("^Grace: hello; there")
        for line in (ada, grace):
            line.type("ready")
            line.type("wait")
        ada.until("^The round starts")
        ada.type("r 4,4")
        grace.until("^Ada: E5 open, ")
        players = (ada, grace)
        for turn in range(1, 100):
            player = players[turn % 2]
            board = player.board()
            safe = sorted(cell for cell in odds(board).safe if board[cell] == CellState.HIDDEN)
            if not safe:
                break
            seen = [len(line.lines) for line in players]
            player.type(f"r {cell_name(*safe[0])}")
            for line, since in zip(players, seen, strict=True):
                line.until(rf": {cell_name(*safe[0])} open", since)
            if any("Solved together" in line for line in ada.lines):
                break
        for line in players:
            line.until(r"^Solved together in \d+\.\d\d s\.")
        grace.type("who")
        grace.until(r"^2 Grace: you, not ready")
        grace.type("q")
        ada.type("q")
        assert (grace.wait(), ada.wait()) == (0, 0)
        assert not any("Traceback" in text for line in players for text in line.lines)


def test_without_a_server_one_runs_as_long_as_the_room(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with programs(tmp_path) as begin:
        ada = begin("ada", "host", "--port", str(port), "--name", "Ada", "--text")
        link = ada.until(r"Your room is (http\S+)")
        assert f":{port}/r/" in link
        ada.until("only this machine reaches the room")
        ada.until(r"^The room closes when you leave it\.")
        grace = begin("grace", "join", link, "--watch", "--text")
        grace.until("^1 Ada: owner")
        grace.type("r 0,0")
        grace.until("^error: You watch this room")
        linus = begin("linus", "join", link, "--text")
        linus.until(": you, not ready")
        ada.type("q")
        assert ada.wait() == 0
        for guest in (grace, linus):
            guest.until(r"^The host has closed the room\.")
            assert guest.wait() == 0
    with socket.socket() as again:
        assert again.connect_ex(("127.0.0.1", port)) != 0


def test_the_rooms_of_a_server_are_listed_in_plain_text_and_chosen_by_number_or_code(
    server: Running, tmp_path: Path
) -> None:
    with programs(tmp_path) as begin:
        ada = begin(
            "ada", "host", *RULES, "--server", server.url, "--name", "Ada", "--title", "Tea", "--text", "--public"
        )
        code = ada.until(r"Its code, to read aloud: (\w{8})")
        grace = begin("grace", "join", server.url, "--name", "Grace", "--text")
        number = grace.until(r"^(\d+) Tea: co-op, modern 8x8/10 .*, 1 of 10 seats, waiting")
        for typed, error in (("99", "there is no room 99"), ("nobody", "is not a room"), ("watch x", "is not a room")):
            grace.type(typed)
            grace.until(f"^error: .*{error}")
        grace.type("list")
        grace.type(number)
        ada.until("^Grace: is here")
        linus = begin("linus", "join", server.url, "--name", "Linus", "--text")
        linus.until("^Write the number of a room")
        linus.type(code)
        ada.until("^Linus: is here")
        watcher = begin("watcher", "join", server.url, "--text")
        watcher.until("^Write the number of a room")
        watcher.type(f"watch {number}")
        watcher.until("^1 Ada: owner")
        nobody = begin("nobody", "join", server.url, "--text")
        nobody.type("q")
        assert nobody.wait() == 0


def test_the_owner_answers_those_who_ask_locks_the_room_and_hands_it_on(server: Running, tmp_path: Path) -> None:
    with programs(tmp_path) as begin:
        ada = begin("ada", "host", *RULES, "--server", server.url, "--name", "Ada", "--text", "--ask")
        link = ada.until(r"Your room is (http\S+)")
        grace = begin("grace", "join", link, "--name", "Grace", "--text")
        grace.until(r"^Ada is asked whether you may come in\.")
        ada.until(r"^Grace wants to come in: write admit Grace or refuse Grace\.")
        eve = begin("eve", "join", link, "--name", "Eve", "--text")
        ada.until("^Eve wants to come in")
        ada.type("admit Nobody")
        ada.until("^error: no one called 'Nobody' wants to come in")
        ada.type("admit Grace")
        grace.until("^2 Grace: you")
        ada.type("refuse Eve")
        eve.until(r"sapper: The owner of the room did not let you in\.")
        assert eve.wait() == 2
        ada.type("lock")
        grace.until(r"^The room is locked to newcomers\.")
        late = begin("late", "join", link, "--text")
        late.until(r"sapper: This room is locked: nobody new may come in\.")
        ada.type("unlock")
        grace.until(r"^Newcomers may come in now\.")
        ada.type("hand Grace")
        grace.until("^You: owns the room now")


def test_a_duel_in_text_has_no_lives_and_a_first_square_of_nobody(server: Running, tmp_path: Path) -> None:
    with programs(tmp_path) as begin:
        duel = ("host", "modern", "8x8/9", "--mode", "duel")
        ada = begin("ada", *duel, "--server", server.url, "--name", "Ada", "--text")
        tina = begin("tina", "join", ada.until(r"Your room is (http\S+)"), "--name", "Tina", "--text")
        ada.until("^Tina: is here")
        for line in (ada, tina):
            line.type("ready")
        for line in (ada, tina):
            first = line.until(r"^The server opened (\w\d+), before the first turn")
            line.type("status")
        ada.until(r"playing, .* mines left, your turn, ")
        tina.until(r"playing, .* mines left, Ada's turn, ")
        assert not any("lives" in text for line in (ada, tina) for text in line.lines)
        assert not any(re.search(f"(You|Ada|Tina): {first} ", text) for line in (ada, tina) for text in line.lines)
        closed = next(cell_name(*cell) for cell in ada.board().closed())
        ada.type(f"open {closed}")
        tina.until(f"^Ada: {closed} ")
        ada.type(f"flag {closed}")
        ada.until("^error: ")
        ada.type(f"chord {closed}")
        ada.until("^error: .*squares are only opened|^error: ")


def answer(tmp_path: Path, *arguments: str) -> tuple[int, str]:
    done = run(*arguments, env={"SAPPER_DATA": str(tmp_path), "SAPPER_CONFIG": str(tmp_path)})
    assert done.stdout == ""
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["join", "nobody"], "'nobody' is not a room"),
        (["join", "ftp://example.org/r/abcdefghijklmnop"], "is not a room"),
        (["join", "http://127.0.0.1:1/r/abcdefghijklmnop"], "cannot be reached"),
        (["join", "ABCDEFGH", "--server", "http://127.0.0.1:1"], "cannot be reached"),
        (["join", "http://a.example/r/abcdefghijklmnop", "--server", "http://b.example"], "names another server"),
        (["join", "http://127.0.0.1:1"], "cannot be reached"),
        (["host", "no", "such", "rules"], "rules have one level"),
        (["host", "--mode", "chess"], "invalid choice: 'chess'"),
        (["host", "--seats", "99"], "--seats is a number from 1 to 16, not 99"),
        (["host", "--port", "99999"], "a port is a number from 0 to 65535"),
        (["host", "--server", "http://127.0.0.1:1"], "cannot be reached"),
    ],
)
def test_a_mistake_gets_one_sentence(tmp_path: Path, arguments: list[str], why: str) -> None:
    status, error = answer(tmp_path, *arguments)
    assert status == 2
    assert why in error
    assert error.startswith("sapper: ")
    assert len(error.splitlines()) == 1


def test_a_room_that_is_not_there_and_a_wrong_code_are_refused(server: Running, tmp_path: Path) -> None:
    status, error = answer(tmp_path, "join", f"{server.url}/r/abcdefghijklmnop")
    assert (status, len(error.splitlines())) == (2, 1)
    assert "There is no such room" in error
    status, error = answer(tmp_path, "join", "ABCDEFGH", "--server", server.url)
    assert (status, len(error.splitlines())) == (2, 1)
    assert "No room that waits has this code" in error


def test_whoever_comes_again_has_the_same_seat(server: Running, tmp_path: Path) -> None:
    with programs(tmp_path) as begin:
        ada = begin("ada", "host", *RULES, "--server", server.url, "--name", "Ada", "--text")
        link = ada.until(r"Your room is (http\S+)")
        grace = begin("grace", "join", link, "--name", "Grace", "--text")
        grace.until("^2 Grace: you")
        grace.process.kill()
        ada.until("^Grace: lost the connection")
        again = begin("grace", "join", link, "--name", "Grace", "--text")
        again.until("^2 Grace: you")
        ada.until("^Grace: is back")
    secrets = tmp_path / "grace" / "servers.json"
    assert secrets.stat().st_mode & 0o077 == 0


def test_a_game_of_a_room_is_not_resumed_alone(tmp_path: Path) -> None:
    """The server of `sapper host` stores its games where the player's own are."""
    with programs(tmp_path) as begin:
        ada = begin("ada", "host", *RULES, "--port", "0", "--name", "Ada", "--text")
        for command in ("ready", "wait", "r 4,4"):
            ada.type(command)
        ada.until("^You: E5 open, ")
        while_played = answer(tmp_path / "ada", "resume", "--text")
        ada.process.kill()
        ada.wait()
    for status, error in (while_played, answer(tmp_path / "ada", "resume", "--text")):
        assert (status, len(error.splitlines())) == (2, 1)
        assert "in a room with others" in error
