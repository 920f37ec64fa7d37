"""The parser of the command line. Only the command that runs is imported, and help is read only to be printed."""

from __future__ import annotations

import argparse
from importlib import import_module

from .. import __version__
from ..display.languages import LanguageError, languages
from .arguments import UsageError, suggest
from .parsing.help_texts import describe
from .parsing.language_choice import OPTION, speak

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

# Each command and its file, in the order of the help text.
COMMANDS = {
    "play": "playing.play",
    "web": "playing.web",
    "host": "playing.host",
    "join": "playing.join",
    "tournament": "playing.tournament",
    "player": "games.player",
    "text": "playing.text",
    "resume": "playing.resume",
    "daily": "playing.daily",
    "lesson": "learning.lesson",
    "path": "learning.path",
    "train": "learning.train",
    "puzzles": "learning.puzzles",
    "insights": "learning.insights",
    "replay": "games.replay",
    "verify": "games.verify",
    "times": "games.times",
    "stats": "games.stats",
    "delete": "games.delete",
    "rebuild": "games.rebuild",
    "backup": "games.backup",
    "export-all": "games.transfer",
    "import-all": "games.transfer",
    "restore": "games.restore",
    "check": "games.check",
    "ban": "ban",
    "fair-play": "fair_play",
    "board": "solving.board",
    "generate": "solving.generate",
    "prove": "solving.prove",
    "grade": "solving.prove",
    "hint": "solving.hint",
    "odds": "solving.odds",
    "move": "solving.move",
    "solve": "solving.solve",
    "simulate": "solving.simulate",
    "evaluate": "solving.evaluate",
    "page": "page",
    "language": "language",
    "completion": "completion",
}


class _Formatter(argparse.HelpFormatter):
    """Wraps what describes a command, and leaves its examples, which have lines of their own, as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


class _Commands(argparse._SubParsersAction):  # type: ignore[type-arg]
    """The commands, each of which is listed, and imported if it is the one that runs."""

    def add_parser(self, name: str, **given: Any) -> argparse.ArgumentParser:
        """Add a command that is listed with the others; its texts are filled in later."""
        given.setdefault("help", "")
        self._name_parser_map.pop(name, None)
        added: argparse.ArgumentParser = super().add_parser(name, **given)
        return added

    def name_all(self, names: Sequence[str]) -> None:
        """List commands without importing them."""
        self._choices_actions = [self._ChoicesPseudoAction(name, (), "") for name in names]
        self._name_parser_map.update(dict.fromkeys(names))

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        """Parse the arguments of a command, which is imported first if it was only named."""
        if values and self._name_parser_map.get(values[0], parser) is None:
            _load(self, values[0])
        super().__call__(parser, namespace, values, option_string)


class _Parser(argparse.ArgumentParser):
    """A parser whose options may stand between, before and after the other arguments."""

    _is_intermixed = False

    def __init__(self, **given: Any) -> None:
        super().__init__(formatter_class=_Formatter, **given)
        self.register("action", "parsers", _Commands)

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """Parse the arguments of a command, options first, wherever they stand."""
        if self._subparsers is not None or self._is_intermixed:
            return super().parse_known_args(args, namespace)
        self._is_intermixed = True
        usage = self.usage
        if usage is None:  # argparse would cut off as many letters as the English word has
            self.usage = self.format_usage().removeprefix(argparse._("usage: "))  # type: ignore[attr-defined]
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_intermixed = False
            self.usage = usage

    def format_help(self) -> str:
        """Return the help, in the language of this process."""
        describe(self)
        return super().format_help()

    def error(self, message: str) -> None:  # type: ignore[override]
        from ..display.wording import wording

        advice: str = wording().entries["command-line"]["parser"]["try"]
        raise UsageError(advice.format(error=message, command=self.prog))


def parser(command: str = "") -> argparse.ArgumentParser:
    """Return the parser of one command, or of all commands where none is named."""
    parser, commands = _main()
    if command in COMMANDS:
        _load(commands, command)
    else:
        commands.name_all(tuple(COMMANDS))
    _add_language(parser)
    return parser


def no_command(name: str) -> UsageError:
    """Return the error that there is no such command, with the one that was probably meant."""
    from difflib import get_close_matches

    from ..display.wording import message

    close = get_close_matches(name, COMMANDS, 1)
    if close:
        return UsageError(message("cli-usage.no-command-but", name=repr(name), nearest=close[0]))
    return UsageError(message("cli-usage.no-command", name=repr(name)))


def full_parser() -> argparse.ArgumentParser:
    """Return a parser that has every command and every text, for completion scripts and manual pages."""
    parser, commands = _main()
    for file in dict.fromkeys(COMMANDS.values()):
        import_module(f".{file}", __package__).add(commands)
    _add_language(parser)
    for one in _all(parser):
        describe(one)
    return parser


def _add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option that every command has; `cli` has read it already, unless it was abbreviated."""
    codes = languages()
    for one in _all(parser):
        suggest(one.add_argument(OPTION, metavar="CODE", type=_language), codes)


def _language(text: str) -> str:
    try:
        return speak(text)
    except LanguageError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _main() -> tuple[argparse.ArgumentParser, _Commands]:
    parser = _Parser(prog="sapper")
    parser.add_argument("-V", "--version", action="version", version=f"sapper {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser, required=True)
    assert isinstance(commands, _Commands)
    return parser, commands


def _load(commands: _Commands, command: str) -> None:
    import_module(f".{COMMANDS[command]}", __package__).add(commands)


def _all(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield a parser and those of all commands below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in filter(None, action.choices.values()):
                yield from _all(below)
