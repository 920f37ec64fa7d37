"""Builds the page in a checkout: `python -m sapper.web.build`, with the Node.js that `make` sets up.

What is built is in the wheel and the sdist, so that nobody who installs Sapper needs this.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..display.wording import languages
from . import ASSETS, BUILT, WEB, schema
from .schema import THEMES

if TYPE_CHECKING:
    from .words import Reads

ROOT = WEB.parents[2]


class BuildError(Exception):
    """A page that cannot be built, with a sentence that says why."""


def build() -> None:
    """Build the page: scripts and style sheets, then the words that the scripts read; then all of it is packed."""
    new, old = (WEB / f".built-{os.getpid()}-{name}" for name in ("new", "old"))
    try:
        reads = run(new)
        shutil.copy2(_kernel(), new)
        texts = [schema.data(), *(schema.texts(reads, language) for language in languages())]
        for name, text in (one for found in texts for one in found.items()):
            (new / name).write_text(text, "utf-8")
        _pack(new)
        with suppress(FileNotFoundError):
            BUILT.rename(old)
        new.rename(BUILT)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def run(folder: Path | None = None) -> Reads:
    """Run the script that builds, into a folder if there is one; return the words that the modules read."""
    return cast("Reads", json.loads(_node("page.mjs", sys.prefix, *([folder] if folder else []))))


def _kernel() -> Path:
    """Return the kernel for browsers; `make` compiles it."""
    module = ROOT / "build" / "kernel.wasm"
    if not module.exists():
        raise BuildError("the kernel for browsers is not there: run `make page`.")
    return module


def _pack(folder: Path) -> None:
    """Pack the texts that are sent; what was packed before is packed as long as it has not changed."""
    files = [*folder.iterdir(), *ASSETS.iterdir(), THEMES]
    texts = [path for path in files if path.suffix in (".js", ".css", ".json", ".svg", ".wasm")]
    for path in texts:
        packed = BUILT / f"{path.name}.br"
        if packed.exists() and _is_same(path, BUILT / path.name, packed):
            shutil.copy2(packed, folder)
    _node("page_pack.mjs", folder, *(path for path in texts if not (folder / f"{path.name}.br").exists()))


def _is_same(path: Path, before: Path, packed: Path) -> bool:
    """Return whether a file is what it was when it was packed."""
    if path.parent in (ASSETS, THEMES.parent):
        return path.stat().st_mtime_ns < packed.stat().st_mtime_ns
    return before.exists() and before.read_bytes() == path.read_bytes()


def _node(name: str, *arguments: str | Path) -> str:
    """Run a script and return what it prints."""
    script = ROOT / "scripts" / name
    if not script.exists() or not Path(sys.prefix, "node").exists():
        raise BuildError("the page is built in a checkout that `make` has set up.")
    command = [ROOT / "scripts" / "node", sys.prefix, "node", script, *arguments]
    done = subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"the page cannot be built.\n{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    try:
        build()
    except BuildError as error:
        sys.exit(f"sapper: {error}")
