"""The player's game is safe: two windows, a store that fails, and signals, with real processes in real terminals."""

from __future__ import annotations

import re
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest
from tui.emulator import emulated
from tui.program import check_terminal_is_as_it_was, pexpect, plain, program, words

from sapper.history.store import Stored, open_store

if TYPE_CHECKING:
    from pathlib import Path


CLOCK_ROW = 2


def stored(folder: Path) -> Stored:
    with open_store(folder / "games.db") as store:
        return store.load(store.unfinished()[0].id)


def opened(child: Any) -> None:
    child.expect("Levels")
    child.send(" ")
    child.expect("Pace")


def cpu_time(process: int) -> int:
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def close(child: Any, key: str = "\x11") -> None:
    child.send(key)
    child.expect(pexpect.EOF)


def test_a_second_window_does_not_touch_the_game_of_the_first(tmp_path: Path) -> None:
    with program(tmp_path, "play", "--level", "intermediate", "--seed", "rain", size=(40, 120)) as first:
        opened(first)
        with program(tmp_path, size=(40, 120)) as second:
            second.expect(words(f"(process {first.pid}): it is not offered here."))
            assert "Unfinished game" not in plain(second)
            second.send("n")
            second.send(" ")
            second.expect("Pace")
            close(second)
        first.send("p")
        first.expect("Paused")
        assert "not saved" not in plain(first)
        close(first)
    with open_store(tmp_path / "games.db") as store:
        games = [store.load(game.id) for game in store.unfinished()]
    kinds = [[entry.action.kind for entry in game.entries] for game in games]
    assert kinds == [["open", "pause"], ["open", "pause"]]


def test_a_game_whose_window_was_killed_is_offered(tmp_path: Path) -> None:
    with program(tmp_path, "play", "--level", "intermediate", "--seed", "rain") as first:
        opened(first)
        first.kill(signal.SIGKILL)
        first.expect(pexpect.EOF)
    with program(tmp_path) as second:
        second.expect("Unfinished game")
        assert "another window" not in plain(second)
        close(second)


@pytest.mark.parametrize("opens", [":", "\x1b[21~"], ids=["palette", "menu"])
def test_a_double_click_on_an_entry_chooses_it_once(tmp_path: Path, opens: str) -> None:
    """The second press comes while the list that the first one closed is still being removed."""
    with emulated(tmp_path, "play", "--level", "intermediate", "--seed", "rain", size=(120, 40)) as seen:
        seen.shows("Levels")
        for gap in range(0, 48, 6):
            seen.child.send(opens)
            seen.settled()
            y = next(y for y, line in enumerate(seen.screen.display) if "Question marks" in line)
            x = seen.screen.display[y].index("Question marks")
            press = f"\x1b[<0;{x + 3};{y + 1}M\x1b[<0;{x + 3};{y + 1}m"
            seen.child.send(press)
            time.sleep(gap / 1000)  # of a hand: while the list is being removed
            seen.child.send(press)
            seen.settled()
            seen.child.send("\x1b")
            seen.settled()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_saves_the_time_and_restores_the_terminal(tmp_path: Path, number: int) -> None:
    with emulated(tmp_path, "play", "--level", "intermediate", "--seed", "rain") as seen:
        seen.shows("Levels")
        seen.child.send(" ")
        seen.until(lambda: bool(re.search(r"\b[1-9]\d*\.\d", seen.screen.display[CLOCK_ROW])))
        seen.child.kill(number)
        seen.ends()
        assert seen.child.exitstatus == 128 + number
        check_terminal_is_as_it_was(seen.output)
    *_, last = stored(tmp_path).entries
    assert last.action.kind == "pause"
    assert last.at >= 1000


def test_a_terminal_that_closes_saves_the_time(tmp_path: Path) -> None:
    with program(tmp_path, "play", "--level", "intermediate", "--seed", "rain") as child:
        opened(child)
        child.ptyproc.fileobj.close()  # what a closed window does: the system sends SIGHUP, and writing fails
        child.wait()
    assert stored(tmp_path).entries[-1].action.kind == "pause"


def test_a_terminal_that_closes_without_having_read_saves_the_time(tmp_path: Path) -> None:
    with program(tmp_path, "play", "--level", "intermediate", "--seed", "rain", size=(60, 200)) as child:
        opened(child)
        used = [0, 1]
        while len(set(used[-5:])) > 1:  # until it waits for a terminal that does not read
            child.send("\x0c")
            used.append(cpu_time(child.pid))
        child.ptyproc.fileobj.close()
        child.wait()
    assert stored(tmp_path).entries[-1].action.kind == "pause"


def test_a_store_that_cannot_be_used_is_named_in_the_title_until_it_can(tmp_path: Path) -> None:
    games = tmp_path / "games.db"
    games.write_text("this is not a database, and long enough to be one " * 100)
    with emulated(tmp_path, "play", "--level", "intermediate", "--seed", "rain", size=(120, 40)) as seen:
        seen.shows("not saved: it is not a database")
        seen.child.send(" ")
        seen.shows("Pace")
        seen.child.send("p")
        seen.shows("Paused")
        assert seen.has("not saved")
        games.unlink()
        seen.child.send("p")
        seen.until(lambda: seen.has("Pace") and not seen.has("not saved"))
        seen.child.send("\x11")
        seen.ends()
    assert [entry.action.kind for entry in stored(tmp_path).entries] == ["open", "pause", "resume", "pause"]


def test_an_impossible_folder_is_named_inside(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    where = str(tmp_path / "file" / "data")
    with program(tmp_path, SAPPER_DATA=where, size=(40, 120)) as child:
        child.expect(words("not saved: the data folder cannot be created"))
        child.expect(words("Not a directory"))
        child.send(" ")
        child.expect("Pace")
        close(child)
        assert "1 game is not saved: the folder" in plain(child).rpartition("Pace")[2]


def test_resume_opens_what_the_game_was_played_in(tmp_path: Path) -> None:
    with program(tmp_path, "play", "--level", "intermediate", "--seed", "rain") as child:
        opened(child)
        close(child)
    with program(tmp_path, "resume") as child:
        child.expect("Unfinished game")
        assert "\x1b[?1049h" in "".join(child.output)
        close(child)
    with program(tmp_path, "resume", "--text") as child:
        child.expect("playing")
        child.sendline("q")
        child.expect(pexpect.EOF)
        assert "\x1b[?1049h" not in "".join(child.output)
    with program(tmp_path, "text", "--seed", "rain") as child:
        child.sendline("r D4; q")
        child.expect(pexpect.EOF)
    with program(tmp_path, "resume") as child:
        child.expect("playing")
        child.sendline("q")
        child.expect(pexpect.EOF)


def test_a_board_of_a_file_is_played_full_screen(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("*.*.\n....\n....\n....\n")
    with program(tmp_path, "play", "--board", str(tmp_path / "board.txt"), "--first", "D4", size=(40, 120)) as child:
        child.expect(words("not saved: its board has no seed"))
        child.expect(words("known board"))
        child.expect("Pace")
        close(child)
