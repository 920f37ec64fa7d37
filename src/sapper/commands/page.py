"""`sapper page`: the page as a site that any host can serve."""

from __future__ import annotations

from pathlib import Path

from .. import extras
from ..display.wording import message, wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    page = commands.add_parser("page")
    actions = page.add_subparsers(title="actions", metavar="ACTION", required=True)
    build = actions.add_parser("build")
    build.add_argument("folder", metavar="DIR")
    build.set_defaults(run=_build)


def _build(options: argparse.Namespace) -> int:
    extras.require("web")
    from ..server.http import page_build, static_site

    page_build.make_current()
    size = static_site.write(Path(options.folder))
    print(message("cli-page.written", folder=options.folder, megabytes=wording().number(size / 1_000_000, 1)))
    return 0
