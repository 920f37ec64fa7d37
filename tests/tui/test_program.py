"""The real program in a real terminal: it starts, plays, quits, and leaves the terminal as it was."""

from __future__ import annotations

import os
import re
import signal
import sys
from typing import TYPE_CHECKING

from tui.program import Log, check_terminal_is_as_it_was, pexpect, plain, program
from waiting import PATIENCE

from sapper.history.store import open_store

if TYPE_CHECKING:
    from pathlib import Path


def test_it_starts_plays_quits_and_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with program(tmp_path) as child:
        child.expect("Sapper.*Levels|Levels.*Sapper")  # a frame is written colour by colour
        child.send(" ")
        child.expect("Pace")
        child.send("\x11")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 0
        check_terminal_is_as_it_was("".join(child.output))
    with open_store(tmp_path / "games.db") as store:
        (left,) = store.unfinished()
        assert left.source == "terminal"


def test_an_unfinished_game_is_offered_first_even_after_a_sudden_end(tmp_path: Path) -> None:
    with program(tmp_path, "play", "--level", "intermediate", "--seed", "rain") as child:
        child.expect("Levels")
        child.send(" ")
        child.expect("Pace")
        child.kill(signal.SIGKILL)
        child.expect(pexpect.EOF)
    with program(tmp_path) as child:
        child.expect("Unfinished game")
        child.expect("Intermediate")
        child.send("p")
        child.expect("Pace")
        child.send("\x03")
        child.expect(pexpect.EOF)


def test_the_mouse_plays(tmp_path: Path) -> None:
    with program(tmp_path, "play", "--seed", "rain", "--level", "intermediate") as child:
        child.expect("Levels")
        child.send("\x1b[<0;20;12M\x1b[<0;20;12m")
        child.expect("Pace")
        child.send("\x11")
        child.expect(pexpect.EOF)


def test_without_colour(tmp_path: Path) -> None:
    with program(tmp_path, NO_COLOR="1") as child:
        child.expect("Levels")
        child.send("\x11")
        child.expect(pexpect.EOF)
        output = "".join(child.output)
        assert not re.search(r"\x1b\[[0-9;]*[34]8;[25]", output)
        assert not re.search(r"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|4[0-7]|9[0-7])m", output)
        assert plain(child).isascii()


def test_a_dumb_terminal_gets_the_text_game_with_a_message(tmp_path: Path) -> None:
    with program(tmp_path, TERM="dumb") as child:
        child.expect("cannot show a full screen: starting the text game")
        child.expect("> ")
        child.sendline("r 0 0")
        child.expect("playing")
        child.sendline("q")
        child.expect(pexpect.EOF)
        assert "\x1b" not in "".join(child.output)


def test_a_fault_ends_in_one_line_and_restores_the_terminal(tmp_path: Path) -> None:
    script = """
import sys
from sapper.tui.play.help_commands import HelpCommands
def broken(self): raise ZeroDivisionError("on purpose")
HelpCommands.do_hint = broken
from sapper.cli import main
sys.exit(main(["play"]))
"""
    environment = os.environ | {"TERM": "xterm-256color", "SAPPER_DATA": str(tmp_path), "SAPPER_CONFIG": str(tmp_path)}
    output: list[str] = []
    child = pexpect.spawn(
        sys.executable, ["-c", script], env=environment, dimensions=(24, 80), timeout=PATIENCE, encoding="utf-8"
    )
    child.logfile_read = Log(output)
    child.expect("Levels")
    child.send("h")
    child.expect(r"the game stopped at a fault \(ZeroDivisionError: on purpose\), described in")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 1
    assert "Traceback" not in "".join(output)
    described = (tmp_path / "fault.txt").read_text()
    assert "in broken" in described
    assert described.endswith("ZeroDivisionError: on purpose\n")
    check_terminal_is_as_it_was("".join(output))


def test_ctrl_z_stops_the_clock(tmp_path: Path) -> None:
    with program(tmp_path, "play", "--seed", "rain") as child:
        child.expect("Levels")
        child.send(" ")
        child.expect("Pace")
        child.send("\x1a")
        child.expect(re.escape("\x1b[?1049l"))
        _, status = os.waitpid(child.pid, os.WUNTRACED)  # a signal to go on that comes before it stops is lost
        assert os.WIFSTOPPED(status)
        child.kill(signal.SIGCONT)
        child.expect("Paused")
        child.send("\x11")
        child.expect(pexpect.EOF)


def test_an_unusual_wish_is_refused_before_the_screen_is_touched(tmp_path: Path) -> None:
    with program(tmp_path, "play", "--level", "9x9/99") as child:
        child.expect("takes 0 to 80 mines")
        child.expect(pexpect.EOF)
        child.wait()
        assert child.exitstatus == 2
        assert "\x1b[?1049h" not in "".join(child.output)
