"""The texts of a command's help: what it is for, its arguments and its examples, from the catalogue."""

from __future__ import annotations

import argparse

from ...display.wording import wording
from ..arguments import suggestions
from .examples import EXAMPLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def describe(parser: argparse.ArgumentParser) -> None:
    """Fill in the description of a parser, the help of each of its arguments, and its examples."""
    texts = wording().entries["command-line"]
    name = parser.prog.removeprefix("sapper").strip()
    own = texts["commands"].get(name, {}) if name else texts["sapper"]
    parser.description = own.get("description")
    parser.epilog = _epilog(name, own, texts)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                choice.help = texts["commands"][f"{name} {choice.dest}".strip()]["help"]
        else:
            key = action.option_strings[-1] if action.option_strings else action.dest
            action.help = _filled(own.get(key) or texts["shared"].get(key, ""), action)


def examples(command: str) -> list[tuple[str, str]]:
    """Return the examples of a command, each with what it does."""
    abouts = wording().entries["command-line"]["commands"][command].get("examples", ())
    return list(zip(EXAMPLES.get(command, ()), abouts, strict=True))


def _filled(text: str, action: argparse.Action) -> str:
    """Return a help as argparse takes it, with the default and the values that an argument suggests."""
    values = {"default": action.default, "values": ", ".join(suggestions(action))}
    return text.format_map(values).replace("%", "%%")


def _epilog(name: str, own: Mapping[str, Any], texts: Mapping[str, Any]) -> str | None:
    if "examples" not in own:
        return None
    lines = [f"  {line}\n      {about}" for line, about in examples(name)]
    return "\n".join([texts["examples"], *lines])
