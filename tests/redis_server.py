"""A real Redis on loopback, for as long as a test needs it."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from typing import TYPE_CHECKING

from parts import need
from waiting import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path


class RedisServer:
    """A server that can be stopped and started again at the same port, and that stores nothing."""

    def __init__(self, folder: Path) -> None:
        self._program = need("redis")
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        options = {"port": self.port, "bind": "127.0.0.1", "save": "", "appendonly": "no", "dir": self._folder}
        command = [self._program, *(word for name, value in options.items() for word in (f"--{name}", str(value)))]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                    connection.sendall(b"PING\r\n")
                    if connection.recv(16).startswith(b"+PONG"):
                        return
            except OSError:
                time.sleep(0.01)
        raise RuntimeError("redis-server did not start")

    def freeze(self) -> None:
        """Let it stand still: connections stay open, and nothing is answered."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen one go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
