"""Feeds the readers of files with what atheris invents: run by hand, as `bench/fuzz_formats.py --seconds 900`.

Only `FormatError` and `ReplayError` may come out, each within a second; anything else ends the run and is printed
with the bytes that caused it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

try:
    import atheris  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    sys.exit("this needs atheris: pip install atheris (there are wheels for CPython on Linux)")

from sapper import Action, Game, Minefield, Rules, Seed
from sapper.formats import FormatError, diagram, mbf, rawvf, tatham, write_board, write_replay
from sapper.replay.errors import ReplayError
from sapper.replay.model import Replay

SLOW = 5.0  # seconds for one file
READERS: dict[str, Any] = {
    "rawvf": rawvf.read,
    "mbf": mbf.read,
    "tatham": tatham.read,
    "diagram": diagram.read,
    "replay": Replay.load,
}
_ORDER = list(READERS)


def seeds() -> list[bytes]:
    """Give a small valid file of every kind, each after the byte that chooses its reader."""
    field = Minefield.from_text("*.. ... ..*")
    chosen, seed = Rules("5x4/3", practice=True, questions=True), Seed.of(1)
    game = Game(chosen, seed)
    for at, text in enumerate(["flag 0 0", "open 2 2", "undo", "redo", "question 0 1", "chord 2 2", "hint", "resign"]):
        if not game.status.is_over or text in ("undo", "redo"):
            game.play(Action.parse(text), at * 100)
    replay = Replay.of(game, seed, players=["Ann"])
    video = (
        "Width: 3\nHeight: 2\nBoard:\n*00\n000\nEvents:\n0.00 lc (40 24)\n0.00 lr 3 2 (40 24)\nnumber0 3 2\n0.1 boom\n"
    )
    files = {
        "rawvf": [write_replay(replay, "rawvf"), video.encode()],
        "mbf": [write_board(field, "mbf")],
        "tatham": [write_board(field, "tatham"), b"3x3:u800"],
        "diagram": [write_board(field, "diagram")],
        "replay": [replay.pack(), replay.to_text().encode()],
    }
    return [bytes([_ORDER.index(name)]) + data for name, found in files.items() for data in found]


def one(data: bytes) -> None:
    """Try one invention."""
    if not data:
        return
    name = _ORDER[data[0] % len(_ORDER)]
    begun = time.monotonic()
    try:
        READERS[name](data[1:])
    except (FormatError, ReplayError) as error:
        if "\n" in str(error):
            raise AssertionError(f"{name}: more than one line: {error}") from error
    taken = time.monotonic() - begun
    if taken > SLOW:
        raise AssertionError(f"{name} took {taken:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="how long (default: 60)")
    parser.add_argument("--corpus", help="a folder that keeps what was found interesting (default: none is kept)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(options.corpus or folder)
        corpus.mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(seeds()):
            (corpus / f"seed-{number}").write_bytes(data)
        limits = [f"-max_total_time={options.seconds}", "-timeout=20", "-rss_limit_mb=1024", "-max_len=4096"]
        atheris.instrument_all()  # an editable install is imported in a way of its own, which atheris cannot follow
        atheris.Setup([sys.argv[0], *limits, str(corpus)], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
