"""The command line as a person or a program meets it: real processes, bad input, closed pipes, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import command_line
import pexpect
import pytest
from waiting import PATIENCE

from sapper import cli
from sapper.commands.parser import COMMANDS, parser

if TYPE_CHECKING:
    from pathlib import Path

SAPPER = [sys.executable, "-m", "sapper"]


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*SAPPER, *arguments], input=given, capture_output=True, timeout=PATIENCE, check=False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["text", "--level", "0x0/0"], "at least 1 column and 1 row"),
        (["text", "--level=-3x4/1"], "WIDTHxHEIGHT/MINES"),
        (["text", "--level", "99999999x99999999/1"], "at most 2147483648 squares"),
        (["text", "--level", "4x4/16"], "takes 0 to 15 mines"),
        (["text", "--level", "big"], "WIDTHxHEIGHT/MINES"),
        (["text", "--level"], "expected one argument"),
        (["text", "--ruleset", "chess"], "choose modern"),
        (["text", "--ruleset", "amiga", "--level", "40x40/10"], "up to 32x32"),
        (["text", "--rule", "lives"], "NAME=VALUE"),
        (["text", "--rule", "lives=0"], "whole number from 1"),
        (["text", "--show", "half"], "invalid choice"),
        (["web", "--origin", "mines"], "--origin is an address such as https://mines.example"),
        (["web", "--proxy", "nginx"], "--proxy is an IP address"),
        (["web", "--bus", "redis://localhost"], "--bus is for servers on one database"),
        (["web", "--database", "postgresql://localhost/x", "--bus", "http://here"], "--bus is an address such as"),
        (["web", "--proxy", "10.0.0.1/24"], "or a network such as 10.0.0.0/24"),
        (["web", "--node", "web 1"], "--node is a name of 1 to 64 letters"),
        (["web", "--port", "70000"], "a port is a number from 0 to 65535"),
        (["web", "--limit", "rooms=none"], "--limit takes NAME=N"),
        (["dance"], "there is no command 'dance'"),
        (["--frobnicate"], "required"),
        (["text", "\x07"], "unrecognized arguments"),
    ],
)
def test_bad_usage_is_one_line_on_stderr_and_exit_2(arguments: list[str], message: str) -> None:
    done = command_line.run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_every_command_is_found_in_its_file() -> None:
    every = parser().format_help()
    for command in COMMANDS:
        assert f"\n    {command} " in every
        assert parser(command).format_usage()
        with pytest.raises(SystemExit) as done:
            cli.main([command, "--help"])
        assert done.value.code == 0
    assert len(re.findall(r"^    [\w-]+ ", every, re.MULTILINE)) == len(COMMANDS)


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_load_little(option: str) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "sapper", option]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    names = {line.rpartition("|")[2].strip() for line in loaded.splitlines()}
    assert not names & {
        "asyncio",
        "numpy",
        "textual",
        "hashlib",
        "threading",
        "sapper.analysis",
        "sapper.commands.playing.play",
    }
    assert ("json" in names) == (option == "--help")  # the catalogue is read for the help alone


def test_sapper_alone_starts_text_mode() -> None:
    done = run(given=b"q\n")
    assert done.returncode == 0
    assert done.stdout.startswith(b"Sapper: modern 8x8/10 v1.")


def test_end_of_input_quits_cleanly() -> None:
    for arguments in ([], ["--json"], ["--ruleset", "terminal"]):
        done = run("text", *arguments)
        assert (done.returncode, done.stderr) == (0, b"")


def test_input_that_is_no_text_is_an_unknown_command() -> None:
    done = run("text", given=b"\xff\xfe\x00\x07\nr \xe2\x98\x83\n" + b"r " + b"9" * 5000 + b"\nq\n")
    assert done.returncode == 0
    assert done.stdout.count(b"error: ") == 3
    assert b"\x07" not in done.stdout
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("line", [b"[" * 100_000, b"1e999", b'{"action": "open", "row": 1.5, "col": 0}', b"null"])
def test_json_mode_survives_strange_messages(line: bytes) -> None:
    done = run("text", "--json", given=line + b'\n{"action": "open", "row": 0, "col": 0}\n')
    assert done.returncode == 0
    _, error, delta = map(json.loads, done.stdout.splitlines())
    assert error.keys() == {"error"}
    assert delta["status"] == "playing"


def test_exit_status_is_1_after_a_loss() -> None:
    opens = "; ".join(f"r {row} {col}" for row in range(4) for col in range(4)).encode()
    options = ["--level", "4x4/15", "--seed", "1"]
    assert run("text", *options, given=opens).returncode == 0
    assert run("text", *options, "--rule", "first=any", "--exit-status", given=opens).returncode == 1
    assert run("text", "--exit-status", given=b"q\n").returncode == 0


def test_a_closed_pipe_ends_the_program_quietly() -> None:
    process = subprocess.Popen(
        [*SAPPER, "text", "--level", "200x200/100"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    try:
        process.stdin.write(b"b\n" * 50)
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.wait(timeout=PATIENCE) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def allow_interrupts() -> None:
    """Undo what a shell does to programs in the background: they ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_the_program_cleanly() -> None:
    child = pexpect.spawn(
        SAPPER[0], [*SAPPER[1:], "text"], encoding="utf-8", timeout=PATIENCE, preexec_fn=allow_interrupts
    )
    child.expect("> ")
    assert child.pid is not None
    os.kill(child.pid, signal.SIGINT)
    child.expect(pexpect.EOF)
    assert "Traceback" not in (child.before or "")
    child.wait()
    assert child.exitstatus == 130


@pytest.mark.skipif(sys.platform == "win32", reason="terminals")
def test_a_whole_game_can_be_played_at_a_terminal() -> None:
    child = pexpect.spawn(SAPPER[0], [*SAPPER[1:], "text", "--level", "2x1/1"], encoding="utf-8", timeout=PATIENCE)
    child.expect("> ")
    child.sendline("r A1")
    child.expect("won, 0 squares to open")
    child.expect("> ")
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


def test_a_name_that_the_output_cannot_encode_is_escaped(tmp_path: Path) -> None:
    file = tmp_path / "\u96e8.replay"
    file.write_bytes(b"nothing")
    command = [*SAPPER, "replay", "import", "--data", str(tmp_path), str(file), str(file)]
    environment = os.environ | {"PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(command, capture_output=True, env=environment, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    assert done.stdout.count(b"\\u96e8.replay: refused") == 2
    assert b"Traceback" not in done.stderr


def test_the_version_has_a_short_option() -> None:
    assert run("-V").stdout == run("--version").stdout != b""
