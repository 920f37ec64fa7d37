"""The full-screen game: start to first frame, key press to settled screen, and what a slow line has to carry.

A real process in a pseudo-terminal, read byte by byte; and the same app without a terminal. Times are compared with
those of a bare app of Textual, bytes with the fewest that any program could send. With `--language de ru`, the start
in these languages is compared with that in English, and nothing else is measured.
"""

from __future__ import annotations

import argparse
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
FIRST_OF_ALL = "30x16/99, without a store yet"
SIZES = ((80, 24), (120, 40))
TICKS = 20
OPENED = (6, 6)  # the cell that is opened; the flag is set on the first one
MOVE, STYLE, SIGN = 7, 20, 3  # bytes to go to a cell, to set a colour, and of a sign that is not ASCII
# What any program has to send: a digit of the clock; a cursor that leaves a cell for another one; a flag and two digits
# of the counter; a column of ASCII for each cell of an opening.
FLOORS = {"tick": MOVE + 1, "arrow": 2 * (MOVE + 2), "flag": MOVE + STYLE + SIGN + MOVE + 2}
LIMITS = {"tick": 100, "arrow": 1000, "flag": 1000, "idle": 0}
PAN_LEVEL, PAN_LIMIT = "1000x1000/110000", 10_000  # few mines: the opening fills the screen
PANS = {
    "page down": b"\x1b[6~",
    "page up": b"\x1b[5~",
    "wheel": b"\x1b[<65;20;20M",
    "wheel, sideways": b"\x1b[<69;20;20M",
}
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

    def __init__(self, arguments: list[str], folder: str, compiled: str, size: tuple[int, int] = (120, 40)) -> None:
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment |= {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "SAPPER_DATA": folder,
            "SAPPER_CONFIG": folder,
        }
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
        self.written = 0

    def read(self) -> bytes:
        """Read what was written, and answer the question that every terminal answers."""
        data = os.read(self.terminal, 1 << 16)
        if b"\x1b[c" in data:
            os.write(self.terminal, b"\x1b[?62;22c")
        return data

    def until(self, sign: bytes) -> float:
        """Read until a sign appears and tell how long it took from the beginning."""
        printed = b""
        while sign not in printed:
            ready, _, _ = select.select([self.terminal], [], [], 20)
            if not ready:
                raise TimeoutError(f"{sign!r} did not appear")
            printed += self.read()
        return time.perf_counter() - self.began

    def settle(self) -> float:
        """Read until nothing more comes, and tell when the last came."""
        last = time.perf_counter()
        while select.select([self.terminal], [], [], QUIET_S)[0]:
            self.written += len(self.read())
            last = time.perf_counter()
        return last

    def bytes_of(self, key: bytes) -> int:
        """Press a key, and tell how much is written until the screen is settled."""
        self.written = 0
        self.stroke(key)
        return self.written

    def bytes_in(self, seconds: float) -> int:
        """Tell how much is written in a time."""
        self.written, end = 0, time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self.terminal], [], [], left)[0]:
                self.written += len(self.read())
        return self.written

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


def first_frame(arguments: list[str], sign: bytes, compiled: str, folder: str) -> tuple[float, float]:
    """Start a program, and tell when its first frame is there and what work that took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
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


def in_terminal(languages: list[str]) -> None:
    """Start the programs by turns, because the machine is noisy; the first start of each compiles it."""
    with tempfile.TemporaryDirectory() as compiled:
        bare = Path(compiled) / "bare.py"
        bare.write_text(BARE, "utf-8")
        arrows = [b"\x1b[C", b"\x1b[B", b"\x1b[D", b"\x1b[A"]
        programs = {"bare Textual": ([str(bare)], b"first frame", [b"a", b"b"])}
        for level in LEVELS:
            programs[level] = (["-m", "sapper", "play", "--level", level, "--seed", "rain"], b"Sapper", arrows)
        programs[FIRST_OF_ALL] = programs[LEVELS[0]]
        if languages:
            play, sign, keys = programs[LEVELS[0]]
            programs = {"bare Textual": programs["bare Textual"]}
            programs |= {f"expert, {code}": ([*play, "--language", code], sign, keys) for code in ["en", *languages]}
        starts: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
        for turn in range(STARTS + 1):
            for name, (arguments, sign, _) in programs.items():
                games = Path(compiled) / (f"games {turn}" if name == FIRST_OF_ALL else "games")
                games.mkdir(exist_ok=True)
                starts[name].append(first_frame(arguments, sign, compiled, str(games)))
        print(f"{'in a terminal':<34} {'first frame: least, median, work':>37} {'times bare, by turns':>24} {'key':>8}")
        floors = starts["bare Textual"][1:]
        for name, (arguments, sign, keys) in programs.items():
            times, work = [[value * 1000 for value in values] for values in zip(*starts[name][1:], strict=True)]
            waits, works = [
                median(one[part] / floor[part] for one, floor in zip(starts[name][1:], floors, strict=True))
                for part in (0, 1)
            ]
            taken = strokes(arguments, sign, compiled, keys) * 1000
            print(
                f"{name:<34} {min(times):>12.0f} ms {median(times):>8.0f} ms {min(work):>8.0f} ms"
                f" {waits:>14.2f} {works:>9.2f} {taken:>5.1f} ms",
                flush=True,
            )


def on_the_line() -> None:
    """Count the bytes of what happens most on an Expert board."""
    print(f"{'bytes on the line, Expert':<34} {'80x24':>10} {'120x40':>10} {'floor':>10} {'at most':>10}")
    counts = [line_bytes(size) for size in SIZES]
    for event in counts[0]:
        floor = 2 * opened_cells() if event == "opening" else FLOORS.get(event, 0)
        figures = [*(count[event] for count in counts), floor, LIMITS.get(event, "")]
        print(f"{event:<34} " + " ".join(f"{figure:>10}" for figure in figures), flush=True)


def panned() -> None:
    """Count the bytes of moving over a large board, closed and opened."""
    print(f"{'bytes of a pan, 1000x1000':<34} {'80x24':>10} {'120x40':>10} {'at most':>21}")
    counts = [pan_bytes(size) for size in SIZES]
    for event in counts[0]:
        print(f"{event:<34} " + " ".join(f"{count[event]:>10}" for count in counts) + f" {PAN_LIMIT:>21}", flush=True)


def pan_bytes(size: tuple[int, int]) -> dict[str, int]:
    """Move over a board before and after its first opening, and tell the most bytes of each kind."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["-m", "sapper", "play", "--level", PAN_LEVEL, "--seed", "rain"]
        program = Program(arguments, folder, str(Path(folder) / "compiled"), size)
        try:
            program.until(b"Sapper")
            time.sleep(1.5)
            program.settle()
            program.stroke(PANS["page down"])  # the cursor moves, and not yet the board
            counts = {f"closed: {name}": program.bytes_of(key) for name, key in PANS.items()}
            for key in (b"\x1b[B", b"\x1b[C") * OPENED[0]:
                program.stroke(key)
            program.stroke(b" ")
            time.sleep(1)
            program.settle()
            for name, key in PANS.items():
                counts[f"opened: {name}"] = max(program.bytes_of(key) for _ in range(4))
            return counts
        finally:
            program.close()


def opened_cells() -> int:
    """Tell how many cells the opening has that is measured."""
    from sapper import Rules, Seed
    from sapper.session import Session

    session = Session(Rules("expert"), clock=lambda: 0, seeds=lambda: Seed.of("rain"))
    return len(session.play("open", *OPENED))


def line_bytes(size: tuple[int, int]) -> dict[str, int]:
    """Play a little, and tell the bytes of each event."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["-m", "sapper", "play", "--level", "expert", "--seed", "rain"]
        program = Program(arguments, folder, str(Path(folder) / "compiled"), size)
        try:
            program.until(b"Sapper")
            time.sleep(1.5)
            program.settle()
            counts = {"idle": program.bytes_in(2)}
            arrows = [program.bytes_of(key) for key in (b"\x1b[B", b"\x1b[C") * OPENED[0]]
            counts["opening"] = program.bytes_of(b" ")
            time.sleep(1)
            program.settle()
            counts["tick"] = program.bytes_in(TICKS / 10) // TICKS
            counts["arrow"] = int(median(arrows))
            for key in (b"\x1b[A", b"\x1b[D") * OPENED[0]:
                program.stroke(key)
            counts["flag"] = program.bytes_of(b"f")
            return counts
        finally:
            program.close()


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
    parser = argparse.ArgumentParser()
    parser.add_argument("--language", nargs="+", default=[], metavar="CODE")
    languages = parser.parse_args().language
    if languages:
        in_terminal(languages)
        return
    on_the_line()
    panned()
    in_terminal([])
    without_terminal()


if __name__ == "__main__":
    main()
