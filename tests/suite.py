"""Runs all tests. Those with real browsers, servers or terminals that fail are run once more, alone, after the others.

`python tests/suite.py` takes the words of pytest. A test that passes the second time is unstable: it is listed at the
end, and its first failure stands above. The run fails if one fails again, or if more than a few were unstable. The
names of all tests that failed are the last lines.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

MOST = 3  # unstable tests
_FOLDERS = ("client", "commands", "fuzz", "history", "server", "text", "tui", "web")
_FILES = ("test_cli.py", "test_cluster.py", "project/test_deploy.py")
REAL = (*(f"tests/{folder}/" for folder in _FOLDERS), *(f"tests/{file}::" for file in _FILES))
_FAILED = 1  # the exit status of pytest after failures
_LAST_FAILED = Path(".pytest_cache/v/cache/lastfailed")


def run(words: list[str]) -> int:
    """Run the tests that some words choose, and return the exit status."""
    _LAST_FAILED.unlink(missing_ok=True)
    if not any(Path("tests").rglob("*-pytest-*.pyc")):
        _pytest(
            ["--collect-only", "-qq", "--no-summary"], stdout=subprocess.DEVNULL
        )  # or each worker compiles all tests
    status = _pytest(words)
    failed = _failed() if status == _FAILED else []
    if not may_be_unstable(failed):
        _list("failed", failed)
        return status
    print(f"\n{len(failed)} failed and are run again, alone", flush=True)
    again = _pytest(["-n", "0", *failed])
    twice = _failed() if again else []
    _list("failed again", twice)
    _list("unstable, with the first failure above", [name for name in failed if name not in twice])
    return again


def may_be_unstable(failed: list[str]) -> bool:
    """Return whether all of the tests that failed are worth another try."""
    return 0 < len(failed) <= MOST and all(name.startswith(REAL) for name in failed)


def _failed() -> list[str]:
    return sorted(json.loads(_LAST_FAILED.read_text())) if _LAST_FAILED.exists() else []


def _list(title: str, names: list[str]) -> None:
    if names:
        print("\n".join([f"\n{len(names)} {title}:", *(f"  {name}" for name in names)]), flush=True)


def _pytest(words: list[str], stdout: int | None = None) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *words], stdout=stdout, check=False).returncode


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
