"""Completion scripts for shells, written from the parser of the command line."""

from __future__ import annotations

import argparse

from ...value import Value
from ..arguments import suggestions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Option(Value):
    """An option of a command: its spellings, what it does, and the words that may follow it."""

    names: tuple[str, ...]
    help: str
    takes_value: bool
    values: tuple[str, ...]


class Command(Value):
    """A command with its options; `path` is empty for `sapper` itself, and `replay/list` for an action of a command."""

    path: str
    help: str
    options: tuple[Option, ...]
    words: tuple[str, ...]  # that may follow it: the commands below it, or the choices of its arguments
    takes_files: bool


def commands_of(parser: argparse.ArgumentParser, path: str = "", text: str = "") -> Iterator[Command]:
    """Yield a command and all commands below it."""
    options: list[Option] = []
    words: list[str] = []
    below: list[tuple[str, argparse.ArgumentParser, str]] = []
    takes_files = False
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            below = [(name, chosen, helps.get(name, "")) for name, chosen in action.choices.items()]
            words += action.choices
        elif action.option_strings:
            options.append(
                Option(
                    names=tuple(action.option_strings),
                    help=(action.help or "").replace("%%", "%"),
                    takes_value=action.nargs != 0,
                    values=suggestions(action),
                )
            )
        else:
            words += suggestions(action)
            takes_files = not action.choices
    yield Command(path=path, help=text, options=tuple(options), words=tuple(words), takes_files=takes_files)
    for name, chosen, its_help in below:
        yield from commands_of(chosen, f"{path}/{name}" if path else name, its_help)


def bash(commands: Iterable[Command]) -> str:
    """Return the completion script for bash; where it has no word, bash completes the names of files."""
    offer = 'COMPREPLY=($(compgen -W "{words}" -- "$word"))'
    return _BASH.format(**_cases(list(commands), offer, files="COMPREPLY=()"))


def zsh(commands: Iterable[Command]) -> str:
    """Return the completion script for zsh."""
    return _ZSH.format(**_cases(list(commands), "compadd -- {words}", files="_files"))


def fish(commands: Iterable[Command]) -> str:
    """Return the completion script for fish."""
    known = list(commands)
    nested = {command.path.partition("/")[::2] for command in known if "/" in command.path}
    lines = ["complete -c sapper -n __fish_use_subcommand -f"]
    for command in known:
        parent, _, name = command.path.rpartition("/")
        if not command.path:
            condition = "__fish_use_subcommand"
        elif parent:
            condition = f"__fish_seen_subcommand_from {parent}; and __fish_seen_subcommand_from {name}"
        else:
            others = [f"; and not __fish_seen_subcommand_from {above}" for above, below in nested if below == name]
            condition = f"__fish_seen_subcommand_from {name}{''.join(sorted(others))}"
        if name:
            above = f"__fish_seen_subcommand_from {parent}" if parent else "__fish_use_subcommand"
            lines.append(f"complete -c sapper -n {_quoted(above)} -a {name} -d {_quoted(command.help)}")
        lines += [
            f"complete -c sapper -n {_quoted(condition)} {line}"
            for option in command.options
            for line in _fish_option(option)
        ]
    return "\n".join(lines) + "\n"


def _fish_option(option: Option) -> list[str]:
    """Return an option with its description, and its values without: fish would repeat it for each of them."""
    name = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
    takes = " -x" if option.values else " -r" if option.takes_value else ""
    described = f"{name}{takes} -d {_quoted(option.help)}"
    return [described, f"{name} -x -a {_quoted(' '.join(option.values))}"] if option.values else [described]


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _cases(commands: list[Command], offer: str, *, files: str) -> dict[str, str]:
    """Return the branches of a script: the commands typed so far, values after an option, options, other words."""
    branches: dict[str, list[str]] = {"steps": [], "values": [], "options": [], "words": []}
    for command in commands:
        if command.path:
            branches["steps"].append(f"    {command.path}) at={command.path} ;;")
        for option in (option for option in command.options if option.takes_value):
            pattern = "|".join(f'"{command.path} {name}"' for name in option.names)
            follows = offer.format(words=" ".join(option.values)) if option.values else files
            branches["values"].append(f"{pattern}) {follows}; return ;;")
        names = [name for option in command.options for name in option.names if name.startswith("--")]
        branches["options"].append(f'"{command.path}") {offer.format(words=" ".join(names))} ;;')
        words = command.words or (() if command.takes_files else names)
        follows = offer.format(words=" ".join(words)) if words else files
        branches["words"].append(f'"{command.path}") {follows} ;;')
    return {name: ("\n" + " " * 8).join(lines).strip() for name, lines in branches.items()}


_BASH = """_sapper() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} at= i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "${{at:+$at/}}${{COMP_WORDS[i]}}" in
            {steps}
        esac
    done
    COMPREPLY=()
    case "$at $before" in
        {values}
    esac
    [[ $word == -* ]] && case "$at" in
        {options}
    esac
    [[ $word != -* ]] && case "$at" in
        {words}
    esac
}}
complete -o default -F _sapper sapper
"""

_ZSH = """#compdef sapper
_sapper() {{
    local before=${{words[CURRENT-1]}} at= i
    for ((i = 2; i < CURRENT; i++)); do
        case "${{at:+$at/}}${{words[i]}}" in
            {steps}
        esac
    done
    case "$at $before" in
        {values}
    esac
    [[ ${{words[CURRENT]}} == -* ]] && case "$at" in
        {options}
    esac
    [[ ${{words[CURRENT]}} != -* ]] && case "$at" in
        {words}
    esac
}}
compdef _sapper sapper
"""
