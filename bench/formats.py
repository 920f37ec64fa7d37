"""Binary videos read per second on one core, next to ms_toollib in a process of its own in the same run.

    .venv/bin/python bench/formats.py [--videos FOLDER] [--repeats N] [--files N]

Without a folder, expert games of some 3,000 events are written by the tests' encoders, one in each format. Decoding is
bytes to columns of events; reading also plays the game and records its track; an import also packs and summarises.
ms_toollib parses and analyses the same bytes; its process is started once, and stays.

At the end the whole command, `sapper replay import FOLDER`, reads and stores different games on one core, and a process
with ms_toollib parses and analyses the same files there: processor time of both from their start to their end.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import runpy
import subprocess
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path

from timing import least_cpu

from sapper import Minefield, Rules
from sapper.formats import avf, evf, mvf, read_replay, recognise, rmv
from sapper.formats.events import Events
from sapper.history.recorder import import_fields

ENCODERS = runpy.run_path(str(Path(__file__).resolve().parents[1] / "tests" / "formats" / "encoders.py"))
DECODERS = {"avf": avf.decode, "rmv": rmv.decode, "evf": evf.decode, "mvf": mvf.decode}
FLOOR = 1_000  # files a second
STEPS = 6  # movements between two clicks
PEER = """
import json, sys, time
import ms_toollib
kinds = {"avf": "AvfVideo", "rmv": "RmvVideo", "evf": "EvfVideo", "mvf": "MvfVideo"}
best = {}
for name, kind, path in json.load(sys.stdin):
    data = list(open(path, "rb").read())
    for _ in range(int(sys.argv[1])):
        started = time.process_time()
        video = getattr(ms_toollib, kinds[kind])("", data)
        video.parse()
        video.analyse()
        best[name] = min(best.get(name, 1e9), time.process_time() - started)
    print(name, best[name], flush=True)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--videos", type=Path, help="a folder of videos (default: made ones)")
    parser.add_argument("--repeats", type=int, default=10, help="of each file (default: 10)")
    parser.add_argument("--files", type=int, default=1_000, help="for the whole command (default: 1000)")
    arguments = parser.parse_args()
    files = made() if arguments.videos is None else found(arguments.videos)
    theirs = peer(files, arguments.repeats)
    totals = [0.0, 0.0, 0.0]
    for name, data in files.items():
        kind = recognise(data, name) or ""
        decode = least_cpu(lambda data=data, kind=kind: DECODERS[kind](data), arguments.repeats)  # type: ignore[misc]
        read = least_cpu(lambda data=data, name=name: read_replay(data, name), arguments.repeats)  # type: ignore[misc]
        whole = least_cpu(lambda data=data, name=name: import_fields(read_replay(data, name).replay), arguments.repeats)  # type: ignore[misc]
        peer_text = f"{theirs[name] * 1e3:6.2f}" if name in theirs else "     -"
        track = read_replay(data, name).replay.track
        events = 0 if track is None else len(track)
        times = f"decode {decode * 1e3:6.2f}  read {read * 1e3:6.2f}  import {whole * 1e3:6.2f}"
        print(f"{name:<28} {events:>6} events  ms: {times}  ms_toollib {peer_text}")
        totals = [total + part for total, part in zip(totals, (decode, read, whole), strict=True)]
    decode, read, store = (len(files) / total for total in totals)
    print(f"files/s on one core: decode {decode:,.0f}  read {read:,.0f}  import {store:,.0f}  (floor {FLOOR:,})")
    if theirs:
        print(f"ms_toollib: {len(theirs) / sum(theirs.values()):,.0f} files/s of the {len(theirs)} that it reads")
    compare_command(arguments.files)


def compare_command(count: int) -> None:
    """Import games by the command, and parse them by ms_toollib, each in a process on one core."""
    with tempfile.TemporaryDirectory() as folder:
        files = made_games(Path(folder, "videos"), count)
        data = str(Path(folder, "data"))
        command = [sys.executable, "-m", "sapper", "replay", "import", "--data", data, str(Path(folder, "videos"))]
        ours = count / seconds_of(command, b"", folder)
        print(f"the whole command: {ours:,.0f} files/s on one core (floor {FLOOR:,})", end="")
        asked = json.dumps([[path.name, path.suffix[1:], str(path)] for path in files]).encode()
        peer_command = [sys.executable, "-c", PEER, "1"]
        try:
            theirs = count / seconds_of(peer_command, asked, folder)
        except subprocess.CalledProcessError:
            print("; ms_toollib does not read them")
            return
        print(f"; ms_toollib, without storing them: {theirs:,.0f}; ratio {ours / theirs:.2f}")


def seconds_of(command: list[str], asked: bytes, folder: str) -> float:
    """Return the processor time of a process on one core."""
    core = {min(os.sched_getaffinity(0))}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command,
        input=asked,
        capture_output=True,
        check=True,
        cwd=folder,
        preexec_fn=lambda: os.sched_setaffinity(0, core),
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def made_games(folder: Path, count: int) -> list[Path]:
    """Write different expert games, won without flags, in the formats that ms_toollib reads as well."""
    folder.mkdir()
    paths = []
    for seed, version in enumerate(islice(cycle(("rmv 1", "rmv 2", "evf 3", "mvf 0.97")), count)):
        kind, data = expert_game(version, seed)
        paths.append(folder / f"{seed:05}.{kind}")
        paths[-1].write_bytes(data)
    return paths


def expert_game(version: str, seed: int) -> tuple[str, bytes]:
    """Return the format and the bytes of a game on the board of a seed."""
    field = Minefield.lay(Rules("expert"), seed, (8, 15))
    events = list(moves(field))
    film = ENCODERS["film"](elapsed=events[-1][0]).replace(minefield=field, events=Events.of(events))
    kind, write = ENCODERS["ALL"][version]
    return kind, write(film)


def found(folder: Path) -> dict[str, bytes]:
    """Return the binary videos in a folder."""
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix[1:] in DECODERS}
    return files or sys.exit(f"{folder} has no binary videos")


def made() -> dict[str, bytes]:
    """Return an expert game, won without flags, in each format."""
    field = Minefield.lay(Rules("expert"), 1, (8, 15))
    events = list(moves(field))
    film = ENCODERS["film"](elapsed=events[-1][0]).replace(minefield=field, events=Events.of(events))
    versions = ("avf", "rmv 1", "rmv 2", "evf 3", "evf 4", "mvf 0.97", "mvf 2007")
    known = {version: ENCODERS["ALL"][version] for version in versions}
    known["evf 4"] = ("evf", lambda film: ENCODERS["evf"](film, 4, extras=False))  # extras follow every movement
    return {f"{version.replace(' ', '-')}.{kind}": write(film) for version, (kind, write) in known.items()}


def moves(field: Minefield) -> list[tuple[int, str, int, int]]:
    """Open every safe cell, with movements in between."""
    level = field.level
    cells = [(row, col) for row in range(level.height) for col in range(level.width) if not field.is_mine(row, col)]
    cells.remove((8, 15))
    events: list[tuple[int, str, int, int]] = []
    at, x, y = 0, 248, 136
    for row, col in [(8, 15), *cells]:
        to_x, to_y = col * 16 + 8, row * 16 + 8
        for step in range(1, STEPS + 1):
            place = (x + (to_x - x) * step // STEPS, y + (to_y - y) * step // STEPS)
            at += 10 if events else 0
            events.append((at, "mv", *place))
        x, y = to_x, to_y
        events += [(at, "lc", x, y), (at, "lr", x, y)]
    return events


def peer(files: dict[str, bytes], repeats: int) -> dict[str, float]:
    """Return the seconds of ms_toollib for each file; a file that ends its process is left out."""
    seconds: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for number, (name, data) in enumerate(files.items()):
            paths[name] = Path(folder, str(number))
            paths[name].write_bytes(data)
        left = [[name, recognise(data, name), str(paths[name])] for name, data in files.items()]
        while left:
            command = [sys.executable, "-c", PEER, str(repeats)]
            asked = json.dumps(left).encode()
            done = subprocess.run(command, input=asked, capture_output=True, cwd=folder, check=False)
            if b"No module named" in done.stderr:
                print("ms_toollib is not installed (pip install ms_toollib): ours alone")
                return {}
            lines = done.stdout.decode().split("\n")[:-1]
            seconds |= {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}
            left = left[len(lines) + 1 :]  # the next one ended it
    return seconds


if __name__ == "__main__":
    main()
