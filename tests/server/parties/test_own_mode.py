"""A way to play together needs only files of its own: put into the package, they are played and offered."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import sapper
from sapper import _kernel

OWN = Path(__file__).with_name("own_mode")
PLACES = {"declaration.py": "modes/sprint.py", "round.py": "server/parties/modes/sprint.py"}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as it is, and a mode more."""
    folder = tmp_path_factory.mktemp("packages")
    skip = shutil.ignore_patterns("__pycache__", "built")
    shutil.copytree(Path(sapper.__file__).parent, folder / "sapper", copy_function=os.symlink, ignore=skip)
    if not (kernel := folder / "sapper" / Path(_kernel.__file__).name).exists():
        kernel.symlink_to(_kernel.__file__)
    for own, place in PLACES.items():
        shutil.copy(OWN / own, folder / "sapper" / place)
    return folder


def _python(packages: Path, *arguments: str) -> str:
    path = os.pathsep.join(map(str, (packages, OWN.parents[2], sysconfig.get_path("purelib"))))
    done = subprocess.run(  # without site: an editable install would find the package itself
        [sys.executable, "-S", *arguments], env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
    )
    assert done.stderr == ""
    return done.stdout


def test_a_mode_of_fifty_lines_is_played_by_the_server(packages: Path, tmp_path: Path) -> None:
    assert sum(len((OWN / own).read_text("utf-8").splitlines()) for own in PLACES) <= 50
    assert _python(packages, str(OWN / "play.py"), str(tmp_path)) == "[(0, 1, 55), (1, 2, 6)]\n"


def test_a_mode_is_offered_after_the_others_and_its_file_of_the_page_is_listed(packages: Path) -> None:
    script = "from sapper.modes import MODES; from sapper.web import schema; print([*MODES][-2:], schema.mode_index())"
    listed = _python(packages, "-c", script)
    assert listed.startswith("['arena', 'sprint'] ")
    assert 'import { SPRINT } from "./sprint.ts";' in listed
