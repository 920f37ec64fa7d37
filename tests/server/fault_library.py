"""The library that makes the disk and the clock of programs fail, and the file that says how."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


class Fault:
    """A fault of the programs that run with this environment."""

    def __init__(self, folder: Path, library: Path, database: str = "games.db") -> None:
        self._file = folder / "fault"
        self.environment = {"LD_PRELOAD": str(library), "FAULTS": str(self._file), "FAULTS_AT": database}

    def set(self, kind: str, number: int) -> None:
        """Begin it at once, so that nobody reads half of the file."""
        part = self._file.with_suffix(".part")
        part.write_text(f"{kind} {number}")
        part.replace(self._file)

    def clear(self) -> None:
        """End it."""
        self._file.unlink(missing_ok=True)


def compile_faults(folder: Path) -> Path:
    """Compile the library into a folder and return it, or leave the test where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    library, source = folder / "faults.so", Path(__file__).with_name("faults.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True)
    return library
