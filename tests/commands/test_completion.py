"""Completion scripts know every command and option, and bash completes with its script."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import parts
import pytest

from sapper.commands.parser import full_parser
from sapper.commands.parsing import shells

COMMANDS = list(shells.commands_of(full_parser()))


@cache
def script(shell: str) -> str:
    command = [sys.executable, "-m", "sapper", "completion", shell]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def completed(*words: str) -> list[str]:
    """Return what bash offers for the last of some words."""
    ask = f'COMP_WORDS=("$@"); COMP_CWORD={len(words) - 1}; _sapper; printf "%s\\n" "${{COMPREPLY[@]}}"'
    command = [parts.need("bash"), "-c", f"{script('bash')}\n{ask}", "bash", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["sapper", "re"], ["resume", "replay", "rebuild", "restore"]),
        (["sapper", "replay", "li"], ["list"]),
        (["sapper", "replay", "list", "--l"], ["--limit", "--language"]),
        (["sapper", "text", "--show", ""], ["diff", "full"]),
        (["sapper", "play", "--level", "e"], ["expert", "expert-amiga"]),
        (["sapper", "play", "--no-guess", "c"], ["chains", "count"]),
        (["sapper", "completion", ""], ["bash", "zsh", "fish"]),
        (["sapper", "resume", "--te"], ["--text"]),
        (["sapper", "replay", "import", ""], []),  # then bash completes the names of files
        (["sapper", "play", "--board", ""], []),
        (["sapper", "--ver"], ["--version"]),
    ],
)
def test_bash_completes(words: list[str], offered: list[str]) -> None:
    assert completed(*words) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_has_every_command_and_option(shell: str) -> None:
    written = script(shell)
    for command in COMMANDS:
        assert command.path.rpartition("/")[2] in written
        for option in command.options:
            assert all(name[2:] in written for name in option.names if name.startswith("--"))
    assert {command.path for command in COMMANDS} >= {"", "play", "replay/import", "completion"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_can_read_its_script(shell: str) -> None:
    subprocess.run([parts.need(shell), "-n"], input=script(shell), text=True, check=True)


def test_every_quotation_in_the_script_for_fish_is_closed() -> None:
    for line in script("fish").splitlines():
        assert line.replace("\\'", "").count("'") % 2 == 0, line


def test_fish_describes_an_option_once_and_not_each_of_its_values() -> None:
    lines = [line for line in script("fish").splitlines() if "'__fish_seen_subcommand_from play'" in line]
    ruleset = [line for line in lines if "-l ruleset " in line]
    assert [("-a " in line, "-d " in line) for line in ruleset] == [(False, True), (True, False)]
