"""Runs a target with what atheris invents, guided by coverage: `make fuzz TARGET=messages SECONDS=600`.

A fault ends the run, and its bytes are written into the folder `build/fuzz/TARGET`; those of a fault that was fixed
belong into `tests/fuzz/found/TARGET`, which the tests read. What was found interesting stays in `build/fuzz/TARGET`
for the next run.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from hashlib import sha1
from pathlib import Path
from random import Random
from types import FunctionType
from typing import TYPE_CHECKING

try:
    import atheris  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    sys.exit("this needs atheris: pip install atheris (there are wheels for CPython on Linux)")

from fuzz.catalogue import TARGETS, found
from fuzz.server_targets import close_lobbies

if TYPE_CHECKING:
    from fuzz.target import Target

LONGEST = 10  # seconds for one input
MEMORY = 1024  # MB
INSTRUMENTED = ("sapper", "h11")


def instrument() -> None:
    """Let atheris see the branches of our functions. An editable install is imported in a way it cannot follow."""
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and (function.__module__ or "").partition(".")[0] in INSTRUMENTED:
            atheris.instrument_func(function)


def measure(target: Target, seconds: float, folder: Path) -> None:
    """Try random bytes after the beginnings of a target that measures time, which atheris would stretch."""
    random, seeds, until, tried = Random(), target.seeds(), time.monotonic() + seconds, 0
    while time.monotonic() < until:
        kept = random.choice(seeds)[: random.randint(1, target.longest)]
        data = kept + random.randbytes(target.longest - len(kept))
        try:
            target.run(data)
        except Exception:
            fault = folder / f"fault-{target.name}-{sha1(data, usedforsecurity=False).hexdigest()}"
            fault.write_bytes(data)
            print(f"{fault} is a fault", file=sys.stderr)
            raise
        tried += 1
    print(f"{tried} inputs in {seconds} seconds, no fault")
    close_lobbies()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=int, default=60, help="how long (default: 60)")
    parser.add_argument("--corpus", default="build/fuzz", help="the folder of all corpora (default: build/fuzz)")
    options = parser.parse_args()
    target = TARGETS[options.target]
    if target.is_timed:
        measure(target, options.seconds, Path(options.corpus))
        return
    corpus = Path(options.corpus, target.name)
    corpus.mkdir(parents=True, exist_ok=True)
    for data in (*target.seeds(), *found(target.name)):
        (corpus / sha1(data, usedforsecurity=False).hexdigest()).write_bytes(data)
    words = Path(options.corpus, f"{target.name}.words")
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in (*target.words, b"0")), "ascii")
    limits = [
        f"-max_total_time={options.seconds}",
        f"-timeout={LONGEST}",
        f"-rss_limit_mb={MEMORY}",
        f"-max_len={target.longest}",
        f"-artifact_prefix={options.corpus}/fault-{target.name}-",
        f"-dict={words}",
        "-print_final_stats=1",
        "-close_fd_mask=0",
    ]
    instrument()
    atheris.Setup([sys.argv[0], *limits, str(corpus)], target.run)
    atheris.Fuzz()


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word[:60])


if __name__ == "__main__":
    main()
