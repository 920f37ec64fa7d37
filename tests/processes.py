"""Real `sapper` processes that start at once: forked from one that has imported everything already.

A server takes most of a second of processor to import what it needs, and the tests start hundreds. Where the system
cannot fork, or a program needs to start by itself, `subprocess` does the same for longer.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PRELOADED = (
    "sapper.commands.playing.web",
    "sapper.commands.playing.text",
    "sapper.server.serve",
    "uvloop",
    "encodings.idna",
)
_STATUS = struct.Struct("i")


class Closing:
    """The streams of a process."""

    stdin: IO[str] | None
    stdout: IO[str] | None

    def close(self) -> None:
        """Close the streams, also to a process that reads no more."""
        for stream in (self.stdin, self.stdout):
            with suppress(BrokenPipeError):
                if stream is not None:
                    stream.close()


class Alone(Closing, subprocess.Popen[str]):
    """A process that starts by itself."""


class Forked(Closing):
    """A forked process, with the methods of a `subprocess.Popen`."""

    def __init__(self, pid: int, status: int, stdin: IO[str] | None, stdout: IO[str] | None) -> None:
        self.pid = pid
        self.stdin = stdin
        self.stdout = stdout
        self.returncode: int | None = None
        self._status = status

    def poll(self) -> int | None:
        """Return the exit status, None while the process runs."""
        if self.returncode is None and select.select([self._status], [], [], 0)[0]:
            (self.returncode,) = _STATUS.unpack(os.read(self._status, _STATUS.size))
            os.close(self._status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until the process ends, and return its exit status."""
        if self.returncode is None and not select.select([self._status], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("sapper", timeout or 0)
        status = self.poll()
        assert status is not None
        return status

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Program = Alone | Forked


def start(
    words: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    stdin: int | None = None,
    stdout: int | None = None,
    stderr: IO[Any] | int | None = None,
    files: int | None = None,
    code: str = "",
) -> Alone | Forked:
    """Start a `sapper` command in a process of its own.

    Streams are as in `subprocess`: PIPE, DEVNULL or a file; errors may be among the output (STDOUT). The process may
    have few file descriptors (`files`), and runs some `code` first. One with a library of the tests (LD_PRELOAD) has
    to start by itself.
    """
    if sys.platform != "linux" or "LD_PRELOAD" in (env or os.environ):
        script = f"{code}\nimport sys\nfrom sapper.cli import main\nsys.exit(main())"
        command = [sys.executable, "-c", script, *words]
        return Alone(command, stdin=stdin, stdout=stdout, stderr=stderr, env=env, text=True, encoding="utf-8")
    given, ours_in = _reading_end(stdin)
    output, ours_out = _writing_end(stdout)
    errors = _errors(stderr, output)
    ended, status = os.pipe()
    request = {"words": list(words), "env": dict(env or os.environ), "cwd": os.getcwd(), "files": files, "code": code}
    control = _fork_server()
    socket.send_fds(control, [json.dumps(request).encode()], [given, output, errors, status])
    pid = int(control.recv(16))
    for descriptor in (given, output, status):
        os.close(descriptor)
    return Forked(pid, ended, ours_in, ours_out)


def _reading_end(stream: int | None) -> tuple[int, IO[str] | None]:
    if stream != subprocess.PIPE:
        return os.open(os.devnull, os.O_RDONLY) if stream == subprocess.DEVNULL else os.dup(0), None
    theirs, ours = os.pipe()
    return theirs, open(ours, "w", encoding="utf-8")


def _writing_end(stream: int | None) -> tuple[int, IO[str] | None]:
    if stream != subprocess.PIPE:
        return os.open(os.devnull, os.O_WRONLY) if stream == subprocess.DEVNULL else os.dup(1), None
    ours, theirs = os.pipe()
    return theirs, open(ours, encoding="utf-8")


def _errors(stream: IO[Any] | int | None, output: int) -> int:
    if stream is None:
        return 2
    if isinstance(stream, int):
        return output if stream == subprocess.STDOUT else stream
    return stream.fileno()


_control: socket.socket | None = None


def _fork_server() -> socket.socket:
    """Return the line to the process that forks, which ends with this one."""
    global _control
    if _control is None:
        _control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, str(Path(__file__).resolve()), str(theirs.fileno())]
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        theirs.close()
        atexit.register(_end, _control, process)
    return _control


def _end(control: socket.socket, process: subprocess.Popen[bytes]) -> None:
    control.close()
    process.wait()


def serve(control: socket.socket) -> None:
    """Fork a process for each request until the line is closed, and report how each of them ends."""
    from sapper.server.http.page_versions import pack
    from sapper.server.http.static import Files

    for name in PRELOADED:
        import_module(name)
    pack(Files())  # what each server would compress for its store
    gc.collect()
    gc.freeze()
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    running: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([control.fileno(), woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            _report(running)
        if control.fileno() not in ready:
            continue
        message, descriptors, _, _ = socket.recv_fds(control, 1 << 20, 4)
        if not message:
            return
        pid = os.fork()
        if not pid:
            _become(json.loads(message), descriptors)
        running[pid] = descriptors.pop()
        for descriptor in descriptors:
            os.close(descriptor)
        control.send(str(pid).encode())


def _report(running: dict[int, int]) -> None:
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        report = running.pop(pid)
        with suppress(BrokenPipeError):  # the test has ended
            os.write(report, _STATUS.pack(os.waitstatus_to_exitcode(status)))
        os.close(report)


def _become(request: dict[str, Any], descriptors: list[int]) -> NoReturn:
    """Be the process that a test asked for."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, descriptor in enumerate(descriptors[:3]):
        os.dup2(descriptor, number)
    os.closerange(3, max(descriptors) + 64)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    time.tzset()
    if request["files"] is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (request["files"],) * 2)
    sys.stdin, sys.stdout = open(0), open(1, "w")  # noqa: SIM115
    sys.stderr = open(2, "w", errors="backslashreplace")  # noqa: SIM115
    sys.argv = ["sapper", *request["words"]]
    from sapper.cli import main

    exec(request["code"], {})
    sys.exit(main())


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
