"""Does the time of an answer tell what is hidden? Welch's t-test between cells and minefields that look alike.

The server's own work for a move is timed, from the message to the encoded answer, without the store and the network,
which only add noise. The classes take turns at random, and the slower half of all samples is left out, because other
programs cause it. A leak is |t| of 4.5 or more. The control is a call that works a little longer: it has to be noticed.
"""

from __future__ import annotations

import argparse
import gc
import time
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import TYPE_CHECKING, NamedTuple

from sapper import Action, Kind, Minefield, Rules, Seed
from sapper.analysis.odds import arrangements
from sapper.layouts import FixedLayout
from sapper.server.protocol import game_messages
from sapper.server.rooms.replica import GameReplica

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

THRESHOLD = 4.5
RULES = Rules("expert", questions=True)


def replica_of(field: Minefield, first: tuple[int, int]) -> GameReplica:
    """Return a game on a minefield with some cells open."""
    replica = GameReplica(
        RULES, Seed.of(1), bytes(16), "x" * 16, known_board=False, layout=FixedLayout(field), memory=None
    )
    play(replica, Kind.OPEN, RULES.level.index(*first))
    return replica


def play(replica: GameReplica, kind: Kind, cell: int) -> bytes:
    """Do what a room does with a message, up to the bytes of its answer."""
    asked = game_messages.Play(game=replica.id, n=1, kind=kind.value, cell=cell)  # type: ignore[arg-type]
    entry = replica.entry(replica.action(asked), 5)
    return game_messages.encode(replica.message(replica.apply(entry, 5), "t", 1))


class Found(NamedTuple):
    """Welch's t, and how much longer the first of two ways took, in nanoseconds."""

    t: float
    longer: float

    def __str__(self) -> str:
        return f"t = {self.t:8.2f} ({self.longer:+.0f} ns)"


def welch(one: Sequence[float], other: Sequence[float]) -> Found:
    """Compare two samples without the slower half of both together."""
    limit = sorted([*one, *other])[int((len(one) + len(other)) * 0.5)]
    first, second = ([value for value in part if value <= limit] for part in (one, other))
    error = sqrt(variance(first) / len(first) + variance(second) / len(second))
    longer = fmean(first) - fmean(second)
    return Found(longer / error, longer)


def compare(timed: Sequence[Callable[[], object]], undo: Callable[[int], object], samples: int) -> Found:
    """Time two ways in a random order and compare them; `undo` is called with the number of the way, untimed."""
    random, found = Random(1), ([], [])  # type: tuple[Random, tuple[list[float], list[float]]]
    for _ in range(samples):
        way = random.randrange(2)
        call = timed[way]
        begun = time.perf_counter_ns()
        call()
        found[way].append(time.perf_counter_ns() - begun)
        undo(way)
    return welch(*found)


def marks(kind: Kind, samples: int) -> Found:
    """Compare marking mines with marking safe cells, a different one each time."""
    random = Random(2)
    field = Minefield.lay(RULES, "marks", (8, 15))
    replica = replica_of(field, (8, 15))
    closed = list(replica.game.board.closed())
    cells = [[RULES.level.index(*cell) for cell in closed if field.is_mine(*cell) == way] for way in (False, True)]
    # As many of both, and of those whose numbers Python and JSON treat alike.
    cells = [random.sample([cell for cell in part if cell > 256], 20) for part in cells]
    chosen = [cells[0][0], cells[1][0]]

    def clear(way: int) -> None:
        replica.live.game.play(Action(Kind.CLEAR, *RULES.level.cell(chosen[way])))
        for other in (0, 1):
            chosen[other] = random.choice(cells[other])
        if replica.game.seq > 2000:
            renew()

    def renew() -> None:
        nonlocal replica
        replica = replica_of(field, (8, 15))

    return compare([lambda: play(replica, kind, chosen[0]), lambda: play(replica, kind, chosen[1])], clear, samples)


def openings(samples: int) -> Found:
    """Compare opening the same cell on two minefields that look alike before and after it."""
    field = Minefield.lay(RULES, "openings", (8, 15))
    board = replica_of(field, (8, 15)).game.board
    for number in range(1000):
        other = arrangements(board, number, 1)[0]
        shared = [
            RULES.level.index(*cell)
            for cell in board.closed()
            if not (field.is_mine(*cell) or other.is_mine(*cell))
            and field.number(*cell) == other.number(*cell) > 0
            and any(field.is_mine(*near) != other.is_mine(*near) for near in RULES.level.neighbours(*cell))
        ]
        if shared:
            break
    cell = shared[0]
    fields = (field, other)
    replicas = [replica_of(one, (8, 15)) for one in fields]
    fresh = [replica.live.game.copy() for replica in replicas]

    def again(way: int) -> None:
        replicas[way].live.game = fresh[way].copy()

    timed = [lambda: play(replicas[0], Kind.OPEN, cell), lambda: play(replicas[1], Kind.OPEN, cell)]
    assert timed[0]() == timed[1]()
    again(0)
    again(1)
    return compare(timed, again, samples)


def control(samples: int) -> Found:
    """Compare two ways of which one works a little longer: the test has to notice."""
    return compare([lambda: sum(range(100)), lambda: sum(range(120))], lambda way: None, samples)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=100_000)
    samples = parser.parse_args().samples
    gc.disable()
    noticed = control(samples)
    print(f"control        {noticed}  {'noticed' if abs(noticed.t) >= THRESHOLD else 'NOT NOTICED'}")
    tests: dict[str, Callable[[], Found]] = {
        "flag": lambda: marks(Kind.FLAG, samples),
        "question": lambda: marks(Kind.QUESTION, samples),
        "open": lambda: openings(samples),
    }
    for name, run in tests.items():
        found = run()
        print(f"{name:14} {found}  {'fine' if abs(found.t) < THRESHOLD else 'LEAKS'}  ({samples} samples)")


if __name__ == "__main__":
    main()
