"""The `sapper` command."""

from __future__ import annotations

import sys
from io import TextIOWrapper

from . import __version__
from .errors import SapperError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

USAGE_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    try:
        _escape_unencodable_output()
        given = list(sys.argv[1:] if arguments is None else arguments)
        status = _print_version() if given in (["--version"], ["-V"]) else _run(given)
        if sys.stdout is not None:  # it may be closed
            sys.stdout.flush()
    except BrokenPipeError:
        return _close_quietly()
    except (SapperError, MemoryError, OSError) as error:
        from .commands.arguments import error_text

        print(f"sapper: {error_text(error)}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        from .commands.arguments import INTERRUPTED

        print(file=sys.stderr)
        return INTERRUPTED
    return status


def _print_version() -> int:
    """Print the version without loading the parser: programs ask for it often."""
    print(f"sapper {__version__}")
    return 0


def _run(given: list[str]) -> int:
    from .commands.parsing.language_choice import take_language

    words = _asked(take_language(given))
    from .commands.parser import parser

    options = parser(words[0]).parse_args(words)
    run: Callable[[argparse.Namespace], int] = options.run
    return run(options)


def _asked(given: list[str]) -> list[str]:
    """Return the words of a command, with the default command and `help COMMAND` written out."""
    if not given:
        return [_default_command()]
    if given[0] == "help":
        return [*given[1:2], "--help"]
    from .commands.parser import COMMANDS, no_command

    if given[0] not in COMMANDS and not given[0].startswith("-"):
        raise no_command(given[0])
    return given


def _escape_unencodable_output() -> None:
    """Escape what the encoding of the output lacks, instead of failing in the middle of a command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def _default_command() -> str:
    """Return `play` in a terminal, `text` where input or output is not one."""
    return "play" if sys.stdin.isatty() and sys.stdout.isatty() else "text"


def _close_quietly() -> int:
    """Prevent the error when Python closes an output that has no reader any more."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
