"""Rooms of four under load: durable moves, and their delivery to all members, next to bare echoes in the same run.

make bench, or .venv/bin/python bench/together.py [--seconds N] [--connections N] [--turns N]

The machinery is that of bench/server.py. One echo sends each message back, as that of a game alone; the other one, made
of the same frames, sends it to all four in a room, which is the floor for what a room can do.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from statistics import median
from typing import Any

import server
from server import OWN, measured, running, sapper

FAN = OWN.replace("PEOPLE = 1", "PEOPLE = 4")
_UNLIMITED = ("parties", "rooms-per-player", "changes-per-second", "change-burst")
LIMITS = dict.fromkeys(_UNLIMITED, 1_000_000) | {"countdown": 0.01, "ping": 600}


def show(name: str, found: dict[str, Any]) -> None:
    server.show(name, found)
    if found["arrived_per_second"]:
        times = f"p50 {found['arrived_p50_ms']:>7.2f} ms  p99 {found['arrived_p99_ms']:>8.2f} ms"
        print(f"{'  to everybody':34} {found['arrived_per_second']:>8} /s   {times}")


def throughput(options: argparse.Namespace, folder: str) -> None:
    """Let echoes and rooms take turns: the figures of one turn belong together."""
    rates, costs, to_echo, to_fan = [], [], [], []
    with contextlib.ExitStack() as stack:
        echo = stack.enter_context(running([sys.executable, "-c", OWN]))
        fan = stack.enter_context(running([sys.executable, "-c", FAN]))
        rooms = stack.enter_context(running(sapper(folder, more=LIMITS)))
        for _ in range(options.turns):
            plain = measured(*echo, "echo", options.connections, options.seconds)
            show("echo of own frames", plain)
            four = measured(*fan, "fan", options.connections, options.seconds)
            show("echo to four", four)
            moves = measured(*rooms, "rooms", options.connections, options.seconds)
            show("moves in rooms of four", moves)
            rates.append(moves["per_second"])
            costs.append(moves["cpu_us"])
            to_echo.append(moves["per_second"] / plain["per_second"])
            to_fan.append(moves["per_second"] / four["per_second"])
    print(
        f"{'moves, middle of the turns':34} {median(rates):>8.0f} /s (target 12000),"
        f" {median(to_echo):.2f} of the echo, {median(to_fan):.2f} of the echo to four, best turn {max(rates)} /s"
    )
    print(f"{'what its processor time allows':34} {1e6 / median(costs):>8.0f} /s on a core of its own")


def steady(options: argparse.Namespace, folder: str) -> None:
    for name, command, mode in (
        ("echo to four", [sys.executable, "-c", FAN], "fan"),
        ("moves in rooms of four", sapper(folder, more=LIMITS), "rooms"),
    ):
        with running(command) as (pid, port):
            show(f"{name} at 2000/s", measured(pid, port, mode, options.connections, options.seconds, 2000))
    print(f"{'':34} target: p99 at most 8 ms")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", choices=("throughput", "steady"))
    options = parser.parse_args()
    for name, part in (("throughput", throughput), ("steady", steady)):
        if options.only in (None, name):
            with tempfile.TemporaryDirectory() as folder:
                part(options, folder)


if __name__ == "__main__":
    with server.built() as server.LOAD:
        main()
