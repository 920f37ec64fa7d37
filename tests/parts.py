"""Parts outside Python that some tests need: how each is found, and how it is installed.

`make test` runs this file, which installs what is missing and can be installed. Tests only look: what they do not find,
they skip, and the end of the run says so in a line. With CI set they fail instead. A new part is one more entry.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


LEAST_FIREFOX = 153  # older ones do not know what Playwright asks for


class Part(NamedTuple):
    name: str
    find: Callable[[], str | None]
    installs: tuple[Callable[[], bool], ...]  # tried in this order; each returns whether it could try
    advice: str
    best: Callable[[], str | None] | None = None  # what the first way installs, where others are found too

    @property
    def missing(self) -> str:
        return f"there is no {self.name}: {self.advice}"


def command(variable: str, *names: str) -> str | None:
    """Return the program that a variable names, or the first of these that there is."""
    for name in (os.environ.get(variable, ""), *names):
        if name and (found := shutil.which(name)):
            return found
    return None


def apt(*packages: str, newest: bool = False) -> Callable[[], bool]:
    """Install Debian's packages, where that is allowed; the newest ones are looked up first."""

    def install() -> bool:
        if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
            return False
        get = ["apt-get", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::http::Timeout=20"]
        wanted = [*get, "install", "-y", "--no-install-recommends", *packages]
        if not newest and _run(wanted):
            return True
        return _run([*get, "update"]) and _run(wanted)

    return install


def _run(words: list[str]) -> bool:
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
    return done.returncode == 0


def find_chromium() -> str | None:
    return find_shell() or command("", "chromium", "chromium-browser", "google-chrome") or _downloaded_chromium()


def find_shell() -> str | None:
    """Return the browser without windows: the same engine, which takes a quarter less of the processor."""
    return command("SAPPER_CHROMIUM", "chromium-headless-shell") or _downloaded_shell()


def _downloaded_shell() -> str | None:
    """Return the newest browser without windows that Playwright downloaded, if it runs here."""
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    shells = sorted(folder.glob("chromium_headless_shell-*/*/*headless?shell"))
    return str(shells[-1]) if shells and _runs(str(shells[-1])) else None


def _runs(path: str) -> bool:
    if not shutil.which(path):
        return False
    return subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0


def _downloaded_chromium() -> str | None:
    """Return the browser that Playwright downloaded, if it runs here."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if _runs(path) else None


def download_chromium() -> bool:
    return _run([sys.executable, "-m", "playwright", "install", "chromium"])


def find_firefox() -> str | None:
    """Return a Firefox that is new enough to be driven by WebDriver BiDi."""
    found = command("SAPPER_FIREFOX", "firefox-esr", "firefox")
    if found is None:
        return None
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.search(r"Firefox (\d+)", said)
    return found if version and int(version[1]) >= LEAST_FIREFOX else None


def find_axe() -> str | None:
    """Return the file of axe-core, which scripts/setup-page installs beside the other tools of the page."""
    own = Path(sys.prefix, "node", "node_modules", "axe-core", "axe.min.js")
    return next((name for name in (os.environ.get("SAPPER_AXE", ""), str(own)) if name and Path(name).is_file()), None)


def find_postgres() -> str | None:
    """Return the server of PostgreSQL, which Debian does not put on the path."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return command("SAPPER_POSTGRES", "postgres", *map(str, reversed(installed)))


PARTS = {
    "chromium": Part(
        "Chromium",
        find_chromium,
        (apt("chromium-headless-shell"), apt("chromium"), download_chromium),
        "install it (Debian: apt install chromium-headless-shell), or name one in SAPPER_CHROMIUM",
        find_shell,
    ),
    "firefox": Part(
        "Firefox",
        find_firefox,
        (apt("firefox-esr", newest=True),),
        f"install {LEAST_FIREFOX} or newer (Debian: apt update, apt install firefox-esr), or name it in SAPPER_FIREFOX",
    ),
    "postgresql": Part(
        "PostgreSQL",
        find_postgres,
        (apt("postgresql"),),
        "install it (Debian: apt install postgresql), or name its program postgres in SAPPER_POSTGRES",
    ),
    "redis": Part(
        "Redis",
        lambda: command("SAPPER_REDIS", "redis-server", "valkey-server"),
        (apt("redis-server"),),
        "install it (Debian: apt install redis-server), or name its program, or Valkey's, in SAPPER_REDIS",
    ),
    "nginx": Part(
        "nginx",
        lambda: command("SAPPER_NGINX", "nginx", "/usr/sbin/nginx") if shutil.which("openssl") else None,
        (apt("nginx-light", "openssl"),),
        "install it and openssl (Debian: apt install nginx-light openssl), or name one in SAPPER_NGINX",
    ),
    "mines": Part(
        "Mines of Simon Tatham",
        lambda: command("", "sgt-mines", "/usr/games/sgt-mines"),
        (apt("sgt-puzzles"),),
        "install it (Debian: apt install sgt-puzzles)",
    ),
    **{
        shell: Part(shell, partial(command, "", shell), (apt(shell),), f"install it (Debian: apt install {shell})")
        for shell in ("bash", "zsh", "fish")
    },
    "axe": Part("axe-core", find_axe, (), "run scripts/setup-page .venv, or name its axe.min.js in SAPPER_AXE"),
}


def need(name: str) -> str:
    """Return a part, or leave the test: skipped on a developer's machine, failed where a run decides about a change."""
    part = PARTS[name]
    found = part.find()
    if found:
        return found
    if os.environ.get("CI"):
        pytest.fail(part.missing, pytrace=False)
    pytest.skip(part.missing)


def not_run(reasons: list[str]) -> str:
    """Return a line about the tests that were skipped because a part is missing, empty if there are none."""
    counts = {part: sum(part.missing in reason for reason in reasons) for part in PARTS.values()}
    parts = [
        f"{count} test{'' if count == 1 else 's'} not run, {part.missing}" for part, count in counts.items() if count
    ]
    return "; ".join(parts)


def install_missing() -> None:
    """Install what is missing, and say what could not be installed."""
    for part in PARTS.values():
        if part.best is not None and not part.best():
            part.installs[0]()
        if part.find() or any(install() and part.find() for install in part.installs):
            continue
        print(f"sapper: {part.missing}", file=sys.stderr)


if __name__ == "__main__":
    install_missing()
