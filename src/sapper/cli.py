"""The `sapper` command. Only the command that runs is imported."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from io import TextIOWrapper

from . import __version__
from .commands.arguments import INTERRUPTED, UsageError
from .commands.examples import epilog
from .errors import SapperError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Each command and its file in `commands`, in the order of the help text.
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
USAGE_ERROR = 2


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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    try:
        _escape_unencodable_output()
        given = _asked(list(sys.argv[1:] if arguments is None else arguments))
        options = parser(given[0]).parse_args(given)
        run: Callable[[argparse.Namespace], int] = options.run
        status = run(options)
        if sys.stdout is not None:  # it may be closed
            sys.stdout.flush()
    except BrokenPipeError:
        return _close_quietly()
    except (SapperError, MemoryError, OSError) as error:
        print(f"sapper: {_sentence(error)}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return status


def _asked(given: list[str]) -> list[str]:
    """Return the words of a command, with the default command and `help COMMAND` written out."""
    if not given:
        return [_default_command()]
    if given[0] == "help":
        return [*given[1:2], "--help"]
    if given[0] not in COMMANDS and not given[0].startswith("-"):
        from difflib import get_close_matches

        close = get_close_matches(given[0], COMMANDS, 1)
        advice = f"did you mean {close[0]}?" if close else "sapper help lists all of them"
        raise UsageError(f"there is no command {given[0]!r}: {advice}")
    return given


def _escape_unencodable_output() -> None:
    """Escape what the encoding of the output lacks, instead of failing in the middle of a command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def _default_command() -> str:
    """Return `play` in a terminal, `text` where input or output is not one."""
    return "play" if sys.stdin.isatty() and sys.stdout.isatty() else "text"


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


def _close_quietly() -> int:
    """Prevent the error when Python closes an output that has no reader any more."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def parser(command: str = "") -> argparse.ArgumentParser:
    """Return the parser of one command, or of all commands where none is named."""
    parser = _Parser(prog="sapper", description="Minesweeper as it should be.")
    parser.add_argument("-V", "--version", action="version", version=f"sapper {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser, required=True)
    parser.set_defaults(parser=parser)
    is_one = command in COMMANDS and command != "completion"  # which is about all of them
    files = [COMMANDS[command]] if is_one else dict.fromkeys(COMMANDS.values())
    for file in files if command not in ("-V", "--version") else ():
        import_module(f".commands.{file}", __package__).add(commands)
    for name, command_parser in commands.choices.items():
        command_parser.formatter_class = _Formatter
        command_parser.epilog = epilog(name)
    return parser
