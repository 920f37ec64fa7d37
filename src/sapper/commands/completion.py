"""`sapper completion`: a script that completes commands and options in a shell."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

_SHELLS = ("bash", "zsh", "fish")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    completion = commands.add_parser("completion")
    completion.add_argument("shell", choices=_SHELLS)
    completion.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from .parser import full_parser
    from .parsing import shells

    print(getattr(shells, options.shell)(shells.commands_of(full_parser())), end="")
    return 0
