"""What is published: every file that the program needs, and nothing that belongs to one machine."""

from __future__ import annotations

import email
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
import yaml

import sapper

if TYPE_CHECKING:
    from collections.abc import Iterable
    from email.message import Message

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "src" / "sapper" / "web" / "built"
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


class Published(NamedTuple):
    sdist: set[str]
    wheel: set[str]
    metadata: Message


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Published:
    """Build both archives in a clone with a server's files in it, and return what is in the sdist and the wheel.

    The wheel is built without the kernel, which would take minutes and is one file.
    """
    folder, target = tmp_path_factory.mktemp("clone"), tmp_path_factory.mktemp("dist")
    for name in tracked():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    shutil.copytree(BUILT, folder / BUILT.relative_to(ROOT))
    for name in PRIVATE:
        (folder / name).write_bytes(b"private")
    done = subprocess.run([sys.executable, "-c", BUILD, target], cwd=folder, capture_output=True, text=True, check=True)
    sdist, wheel = done.stdout.split()[-2:]
    with tarfile.open(target / sdist) as packed:
        sources = {member.name.partition("/")[2] for member in packed if member.isfile()}
    with zipfile.ZipFile(target / wheel) as archive:
        names = set(archive.namelist())
        [described] = [name for name in names if name.endswith(".dist-info/METADATA")]
        return Published(sources, names, email.message_from_bytes(archive.read(described)))


def built() -> set[str]:
    """Return the paths of the files of the page, which git does not know."""
    return {str(path.relative_to(ROOT)) for path in BUILT.iterdir()}


def under(names: Iterable[str], folder: str) -> set[str]:
    return {name for name in names if name.startswith(folder)}


def test_git_knows_no_key_and_no_database() -> None:
    assert [name for name in tracked() if is_private(name)] == []


@pytest.mark.parametrize("name", PRIVATE)
def test_git_ignores_keys_and_databases(name: str) -> None:
    tracked()
    assert subprocess.run(["git", "check-ignore", "--quiet", "--no-index", name], cwd=ROOT, check=False).returncode == 0


def test_the_sdist_has_all_sources_and_nothing_of_this_machine(published: Published) -> None:
    names = published.sdist
    needed = {name for name in tracked() if name.startswith(("src/", "kernel/"))}
    assert needed | {"pyproject.toml", "CMakeLists.txt", "LICENSE", "README.md", "CITATION.cff"} <= names
    assert names - set(tracked()) == {"PKG-INFO"} | built()
    assert not under(names, "tests/")
    assert not [name for name in names if is_private(name)]


def test_the_wheel_is_the_package_and_nothing_else(published: Published) -> None:
    names = published.wheel
    sent = {name for name in tracked() if name.startswith("src/") and not name.startswith("src/sapper/web/src/")}
    package = {name.removeprefix("src/") for name in sent | built()}
    assert {name for name in names if not name.startswith("sapper-")} == package
    assert {"sapper/web/index.html", "sapper/py.typed", "sapper/tui/play.tcss"} <= package
    assert {f"sapper/web/built/{name}" for name in ("files.json", "sw.js", "styles.css", "words.en.json")} <= package


def test_an_index_shows_the_version_the_languages_and_a_page_of_its_own(published: Published) -> None:
    metadata = published.metadata
    assert metadata["Version"] == sapper.__version__
    assert str(metadata.get_payload()).strip() == (ROOT / "docs/package.md").read_text("utf-8").strip()
    assert metadata["Description-Content-Type"].startswith("text/markdown")
    assert "Programming Language :: Python :: 3.11" in metadata.get_all("Classifier", [])
    assert metadata.get_all("Project-URL") is None  # there is no address to give yet


def test_the_version_is_written_in_one_place() -> None:
    """The changelog names versions, and the newest is this one; no other file repeats it."""
    newest = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == sapper.__version__
    for name in ("pyproject.toml", "CITATION.cff", "CMakeLists.txt", "deploy/Containerfile"):
        assert sapper.__version__ not in (ROOT / name).read_text("utf-8"), name


def test_the_citation_can_be_read() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors", "license"} <= citation.keys()
