"""The full-screen game: start to first frame, and key press to settled screen, beside a bare app of Textual.

A real process in a pseudo-terminal, read byte by byte; and the same app without a terminal.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import resource
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App

STARTS = 7
STROKES = 40
QUIET_S = 0.03  # a screen is settled when nothing was written for so long
LEVELS = ("30x16/99", "1000x1000/150000")
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        self.words = Static("first frame")
        yield self.words
    def on_key(self, event):
        self.words.update(f"key {event.key} {id(event)}")
Bare().run()
"""


class Program:
    """A process in a pseudo-terminal."""

    def __init__(self, arguments: list[str], folder: str, compiled: str) -> None:
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"TERM": "xterm-256color", "SAPPER_DATA": folder, "SAPPER_CONFIG": folder}
        environment["PYTHONPYCACHEPREFIX"] = compiled
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.terminal = master

    def until(self, sign: bytes) -> float:
        """Read until a sign appears and tell how long it took from the beginning."""
        printed = b""
        while sign not in printed:
            ready, _, _ = select.select([self.terminal], [], [], 20)
            if not ready:
                raise TimeoutError(f"{sign!r} did not appear")
            printed += os.read(self.terminal, 1 << 16)
        return time.perf_counter() - self.began

    def settle(self) -> float:
        """Read until nothing more comes, and tell when the last came."""
        last = time.perf_counter()
        while select.select([self.terminal], [], [], QUIET_S)[0]:
            os.read(self.terminal, 1 << 16)
            last = time.perf_counter()
        return last

    def stroke(self, key: bytes) -> float:
        """Press a key, and tell the time until the screen is settled."""
        began = time.perf_counter()
        os.write(self.terminal, key)
        select.select([self.terminal], [], [], 2)
        return self.settle() - began

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)


def first_frame(arguments: list[str], sign: bytes, compiled: str) -> tuple[float, float]:
    """Start a program, and tell when its first frame is there and what work that took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(arguments, folder, compiled)
        try:
            taken = program.until(sign)
        finally:
            program.close()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def strokes(arguments: list[str], sign: bytes, compiled: str, keys: list[bytes]) -> float:
    """Start a program, and tell the usual time from a key to a settled screen."""
    with tempfile.TemporaryDirectory() as folder:
        program = Program(arguments, folder, compiled)
        try:
            program.until(sign)
            time.sleep(0.5)
            program.settle()
            return median(program.stroke(keys[count % len(keys)]) for count in range(STROKES))
        finally:
            program.close()


def in_terminal() -> None:
    """Start the programs by turns, because the machine is noisy; the first start of each compiles it."""
    with tempfile.TemporaryDirectory() as compiled:
        bare = Path(compiled) / "bare.py"
        bare.write_text(BARE, "utf-8")
        arrows = [b"\x1b[C", b"\x1b[B", b"\x1b[D", b"\x1b[A"]
        programs = {"bare Textual": ([str(bare)], b"first frame", [b"a", b"b"])}
        for level in LEVELS:
            programs[level] = (["-m", "sapper", "play", "--level", level, "--seed", "rain"], b"Sapper", arrows)
        starts: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
        for _ in range(STARTS + 1):
            for name, (arguments, sign, _) in programs.items():
                starts[name].append(first_frame(arguments, sign, compiled))
        print(f"{'in a terminal':<34} {'first frame: least, median, work':>37} {'key to settled screen':>24}")
        for name, (arguments, sign, keys) in programs.items():
            times, work = [[value * 1000 for value in values] for values in zip(*starts[name][1:], strict=True)]
            taken = strokes(arguments, sign, compiled, keys) * 1000
            print(
                f"{name:<34} {min(times):>12.0f} ms {median(times):>8.0f} ms {min(work):>8.0f} ms {taken:>21.1f} ms",
                flush=True,
            )


async def headless(app: App[None], keys: list[str]) -> float:
    """Tell the time from a key to a screen on which nothing is left to do."""
    taken = []
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        for count in range(STROKES):
            began = time.perf_counter()
            await pilot.press(keys[count % len(keys)])
            taken.append(time.perf_counter() - began)
    return median(taken)


def without_terminal() -> None:
    from textual.app import App as Textual
    from textual.widgets import Static

    from sapper import Rules, Seed
    from sapper.controls.settings import Settings
    from sapper.session import Session
    from sapper.tui.app import SapperApp
    from sapper.tui.drawing.ink import Depth

    class Bare(Textual[None]):
        def compose(self):  # type: ignore[no-untyped-def]
            self.words = Static("first frame")
            yield self.words

        def on_key(self) -> None:
            self.words.update(str(time.perf_counter()))

    def milliseconds() -> int:
        return time.monotonic_ns() // 1_000_000

    floor = asyncio.run(headless(Bare(), ["a", "b"]))
    print(f"{'bare Textual, without a terminal':<34} key {floor * 1000:6.1f} ms")
    for level in LEVELS:
        session = Session(Rules(level), clock=milliseconds, seeds=lambda: Seed.of("rain"))
        session.play("open", 8, 8)
        for what, keys in (("move", ["right", "down", "left", "up"]), ("flag", ["f"])):
            app = SapperApp(session, Settings(), clock=milliseconds, depth=Depth.TRUE)
            taken = asyncio.run(headless(app, keys))
            print(f"{level + ', ' + what:<34} key {taken * 1000:6.1f} ms, {taken / floor:.1f} times the floor")


def main() -> None:
    in_terminal()
    without_terminal()


if __name__ == "__main__":
    main()
