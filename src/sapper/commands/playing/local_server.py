"""A server on this machine for as long as this program runs: a process of its own, which ends when its input does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager

from ...display.wording import message
from ...errors import SapperError
from ..arguments import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_STOPPING = 5.0  # seconds


class ServerFailed(SapperError):
    """A server that did not start, with its own words."""


@contextmanager
def local_server(address: str, port: int | None, data: str | None) -> Iterator[str]:
    """Run a server and yield the address at which this machine reaches it."""
    from ...history.store import is_address

    shared = is_address(data)
    given = [
        "--host",
        address,
        *(["--port", str(port)] if port is not None else []),
        *(["--data", data] if data and not shared else []),
    ]
    code = "import sys; from sapper.commands.playing.local_server import main; main(sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *given],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | ({"SAPPER_DATABASE": data} if data and shared else {}),  # others can read the arguments
        start_new_session=True,  # Ctrl-C is for the program in front
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        here = _address(process.stdout.readline())
        if not here:
            why = process.communicate(timeout=_STOPPING)[1].strip().splitlines()
            raise ServerFailed(why[-1].removeprefix("sapper: ") if why else message("cli-server.not-started"))
        for stream in (process.stdout, process.stderr):
            threading.Thread(target=stream.read, daemon=True).start()
        yield here
    finally:
        process.stdin.close()
        try:
            process.wait(_STOPPING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _address(line: str) -> str:
    """Return the first address in the line with which a server says that it runs."""
    return next((word for word in line.split() if word.startswith("http://")), "")


def main(given: list[str]) -> None:
    """Run a server until the input of this process ends."""
    import argparse

    from . import web

    parser = argparse.ArgumentParser()
    web.add(parser.add_subparsers())
    options = parser.parse_args(["web", "--no-open", *given])
    options.farewell = message("cli-server.closed")
    threading.Thread(target=_stop_at_end_of_input, daemon=True).start()
    try:
        sys.exit(options.run(options))
    except (SapperError, OSError) as error:
        sys.exit(f"sapper: {error_text(error)}")


def _stop_at_end_of_input() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)
