"""Extras: without them the game, the solver and the terminal work, and what is missing is named in one line."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sapper.extras import EXTRAS

BLOCK = "import sys; sys.modules.update(dict.fromkeys({names!r}));"
WEB = [*EXTRAS["web"][1], "uvloop"]


def without(names: list[str], script: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BLOCK.format(names=names) + script]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", WEB[:-1])
def test_the_browser_game_names_what_it_lacks(name: str) -> None:
    done = without([name], "from sapper.cli import main; sys.exit(main(['web']))")
    says = f"sapper: the game for browsers needs {name}: pip install 'sapper[web]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", says)


def test_the_client_names_what_it_lacks() -> None:
    done = without(["websockets"], "import sapper.client")
    assert done.stderr.endswith("MissingExtra: the game for browsers needs websockets: pip install 'sapper[web]'\n")


def test_everything_else_works_without_the_browser_game() -> None:
    done = without(
        [*WEB, "ms_toollib", "numpy"],
        "import sapper.tui.app, sapper.formats\n"
        "import sapper; sapper.Game('beginner').open(0, 0); [getattr(sapper, name) for name in sapper.__all__]\n"
        "from sapper.cli import main; sys.exit(main(['text', '--seed', 'rain']))",
        "r D4\n",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "22 squares to open" in done.stdout


def test_the_packages_that_are_asked_for_are_those_of_the_extra() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    for extra, (_, packages) in EXTRAS.items():
        required = {re.split(r"[\[>]", line)[0].replace("-", "_") for line in project["optional-dependencies"][extra]}
        assert set(packages) <= required
