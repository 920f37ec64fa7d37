"""What is published: every file that the program needs, and nothing that belongs to one machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[1]
PRIVATE = (
    "server.key",
    "games.db",
    "games.db-wal",
    "games.db.before-3",
    "src/sapper/server.key",
    "src/sapper/games.db",
)
BUILD = """
import sys
from scikit_build_core.build import build_sdist, build_wheel
print(build_sdist(sys.argv[1]), build_wheel(sys.argv[1], {"wheel.cmake": "false", "wheel.py-api": "py3"}))
"""


def tracked() -> list[str]:
    """Return the paths of all files that git knows."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).exists()]


def is_private(name: str) -> bool:
    return Path(name).suffix == ".key" or Path(name).name.startswith("games.db")


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[set[str], set[str]]:
    """Build both archives in a clone with a server's files in it, and return the names in the sdist and the wheel.

    The wheel is built without the kernel, which would take minutes and is one file.
    """
    folder, target = tmp_path_factory.mktemp("clone"), tmp_path_factory.mktemp("dist")
    for name in tracked():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    for name in PRIVATE:
        (folder / name).write_bytes(b"private")
    done = subprocess.run([sys.executable, "-c", BUILD, target], cwd=folder, capture_output=True, text=True, check=True)
    sdist, wheel = done.stdout.split()[-2:]
    with tarfile.open(target / sdist) as packed:
        sources = {member.name.partition("/")[2] for member in packed if member.isfile()}
    with zipfile.ZipFile(target / wheel) as archive:
        return sources, set(archive.namelist())


def under(names: Iterable[str], folder: str) -> set[str]:
    return {name for name in names if name.startswith(folder)}


def test_git_knows_no_key_and_no_database() -> None:
    assert [name for name in tracked() if is_private(name)] == []


@pytest.mark.parametrize("name", PRIVATE)
def test_git_ignores_keys_and_databases(name: str) -> None:
    tracked()
    assert subprocess.run(["git", "check-ignore", "--quiet", "--no-index", name], cwd=ROOT, check=False).returncode == 0


def test_the_sdist_has_all_sources_and_nothing_of_this_machine(published: tuple[set[str], set[str]]) -> None:
    names, _ = published
    needed = {name for name in tracked() if name.startswith(("src/", "kernel/"))}
    assert needed | {"pyproject.toml", "CMakeLists.txt", "LICENSE", "README.md"} <= names
    assert names - set(tracked()) == {"PKG-INFO"}
    assert not under(names, "tests/")
    assert not [name for name in names if is_private(name)]


def test_the_wheel_is_the_package_and_nothing_else(published: tuple[set[str], set[str]]) -> None:
    _, names = published
    package = {name.removeprefix("src/") for name in tracked() if name.startswith("src/")}
    assert {name for name in names if not name.startswith("sapper-")} == package
    assert {"sapper/web/index.html", "sapper/web/sw.js", "sapper/py.typed", "sapper/tui/play.tcss"} <= package
