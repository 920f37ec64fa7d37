"""The `sapper` command without a process of its own, where only its words and its exit status matter.

A process takes longer to start than most commands take to run. Signals, closed pipes, terminals and locks need a real
one, and `tests/commands/test_examples.py` runs every command in one.
"""

from __future__ import annotations

import argparse
import gc
import io
import sys
from subprocess import CompletedProcess
from typing import TYPE_CHECKING

import pytest

from sapper import cli
from sapper.display.wording import use_language, wording

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def run(
    *words: str | Path, given: str = "", cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    """Run a command, and return what a process would have said."""
    arguments = [str(word) for word in words]
    streams = [_stream(given), _stream(), _stream()]
    language = wording().language
    with pytest.MonkeyPatch.context() as patch:
        for name in ("_", "ngettext"):  # which a language replaces
            patch.setattr(argparse, name, getattr(argparse, name))
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        for name, value in (env or {}).items():
            patch.setenv(name, value)
        if cwd is not None:
            patch.chdir(cwd)
        status = _status(arguments)
    use_language(language)
    gc.collect()  # a process that ends closes its files
    return CompletedProcess(["sapper", *arguments], status, _written(streams[1]), _written(streams[2]))


def _status(arguments: list[str]) -> int:
    try:
        return cli.main(arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)


def _stream(text: str = "") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8", newline=None)


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()
