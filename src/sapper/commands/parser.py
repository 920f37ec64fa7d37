"""The parser of the command line. Only the command that runs is imported."""

from __future__ import annotations

import argparse
from importlib import import_module

from .. import __version__
from .arguments import UsageError
from .examples import epilog

# Each command and its file, in the order of the help text.
COMMANDS = {
    "play": "play",
    "web": "web",
    "host": "host",
    "join": "join",
    "text": "text",
    "resume": "resume",
    "daily": "daily",
    "replay": "replay",
    "verify": "verify",
    "times": "times",
    "stats": "stats",
    "delete": "delete",
    "rebuild": "rebuild",
    "backup": "backup",
    "export-all": "transfer",
    "import-all": "transfer",
    "restore": "restore",
    "check": "check",
    "ban": "ban",
    "board": "board",
    "generate": "generate",
    "prove": "prove",
    "grade": "prove",
    "hint": "hint",
    "odds": "odds",
    "move": "move",
    "solve": "solve",
    "simulate": "simulate",
    "evaluate": "evaluate",
    "completion": "completion",
}


class _Formatter(argparse.HelpFormatter):
    """Wraps what describes a command, and leaves its examples as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith("examples:") else super()._fill_text(text, width, indent)


class _Parser(argparse.ArgumentParser):
    """A parser whose options may stand between, before and after the other arguments."""

    _is_intermixed = False

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """Parse the arguments of a command, options first, wherever they stand."""
        if self._subparsers is not None or self._is_intermixed:
            return super().parse_known_args(args, namespace)
        self._is_intermixed = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_intermixed = False

    def error(self, message: str) -> None:  # type: ignore[override]
        raise UsageError(f"{message} (try {self.prog} --help)")


def parser(command: str = "") -> argparse.ArgumentParser:
    """Return the parser of one command, or of all commands where none is named."""
    parser = _Parser(prog="sapper", description="Minesweeper as it should be.")
    parser.add_argument("-V", "--version", action="version", version=f"sapper {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser, required=True)
    parser.set_defaults(parser=parser)
    is_one = command in COMMANDS and command != "completion"  # which is about all of them
    files = [COMMANDS[command]] if is_one else dict.fromkeys(COMMANDS.values())
    for file in files:
        import_module(f".{file}", __package__).add(commands)
    for name, command_parser in commands.choices.items():
        command_parser.formatter_class = _Formatter
        command_parser.epilog = epilog(name)
    return parser
