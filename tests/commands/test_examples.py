"""The examples in the helps of the commands: each command has some, and all of them work."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sapper.cli import main
from sapper.commands.parser import COMMANDS, parser
from sapper.commands.parsing.examples import EXAMPLES
from sapper.commands.parsing.help_texts import examples

STAY = {"play", "web", "host", "join", "tournament", "player"}  # these run until they are left, or ask a server


def test_every_command_has_two_examples_in_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(EXAMPLES) == list(COMMANDS)
    for command, lines in EXAMPLES.items():
        assert len(lines) >= 2
        with pytest.raises(SystemExit):
            main(["help", command])
        shown = capsys.readouterr().out
        assert all(line in shown and about in shown for line, about in examples(command))


@pytest.mark.parametrize("command", sorted(STAY))
def test_examples_of_what_stays_are_understood(command: str) -> None:
    for line in EXAMPLES[command]:
        name, *words = shlex.split(line)
        assert name == "sapper"
        assert parser(words[0]).parse_args(words).run


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="a shell")
def test_the_other_examples_run_one_after_the_other(tmp_path: Path) -> None:
    programs = os.path.dirname(sys.executable)
    environment = os.environ | {
        "PATH": os.pathsep.join([programs, os.environ["PATH"]]),
        "SAPPER_DATA": str(tmp_path),
        "SAPPER_CONFIG": str(tmp_path),
    }
    for command, lines in EXAMPLES.items():
        for line in lines if command not in STAY else ():
            done = subprocess.run(
                ["bash", "-c", line], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{line}\n{done.stderr}"


def test_a_command_that_is_misspelt_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["genrate"]) == 2
    assert capsys.readouterr().err == "sapper: there is no command 'genrate': did you mean generate?\n"
    assert main(["bogus"]) == 2
    assert "sapper help lists all of them" in capsys.readouterr().err


def test_every_command_has_a_manual_page(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(Path(__file__).parents[2] / "scripts" / "man"), str(tmp_path)], check=True)
    assert {path.name for path in tmp_path.iterdir()} == {"sapper.1", *(f"sapper-{name}.1" for name in COMMANDS)}
    odds = (tmp_path / "sapper-odds.1").read_text()
    assert "\\-\\-trust\\-flags\nassume that every flag is on a mine" in odds
    assert all(about in odds for _, about in examples("odds"))
    assert "3BV, efficiency, ZiNi and more" in (tmp_path / "sapper-replay.1").read_text()
