"""`sapper completion`: a script that completes commands and options in a shell."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

_SHELLS = ("bash", "zsh", "fish")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    completion = commands.add_parser(
        "completion",
        help="print a script that completes this command in a shell",
        description='Print a completion script. In bash and zsh, eval "$(sapper completion bash)" uses it at once; '
        "for fish, write it to ~/.config/fish/completions/sapper.fish.",
    )
    completion.add_argument("shell", choices=_SHELLS, help="the shell")
    completion.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from . import shells

    print(getattr(shells, options.shell)(shells.commands_of(options.parser)), end="")
    return 0
